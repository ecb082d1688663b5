"""``leadline export``, ``reread`` and ``import``: tables of a project, without a request."""

from dataclasses import replace
from os import environ
from pathlib import Path
from typing import Annotated

import typer

from leadline.cli.terminal.options import FORMATS, Outputs, Quiet
from leadline.cli.terminal.words import clean

ProjectArgument = Annotated[Path, typer.Argument(help="Folder of a project.")]


def export(
    project: ProjectArgument,
    output: Annotated[
        list[str], typer.Option("--output", "-o", help=f"Table to write (repeatable): {FORMATS}")
    ],
    source: Annotated[list[str] | None, typer.Option(help="Only this source (repeatable).")] = None,
    kind: Annotated[str | None, typer.Option(help="Only records of this type.")] = None,
    provenance: Annotated[
        bool, typer.Option(help="Columns that say where each record comes from.")
    ] = True,
    typed: Annotated[
        bool, typer.Option("--typed", help="Add typed columns for numbers, dates and lists.")
    ] = False,
    columns: Annotated[
        list[str] | None,
        typer.Option(metavar="A,B", help="Only these columns, in this order (repeatable)."),
    ] = None,
    rename: Annotated[
        list[str] | None, typer.Option(metavar="OLD=NEW", help="Another name (repeatable).")
    ] = None,
    where: Annotated[
        list[str] | None,
        typer.Option(metavar="CONDITION", help="Only such rows: year>=1990, title~sea."),
    ] = None,
    expect_columns: Annotated[
        list[str] | None,
        typer.Option(metavar="A,B", help="Write nothing where one of them is missing."),
    ] = None,
    expect_rows: Annotated[
        int, typer.Option(min=0, help="Write nothing where there are fewer rows.")
    ] = 0,
    tidy: Annotated[
        bool | None,
        typer.Option(help="Without row numbers, constants and tokens; with names (default: tidy)."),
    ] = None,
    by_type: Annotated[
        bool, typer.Option("--by-type", help="A table for each type of records: TABLE-TYPE.csv.")
    ] = False,
    raw: Annotated[
        bool,
        typer.Option("--raw", help="Cells of csv as they are, also such as a spreadsheet runs."),
    ] = False,
    excel: Annotated[
        bool, typer.Option("--excel", help="Csv as Excel opens it: its mark, your delimiter.")
    ] = False,
    merge: Annotated[
        list[str] | None,
        typer.Option(metavar="A,B", help="Replace rows alike in these columns only (databases)."),
    ] = None,
) -> None:
    """Write the table of a project, even during its harvest.

    Examples:

      leadline export museum.example.leadline -o objects.csv -o objects.xlsx

      leadline export museum.example.leadline -o new.csv --columns title,year --where "year>=1990"
    """
    from leadline.cli.tables.write import TableOptions, choice_of, names_in, run
    from leadline.store.export.spreadsheet import local_delimiter

    choice = choice_of(columns or (), rename or (), where or ())
    expect = tuple(names_in(expect_columns or ()))
    choice = replace(choice, tidy=tidy, expect=expect, expect_rows=expect_rows)
    delimiter = local_delimiter(environ) if excel else ""
    key = tuple(names_in(merge or ()))
    options = TableOptions(kind, provenance, typed, not raw, choice, by_type, delimiter, key)
    raise typer.Exit(run(project, output, source or [], options))


def sql(
    project: ProjectArgument,
    statement: Annotated[str, typer.Argument(help="What DuckDB is asked; it changes nothing.")],
    output: Outputs = None,
) -> None:
    """Ask in SQL: the table `records`, and `sources` with what is claimed of each.

    Example:

      leadline sql museum.example.leadline "select year, count(*) from records group by year"
    """
    from leadline.cli.tables.write import present_store, write_tables
    from leadline.store.sql import answered

    with answered(present_store(project), statement) as (names, rows):
        write_tables(names, rows, output or [Path("-")])


def schema(
    project: ProjectArgument,
    typed: Annotated[bool, typer.Option("--typed", help="With the columns of --typed.")] = False,
) -> None:
    """Print the columns, types, sources and claims of a project as a Data Package.

    Example:

      leadline schema museum.example.leadline > datapackage.json
    """
    from json import dumps

    from leadline.cli.tables.write import present_store
    from leadline.store.sql import schema_of

    print(dumps(schema_of(present_store(project), typed=typed), ensure_ascii=False, indent=1))


def reread(
    project: ProjectArgument,
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
        for text in one.notes:
            print(f"  {clean(text)}")


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
