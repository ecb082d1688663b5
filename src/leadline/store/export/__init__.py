"""Tables written for other programs."""
