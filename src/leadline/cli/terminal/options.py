"""Options that several commands share, each with its names and its line of help."""

from functools import partial
from math import isfinite
from pathlib import Path
from typing import Annotated, Final

import typer

FORMATS: Final = ".csv, .xlsx, ...; - is stdout"


def finite(value: float | None) -> float | None:
    """Return a number that a person gave; refuse what is none, such as nan."""
    if value is not None and not isfinite(value):
        raise typer.BadParameter(f"{value} is no number that can be kept; write one such as 10")
    return value


unlimited: Final = partial(typer.Option, min=0, show_default="no limit", callback=finite)
"""An option that limits nothing while it is 0."""
Robots = Annotated[
    bool, typer.Option("--ignore-robots", help="Do not obey robots.txt (ask the owner first).")
]
ProjectFolder = Annotated[
    Path | None,
    typer.Option("--project", "-p", help="Folder of the project (default: HOST.leadline)."),
]
Pace = Annotated[
    float | None,
    typer.Option(
        min=0, callback=finite, help="Minimum seconds between requests to a host (default: 1)."
    ),
]
SourceRequests = Annotated[int, unlimited(help="Maximum requests to a source.")]
Minutes = Annotated[float, unlimited(help="Maximum minutes of this run.")]
Fresh = Annotated[bool, typer.Option("--fresh", help="Start over; what is held is set aside.")]
AcceptTerms = Annotated[
    bool,
    typer.Option("--accept-terms", help="Agree to the terms that a source asks for (read them)."),
]
Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="No progress, no summary.")]
Outputs = Annotated[
    list[Path] | None,
    typer.Option("--output", "-o", help=f"Table to write (repeatable): {FORMATS}"),
]
Hosts = Annotated[
    list[str] | None,
    typer.Option(help="Visit only this host beside those of the seeds (repeatable)."),
]
Topic = Annotated[str, typer.Option(help='What to look for, in words; "a, b" is either.')]
MaxHosts = Annotated[int, typer.Option(min=0, show_default="100", help="Maximum hosts to visit.")]
