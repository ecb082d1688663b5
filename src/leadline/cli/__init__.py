"""Command line: thin commands over `leadline.app`; heavy imports happen inside them."""

from leadline.cli.app import main

__all__ = ["main"]
