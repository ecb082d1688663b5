"""Records that are woven over several rows of a page."""
