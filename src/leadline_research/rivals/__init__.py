"""Baselines that stand beside the published methods on the bench."""
