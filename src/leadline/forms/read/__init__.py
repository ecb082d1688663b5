"""Forms and their controls as a page serves them."""
