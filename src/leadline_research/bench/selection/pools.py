"""Pools of records as simulated sources: a parquet file with a bit mask, or a file a source.

Bit ``k`` of the column ``sources`` says that source ``k + 1`` holds the record. In a folder every
parquet file is a source; a record is known again by its id and title together, without an id by all
its values. A column of long, mostly different texts is asked by word, every other column by whole
value (``|`` parts several, lists and dictionaries are taken apart), numbers where they repeat.

>>> said([3.0, None, {"place": "Paris"}, float("nan"), True])
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

NO_DATA: Final = frozenset({"id", "eid", "src", "source", "sources"})
TEXT_DISTINCT: Final = 0.5
TEXT_WORDS: Final = 2.0
FREQUENT: Final = (0.005, 0.01, 0.02, 0.05, 0.1)
"""Without a cap, terms in more than this share of a source are left out, because a broad query
would take a source whole, which no selector is needed for: the least limit that keeps records
reachable is taken."""
BROAD: Final = 50
"""Records, five pages, up to which a term is not broad however small the source."""
REACHABLE: Final = 0.975
SEVERAL: Final = 3
"""A record is reachable by a term that so many of some source hold: by a value of its own only who
knows that value finds it, and then the tail says how many guesses a run makes, not how it ranks."""
REPEATED: Final = 0.5
"""Numbers of which more are different are measures or keys, and nobody asks for them."""
DEPTH: Final = 8
MASK: Final = (1 << 62) - 1
WIDTHS: Final = (8, 16, 32, 64)
_NUMBER: Final = re.compile(r"-?[0-9]{1,20}")


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


def said(value: object, depth: int = DEPTH) -> list[str]:
    """The values of a cell as a form would be asked for them: of any type, nested or missing."""
    if value is None or value != value or depth == 0:
        return []
    if isinstance(value, str):
        return [value]
    if isinstance(value, bytes):
        return [value.decode("utf-8", "replace")]
    if isinstance(value, Mapping):
        value = list(value.values())
    if isinstance(value, Iterable):
        return [text for part in value for text in said(part, depth - 1)]
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
    """Masks as numbers, also where a table keeps them as text or with a fraction; 0 for none.

    A mask whose highest bit was stored as a sign is read without one.
    """
    found = [int(text) if _NUMBER.fullmatch(text) else 0 for text in map(_single, values)]
    width = next((w for w in WIDTHS if -min(found, default=0) <= 1 << w - 1), WIDTHS[-1])
    bits = min(MASK, (1 << width) - 1)
    return np.array([n & bits if n < 0 else n & MASK for n in found], dtype=np.int64)


def _single(value: object) -> str:
    texts = said(int(value) if isinstance(value, bool) else value)
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
            key = (tuple(said(own)) or tuple(map(str, of_record)), tuple(said(text)))
            place = number.setdefault(key, len(number))
            if place == len(rows):
                rows.append(of_record)
            places.append(place)
        members.append(np.unique(np.array(places, dtype=np.int64)))
    return list(number), rows, members


def _terms(table: dict[str, list[Any]], numbering: _Numbering) -> _Rows:
    """The terms of every row, by number."""
    rows: _Rows = [[] for _ in next(iter(table.values()), [])]
    for column, values in table.items():
        cells = [said(value) for value in values]
        if column.lower() in NO_DATA or not _is_asked(values, cells):
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
    """Texts are, numbers where they mostly repeat."""
    given = [value for value in values if value is not None and value == value]
    if not all(isinstance(value, (int, float)) for value in given):
        return True
    numbers = [cell[0] for cell in cells if cell]
    return len(set(numbers)) <= REPEATED * len(numbers)


def _is_text(values: Sequence[str]) -> bool:
    """Mostly different values of several words, not a list of values."""
    if not values or sum("|" in v for v in values) > 0.05 * len(values):
        return False
    several = sum(map(_count, values[:5000])) / len(values[:5000])
    return several >= TEXT_WORDS and len(set(values)) > TEXT_DISTINCT * len(values)


def _count(text: str) -> int:
    """How many words; scripts without spaces have them too."""
    parted = len(text.split())
    return parted if text.isascii() else max(parted, len(words(text)))


def _without_frequent(rows: _Rows, members: Sequence[npt.NDArray[np.int64]], terms: int) -> _Rows:
    """The rows without the terms that are in too large a share of some source."""
    share = np.zeros(terms)
    shared = np.zeros(terms, dtype=np.bool_)
    for places in members:
        flat = np.array([t for place in places.tolist() for t in rows[place]], dtype=np.int64)
        found = np.bincount(flat, minlength=terms)
        shared |= found >= SEVERAL
        share = np.maximum(share, np.where(found > BROAD, found / len(places), 0.0))
    rarest = np.array([min((share[t] for t in row if shared[t]), default=1.0) for row in rows])
    reached = [limit for limit in FREQUENT if (rarest <= limit).mean() >= REACHABLE]
    limit = reached[0] if reached else 1.0
    return [[t for t in row if share[t] <= limit] for row in rows]
