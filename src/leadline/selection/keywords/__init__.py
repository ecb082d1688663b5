"""Selectors of keywords and the statistics that they rest on."""
