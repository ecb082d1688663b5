"""Benches of form classification, labels and submission."""
