"""``leadline rules``: the rules of a project, and where each of them fired."""

from pathlib import Path
from typing import Annotated

import typer


def rules(
    project: Annotated[Path, typer.Argument(metavar="PROJECT", help="Its folder or its plan.")],
    fired: Annotated[bool, typer.Option("--fired", help="Only those that fired.")] = False,
) -> None:
    """Show the rules that hold for a project, and which of them fired where.

    Example:

      leadline rules museum.example.leadline
    """
    from leadline.app.rules import rules_of
    from leadline.cli.terminal.words import clean

    kind = ""
    for use in rules_of(project):
        if fired and not use.fired:
            continue
        if use.rule.kind != kind:
            kind = use.rule.kind
            print(f"{kind} rules:")
        own = " (of your plan)" if use.is_own else ""
        where = ", ".join(f"{key} {count:,}" for key, count in use.fired.items())
        print(clean(f"- {use.rule.name}{own}: {where or 'nowhere'}"))
