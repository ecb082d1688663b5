"""Pages: text decoded, parsed into flat arrays, addresses resolved."""
