"""WHAT is known: what was taken so far, from all sources, as query selection sees it."""
