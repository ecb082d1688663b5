"""Known protocols of page scripts: a file each, with its ``PROTOCOLS``."""
