"""``leadline import``: a person's own table as a source of a project."""

from pathlib import Path
from typing import Annotated

import typer

from leadline.cli.terminal.options import Quiet
from leadline.cli.terminal.words import clean


def import_(
    table: Annotated[Path, typer.Argument(help="File: csv, tsv, xlsx, parquet, jsonl or sqlite.")],
    project: Annotated[
        Path, typer.Option("--project", "-p", help="Folder of the project that takes it.")
    ],
    name: Annotated[str, typer.Option(help="Name of the source (default: of the file).")] = "",
    key: Annotated[
        str, typer.Option(metavar="COLUMN", help="Column that tells rows apart (default: found).")
    ] = "",
    sheet: Annotated[
        str, typer.Option("--table", help="Sheet of a workbook, or table of a database.")
    ] = "",
    quiet: Quiet = False,
) -> None:
    """Take a table of your own into a project as a source; again, to refresh it.

    Example:

      leadline import museums.xlsx -p art --key "inventory number"
    """
    from leadline.app.tables.imported import import_table

    taken = import_table(table, project, name=name, key=key, sheet=sheet)
    if quiet:
        return
    told = f"by its column {taken.key}" if taken.key else "by all it says: no column tells them"
    print(clean(f"{taken.source}: {taken.records:,} records, each known {told}"))
    counts = {what: taken.count(what) for what in ("new", "changed", "gone", "back")}
    if any(counts.values()):
        print(clean(", ".join(f"{count:,} {what}" for what, count in counts.items())))
