"""The wrapper of a source: learned from a few answers, replayed on every later page."""
