"""Tables of hard values: what they say, against what is read."""
