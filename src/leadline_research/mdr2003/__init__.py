"""Liu et al. 2003: MDR, mining data records by generalised nodes."""
