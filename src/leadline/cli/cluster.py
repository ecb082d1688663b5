"""Options of a large harvest, and ``leadline gather``: one project from those of other machines."""

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from leadline.cli.terminal.words import clean

Target = Annotated[Path, typer.Argument(help="Folder of the project to write to.")]
Projects = Annotated[
    list[Path], typer.Argument(metavar="PROJECT...", help="Folders of finished projects.")
]


AtOnce = Annotated[int, typer.Option(min=1, help="Sources under way at a time in a process.")]
Processes = Annotated[int, typer.Option(min=1, help="Processes among which the hosts are divided.")]
Share = Annotated[
    str, typer.Option(metavar="I/N", help="Only this one of N shares of the hosts, from 0/N.")
]


Shared = Annotated[
    str,
    typer.Option(metavar="PLACE", help="Folder or bucket of a Ray cluster: --processes are there."),
]


def gather(target: Target, projects: Projects) -> None:
    """Copy the sources of other projects into one project; those it holds already are replaced.

    Example:  leadline gather art /shared/art-0 /shared/art-1
    """
    for line in gathered(target, projects):
        print(clean(line))


def gathered(target: Path, projects: Sequence[Path]) -> list[str]:
    """Gather projects, and say what came from each."""
    from leadline.app.project import Project
    from leadline.app.start.parts import take_in
    from leadline.store.transfer import TransferStore

    for project in projects:
        if not Project(project).store.is_file():
            raise ValueError(f"{project} is no leadline project: it was not begun")
        if project.resolve() == target.resolve():
            raise ValueError(f"{project} cannot be copied into itself")
    whole = Project(target)
    with TransferStore(whole.store) as store:
        return [
            f"{project}: {len(take_in(store, whole, Project(project))):,} sources"
            for project in projects
        ]
