"""Says on standard error what was damaged in a project and made again."""

import sys
from collections.abc import Iterable

from leadline.app.calls import Target
from leadline.app.mend import mend_named
from leadline.cli.terminal.words import clean


def tell(notes: Iterable[str]) -> None:
    """Print what was done, a sentence a line."""
    for note in notes:
        print(f"leadline: {clean(note)}", file=sys.stderr)


def mend_and_tell(targets: Iterable[str], project: Target | None) -> None:
    """Recover the projects that a command names, before it reads their plans."""
    tell(mend_named(targets, project))
