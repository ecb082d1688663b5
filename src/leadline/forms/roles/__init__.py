"""Roles of controls: query box, range, match mode, submit button."""
