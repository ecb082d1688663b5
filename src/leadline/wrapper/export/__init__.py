"""Wrappers as code for other tools."""
