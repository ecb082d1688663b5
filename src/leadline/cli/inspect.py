"""``leadline inspect``: what leadline sees on a page, for reading or as JSON."""

from __future__ import annotations

import json
import sys
import tomllib
from itertools import groupby
from typing import TYPE_CHECKING, Any, Final

from leadline.app.inspect import Inspection, inspect, is_same
from leadline.cli.words import clean, short
from leadline.domain.toml import read_domain
from leadline.forms.classify.relevance import relevance
from leadline.forms.describe import describe
from leadline.forms.roles.query_box import PRESSED

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence
    from pathlib import Path

    from rich.console import Console
    from rich.table import Table

    from leadline.domain.model import DomainAttribute
    from leadline.forms.describe import Asked
    from leadline.model import QueryInterface

MOST_ROWS: Final = 8
MOST_COLUMNS: Final = 7
MOST_CHOICES: Final = 4
MOST_LINKS: Final = 12
WIDEST: Final = 26
WIDE: Final = 60
FIELD_COLUMNS: Final = (("label", 20), ("control", 16), ("role", 15), ("value", 9), ("takes", 60))
WIDTH: Final = 110
"""Columns of a terminal that the tables take where there is none (a file, a pipe)."""
VIA: Final = {
    "rel": "link says rel=next", "word": "word", "symbol": "arrow", "number": "page number",
    "button": "button", "sign": "sign", "address": "address",
}  # fmt: skip


def run(
    url: str,
    *,
    as_json: bool,
    also_hosts: Collection[str],
    robots: bool,
    domain: Path | None = None,
) -> int:
    """Look and print; 1 if the source could not be understood."""
    attributes = _attributes(domain) if domain else ()
    seen = inspect(url, also_hosts=also_hosts, robots=robots, domain=attributes)
    if as_json:
        print(json.dumps(seen.to_dict(), ensure_ascii=False, indent=1))
    else:
        show(seen)
    if seen.trouble:
        print(f"leadline: {clean(seen.trouble)}", file=sys.stderr)
    return 1 if seen.trouble else 0


def _attributes(project: Path) -> tuple[DomainAttribute, ...]:
    """The attributes of a project's domain."""
    path = project / "project.toml" if project.is_dir() else project
    return read_domain(tomllib.loads(path.read_text(encoding="utf-8"))).attributes


def show(seen: Inspection) -> None:
    """Print an inspection for a person."""
    from rich.console import Console

    console = Console(highlight=False, markup=False, emoji=False)
    if not console.is_terminal:
        console.width = WIDTH
    for places, interface in _alike(seen.interfaces):
        _show_form(console, places, interface, seen)
    for facet in seen.facets:
        print(f"Links to choose from: {short(_facet(facet), WIDTH - 23)}")
    for note in seen.notes:
        print(f"Note: {clean(note)}")
    if not seen.trouble:
        _show_answer(console, seen)
    print(f"({seen.requests} requests; nothing was stored)")


def _alike(interfaces: Sequence[QueryInterface]) -> list[tuple[str, QueryInterface]]:
    """Forms with their numbers; a row of forms that only differ in values is shown once."""

    def shape(one: QueryInterface) -> tuple[str, ...]:
        shown = (c.name if c.kind not in PRESSED else c.label or c.value for c in one.controls)
        return (one.kind, one.method, *shown)

    found = []
    numbered = list(enumerate(interfaces, 1))
    for _, group in groupby(numbered, key=lambda pair: shape(pair[1])):
        (first, interface), *rest = group
        found.append((f"s {first} to {rest[-1][0]}" if rest else f" {first}", interface))
    return found


def _show_form(console: Console, places: str, interface: QueryInterface, seen: Inspection) -> None:
    print(f"Form{places}: {interface.kind}, {interface.method} {clean(interface.action)}")
    if is_same(interface, seen.chosen):
        print(f"  this one is asked, through {clean(seen.control)!r}, in {interface.charset}")
    if seen.domain and interface.kind in {"search", "filter"}:
        print(f"  {_relevance(interface, seen.domain)}")
    if fields := describe(interface):
        rows = [
            (one.label or "-", one.name or "-", one.role, one.value_type, _takes(one))
            for one in fields
        ]
        console.print(_fields_table(rows))
    hidden = [f"{c.name}={c.value}" for c in interface.controls if c.kind == "hidden"]
    buttons = [c.label or c.value or c.name for c in interface.controls if c.kind in PRESSED]
    for name, said in (("hidden", hidden), ("buttons", [one for one in buttons if one])):
        if said:
            print(f"  {name}: {short(', '.join(said), WIDTH - 12)}")
    print()


def _facet(facet: QueryInterface) -> str:
    """A list of links: its parameter and what there is to choose."""
    control = facet.controls[-1]
    return f"{control.name}: {', '.join(c.text or c.value for c in control.choices[:MOST_LINKS])}"


def _relevance(interface: QueryInterface, domain: Sequence[DomainAttribute]) -> str:
    """R(QI, DK) of Lin 2016, eq. (3), with what was matched."""
    found = relevance(interface, domain)
    names = ", ".join(f"{one.attribute} ({one.similarity:.2f})" for one in found.matches)
    said = "of the domain" if found.is_ours else "not of the domain"
    return f"{said}: relevance {found.total:.2f}, bounded {found.bounded:.2f}: {names or 'nothing'}"


def _takes(asked: Asked) -> str:
    """What may be given, and how the control hangs together with others."""
    if asked.trap:
        return "nothing: no person sees it"
    said = [*_choices(asked), asked.limits]
    said += [f"starts as {asked.default}" if asked.default else ""]
    said += ["required" if asked.required else "", "several" if asked.multiple else ""]
    said += [f"a range with {asked.range_with}" if asked.range_with else ""]
    said += [f"waits for {asked.depends_on}" if asked.depends_on else ""]
    return "; ".join(one for one in said if one)


def _choices(asked: Asked) -> list[str]:
    if not asked.choices:
        return []
    shown = ", ".join(text or value for value, text in asked.choices[:MOST_CHOICES])
    more = ", …" if len(asked.choices) > MOST_CHOICES else ""
    return [f"{len(asked.choices)} choices: {shown}{more}"]


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


def _fields_table(rows: Sequence[Sequence[str]]) -> Table:
    """What a form asks, a line each; columns keep their widths, the last takes what is left."""
    from rich.table import Table
    from rich.text import Text

    table = Table(box=None, header_style="dim", padding=(0, 1), pad_edge=True)
    for place, (name, wide) in enumerate(FIELD_COLUMNS):
        last = place == len(FIELD_COLUMNS) - 1
        used = max(min(wide, max(len(row[place]) for row in rows)), len(name))
        table.add_column(Text(name), no_wrap=True, max_width=wide, min_width=0 if last else used)
    for row in rows:
        table.add_row(*(Text(short(c, w)) for c, (_, w) in zip(row, FIELD_COLUMNS, strict=True)))
    return table


def _table(names: Sequence[str], rows: Sequence[Sequence[str]]) -> Table:
    """A table whose cells are cut and never wrapped."""
    from rich import box
    from rich.table import Table
    from rich.text import Text

    table = Table(box=box.SQUARE, header_style="bold", padding=(0, 1), pad_edge=True)
    for name in names:
        table.add_column(Text(short(name, WIDEST)), no_wrap=True, max_width=WIDEST)
    for row in rows:
        table.add_row(*(Text(short(cell, WIDE)) for cell in row))
    return table
