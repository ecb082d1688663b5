"""``leadline inspect``: what leadline sees on a page, for reading or as JSON."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, Any, Final

from leadline.cli.words import clean, short
from leadline.pipelines.inspect import Inspection, inspect

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    from rich.console import Console
    from rich.table import Table

    from leadline.model import Control, QueryInterface

MOST_ROWS: Final = 8
MOST_COLUMNS: Final = 7
MOST_CHOICES: Final = 4
WIDEST: Final = 26
WIDE: Final = 60
WIDTH: Final = 110
"""Columns of a terminal that the tables take where there is none (a file, a pipe)."""
VIA: Final = {
    "rel": "link says rel=next", "word": "word", "symbol": "arrow", "number": "page number",
    "button": "button", "sign": "sign", "address": "address",
}  # fmt: skip


def run(url: str, *, as_json: bool, also_hosts: Collection[str], robots: bool) -> int:
    """Look and print; 1 if the source could not be understood."""
    seen = inspect(url, also_hosts=also_hosts, robots=robots)
    if as_json:
        print(json.dumps(seen.to_dict(), ensure_ascii=False, indent=1))
    else:
        show(seen)
    if seen.trouble:
        print(f"leadline: {clean(seen.trouble)}", file=sys.stderr)
    return 1 if seen.trouble else 0


def show(seen: Inspection) -> None:
    """Print an inspection for a person."""
    from rich.console import Console

    console = Console(highlight=False, markup=False, emoji=False)
    if not console.is_terminal:
        console.width = WIDTH
    for number, interface in enumerate(seen.interfaces, 1):
        _show_form(console, number, interface, seen)
    if not seen.trouble:
        _show_answer(console, seen)
    print(f"({seen.requests} requests; nothing was stored)")


def _show_form(console: Console, number: int, interface: QueryInterface, seen: Inspection) -> None:
    chosen = _is_same(interface, seen.chosen)
    print(f"Form {number}: {interface.kind}, {interface.method} {clean(interface.action)}")
    if chosen:
        print(f"  this one is asked, through {clean(seen.control)!r}, in {interface.charset}")
    shown = [one for one in interface.controls if one.kind not in ("hidden", "submit", "image")]
    if shown:
        rows = [
            (one.name or "-", one.label, one.kind, one.role, _values(one)) for one in shown
        ]  # fmt: skip
        console.print(_table(("control", "label", "kind", "role", "values"), rows, plain=True))
    for kind, name in (("hidden", "hidden"), ("submit", "buttons")):
        said = [_pair(one) for one in interface.controls if one.kind == kind]
        if said:
            print(f"  {name}: {short(', '.join(said), WIDTH - 12)}")
    print()


def _is_same(one: QueryInterface, other: QueryInterface | None) -> bool:
    """Whether these are one form (its page may have been loaded again, with another token)."""
    return other is not None and (one.node, one.action) == (other.node, other.action)


def _pair(control: Control) -> str:
    if control.kind == "submit":
        return control.label or control.value or control.name
    return f"{control.name}={control.value}"


def _values(control: Control) -> str:
    if not control.choices:
        return "(no person sees it)" if control.honeypot else control.value
    shown = ", ".join(choice.text for choice in control.choices[:MOST_CHOICES])
    more = ", …" if len(control.choices) > MOST_CHOICES else ""
    return f"{len(control.choices)} choices: {shown}{more}"


def _show_answer(console: Console, seen: Inspection) -> None:
    print(f"Answer to {clean(seen.query)!r}: {len(seen.rows)} records on the page, {_total(seen)}")
    columns = [one.column for one in seen.columns if one.kind == "text"]
    shown = columns[:MOST_COLUMNS]
    cells = [[_value(row, name) for name in shown] for row in seen.rows[:MOST_ROWS]]
    console.print(_table(shown, cells))
    for line in _more(seen, columns):
        print(line)


def _value(row: Sequence[Any], column: str) -> str:
    return " / ".join(one.value for one in row if (one.column, one.kind) == (column, "text"))


def _total(seen: Inspection) -> str:
    if seen.total is None:
        return "no total stated"
    return f"{'about ' if seen.approximate else ''}{seen.total:,} in all, as the source states"


def _more(seen: Inspection, columns: Sequence[str]) -> Iterator[str]:
    """What a table of text does not show: other columns, the pager, the page size."""
    if len(columns) > MOST_COLUMNS:
        yield f"  more columns: {short(', '.join(columns[MOST_COLUMNS:]), WIDE)}"
    for one in seen.columns:
        if one.kind != "text":
            yield f"  {one.kind}: {short(one.column, WIDEST)} = {short(one.example, WIDE)}"
    by = "their link" if "Link" in str(seen.identity.get("by", "")) else "their text"
    yield f"  records are told apart by {by}"
    if seen.next_page:
        via = VIA.get(seen.next_via, seen.next_via)
        yield f"  next page (by {via}): {clean(seen.next_page)}"
    elif seen.total is not None and seen.total <= len(seen.rows):
        yield "  next page: none, all of the answer is on this page"
    else:
        yield "  next page: none was found"
    if seen.page_sizes:
        yield f"  larger pages are offered: {clean(', '.join(seen.page_sizes))}"


def _table(
    names: Sequence[str], rows: Sequence[Sequence[str]], *, plain: bool = False
) -> Table:  # fmt: skip
    """A table whose cells are cut and never wrapped."""
    from rich import box
    from rich.table import Table
    from rich.text import Text

    table = Table(box=None if plain else box.SQUARE, header_style="dim" if plain else "bold",
                  padding=(0, 1), pad_edge=True)  # fmt: skip
    for place, name in enumerate(names):
        wide = WIDE if plain and place == len(names) - 1 else WIDEST
        table.add_column(Text(short(name, wide)), no_wrap=True, max_width=wide)
    for row in rows:
        table.add_row(*(Text(short(cell, WIDE)) for cell in row))
    return table
