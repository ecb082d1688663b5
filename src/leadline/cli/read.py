"""``leadline read``: the regions of one page as tables."""

import json
import sys
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from leadline.cli.terminal.options import Robots

if TYPE_CHECKING:
    from leadline.page.dom import Document

MAX_ROWS_OF_REGION: Final = 3
"""Rows of a region that are printed."""


def read(
    page: Annotated[str, typer.Argument(metavar="FILE|URL|-", help="A page; - is stdin.")],
    method: Annotated[
        str, typer.Option(help="default, autorm, mdr, sibling, or module:name.")
    ] = "default",
    output: Annotated[Path | None, typer.Option("--output", "-o", help="Table to write.")] = None,
    region: Annotated[int, typer.Option(min=1, help="Which region is written.")] = 1,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
    ignore_robots: Robots = False,
) -> None:
    """Read one page by itself: every region of it as a table, the best first.

    Example:

      leadline read page.html --method autorm -o records.csv
    """
    from leadline.app.read import read_document
    from leadline.cli.terminal.words import clean, short
    from leadline.store.export.table import write_table

    tables = read_document(_document(page, robots=not ignore_robots), method)
    if region > len(tables) and tables:
        raise ValueError(f"the page has {len(tables)} regions")
    if output is not None and tables:
        wanted = tables[region - 1]
        write_table(wanted.columns, [list(row) for row in wanted.rows], output)
    if as_json:
        print(json.dumps([asdict(table) for table in tables], ensure_ascii=False))
    for number, table in enumerate(() if as_json else tables, 1):
        named = ", ".join(table.columns)
        print(clean(f"{number}. {len(table.rows)} records, score {table.score:.2f}: {named}"))
        for row in table.rows[:MAX_ROWS_OF_REGION]:
            print(clean(f"   {' · '.join(short(cell, 40) for cell in row)}"))
    if not tables:
        print("no region of the page holds records", file=sys.stderr)
    raise typer.Exit(0 if tables else 1)


def _document(page: str, *, robots: bool) -> "Document":
    """Return a page that is fetched, read from a file or from standard input."""
    from leadline.app.calls import run_to_end
    from leadline.app.project import SourceTarget
    from leadline.app.source.fetcher import fetcher_of
    from leadline.model import Page, Request
    from leadline.page.dom import parse

    async def fetched() -> Page:
        async with fetcher_of(SourceTarget.of(page), robots=robots) as fetcher:
            return await fetcher.fetch(Request("GET", page))

    if page.startswith(("http://", "https://")):
        return parse(run_to_end(fetched))
    body = sys.stdin.buffer.read() if page == "-" else Path(page).read_bytes()
    return parse(Page(Request("GET", ""), "", 200, (), body))
