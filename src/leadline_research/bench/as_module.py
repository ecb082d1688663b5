"""Command line of benches that run as modules (``python -m leadline_research.bench.NAME``).

``--help`` explains the arguments. An error is one sentence; the exit code is 2 for wrong usage and
1 for a failure.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from leadline.errors import LeadlineError

if TYPE_CHECKING:
    from argparse import ArgumentParser
    from collections.abc import Callable

FAILURE_EXIT_CODE: Final = 1
USAGE_EXIT_CODE: Final = 2


def run_as_module(main: Callable[..., None], parser: ArgumentParser) -> None:
    """Call ``main`` with the arguments of the command line as keywords."""
    given = vars(parser.parse_args())
    try:
        main(**given)
    except ValueError as fault:
        parser.exit(USAGE_EXIT_CODE, f"{parser.prog}: {fault}\n")
    except (LeadlineError, OSError) as fault:
        parser.exit(FAILURE_EXIT_CODE, f"{parser.prog}: {fault}\n")
