"""Integration of a project: entities of all its sources, and a person's decisions."""
