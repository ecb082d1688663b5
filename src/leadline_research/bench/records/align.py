"""``leadline bench align``: the harvested columns of real sites against the columns of their truth.

A truth column is *shown* when the pages say its values where the records stand (most of those that
it has, as whole words; ``shown``). Each shown column should be one harvested column: the one whose
values equal most of its cells, white space and case folded. A cell that is empty in the truth and
in ours is equal too. What is shown and not found stands in ``missed``.

>>> from leadline.model import Field, Record
>>> def record(name, year):
...     return Record("s", name, (Field("Title", name), Field("Year", year)))
>>> records = [record("Emma", "1815"), record("Ulysses", "1922")]
>>> truth = [{"title": "Emma", "year": "1815"}, {"title": "Ulysses", "year": "c. 1922"}]
>>> found = align(records, truth, {0: 0, 1: 1}, ["Emma 1815", "Ulysses (1922)"])
>>> found["columns"]["title"]
{'shown': 1.0, 'ours': 'Title', 'equal': 1.0}
>>> sorted(found["columns"]), found["cells_equal"]
(['title'], 1.0)
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

from leadline.store import Reader
from leadline_research.bench.records.shown import said_on_pages
from leadline_research.bench.served import running, sites_in
from leadline_research.bench.sites import folded, harvested, match

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from leadline.app.harvest import Harvest
    from leadline.model import Record

MIN_SHOWN_SHARE: Final = 0.9
"""Share of a truth column's values that the pages must say for it to be shown."""
MIN_EQUAL_SHARE: Final = 0.97
"""Share of equal cells from which a shown column is one of ours."""
MAX_COMPARED_RECORDS: Final = 3_000
"""Records that are compared, evenly spread."""


def run(data: Path, *, names: Sequence[str] = (), minutes: float = 0.0) -> dict[str, Any]:
    """The named sites (all if none is named)."""
    return {"sites": [measure(data, name, minutes=minutes) for name in sites_in(data, names)]}


def measure(data: Path, name: str, *, minutes: float = 0.0) -> dict[str, Any]:
    """One site, harvested and compared."""
    with running(data, name) as (url, truth), harvested(url, minutes=minutes) as (taken, _):
        records = records_of(taken)
        matched = match(records, truth)
        said = said_on_pages(taken, records)
        return {"name": name, "records": len(records), **align(records, truth, matched.lines, said)}


def records_of(taken: Harvest) -> list[Record]:
    """All records of a harvest."""
    with Reader(taken.project.store) as store:
        return list(store.records())


def align(
    records: Sequence[Record],
    truth: Sequence[Mapping[str, str]],
    lines: Mapping[int, int],
    said: Sequence[str],
) -> dict[str, Any]:
    """Each shown truth column with the column of ours that is most like it; sums over all.

    ``said`` is what the page of each record says of it.
    """
    pairs = list(lines.items())
    pairs = pairs[:: max(1, len(pairs) // MAX_COMPARED_RECORDS)]
    shown_of = {number: folded(said[number]) for number, _ in pairs}
    held = {number: _columns(records[number]) for number, _ in pairs}
    ours = list(dict.fromkeys(name for number, _ in pairs for name in held[number]))
    columns: dict[str, dict[str, Any]] = {}
    for column in truth[0] if truth else ():
        wanted = {number: folded(truth[line].get(column) or "") for number, line in pairs}
        shown = _shown(wanted, shown_of)
        if shown >= MIN_SHOWN_SHARE:
            equal, name = max(
                ((_equal(wanted, held, name), name) for name in ours), default=(0.0, "")
            )
            columns[column] = {"shown": round(shown, 4), "ours": name, "equal": round(equal, 4)}
    equal_cells = [one["equal"] for one in columns.values()]
    return {
        "compared": len(pairs),
        "columns_shown": len(columns),
        "columns_found": sum(equal >= MIN_EQUAL_SHARE for equal in equal_cells),
        "missed": [name for name, one in columns.items() if one["equal"] < MIN_EQUAL_SHARE],
        "cells_equal": round(sum(equal_cells) / len(equal_cells), 4) if equal_cells else 0.0,
        "columns": columns,
    }


def _columns(record: Record) -> dict[str, str]:
    """Values by column; of several with one name the first."""
    found: dict[str, str] = {}
    for one in record.fields:
        found.setdefault(one.column, folded(one.value))
    return found


def _shown(wanted: Mapping[int, str], said: Mapping[int, str]) -> float:
    """Share of the values of a truth column that pages say as whole words."""
    values = {number: value for number, value in wanted.items() if value}
    if not values:
        return 0.0
    return sum(_holds(said[number], value) for number, value in values.items()) / len(values)


def _holds(text: str, value: str) -> bool:
    return re.search(rf"(?<!\w){re.escape(value)}(?![\w&/?=])", text) is not None


def _equal(wanted: Mapping[int, str], held: Mapping[int, Mapping[str, str]], name: str) -> float:
    return sum(held[number].get(name, "") == value for number, value in wanted.items()) / len(
        wanted
    )
