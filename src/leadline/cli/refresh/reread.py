"""``leadline reread``: the table of a project made anew from its archive."""

from __future__ import annotations

from pathlib import Path  # noqa: TC003 typer reads it
from typing import Annotated

import typer

from leadline.cli.words import clean


def reread(
    project: Annotated[Path, typer.Argument(help="Folder of a project.")],
    wrapper: Annotated[
        Path | None,
        typer.Option(help="Read its pages by this file, which `leadline wrapper` wrote."),
    ] = None,
    source: Annotated[str, typer.Option(help="Which source, if there are several.")] = "",
) -> None:
    """Read the archived pages of a project again, without a request.

    Example:

      leadline wrapper museum.example.leadline -o wrapper.json   (then edit its names)

      leadline reread museum.example.leadline --wrapper wrapper.json
    """
    from leadline.app.tables.reread import reread as read

    for one in read(project, source=source, wrapper=wrapper or ""):
        was = f" (there were {one.before:,})" if one.before != one.after else ""
        print(f"{clean(one.source)}: {one.after:,} records{was} on {one.pages:,} pages")
