"""Pools of records as simulated sources: a parquet file with a bit mask, or a file a source.

Bit ``k`` of the column ``sources`` says that source ``k + 1`` holds the record. In a folder every
parquet file is a source; a record is known again by its id and title together. A column of long,
mostly different texts is asked by word, every other column by whole value (``|`` parts several).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import numpy as np
import numpy.typing as npt

from leadline.model import Query, Taken
from leadline.testing.simulated import SimulatedSource
from leadline.text import words

if TYPE_CHECKING:
    from collections.abc import Hashable, Sequence
    from pathlib import Path
    from random import Random

NO_DATA: Final = frozenset({"id", "eid", "src", "source", "sources"})
TEXT_DISTINCT: Final = 0.5
TEXT_WORDS: Final = 2.0
FREQUENT: Final = (0.005, 0.01, 0.02, 0.05, 0.1)
"""Without a cap, terms in more than this share of a source are left out, because a broad query
would take a source whole, which no selector is needed for: the least limit that keeps records
reachable is taken."""
REACHABLE: Final = 0.975


@dataclass(frozen=True, slots=True)
class Pool:
    """Records with their terms, and which of them each source holds (record places)."""

    name: str
    records: tuple[Taken, ...]
    sources: tuple[tuple[str, npt.NDArray[np.int64]], ...]

    def simulated(self, rng: Random, *, page_size: int, cap: int) -> list[SimulatedSource]:
        """The sources, each ranking its records in an order of its own."""
        made = []
        for key, places in self.sources:
            order = places.tolist()
            rng.shuffle(order)
            ranked = [self.records[place] for place in order]
            made.append(SimulatedSource(key, ranked, page_size=page_size, cap=cap))
        return made


def load_pool(path: Path, *, broad: bool) -> Pool:
    """A pool from a parquet file or a folder of them; ``broad`` keeps terms however frequent."""
    import pyarrow.parquet as parquet

    files = sorted(path.glob("*.parquet")) if path.is_dir() else [path]
    if not files:
        raise ValueError(f"{path} holds no parquet file")
    tables = [parquet.read_table(file).to_pydict() for file in files]
    numbering: dict[tuple[str, str], int] = {}
    if path.is_dir():
        keys, rows, members = _by_file(tables, numbering)
        names = [file.stem for file in files]
    else:
        keys, rows, members = _by_mask(tables[0], numbering)
        names = [f"source{k + 1}" for k in range(len(members))]
    queries = [Query(*term) for term in numbering]
    if not broad:
        rows = _without_frequent(rows, members, len(queries))
    records = tuple(
        Taken(key, frozenset([queries[t] for t in row]))
        for key, row in zip(keys, rows, strict=True)
    )
    return Pool(path.stem, records, tuple(zip(names, members, strict=True)))


_Rows = list[list[int]]
_Numbering = dict[tuple[str, str], int]
_Parts = tuple[list["Hashable"], _Rows, list[npt.NDArray[np.int64]]]


def _by_mask(table: dict[str, list[Any]], numbering: _Numbering) -> _Parts:
    if "sources" not in table:
        raise ValueError("a single parquet file needs a bit mask column 'sources'")
    mask = np.array(table["sources"], dtype=np.int64)
    keep = np.flatnonzero(mask)
    rows = _terms(table, numbering)
    members = [np.flatnonzero(mask[keep] >> k & 1) for k in range(int(mask.max()).bit_length())]
    keys: list[Hashable] = [int(place) for place in keep]
    return keys, [rows[place] for place in keep], [m for m in members if len(m)]


def _by_file(tables: Sequence[dict[str, list[Any]]], numbering: _Numbering) -> _Parts:
    number: dict[Hashable, int] = {}
    rows: _Rows = []
    members = []
    for table in tables:
        found = _terms(table, numbering)
        ids = table.get("id") or list(range(len(found)))
        title = table.get("title") or [""] * len(found)
        places = []
        for own, text, of_record in zip(ids, title, found, strict=True):
            place = number.setdefault((own, text), len(number))
            if place == len(rows):
                rows.append(of_record)
            places.append(place)
        members.append(np.unique(np.array(places, dtype=np.int64)))
    return list(number), rows, members


def _terms(table: dict[str, list[Any]], numbering: _Numbering) -> _Rows:
    """The terms of every row, by number."""
    rows: _Rows = [[] for _ in next(iter(table.values()))]
    for column, values in table.items():
        if column.lower() in NO_DATA or not any(isinstance(v, str) for v in values[:1000]):
            continue
        by_word = _is_text([v for v in values if v])
        made: dict[str, list[int]] = {}
        for row, value in zip(rows, values, strict=True):
            if value and value not in made:
                parts = words(value) if by_word else [p.strip() for p in value.split("|")]
                made[value] = [
                    numbering.setdefault((column, part), len(numbering))
                    for part in dict.fromkeys(parts)
                    if part
                ]
            row.extend(made.get(value, ()))
    return rows


def _is_text(values: Sequence[str]) -> bool:
    """Mostly different values of several words, not a list of values."""
    if not values or sum("|" in v for v in values) > 0.05 * len(values):
        return False
    several = sum(len(v.split()) for v in values[:5000]) / len(values[:5000])
    return several >= TEXT_WORDS and len(set(values)) > TEXT_DISTINCT * len(values)


def _without_frequent(rows: _Rows, members: Sequence[npt.NDArray[np.int64]], terms: int) -> _Rows:
    """The rows without the terms that are in too large a share of some source."""
    share = np.zeros(terms)
    for places in members:
        flat = np.array([t for place in places.tolist() for t in rows[place]], dtype=np.int64)
        share = np.maximum(share, np.bincount(flat, minlength=terms) / len(places))
    rarest = np.array([min((share[t] for t in row), default=1.0) for row in rows])
    reached = [limit for limit in FREQUENT if (rarest <= limit).mean() >= REACHABLE]
    limit = reached[0] if reached else 1.0
    return [[t for t in row if share[t] <= limit] for row in rows]
