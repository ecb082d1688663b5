"""``leadline inspect``: print what leadline recognises on a page, as text or JSON."""

from __future__ import annotations

import json
import shlex
import sys
from itertools import groupby
from typing import TYPE_CHECKING, Any, Final

from leadline.app.inspect import Inspection, inspect, is_same
from leadline.app.project import read_subject
from leadline.cli.inspected import alternative_lines, found_lines, sections
from leadline.cli.terminal.words import clean, short
from leadline.domain.model import DomainKnowledge
from leadline.domain.rules import unused_rules
from leadline.forms.classify.relevance import relevance
from leadline.forms.describe import form_questions
from leadline.forms.roles.query_box import SUBMIT_KINDS
from leadline.page.masks import masked_all, masked_value
from leadline.report.markup import count

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from rich.console import Console
    from rich.table import Table

    from leadline.domain.model import DomainAttribute
    from leadline.forms.describe import FormQuestion
    from leadline.model import QueryInterface

MAX_SHOWN_ROWS: Final = 8
MAX_SHOWN_COLUMNS: Final = 7
MAX_SHOWN_CHOICES: Final = 4
MAX_SHOWN_LINKS: Final = 12
MAX_CELL_WIDTH: Final = 26
MAX_LINE_WIDTH: Final = 60
FIELD_COLUMNS: Final = (("label", 20), ("control", 16), ("role", 15), ("value", 9), ("takes", 60))
CLEAR_LINE: Final = "\r\x1b[2K"
REQUESTS_PER_LINE: Final = 10
"""Requests between two lines of progress without a terminal."""
PAGE_WIDTH: Final = 110
"""Characters of a line in a file or pipe."""
PAGER_KINDS: Final = {"rel": "link says rel=next", "symbol": "arrow", "number": "page number"}
"""Readable names of ways to find the next page, where they differ from the stored ones."""


def run(url: str, *, as_json: bool, forms: bool, domain: Path | None = None, **options: Any) -> int:
    """Inspect and print; return 1 if the source could not be understood."""
    known, rules = read_subject(domain) if domain else (DomainKnowledge(), None)
    attributes, watch = known.attributes, None if as_json else _show_request
    seen = inspect(url, domain=attributes, rules=rules, watch=watch, **options)
    if rules is not None and (unused := unused_rules(rules, "inspect")):
        seen.notes.append(unused)
    if not as_json and sys.stderr.isatty():
        print(CLEAR_LINE, end="", file=sys.stderr, flush=True)
    if as_json:
        print(json.dumps(masked_all(seen.to_dict()), ensure_ascii=False, indent=1))
    elif forms or attributes:
        show(seen)
    else:
        hosts = "".join(f" --also-host {shlex.quote(host)}" for host in options["also_hosts"])
        show_to_person(seen, hosts + " --ignore-robots" * (not options["robots"]))
    if seen.trouble:
        print(f"leadline: {clean(seen.trouble)}", file=sys.stderr)
    return 1 if seen.trouble else 0


def _show_request(number: int, what: str) -> None:
    """Show what is asked: on a terminal in one line, else the first and every tenth request."""
    if sys.stderr.isatty():
        line = short(f"looking ({number}): {what}", PAGE_WIDTH)
        print(f"{CLEAR_LINE}{line}", end="", file=sys.stderr, flush=True)
    elif number % REQUESTS_PER_LINE == 1:
        print(f"looking ({number}): {short(what, MAX_LINE_WIDTH)}", file=sys.stderr, flush=True)


def show_to_person(seen: Inspection, options: str = "") -> None:
    """Print what was found, the first records, what a harvest asks and costs, and what is next."""
    print("\n".join(found_lines(seen)))
    if seen.rows:
        _show_rows(_console(), seen)
    for note in seen.notes:
        print(f"Note: {clean(note)}")
    print("\n".join(line for lines in sections(seen, options) for line in lines))
    print(f"({count(seen.requests, 'request')}; nothing was stored)")


def show(seen: Inspection) -> None:
    """Print an inspection as text."""
    console = _console()
    for places, interface in _grouped(seen.interfaces):
        _show_form(console, places, interface, seen)
    for facet in seen.facets:
        print(f"Links to choose from: {short(_facet(facet), PAGE_WIDTH - 23)}")
    for note in seen.notes:
        print(f"Note: {clean(note)}")
    if not seen.trouble:
        _show_answer(console, seen)
    for line in alternative_lines(seen.alternatives):
        print(line)
    print(f"({count(seen.requests, 'request')}; nothing was stored)")


def _console() -> Console:
    from rich.console import Console

    console = Console(highlight=False, markup=False, emoji=False)
    if not console.is_terminal:
        console.width = PAGE_WIDTH
    return console


def _grouped(interfaces: Sequence[QueryInterface]) -> list[tuple[str, QueryInterface]]:
    """Number the forms; consecutive forms that differ only in values are grouped."""

    def shape(form: QueryInterface) -> tuple[str, ...]:
        shown = (
            c.name if c.kind not in SUBMIT_KINDS else c.label or c.value for c in form.controls
        )
        return (form.kind, form.method, *shown)

    groups = []
    numbered = list(enumerate(interfaces, 1))
    for _, group in groupby(numbered, key=lambda pair: shape(pair[1])):
        (first, interface), *rest = group
        groups.append((f"s {first} to {rest[-1][0]}" if rest else f" {first}", interface))
    return groups


