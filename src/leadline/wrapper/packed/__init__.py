"""Rows and readings in packed form: in memory during long walks, and beside the archive."""
