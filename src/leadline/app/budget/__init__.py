"""What a run may spend, and how it is shared out."""