def _show_form(console: Console, places: str, interface: QueryInterface, seen: Inspection) -> None:
    print(f"Form{places}: {interface.kind}, {interface.method} {clean(interface.action)}")
    if is_same(interface, seen.chosen):
        print(f"  this one is asked, through {clean(seen.control)!r}, in {interface.charset}")
    if seen.domain and interface.kind in {"search", "filter"}:
        print(f"  {_relevance(interface, seen.domain)}")
    if fields := form_questions(interface):
        rows = [(f.label or "-", f.name or "-", f.role, f.value_type, _takes(f)) for f in fields]
        console.print(_fields_table(rows))
    hidden = [
        f"{c.name}={masked_value(c.name, c.value)}"
        for c in interface.controls
        if c.kind == "hidden"
    ]
    buttons = [c.label or c.value or c.name for c in interface.controls if c.kind in SUBMIT_KINDS]
    for name, texts in (("hidden", hidden), ("buttons", [text for text in buttons if text])):
        if texts:
            print(f"  {name}: {short(', '.join(texts), PAGE_WIDTH - 12)}")
    print()


def _facet(facet: QueryInterface) -> str:
    """A facet as its parameter and its choices."""
    control = facet.controls[-1]
    return (
        f"{control.name}: {', '.join(c.text or c.value for c in control.choices[:MAX_SHOWN_LINKS])}"
    )


def _relevance(interface: QueryInterface, domain: Sequence[DomainAttribute]) -> str:
    """R(QI, DK) of Lin 2016, eq. (3), with the matched attributes."""
    score = relevance(interface, domain)
    names = ", ".join(f"{match.attribute} ({match.similarity:.2f})" for match in score.matches)
    verdict = "of the domain" if score.is_ours else "not of the domain"
    return (
        f"{verdict}: relevance {score.total:.2f}, bounded {score.bounded:.2f}: {names or 'nothing'}"
    )


def _takes(asked: FormQuestion) -> str:
    """Values that a control accepts, and its relations to other controls."""
    if asked.trap:
        return "nothing: no person sees it"
    parts = [*_choices(asked), asked.limits]
    parts += [f"starts as {asked.default}" if asked.default else ""]
    parts += ["required" if asked.required else "", "several" if asked.multiple else ""]
    parts += [f"a range with {asked.range_with}" if asked.range_with else ""]
    parts += [f"waits for {asked.depends_on}" if asked.depends_on else ""]
    return "; ".join(part for part in parts if part)


def _choices(asked: FormQuestion) -> list[str]:
    if not asked.choices:
        return []
    shown = ", ".join(text or value for value, text in asked.choices[:MAX_SHOWN_CHOICES])
    more = ", …" if len(asked.choices) > MAX_SHOWN_CHOICES else ""
    return [f"{len(asked.choices)} choices: {shown}{more}"]


def _show_answer(console: Console, seen: Inspection) -> None:
    print(f"Answer to {clean(seen.query)!r}: {len(seen.rows)} records on the page, {_total(seen)}")
    for line in _more(seen, _show_rows(console, seen)):
        print(line)


def _show_rows(console: Console, seen: Inspection) -> list[str]:
    """Print the first records; return the names of all columns of text."""
    columns = [column.column for column in seen.columns if column.kind == "text"]
    shown = columns[:MAX_SHOWN_COLUMNS]
    cells = [[_value(row, name) for name in shown] for row in seen.rows[:MAX_SHOWN_ROWS]]
    console.print(_table(shown, cells))
    return columns


def _value(row: Sequence[Any], column: str) -> str:
    return " / ".join(
        masked_value(column, f.value) for f in row if (f.column, f.kind) == (column, "text")
    )


def _total(seen: Inspection) -> str:
    if seen.total is None:
        return "no total stated"
    return f"{'about ' if seen.approximate else ''}{seen.total:,} in all, as the source states"


def _more(seen: Inspection, columns: Sequence[str]) -> Iterator[str]:
    """Lines on what the table does not show: other columns, the pager, the page size."""
    if len(columns) > MAX_SHOWN_COLUMNS:
        yield f"  more columns: {short(', '.join(columns[MAX_SHOWN_COLUMNS:]), MAX_LINE_WIDTH)}"
    for other in seen.columns:
        if other.kind != "text":
            name, value = (
                short(other.column, MAX_CELL_WIDTH),
                short(masked_value(other.column, other.example), MAX_LINE_WIDTH),
            )
            yield f"  {other.kind}: {name} = {value}"
    by = "their link" if "Link" in str(seen.identity.get("by", "")) else "their text"
    if seen.identity:
        yield f"  records are told apart by {by}"
    if seen.next_page:
        via = PAGER_KINDS.get(seen.next_via, seen.next_via)
        yield f"  next page (by {via}): {clean(seen.next_page)}"
    elif seen.total is not None and seen.total <= len(seen.rows):
        yield "  next page: none, all of the answer is on this page"
    else:
        yield "  next page: none was found"
    if seen.page_sizes:
        yield f"  larger pages are offered: {clean(', '.join(seen.page_sizes))}"


def _fields_table(rows: Sequence[Sequence[str]]) -> Table:
    """Lay out the controls of a form; columns keep their widths, the last takes the rest."""
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
    """Lay out a table whose cells are cut and never wrapped."""
    from rich import box
    from rich.table import Table
    from rich.text import Text

    table = Table(box=box.SQUARE, header_style="bold", padding=(0, 1), pad_edge=True)
    for name in names:
        table.add_column(Text(short(name, MAX_CELL_WIDTH)), no_wrap=True, max_width=MAX_CELL_WIDTH)
    for row in rows:
        table.add_row(*(Text(short(cell, MAX_LINE_WIDTH)) for cell in row))
    return table
