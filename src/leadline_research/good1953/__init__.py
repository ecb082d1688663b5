"""Good 1953: what was seen once tells what is unseen; as a selector of one source."""
