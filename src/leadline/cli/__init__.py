"""The command line: thin commands over the pipelines; heavy imports happen inside them."""

from leadline.cli.app import main

__all__ = ["main"]
