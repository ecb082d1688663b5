"""``leadline inspect``: what leadline sees on a page, for reading or as JSON."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Final

from leadline.pipelines.inspect import Inspection, inspect

if TYPE_CHECKING:
    from collections.abc import Collection

    from rich.table import Table

    from leadline.model import Control, QueryInterface

MOST_ROWS: Final = 10
MOST_COLUMNS: Final = 6
WIDEST: Final = 40


def run(url: str, *, as_json: bool, also_hosts: Collection[str], robots: bool) -> int:
    """Look and print; 1 if the source could not be understood."""
    seen = inspect(url, also_hosts=also_hosts, robots=robots)
    if as_json:
        print(json.dumps(seen.to_dict(), ensure_ascii=False, indent=1))
    else:
        show(seen)
    return 1 if seen.trouble else 0


def show(seen: Inspection) -> None:
    """Print an inspection for a person."""
    from rich.console import Console

    console = Console(highlight=False, markup=False)
    for number, interface in enumerate(seen.interfaces, 1):
        console.print(_heading(number, interface, chosen=interface == seen.chosen))
        console.print(_controls(interface))
    if seen.trouble:
        console.print(f"no answer to show: {seen.trouble}")
        return
    total = "not stated"
    if seen.total is not None:
        total = f"{'about ' if seen.approximate else ''}{seen.total:,}"
    console.print(f"probe {seen.query!r}: {len(seen.rows)} records on the page, total {total}")
    console.print(_records(seen))
    console.print(f"next page: {seen.next_page or 'none found'} {seen.next_via}".rstrip())
    if seen.page_sizes:
        console.print(f"larger pages offered: {', '.join(seen.page_sizes)}")
    console.print(f"({seen.requests} requests; nothing was stored)")


def _heading(number: int, interface: QueryInterface, *, chosen: bool) -> str:
    mark = " (this one is asked)" if chosen else ""
    return f"{number}. {interface.kind} form: {interface.method} {interface.action}{mark}"


def _controls(interface: QueryInterface) -> Table:
    from rich.table import Table
    from rich.text import Text

    table = Table(box=None, padding=(0, 2), header_style="dim")
    for name in ("control", "label", "kind", "role", "values"):
        table.add_column(name)
    for control in interface.controls:
        table.add_row(
            *(Text(_short(cell)) for cell in (
                control.name or "-", control.label, control.kind, control.role, _values(control),
            ))
        )  # fmt: skip
    return table


def _values(control: Control) -> str:
    if control.choices:
        return f"{len(control.choices)} choices: " + ", ".join(
            choice.text for choice in control.choices[:4]
        )
    return control.value


def _records(seen: Inspection) -> Table:
    from rich.table import Table
    from rich.text import Text

    columns = list(dict.fromkeys(one.column for row in seen.rows for one in row))
    table = Table(show_lines=False)
    for name in columns[:MOST_COLUMNS]:
        table.add_column(Text(name))
    for row in seen.rows[:MOST_ROWS]:
        values = {one.column: one.value for one in row}
        table.add_row(*(Text(_short(values.get(name, ""))) for name in columns[:MOST_COLUMNS]))
    if len(columns) > MOST_COLUMNS:
        table.caption = f"and {len(columns) - MOST_COLUMNS} more columns"
    return table


def _short(text: str) -> str:
    return text if len(text) <= WIDEST else text[: WIDEST - 1] + "…"
