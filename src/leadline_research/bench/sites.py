"""Bench of whole sites: real search applications harvested from their address, against their truth.

The value that identifies a truth line is discovered: the pair of a truth column and a reading of a
record that matches most lines one to one. Readings are a text, an address or its end, a number in
it. The same command therefore serves any folder of this layout.
"""

from __future__ import annotations

import asyncio
import json
import re
import tempfile
import time
import unicodedata
from collections import Counter
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, TypeVar
from urllib.parse import parse_qsl, unquote, urlsplit

from leadline.app.harvest import Harvest, aharvest
from leadline.app.script.page_watch import BROWSER_PURPOSE
from leadline.model import Budget
from leadline.page.urls import query_separator
from leadline.store import Reader
from leadline_research.bench.folders import naming
from leadline_research.bench.served import running, sites_in

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from pathlib import Path

    from leadline.model import Outcome, Record

MIN_DISTINCT_SHARE: Final = 0.95
"""Share of distinct values from which a truth column may identify lines."""
MIN_MATCHED_SHARE: Final = 0.5
"""Share of records that a single value must match, below which several values are tried."""
MIN_SUPPORT: Final = 0.3
"""Share of pairs agreeing in another column, from which a reading has full weight."""
MIN_ACCEPTED_SUPPORT: Final = 0.2
"""Share of pairs agreeing in another column, below which a reading is rejected as chance."""
MIN_MEAN_LENGTH: Final = 8
"""Mean characters from which whole values do not match by chance."""
MIN_SHARE_WITH_COLUMNS: Final = 0.5
"""Share of records that must show two truth columns before support is required."""
MAX_SAMPLE: Final = 400
MAX_LINES_PER_VALUE: Final = 500
"""Lines with a value above which it is ignored."""
DIGITS_PATTERN: Final = re.compile(r"\d+")
_Item = TypeVar("_Item")


@dataclass(frozen=True, slots=True)
class Matched:
    """Match of harvested records and truth lines; duplicate records may share a line."""

    truth_column: str
    reading: str
    lines: dict[int, int]
    """Record number to truth line."""


def run(
    data: Path, *, names: Sequence[str] = (), minutes: float = 0.0, ignores_robots: bool = False
) -> dict[str, Any]:
    """Harvest the named sites, or all, and compare them with the truth."""
    return {
        "sites": [
            measure(data, name, minutes=minutes, ignores_robots=ignores_robots)
            for name in sites_in(data, names)
        ]
    }


def measure(
    data: Path, name: str, *, minutes: float = 0.0, ignores_robots: bool = False
) -> dict[str, Any]:
    """Install, start, harvest, compare and stop a site."""
    about = data / name / "site.json"
    with naming(about):
        info = json.loads(about.read_text(encoding="utf-8"))
    with (
        running(data, name) as (url, truth),
        harvested(url, minutes=minutes, ignores_robots=ignores_robots) as (taken, seconds),
    ):
        return {"name": name, **_compare(taken, truth, info), "seconds": round(seconds, 1)}


@contextmanager
def harvested(
    url: str, *, minutes: float = 0.0, ignores_robots: bool = False, details: bool = False
) -> Iterator[tuple[Harvest, float]]:
    """Harvest into a temporary folder; yield the harvest and its seconds."""
    with tempfile.TemporaryDirectory(prefix="leadline-bench-") as folder:
        started = time.monotonic()
        harvest = aharvest(
            url,
            project=f"{folder}/p",
            budget=Budget(minutes=minutes),
            robots=not ignores_robots,
            details=details,
        )
        taken = asyncio.run(harvest)
        yield taken, time.monotonic() - started


