"""Answers that a script draws: data in pages, search indexes, and the calls that bring records."""
