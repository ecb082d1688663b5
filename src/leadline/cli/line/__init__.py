"""The command ``leadline run``."""

from dataclasses import dataclass
from typing import Annotated

import typer

from leadline.cli.terminal import options


@dataclass(frozen=True, kw_only=True)
class LineOrder:
    """Discover, harvest and integrate in one run, up to one table; run again to resume.

    Examples:

      leadline run --topic "lu xun novels" --seed https://directory.example/ -o novels.csv

      leadline run art/project.toml --requests 5000

    Exit code: 0 if every stage ended by itself; 3 if one stopped early; 1 if the table is empty.
    """

    targets: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[TARGET]...",
            help="A PROJECT.toml or folder; or addresses of sources; with --topic, of seeds.",
        ),
    ] = None
    topic: options.Topic = ""
    seed: Annotated[
        list[str] | None, typer.Option(metavar="URL", help="Where discovery begins (repeatable).")
    ] = None
    host: options.Hosts = None
    max_hosts: options.MaxHosts = 0
    project: options.ProjectFolder = None
    output: options.Outputs = None
    requests: Annotated[int, options.unlimited(help="Maximum requests of all stages.")] = 0
    source_requests: options.SourceRequests = 0
    minutes: options.Minutes = 0.0
    pace: options.Pace = None
    ignore_robots: options.Robots = False
    fresh: options.Fresh = False
    accept_terms: options.AcceptTerms = False
    serve: Annotated[
        bool, typer.Option("--serve", help="Show the result in a browser afterwards.")
    ] = False
    quiet: options.Quiet = False
