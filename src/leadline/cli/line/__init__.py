"""The command ``leadline run``."""

from __future__ import annotations

from pathlib import Path  # noqa: TC003 - typer reads it
from typing import Annotated

import typer


def run(
    targets: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[TARGET]...",
            help="A PROJECT.toml or folder; or addresses of sources; with --topic, of seeds.",
        ),
    ] = None,
    topic: Annotated[str, typer.Option(help='What to look for, in words; "a, b" is either.')] = "",
    seed: Annotated[
        list[str] | None,
        typer.Option(metavar="URL", help="Where discovery begins (repeatable)."),
    ] = None,
    host: Annotated[
        list[str] | None,
        typer.Option(help="Visit only this host beside those of the seeds (repeatable)."),
    ] = None,
    max_hosts: Annotated[
        int, typer.Option(min=0, help="Maximum hosts that discovery visits (default: 100).")
    ] = 0,
    project: Annotated[
        Path | None,
        typer.Option("--project", "-p", help="Folder of the project (default: HOST.leadline)."),
    ] = None,
    output: Annotated[
        list[Path] | None,
        typer.Option(
            "--output", "-o", help="Table to write (repeatable): .csv .jsonl .parquet .sqlite .xlsx"
        ),
    ] = None,
    requests: Annotated[int, typer.Option(min=0, help="Maximum requests of all stages.")] = 0,
    source_requests: Annotated[int, typer.Option(min=0, help="Maximum requests to a source.")] = 0,
    minutes: Annotated[float, typer.Option(min=0, help="Maximum minutes of this run.")] = 0.0,
    pace: Annotated[
        float | None,
        typer.Option(min=0, help="Minimum seconds between requests to a host (default: 1)."),
    ] = None,
    ignore_robots: Annotated[
        bool, typer.Option("--ignore-robots", help="Do not obey robots.txt (ask the owner first).")
    ] = False,
    fresh: Annotated[
        bool, typer.Option("--fresh", help="Start over; what the project holds is set aside.")
    ] = False,
    serve: Annotated[
        bool, typer.Option("--serve", help="Show the result in a browser afterwards.")
    ] = False,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="No progress, no summary.")] = False,
) -> None:
    """Discover, harvest and integrate in one run, up to one table; run again to resume.

    Examples:

      leadline run --topic "lu xun novels" --seed https://directory.example/ -o novels.csv

      leadline run art/project.toml --requests 5000

    Exit code: 0 if every stage ended by itself; 3 if one stopped early; 1 if the table is empty.
    """
    from leadline.cli.line.order import LineOrder, execute

    order = LineOrder(
        tuple(targets or ()),
        project,
        tuple(seed or ()),
        topic,
        tuple(host or ()),
        max_hosts,
        tuple(output or ()),
        requests,
        source_requests,
        minutes,
        pace=pace,
        robots=not ignore_robots,
        fresh=fresh,
        quiet=quiet,
    )
    code = execute(order)
    if serve:
        from leadline.serve.command import serve as serve_projects

        serve_projects(order.folder())
    raise typer.Exit(code)
