"""The command ``leadline run``."""

from __future__ import annotations

from typing import Annotated

import typer

from leadline.cli.terminal import options as shared


def run(
    targets: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[TARGET]...",
            help="A PROJECT.toml or folder; or addresses of sources; with --topic, of seeds.",
        ),
    ] = None,
    topic: shared.Topic = "",
    seed: Annotated[
        list[str] | None,
        typer.Option(metavar="URL", help="Where discovery begins (repeatable)."),
    ] = None,
    host: Annotated[
        list[str] | None,
        typer.Option(help="Visit only this host beside those of the seeds (repeatable)."),
    ] = None,
    max_hosts: shared.MaxHosts = 0,
    project: shared.ProjectFolder = None,
    output: shared.Outputs = None,
    requests: Annotated[int, shared.unlimited(help="Maximum requests of all stages.")] = 0,
    source_requests: shared.SourceRequests = 0,
    minutes: shared.Minutes = 0.0,
    pace: shared.Pace = None,
    ignore_robots: shared.Robots = False,
    fresh: shared.Fresh = False,
    serve: Annotated[
        bool, typer.Option("--serve", help="Show the result in a browser afterwards.")
    ] = False,
    quiet: shared.Quiet = False,
) -> None:
    """Discover, harvest and integrate in one run, up to one table; run again to resume.

    Examples:

      leadline run --topic "lu xun novels" --seed https://directory.example/ -o novels.csv

      leadline run art/project.toml --requests 5000

    Exit code: 0 if every stage ended by itself; 3 if one stopped early; 1 if the table is empty.
    """
    from leadline.cli.line.order import LineOrder, execute

    order = LineOrder(
        targets=tuple(targets or ()),
        project=project,
        seeds=tuple(seed or ()),
        topic=topic,
        hosts=tuple(host or ()),
        max_hosts=max_hosts,
        outputs=tuple(output or ()),
        requests=requests,
        source_requests=source_requests,
        minutes=minutes,
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
