"""Kinds of forms, and their relevance for a domain."""
