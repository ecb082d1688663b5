"""Lin et al. 2016: sampling of domain knowledge (seed 001), its rivals and figures."""
