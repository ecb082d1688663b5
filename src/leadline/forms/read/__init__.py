"""Forms and their controls as they stand on a page."""
