"""Zhai and Liu 2005: partial tree alignment."""
