"""Sources that are honest, work in their own way, and tempt a harvester to a false claim."""
