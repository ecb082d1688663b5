"""Templates of texts that hold several values, learned by alignment over records."""
