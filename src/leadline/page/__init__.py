"""A page as the rooms read it: text decoded, parsed into flat arrays, addresses resolved."""
