"""Roles of controls: query box, submit button, ranges, match modes, dependent selects."""
