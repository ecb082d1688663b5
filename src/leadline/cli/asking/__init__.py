"""``leadline search``, ``ask`` and ``ranking``: questions to a project and to its sources."""

from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from leadline.cli.terminal.options import AcceptTerms, finite

ProjectFolder = Annotated[Path, typer.Argument(metavar="PROJECT", help="Folder of a project.")]
Question = Annotated[list[str], typer.Argument(help="Words, and conditions ATTRIBUTE:WORDS.")]


def search(
    project: ProjectFolder,
    query: Question,
    limit: Annotated[int, typer.Option(min=1, help="Rows that are printed.")] = 20,
    offset: Annotated[int, typer.Option(min=0, help="Rows that are left out before them.")] = 0,
    json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
    choose: Annotated[int, typer.Option(min=0, help="This row is right: rank by it.")] = 0,
) -> None:
    """Search the records that a project holds.

    Example:

      leadline search films "director:murnau year:1920..1930"
    """
    from leadline.cli.asking.answers import run_search

    text = " ".join(query)
    raise typer.Exit(run_search(project, text, limit, offset, as_json=json, choose_row=choose))


def ranking(
    project: ProjectFolder,
    reset: Annotated[bool, typer.Option("--reset", help="Forget all choices.")] = False,
) -> None:
    """Show what each attribute weighs in ranking, and what your choices moved.

    Example:

      leadline ranking films
    """
    from leadline.cli.asking.answers import run_ranking

    raise typer.Exit(run_ranking(project, reset=reset))


def ask(
    project: ProjectFolder,
    query: Question,
    deadline: Annotated[
        float, typer.Option(min=0.1, callback=finite, help="Seconds for the sources.")
    ] = 10.0,
    limit: Annotated[int, typer.Option(min=1, help="Rows that are printed.")] = 20,
    everywhere: Annotated[
        bool, typer.Option("--everywhere", help="Ask every source that can answer.")
    ] = False,
    keep: Annotated[bool, typer.Option(help="Keep what comes in the project.")] = True,
    learn: Annotated[
        bool, typer.Option("--learn", help="First understand sources that were never harvested.")
    ] = False,
    pace: Annotated[
        float | None,
        typer.Option(min=0, callback=finite, help="Minimum seconds between requests (default: 1)."),
    ] = None,
    ignore_robots: Annotated[
        bool, typer.Option("--ignore-robots", help="Do not obey robots.txt (ask the owner first).")
    ] = False,
    accept_terms: AcceptTerms = False,
    json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="No progress.")] = False,
) -> None:
    """Ask the sources of a project live, and merge and rank what they answer.

    Example:

      leadline ask films "director:murnau year:1920..1930" --deadline 5
    """
    from leadline.app.asking.ask import AskOptions
    from leadline.cli.asking.answers import run_ask

    robots, terms = not ignore_robots, accept_terms
    options = AskOptions(deadline, limit, everywhere, keep, robots, pace, learn=learn)
    options = replace(options, accept_terms=terms)
    raise typer.Exit(run_ask(project, " ".join(query), options, as_json=json, quiet=quiet))
