"""Dasgupta et al. 2010: HD-UNBIASED-SIZE."""
