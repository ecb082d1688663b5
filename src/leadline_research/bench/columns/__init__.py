"""Columns to attributes on tables of several sites of one domain."""
