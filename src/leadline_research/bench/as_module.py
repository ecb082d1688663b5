"""Benches that are run as modules (``python -m leadline.bench.NAME``) end as the command line does.

Their arguments are explained by ``--help``; every trouble is one sentence: 2 for wrong usage, 1 for
what failed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from leadline.errors import LeadlineError

if TYPE_CHECKING:
    from argparse import ArgumentParser
    from collections.abc import Callable

FAILED: Final = 1
USAGE: Final = 2


def run_as_module(main: Callable[..., None], parser: ArgumentParser) -> None:
    """Call ``main`` with what was given on the command line, by name."""
    given = vars(parser.parse_args())
    try:
        main(**given)
    except ValueError as fault:
        parser.exit(USAGE, f"{parser.prog}: {fault}\n")
    except (LeadlineError, OSError) as fault:
        parser.exit(FAILED, f"{parser.prog}: {fault}\n")
