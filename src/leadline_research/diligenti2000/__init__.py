"""Diligenti et al. 2000: focused crawling by context graphs."""
