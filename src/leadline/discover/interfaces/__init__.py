"""The target "query interfaces of a domain": what accepts a form, and what a topic is."""
