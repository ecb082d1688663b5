"""Command line: thin commands over `leadline.app`; heavy imports happen inside them."""

import os
import sys
from typing import Final

__all__ = ["main"]

INTERRUPTED_EXIT_CODE: Final = 3


def main() -> None:
    """Run the command line; Ctrl-C ends it quietly, also while modules are loaded."""
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # matrices are small: more only spin
    try:
        from leadline.cli.app import main as run

        run()
    except KeyboardInterrupt:
        print("leadline: stopped", file=sys.stderr)
        raise SystemExit(INTERRUPTED_EXIT_CODE) from None
