"""Actions: what a control of a page would send, read from its script without running a browser."""
