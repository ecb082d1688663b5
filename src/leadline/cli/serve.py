"""``leadline serve``: the pages and the REST interface, until interrupted."""

from __future__ import annotations

from typing import TYPE_CHECKING

from leadline.errors import require_package

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path


def run(folder: Path, host: str, port: int, token: str, names: Sequence[str]) -> int:
    """Serve the projects of a folder, or one project."""
    for package in ("fastapi", "uvicorn", "jinja2", "python_multipart"):
        require_package(package, "leadline serve")
    from leadline.serve.application import create_app, run_server
    from leadline.serve.security import AccessPolicy
    from leadline.serve.workspace import Workspace

    app = create_app(Workspace.of(folder), AccessPolicy(host, token, tuple(names)))
    shown = f"[{host}]" if ":" in host else host
    print(f"leadline: open http://{shown}:{port}/ in a browser; Ctrl-C ends it", flush=True)
    run_server(app, host, port)
    return 0
