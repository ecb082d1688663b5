"""What tells the records of a source apart: a link or the text."""