def _compare(
    taken: Harvest, truth: Sequence[dict[str, str]], info: dict[str, Any]
) -> dict[str, Any]:
    ((key, outcome),) = taken.outcomes.items()
    with Reader(taken.project.store) as store:
        records = list(store.records(key))
        most_rows = max((page.records for page in store.pages(key)), default=0)
        browser = sum(page.purpose == BROWSER_PURPOSE for page in store.pages(key))
        requests = store.counts(key).requests - browser
    matched = match(records, truth)
    kinds = Counter(record.kind for record in records)
    page_size = _page_size(info, most_rows)
    return {
        **shares(records, truth, matched),
        "types": dict(kinds.most_common(8)),
        "cells_equal": cells_equal(records, truth, matched),
        "records": len(records),
        "truth": len(truth),
        "matched_by": [matched.truth_column, matched.reading],
        "requests": requests,
        "browser_requests": browser,
        "ideal_requests": -(-len(truth) // page_size) if page_size else None,
        "most_records_a_page": most_rows,
        "outcome": _outcome(outcome),
    }


def shares(
    records: Sequence[Record], truth: Sequence[dict[str, str]], matched: Matched
) -> dict[str, float]:
    """Return recall and precision; a line that several records match counts once."""
    main = main_kinds(records, matched)
    of_main = [number for number, record in enumerate(records) if record.kind in main]
    right = len({matched.lines[number] for number in of_main if number in matched.lines})
    lines = len(set(matched.lines.values()))
    return {
        "recall": _share(lines, len(truth)),
        "precision": _share(right, len(of_main)),
        "precision_of_all_types": _share(lines, len(records)),
    }


def _outcome(outcome: Outcome) -> dict[str, Any]:
    return {
        "state": outcome.state,
        "reason": outcome.reason,
        "proof": outcome.proof,
        "estimate": outcome.estimate,
        "missing_at_most": outcome.missing_at_most,
    }


def _page_size(info: dict[str, Any], most_rows: int) -> int:
    """Records per page as served: the declared number, unless the pages hold fewer."""
    declared = info.get("page_size")
    return min(declared, most_rows) if isinstance(declared, int) and most_rows else most_rows


def _share(part: int, whole: int) -> float:
    return round(part / whole, 4) if whole else 0.0


# --- which record is which line ---


def match(records: Sequence[Record], truth: Sequence[dict[str, str]]) -> Matched:
    """Find the truth column and the reading of records that match most lines.

    Where pages show several columns, a pair must agree in another one too, because years, ranks
    and row numbers match by chance.
    """
    values = {number: dict(readings(record)) for number, record in enumerate(records)}
    names = Counter(name for readings_ in values.values() for name in readings_)
    shown = _shows_several(records, truth)
    best, best_score = Matched("", "", {}), (0.0, 0.0)
    for column in truth[0] if truth else ():
        lines = lines_by_value(truth, column)
        if len(lines) < MIN_DISTINCT_SHARE * len(truth):
            continue
        for name in names:
            matches = {
                number: lines[value]
                for number, read in values.items()
                if (value := read.get(name)) in lines
            }
            if len(set(matches.values())) <= best_score[0]:
                continue
            share = _supported(records, truth, column, matches) if shown else 1.0
            weight = 1.0 if share >= MIN_SUPPORT and _is_telling(name, lines) else share
            score = (weight * len(set(matches.values())), share)
            if share >= MIN_ACCEPTED_SUPPORT and score > best_score:
                best, best_score = Matched(column, name, matches), score
    if len(set(best.lines.values())) >= MIN_MATCHED_SHARE * min(len(records), len(truth)):
        return best
    several = match_by_several(records, truth)
    if len(set(several.lines.values())) > len(set(best.lines.values())):
        return several
    return (
        best if shown else Matched("", "", {})
    )  # few lines, by a value that nothing else bears out


def _is_telling(way: str, lines: dict[str, int]) -> bool:
    """Whether a reading takes whole texts that are long."""
    return ": " not in way and sum(map(len, lines)) >= MIN_MEAN_LENGTH * len(lines)


def _shows_several(records: Sequence[Record], truth: Sequence[dict[str, str]]) -> bool:
    """Whether most records show values of two truth columns or more."""
    columns: dict[str, set[str]] = {}
    for line in truth:
        for column, value in line.items():
            columns.setdefault(folded(value or ""), set()).add(column)
    sample = _sample(records)
    several = sum(
        1
        for record in sample
        if len(set[str]().union(*(columns.get(value, ()) for value in _texts(record)))) > 1
    )
    return several > MIN_SHARE_WITH_COLUMNS * len(sample)


def _supported(
    records: Sequence[Record],
    truth: Sequence[dict[str, str]],
    naming: str,
    matches: dict[int, int],
) -> float:
    """Share of pairs that agree in a value of another column than the identifying one."""
    pairs = _sample(list(matches.items()))
    agreeing = sum(
        1
        for number, line in pairs
        if not _texts(records[number]).isdisjoint(
            folded(value) for column, value in truth[line].items() if column != naming and value
        )
    )
    return agreeing / len(pairs) if pairs else 0.0


def _texts(record: Record) -> frozenset[str]:
    return frozenset(folded(f.value) for f in record.fields if f.kind == "text" and f.value)


def _sample(things: Sequence[_Item]) -> Sequence[_Item]:
    """An even sample of at most `MAX_SAMPLE` to twice as many."""
    return things[:: max(1, len(things) // MAX_SAMPLE)]


def match_by_several(records: Sequence[Record], truth: Sequence[dict[str, str]]) -> Matched:
    """Match each record to the line that shares most values with it.

    A line needs two common values, and no other line may share as many. A line is matched once.
    """
    holders: dict[tuple[str, str], list[int]] = {}
    for number, line in enumerate(truth):
        for column, value in line.items():
            if value and len(value) > 1:
                holders.setdefault((column, folded(value)), []).append(number)
    named: dict[str, list[str]] = {value: [] for _, value in holders}
    for column, value in holders:
        named[value].append(column)
    matches: dict[int, int] = {}
    taken: set[int] = set()
    for number, record in enumerate(records):
        shared: Counter[int] = Counter()
        for value in {folded(f.value) for f in record.fields if f.kind == "text"}:
            for column in named.get(value, ()):
                lines = holders[column, value]
                if len(lines) <= MAX_LINES_PER_VALUE:
                    shared.update(lines)
        best = shared.most_common(2)
        alone = len(best) == 1 or (bool(best) and best[0][1] > best[1][1])
        if best and best[0][1] >= 2 and alone and best[0][0] not in taken:
            matches[number] = best[0][0]
            taken.add(best[0][0])
    return Matched("several", "values", matches)


def lines_by_value(truth: Sequence[dict[str, str]], column: str) -> dict[str, int]:
    """Return the first line of each value of a column, folded."""
    lines: dict[str, int] = {}
    for number, line in enumerate(truth):
        value = folded(line.get(column) or "")
        if value:
            lines.setdefault(value, number)
    return lines


def readings(record: Record) -> Iterator[tuple[str, str]]:
    """Yield all readings of a record as an identifier: (reading, value)."""
    for field in record.fields:
        if field.kind == "text":
            yield field.column, folded(field.value)
            number = DIGITS_PATTERN.search(field.value)
            if number:
                yield f"{field.column}: number", number[0]
            yield f"{field.column}: before a bracket", folded(field.value.partition(" (")[0])
        elif field.kind == "link":
            for way, value in _of_address(field.value):
                yield f"{field.column}: {way}", folded(value)


def _of_address(address: str) -> Iterable[tuple[str, str]]:
    parts = urlsplit(address)
    path = unquote(parts.path).strip("/")
    yield "address", address
    for depth, start in enumerate(_starts(path)):
        yield f"path from {depth}", path[start:]
        yield f"path from {depth}, no ending", re.sub(r"\.\w{1,5}$", "", path[start:])
    last = path.rsplit("/", 1)[-1]
    yield "last part", last
    yield "last part, blanks", last.replace("_", " ")
    numbers = DIGITS_PATTERN.findall(last)
    if numbers:
        yield "last number", numbers[-1]
    for name, value in parse_qsl(parts.query, separator=query_separator(parts.query)):
        yield f"parameter {name}", value


def _starts(path: str) -> list[int]:
    return [0, *(slash.end() for slash in re.finditer("/", path))][:8]


def folded(text: str) -> str:
    """Return a text for comparison: NFKC, white space and case folded."""
    return " ".join(unicodedata.normalize("NFKC", text).casefold().split())


def main_kinds(records: Sequence[Record], matched: Matched) -> set[str]:
    """Return the record types that the truth covers: those with mostly matched members."""
    all_of = Counter(record.kind for record in records)
    right = Counter(records[number].kind for number in matched.lines)
    return {kind for kind in all_of if right[kind] >= 0.5 * all_of[kind]} or set(all_of)


def cells_equal(
    records: Sequence[Record], truth: Sequence[dict[str, str]], matched: Matched
) -> dict[str, float]:
    """Return the share of equal cells of each displayed truth column in its best column."""
    if not matched.lines:
        return {}
    sample = list(matched.lines.items())[:2000]
    shown: dict[str, float] = {}
    columns = {f.column for number, _ in sample[:50] for f in records[number].fields}
    for column in truth[0]:
        best = max(
            (_equal_share(records, truth, sample, column, ours) for ours in sorted(columns)),
            default=0.0,
        )
        if best >= 0.5:
            shown[column] = round(best, 4)
    return shown


def _equal_share(
    records: Sequence[Record],
    truth: Sequence[dict[str, str]],
    sample: Sequence[tuple[int, int]],
    column: str,
    ours: str,
) -> float:
    same = 0
    for number, line in sample:
        value = next((f.value for f in records[number].fields if f.column == ours), "")
        same += folded(value) == folded(truth[line].get(column) or "")
    return same / len(sample)
