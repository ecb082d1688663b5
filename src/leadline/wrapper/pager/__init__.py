"""Pagers: proposals for the next page, and the step between pages."""
