"""``leadline hint`` and ``leadline hints``: say by an example how a site is read."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from leadline.cli.terminal.words import clean

if TYPE_CHECKING:
    from leadline.app.hint import Heeded

ProjectArgument = Annotated[Path, typer.Argument(help="Folder of a project.")]
Source = Annotated[str, typer.Option(help="Which source, if there are several.")]


def hint(
    project: ProjectArgument,
    kind: Annotated[
        str,
        typer.Argument(
            metavar="KIND", help="way, form, first, ask, never, allow, ..., as in formats.md."
        ),
    ],
    example: Annotated[
        list[str],
        typer.Argument(
            metavar="EXAMPLE...", help="A text of the page; NAME=VALUE; or an alternative's number."
        ),
    ],
    source: Source = "",
) -> None:
    """Say by one example how a site is read; its archived pages are read again so.

    Examples:

      leadline hint museum.example.leadline region "Works found"

      leadline hint museum.example.leadline record "Acme Ltd" "12 March 2021"

      leadline hint museum.example.leadline next "»"

      leadline hint museum.example.leadline next 2

      leadline hint museum.example.leadline split "author=Ann Lee" "year=1990"

    Exit code: 1 if no archived page shows the example, or nothing would be read by it.
    """
    from leadline.app.hint import hint as give

    heeded = give(project, kind, example, source=source)
    if heeded.agreement is not None:
        print(clean(heeded.agreement.sentence))
    _show(project, heeded)
    if heeded.made:
        print(f"  {clean(heeded.sentence)}")


def hints(
    project: ProjectArgument,
    undo: Annotated[bool, typer.Option("--undo", help="Take the last hint back.")] = False,
    number: Annotated[
        int, typer.Option("--number", min=0, help="With --undo: that hint.", show_default="last")
    ] = 0,
    alternatives: Annotated[
        bool, typer.Option("--alternatives", help="List what each decision chose from.")
    ] = False,
    export: Annotated[
        Path | None, typer.Option("--export", metavar="FILE", help="Write them as a recipe.")
    ] = None,
) -> None:
    """List what was said of a project, and on how many archived pages each hint holds.

    Examples:

      leadline hints museum.example.leadline --undo

      leadline hints museum.example.leadline --alternatives

      leadline hints museum.example.leadline --export museum.toml
    """
    from leadline.app.harvest import load
    from leadline.app.hint import hints as listed
    from leadline.app.hint import take_back
    from leadline.app.hint_log import write_hints
    from leadline.cli.inspected import alternative_lines
    from leadline.cli.tables.write import check_place

    if export is not None:
        check_place(export)
    if alternatives:
        for key, outcome in load(project).outcomes.items():
            print(clean(key))
            print("\n".join(alternative_lines(outcome.alternatives, len(outcome.alternatives))))
        return
    if undo:
        _show(project, take_back(project, number))
        return
    told = listed(project)
    for at, agreement in enumerate(told, 1):
        print(f"{at} {clean(agreement.sentence)}")
    if not told:
        print("no hint was given")
    elif export is not None:
        write_hints(export, [one.hint for one in told])
        print(f"{len(told)} hints written to {export}: leadline harvest URL --recipe {export}")


def _show(project: Path, heeded: Heeded) -> None:
    """Tell how the project is read now."""
    if heeded.waits:
        print(f"what it changes is asked by the next run: leadline harvest {clean(str(project))}")
        return
    for key, outcome in heeded.harvest.outcomes.items():
        was = f" (there were {heeded.before:,})" if heeded.before != outcome.records else ""
        print(f"{clean(key)}: {outcome.records:,} records{was}, nothing was asked")
        print(f"  {outcome.level}: {clean(outcome.proof or outcome.reason)}")
