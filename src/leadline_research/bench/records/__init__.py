"""Benches of record mining, columns, pagers and wrapper replay."""
