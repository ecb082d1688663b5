"""Yang et al. 2008: the rule-set four-layer model (seed 002)."""
