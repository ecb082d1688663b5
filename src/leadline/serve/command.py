"""The command ``leadline serve``: the pages and the REST interface, until interrupted."""

from pathlib import Path
from typing import Annotated

import typer

from leadline.errors import require_package


def serve(
    folder: Annotated[
        Path, typer.Argument(help="Folder of a project, or of several (default: this one).")
    ] = Path(),
    host: Annotated[str, typer.Option(help="Address to listen on.")] = "127.0.0.1",
    port: Annotated[
        int, typer.Option(min=0, max=65_535, help="Port to listen on; 0 is any free one.")
    ] = 8765,
    token: Annotated[
        str,
        typer.Option(envvar="LEADLINE_TOKEN", help="Ask for this word (16 characters or more)."),
    ] = "",
    name: Annotated[
        list[str] | None,
        typer.Option(help="Another name under which browsers reach it (repeatable)."),
    ] = None,
) -> None:
    """Show projects in a browser, and harvest from there; REST for programs.

    Only this machine can reach it. Another --host needs a --token.

    Example:

      leadline serve
    """
    require_package("fastapi", "leadline serve")
    from leadline.serve.application import create_app, run_server
    from leadline.serve.security import AccessPolicy
    from leadline.serve.workspace import Workspace

    policy = AccessPolicy(host, token, tuple(name or ()))
    app = create_app(Workspace.of(folder), policy)
    shown = f"[{host}]" if ":" in host else host

    def tell(taken: int) -> None:
        typer.echo(f"leadline: open http://{shown}:{taken}/ in a browser; Ctrl-C ends it")

    run_server(app, host, port, tell)
