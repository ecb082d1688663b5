"""Answers that are data: the call that brings them, and the wrapper that reads their records."""
