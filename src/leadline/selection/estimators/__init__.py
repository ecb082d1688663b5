"""Estimates: the size of a source, and what a query will bring."""
