"""Sheng et al. 2012: slice cover, as a selector of the bench."""
