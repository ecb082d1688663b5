"""Bench of record pages: sites harvested with their record pages, cell by cell against the truth.

For each column of the truth the best column of the harvest is taken, with and without what record
pages bring. A list is right if it has the items of the truth in any order.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

from leadline.crawl.details.pages import RECORD_PAGE
from leadline.store import Reader
from leadline.store.details import detailed_keys
from leadline.values.lists import split_values
from leadline_research.bench.served import running, sites_in
from leadline_research.bench.sites import folded, harvested, match, shares

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

    from leadline.app.harvest import Harvest
    from leadline.model import Record
    from leadline_research.bench.sites import Matched

MIN_SHOWN_SHARE: Final = 0.05
"""Share of right cells below which a column of the truth counts as not shown."""
TRUTH_SEPARATOR: Final = re.compile(r"\s*[;|]\s*")


def run(data: Path, *, names: Sequence[str] = (), minutes: float = 0.0) -> dict[str, Any]:
    """Harvest the named sites, or all, with their record pages."""
    return {"sites": [measure(data, name, minutes=minutes) for name in sites_in(data, names)]}


def measure(data: Path, name: str, *, minutes: float = 0.0) -> dict[str, Any]:
    """Start, harvest, compare and stop a site."""
    with (
        running(data, name) as (url, truth),
        harvested(url, minutes=minutes, details=True) as (taken, seconds),
    ):
        return {"name": name, **compare(taken, truth), "seconds": round(seconds, 1)}


def compare(taken: Harvest, truth: Sequence[dict[str, str]]) -> dict[str, Any]:
    """Compare the records of a harvest with the truth, with their details and without."""
    ((key, outcome),) = taken.outcomes.items()
    with Reader(taken.project.store) as store:
        listed = list(store.records(key, details=False))
        whole = list(store.records(key))
        read = len(detailed_keys(store, key))
        requests = sum(page.purpose == RECORD_PAGE for page in store.pages(key))
    matched = match(listed, truth)
    return {
        **shares(listed, truth, matched),
        "records": len(whole),
        "record_pages": read,
        "record_page_requests": requests,
        "cells_right": _cells(whole, truth, matched),
        "cells_right_of_lists": _cells(listed, truth, matched),
        "columns_of_record_pages": sorted(_columns(whole) - _columns(listed)),
        "outcome": {"state": outcome.state, "reason": outcome.reason},
    }


def _columns(records: Iterable[Record]) -> set[str]:
    return {field.column for record in records for field in record.fields}


def _cells(
    records: Sequence[Record], truth: Sequence[dict[str, str]], matched: Matched
) -> dict[str, float]:
    """Return the share of right cells of each truth column in its best column."""
    pairs = list(matched.lines.items())
    columns = sorted(_columns(records[number] for number, _ in pairs))
    values: list[dict[str, str]] = []
    for number, _ in pairs:
        row: dict[str, str] = {}
        for field in records[number].fields:
            row.setdefault(field.column, field.value)
        values.append(row)
    shown: dict[str, float] = {}
    for name in truth[0] if truth else ():
        wanted = [truth[line].get(name) or "" for _, line in pairs]
        best = max(
            (
                sum(
                    _is_right(row.get(column, ""), text)
                    for row, text in zip(values, wanted, strict=True)
                )
                for column in columns
            ),
            default=0,
        )
        if best >= MIN_SHOWN_SHARE * len(pairs):
            shown[name] = round(best / len(pairs), 4)
    return shown


def _is_right(value: str, wanted: str) -> bool:
    """Tell whether a cell holds what the truth says, a list in any order."""
    items = split_values(value)
    if len(items) == 1:
        return folded(value) == folded(wanted)
    return sorted(map(folded, items)) == sorted(map(folded, TRUTH_SEPARATOR.split(wanted)))
