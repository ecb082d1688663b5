"""Wrappers as page objects for web-poet: a bridge to another tool, which no harvest calls."""
