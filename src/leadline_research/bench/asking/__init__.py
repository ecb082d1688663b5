"""Bench of live questions over several sources."""
