"""Bench of the whole line: from an index page among decoys to one table of entities."""
