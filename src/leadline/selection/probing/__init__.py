"""The first words to ask, the tries for the whole database, and when to stop."""
