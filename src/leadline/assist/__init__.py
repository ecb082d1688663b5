"""Tools for assistants over the Model Context Protocol, bounded by budget and time."""
