"""Guan et al. 2008: on-line topical importance estimation (OPIE)."""
