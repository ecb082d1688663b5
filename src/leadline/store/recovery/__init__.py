"""Recovers what a damaged project file still holds, as SQLite's ``.recover`` does."""
