"""Focused crawling: from a topic to the pages and query interfaces of its domain."""
