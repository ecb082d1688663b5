"""Schema matching: which column of which source holds which attribute."""
