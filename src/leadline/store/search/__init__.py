"""The full-text index of a project."""
