"""The made-up tables of the zoo."""
