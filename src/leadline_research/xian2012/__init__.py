"""Xian et al. 2012: Cycle-A and QuerySelect-DK (seed 000)."""
