"""Pools of records as simulated sources: one parquet file with a bit mask, or one per source.

Bit ``k`` of the column ``sources`` says that source ``k + 1`` holds the record. In a folder every
parquet file is a source. Two rows are the same record if id and title agree, or all values where
there is no id.

A column of long, mostly distinct texts is queried by word, every other column by whole value. ``|``
separates values; lists and dictionaries are flattened. Numbers are queried only where they repeat.

>>> cell_values([3.0, None, {"place": "Paris"}, float("nan"), True])
['3', 'Paris', 'True']
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import numpy as np
import numpy.typing as npt

from leadline.errors import require_package
from leadline.model import Query, Taken
from leadline.page.text import words
from leadline_research.bench.folders import naming
from leadline_research.bench.selection.simulated import SimulatedSource

if TYPE_CHECKING:
    from collections.abc import Hashable, Sequence
    from pathlib import Path
    from random import Random

IGNORED_COLUMNS: Final = frozenset({"id", "eid", "src", "source", "sources"})
"""Columns that are never queried, in lower case."""

MIN_DISTINCT_TEXT_SHARE: Final = 0.5
"""Share of distinct values above which a column may be text."""

MIN_MEAN_TEXT_WORDS: Final = 2.0
"""Mean words per value from which a column may be text."""

TERM_SHARE_LIMITS: Final = (0.005, 0.01, 0.02, 0.05, 0.1)
"""Shares of a source above which a term may be left out where answers have no cap. A broad query
would return the whole source. The smallest limit that keeps the records reachable is used."""

MAX_RECORDS_OF_NARROW_TERM: Final = 50
"""Records (five pages) up to which a term is kept, however small the source."""

MIN_REACHABLE_SHARE: Final = 0.975
"""Share of records that the kept terms must reach."""

MIN_RECORDS_OF_SHARED_TERM: Final = 3
"""Records of one source that hold a term, from which it makes them reachable. A value of a single
record is found only by those who know it, whatever the ranking of terms."""

MAX_DISTINCT_NUMBER_SHARE: Final = 0.5
"""Share of distinct values above which numbers are measures or keys, which nobody queries."""

MAX_NESTING: Final = 8
"""Levels of lists and dictionaries that are read of a cell."""

ALL_SOURCES_MASK: Final = (1 << 62) - 1
MASK_WIDTHS_BITS: Final = (8, 16, 32, 64)
_MASK_NUMBER: Final = re.compile(r"-?[0-9]{1,20}")


@dataclass(frozen=True, slots=True)
class Pool:
    """Records with their terms, and which of them each source holds (record places)."""

    name: str
    records: tuple[Taken, ...]
    sources: tuple[tuple[str, npt.NDArray[np.int64]], ...]

    def simulated(self, rng: Random, *, page_size: int, cap: int) -> list[SimulatedSource]:
        """Create the sources; each ranks its records in a random order of its own."""
        made = []
        for key, places in self.sources:
            order = places.tolist()
            rng.shuffle(order)
            ranked = [self.records[place] for place in order]
            made.append(SimulatedSource(key, ranked, page_size=page_size, cap=cap))
        return made


def load_pool(path: Path, *, broad: bool) -> Pool:
    """Load a parquet file or a folder of them; ``broad`` keeps frequent terms too."""
    require_package("pyarrow", "reading parquet")
    import pyarrow.parquet as parquet

    files = sorted(path.glob("*.parquet")) if path.is_dir() else [path]
    if not files:
        raise ValueError(f"{path} holds no parquet file")
    tables = []
    for file in files:
        with naming(file):
            tables.append(parquet.read_table(file).to_pydict())
    numbering: dict[tuple[str, str], int] = {}
    keys, rows, members = (_by_file if path.is_dir() else _by_mask)(tables, numbering)
    names = [file.stem for file in files]
    if not path.is_dir():
        names = [f"source{k + 1}" for k in range(len(members))]
    sources = [(name, places) for name, places in zip(names, members, strict=True) if len(places)]
    if not sources:
        raise ValueError(f"{path} holds no record of any source")
    queries = [Query(*term) for term in numbering]
    if not broad:
        rows = _without_frequent(rows, [places for _, places in sources], len(queries))
    records = tuple(
        Taken(key, frozenset([queries[t] for t in row]))
        for key, row in zip(keys, rows, strict=True)
    )
    return Pool(path.stem, records, tuple(sources))


def cell_values(value: object, depth: int = MAX_NESTING) -> list[str]:
    """List the values of a cell of any type as texts; nested ones are flattened."""
    if value is None or value != value or depth == 0:
        return []
    if isinstance(value, str):
        return [value]
    if isinstance(value, bytes):
        return [value.decode("utf-8", "replace")]
    if isinstance(value, Mapping):
        value = list(value.values())
    if isinstance(value, Iterable):
        return [text for part in value for text in cell_values(part, depth - 1)]
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    return [str(value)]


_Rows = list[list[int]]
_Numbering = dict[tuple[str, str], int]
_Parts = tuple[list["Hashable"], _Rows, list[npt.NDArray[np.int64]]]


def _by_mask(tables: Sequence[dict[str, list[Any]]], numbering: _Numbering) -> _Parts:
    (table,) = tables
    if "sources" not in table:
        raise ValueError("a single parquet file needs a bit mask column 'sources'")
    mask = _masks(table["sources"])
    keep = np.flatnonzero(mask)
    rows = _terms(table, numbering)
    bits = int(mask.max(initial=0)).bit_length()
    members = [np.flatnonzero(mask[keep] >> k & 1) for k in range(bits)]
    keys: list[Hashable] = [int(place) for place in keep]
    return keys, [rows[place] for place in keep], members


def _masks(values: Sequence[object]) -> npt.NDArray[np.int64]:
    """Read masks as numbers, also from text or fractions; 0 for none.

    A mask whose highest bit was stored as a sign becomes positive.
    """
    found = [int(text) if _MASK_NUMBER.fullmatch(text) else 0 for text in map(_single, values)]
    width = next(
        (w for w in MASK_WIDTHS_BITS if -min(found, default=0) <= 1 << w - 1), MASK_WIDTHS_BITS[-1]
    )
    bits = min(ALL_SOURCES_MASK, (1 << width) - 1)
    return np.array([n & bits if n < 0 else n & ALL_SOURCES_MASK for n in found], dtype=np.int64)


def _single(value: object) -> str:
    texts = cell_values(int(value) if isinstance(value, bool) else value)
    return texts[0].strip() if len(texts) == 1 else ""


def _by_file(tables: Sequence[dict[str, list[Any]]], numbering: _Numbering) -> _Parts:
    number: dict[Hashable, int] = {}
    rows: _Rows = []
    members = []
    for table in tables:
        found = _terms(table, numbering)
        ids = table.get("id") or [None] * len(found)
        title = table.get("title") or [""] * len(found)
        places = []
        for own, text, of_record in zip(ids, title, found, strict=True):
            key = (tuple(cell_values(own)) or tuple(map(str, of_record)), tuple(cell_values(text)))
            place = number.setdefault(key, len(number))
            if place == len(rows):
                rows.append(of_record)
            places.append(place)
        members.append(np.unique(np.array(places, dtype=np.int64)))
    return list(number), rows, members


def _terms(table: dict[str, list[Any]], numbering: _Numbering) -> _Rows:
    """List the terms of every row, by number."""
    rows: _Rows = [[] for _ in next(iter(table.values()), [])]
    for column, values in table.items():
        cells = [cell_values(value) for value in values]
        if column.lower() in IGNORED_COLUMNS or not _is_asked(values, cells):
            continue
        single = all(len(cell) <= 1 for cell in cells)
        by_word = single and _is_text([cell[0] for cell in cells if cell and cell[0]])
        made: dict[str, list[int]] = {}
        for row, cell in zip(rows, cells, strict=True):
            for value in dict.fromkeys(cell):
                if value not in made:
                    parts = words(value) if by_word else [p.strip() for p in value.split("|")]
                    made[value] = [
                        numbering.setdefault((column, part), len(numbering))
                        for part in dict.fromkeys(parts)
                        if part
                    ]
                row.extend(made[value])
    return [list(dict.fromkeys(row)) for row in rows]


def _is_asked(values: Sequence[object], cells: Sequence[Sequence[str]]) -> bool:
    """Tell whether a column is queried: texts, and numbers that mostly repeat."""
    given = [value for value in values if value is not None and value == value]
    if not all(isinstance(value, (int, float)) for value in given):
        return True
    numbers = [cell[0] for cell in cells if cell]
    return len(set(numbers)) <= MAX_DISTINCT_NUMBER_SHARE * len(numbers)


def _is_text(values: Sequence[str]) -> bool:
    """Tell whether values are text: mostly distinct, several words, no lists of values."""
    if not values or sum("|" in v for v in values) > 0.05 * len(values):
        return False
    several = sum(map(_count, values[:5000])) / len(values[:5000])
    return several >= MIN_MEAN_TEXT_WORDS and len(set(values)) > MIN_DISTINCT_TEXT_SHARE * len(
        values
    )


def _count(text: str) -> int:
    """Count words, also in scripts without spaces."""
    parted = len(text.split())
    return parted if text.isascii() else max(parted, len(words(text)))


def _without_frequent(rows: _Rows, members: Sequence[npt.NDArray[np.int64]], terms: int) -> _Rows:
    """Return the rows without the terms that are too frequent in some source."""
    share = np.zeros(terms)
    shared = np.zeros(terms, dtype=np.bool_)
    for places in members:
        flat = np.array([t for place in places.tolist() for t in rows[place]], dtype=np.int64)
        found = np.bincount(flat, minlength=terms)
        shared |= found >= MIN_RECORDS_OF_SHARED_TERM
        share = np.maximum(
            share, np.where(found > MAX_RECORDS_OF_NARROW_TERM, found / len(places), 0.0)
        )
    rarest = np.array([min((share[t] for t in row if shared[t]), default=1.0) for row in rows])
    reached = [
        limit for limit in TERM_SHARE_LIMITS if (rarest <= limit).mean() >= MIN_REACHABLE_SHARE
    ]
    limit = reached[0] if reached else 1.0
    return [[t for t in row if share[t] <= limit] for row in rows]
