"""Further visits to harvested sources: what is new, changed or gone since the last one."""
