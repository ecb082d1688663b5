"""Filled forms as requests, by the HTML standard; values to fill them with."""
