"""``leadline mcp``: tools for assistants over stdin and stdout."""

from pathlib import Path
from typing import Annotated

import typer

from leadline.errors import require_package


def mcp(
    folder: Annotated[
        Path, typer.Argument(help="Folder in which projects lie (default: this one).")
    ] = Path(),
    requests: Annotated[
        int, typer.Option(min=1, help="Requests that all calls together may send.")
    ] = 2_000,
    private: Annotated[
        bool, typer.Option("--private", help="Also ask this machine and private networks.")
    ] = False,
    ignore_robots: Annotated[
        bool, typer.Option("--ignore-robots", help="Do not obey robots.txt (ask the owner first).")
    ] = False,
) -> None:
    """Serve inspect, harvest, search, ask and table to assistants (Model Context Protocol).

    An assistant starts it and talks to it over stdin and stdout.

    Example:

      leadline mcp /data/projects --requests 500
    """
    require_package("mcp", "leadline mcp")
    from leadline.assist.server import run_server
    from leadline.assist.tools import AssistantTools

    if not folder.is_dir():
        raise ValueError(f"{folder} is no folder")
    run_server(AssistantTools(folder.resolve(), requests, private, not ignore_robots))
