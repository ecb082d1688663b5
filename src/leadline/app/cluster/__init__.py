"""Harvests by several processes or machines: groups of sources, each with a project of its own."""
