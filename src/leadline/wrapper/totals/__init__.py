"""Stated totals: how many records an answer or the database says it has."""
