"""Benches of record matching."""
