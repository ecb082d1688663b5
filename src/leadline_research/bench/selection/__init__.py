"""Benches of query selection over simulated sources."""
