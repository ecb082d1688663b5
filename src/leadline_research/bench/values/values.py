"""Bench ``values``: readings of hard values against what a person says they mean.

A folder holds CSV files in UTF-8, at any depth, with a heading: ``value``, ``type``, ``locale``,
``expected`` and, if several columns lie in one file, ``column``. Rows of one file with the same
``column`` (else the same type and locale) are one column; its values are read together.
``expected`` is a reading in the notation of docs/formats.md, or ``cannot be read``.

``right`` counts values whose reading is the expected one, with the types of columns told as the
domain of a project tells them; ``voted`` does without. ``invented`` counts dates of which a part
was read that is not there. ``values_per_second`` is of one core, over columns grown to
``GROWN_VALUES`` values by changing digits; a value that comes again is read once.
"""

from __future__ import annotations

import csv
import time
from collections import Counter
from random import Random
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from leadline.errors import LeadlineError
from leadline.values.normal.column import OTHER_NAMES, read_column
from leadline_research.bench.values.notation import is_invented, is_same

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from leadline.values.normal.reading import Reading

HEADING: Final = ("value", "type", "locale", "expected")
GROWN_VALUES: Final = 4_000
MAX_SHOWN_WRONG: Final = 400


class HardColumn(NamedTuple):
    """A column of hard values with the reading of each that a person expects."""

    name: str
    kind: str
    locale: str
    values: tuple[str, ...]
    expected: tuple[str, ...]


def run(data: Path) -> dict[str, Any]:
    """Measure truth and speed of the readings."""
    columns = read_columns(data)
    return {**score(columns), **_speed(columns)}


def score(columns: Sequence[HardColumn]) -> dict[str, Any]:
    """Count readings that are right, wrong or invented, with the kind told and voted."""
    told: Counter[str] = Counter()
    by_type: dict[str, Counter[str]] = {}
    voted: Counter[str] = Counter()
    wrong: list[dict[str, str]] = []
    for column in columns:
        readings = read_column(column.values, column.kind, column.locale).readings
        tally = _tally(column, readings)
        by_type.setdefault(column.kind, Counter()).update(tally)
        told.update(tally)
        wrong += _mistakes(column, readings)
        untold = read_column(column.values, "", column.locale)
        voted.update(_tally(column, untold.readings))
        voted["kinds"] += untold.format.kind == OTHER_NAMES.get(column.kind, column.kind)
    return {
        "right": told["right"],
        "values": told["values"],
        "invented": told["invented"],
        "share": round(told["right"] / max(1, told["values"]), 4),
        "types": {
            kind: {"right": tally["right"], "values": tally["values"]}
            for kind, tally in sorted(by_type.items())
        },
        "voted": {
            "right": voted["right"],
            "invented": voted["invented"],
            "kinds": voted["kinds"],
            "columns": len(columns),
        },
        "wrong": wrong[:MAX_SHOWN_WRONG],
    }


def read_columns(data: Path) -> list[HardColumn]:
    """Read all tables of a folder; refuse one without the heading, with its name."""
    rows: dict[tuple[str, str, str, str], list[tuple[str, str]]] = {}
    for path in sorted(data.rglob("*.csv")) if data.is_dir() else [data]:
        with path.open(encoding="utf-8-sig", newline="") as file:
            table = csv.DictReader(file)
            missing = [name for name in HEADING if name not in (table.fieldnames or ())]
            if missing:
                raise LeadlineError(f"{path} has no column {missing[0]!r} in its heading")
            for row in table:
                place = (str(path), row.get("column") or "", row["type"], row["locale"])
                rows.setdefault(place, []).append((row["value"], row["expected"]))
    if not rows:
        raise LeadlineError(f"{data} has no table of hard values")
    return [
        HardColumn(
            name, kind, locale, tuple(v for v, _ in pairs), tuple(e.strip() for _, e in pairs)
        )
        for (_, name, kind, locale), pairs in rows.items()
    ]


def _tally(column: HardColumn, readings: Sequence[Reading | None]) -> Counter[str]:
    tally: Counter[str] = Counter(values=len(readings))
    for expected, reading in zip(column.expected, readings, strict=True):
        key = reading.key if reading else ""
        tally["right"] += is_same(expected, key, column.kind)
        if reading is not None and reading.kind == "date":
            tally["invented"] += is_invented(expected, key)
    return tally


def _mistakes(column: HardColumn, readings: Sequence[Reading | None]) -> list[dict[str, str]]:
    return [
        {
            "column": column.name,
            "type": column.kind,
            "locale": column.locale,
            "value": value,
            "expected": expected,
            "read": reading.key if reading else "",
        }
        for value, expected, reading in zip(column.values, column.expected, readings, strict=True)
        if not is_same(expected, reading.key if reading else "", column.kind)
    ]


def _speed(columns: Sequence[HardColumn]) -> dict[str, int]:
    """Return values, and different values, a second of processor time over all columns, grown."""
    chance = Random(0)
    grown = [
        (
            column,
            [_varied(chance.choice(column.values), chance) for _ in range(GROWN_VALUES)],
        )
        for column in columns
    ]
    start = time.process_time()
    for column, values in grown:
        read_column(values, column.kind, column.locale)
    seconds = max(1e-9, time.process_time() - start)
    different = sum(len(set(values)) for _, values in grown)
    return {
        "values_per_second": round(len(grown) * GROWN_VALUES / seconds),
        "different_values_per_second": round(different / seconds),
    }


def _varied(value: str, chance: Random) -> str:
    """Return the value with other digits; a digit that begins a number is not made a zero."""
    signs = list(value)
    for at, sign in enumerate(signs):
        if "0" <= sign <= "9":
            begins = not at or not signs[at - 1].isdigit()
            signs[at] = chance.choice("123456789" if begins else "0123456789")
    return "".join(signs)
