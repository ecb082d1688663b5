"""Data that scripts read: its notations, and the lists of like objects in it."""
