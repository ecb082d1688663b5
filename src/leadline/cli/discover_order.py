"""Options of ``leadline discover``."""

from dataclasses import dataclass
from typing import Annotated

import typer

from leadline.cli.terminal import options


@dataclass(frozen=True, kw_only=True)
class DiscoverOrder:
    """Find search forms on a topic, starting from some pages; run again to resume.

    Examples:

      leadline discover https://directory.example/ --topic "lu xun novels" --anywhere

      leadline discover art/project.toml --requests 2000

      leadline harvest art/project.toml

    Exit code: 0 if no link is left that promises enough; 3 if it stopped early; 1 if it failed.
    """

    targets: Annotated[
        list[str],
        typer.Argument(
            metavar="URL...",
            help="Where to begin: pages, sitemaps, a file of hosts; or a PROJECT.toml or folder.",
        ),
    ]
    topic: options.Topic = ""
    sample: Annotated[
        list[str] | None,
        typer.Option(
            metavar="PAGE", help="A page on the topic: a file or an address (repeatable)."
        ),
    ] = None
    project: options.ProjectFolder = None
    host: options.Hosts = None
    anywhere: Annotated[
        bool, typer.Option("--anywhere", help="Visit any public host, up to --max-hosts.")
    ] = False
    max_hosts: options.MaxHosts = 0
    requests: Annotated[int, options.unlimited(help="Maximum requests in all.")] = 0
    site_requests: Annotated[int, options.unlimited(help="Maximum requests to a host.")] = 0
    minutes: options.Minutes = 0.0
    at_once: Annotated[
        int, typer.Option(min=0, show_default="100", help="Maximum hosts asked at a time.")
    ] = 0
    pace: options.Pace = None
    ignore_robots: options.Robots = False
    fresh: Annotated[
        bool, typer.Option("--fresh", help="Delete an earlier discovery and start over.")
    ] = False
    thorough: Annotated[
        bool, typer.Option("--thorough", help="Follow links that promise little, too.")
    ] = False
    quiet: options.Quiet = False
