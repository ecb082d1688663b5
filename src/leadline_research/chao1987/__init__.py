"""Chao 1987: incidence data; here singletons weighed by the answers that brought them."""
