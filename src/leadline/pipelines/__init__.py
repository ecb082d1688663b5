"""The only rooms that know the others: from an address to a stored table."""
