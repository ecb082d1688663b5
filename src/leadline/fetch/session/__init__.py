"""A person's own session and network."""
