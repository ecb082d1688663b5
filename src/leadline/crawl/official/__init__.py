"""Ways by which a site offers its data itself: downloads, OAI-PMH, and what machines may read."""
