"""Filled forms as requests, by the HTML standard."""
