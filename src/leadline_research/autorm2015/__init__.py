"""Shi et al. 2015: AutoRM (seed 004)."""
