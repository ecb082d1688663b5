"""Join tables of two sources by an exact key: a code, a number, an ISBN.

The key columns are discovered: of all pairs of nearly unique columns, the pair that joins most
records one to one. A running number joins as many records as a key does. So joined records must
also be more similar than decoys, which are pairs of unrelated records.

>>> from leadline.model import Field
>>> def airport(source, key, **values):
...     return Record(source, key, tuple(Field(*item) for item in values.items()))
>>> a = [airport("a", "1", icao="EHAM", city="Amsterdam"), airport("a", "2", icao="ZBAA")]
>>> b = [airport("b", "9", code=" eham", city="Haarlemmermeer")]
>>> joined_rows(a, b, "icao", "code")
[(0, 0)]
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass
from functools import lru_cache
from math import sqrt
from typing import Final

from leadline.model import Record
from leadline.values.lists import has_alphanumeric

MIN_UNIQUE_SHARE: Final = 0.95
"""Share of the values of a key column that occur in one record only; some duplicates are usual."""

MIN_EVIDENCE: Final = 3
"""Records that prove a key."""

MAX_PAIRS_WITH_DECOYS: Final = 300
"""Joined pairs that are compared with decoys: this tells .6 from .5 with three standard errors."""

MIN_DECOY_MARGIN: Final = 0.1
"""Margin over decoys above which row numbers are accepted as a key; others may be as far below."""

MAX_RANGE_PER_NUMBER: Final = 1.05
"""Range of integers, as a multiple of their count, below which they number the rows."""

MAX_DEVIATIONS: Final = 3.0
"""Standard deviations up to which equal numbers of two sources may be chance."""

NUMBER_PATTERN: Final = re.compile(r"\W*(\d{1,9})\W*")
"""A number and nothing else but signs around it: "#12"."""

MAX_CACHED_CHARACTERS: Final = 200
"""Characters of a value whose key is remembered."""

WORD_PATTERN: Final = re.compile(r"\w+")

Cells = dict[str, str]
"""Normalised first value of each column of a record."""


@dataclass(frozen=True, slots=True)
class KeyPair:
    """A key column of each of two tables; ``common`` values occur in both.

    ``overlap`` is their share of the distinct values of the column that has fewer, ``joined``
    their share of the records of the shorter table. ``decoy_margin`` is the share of joined pairs
    that are more similar than their decoys, less the share that are less similar (-1 to 1).
    """

    left: str
    right: str
    common: int
    overlap: float
    joined: float
    decoy_margin: float
    identifies: bool = True


def normalise(value: str) -> str:
    """Return the value as a key: NFKC, case folded, trimmed; '' without a letter or digit."""
    return _cached(value) if len(value) <= MAX_CACHED_CHARACTERS else _normalised(value)


def _normalised(value: str) -> str:
    folded = value.casefold()
    if not value.isascii():
        folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", value).casefold())
    text = " ".join(folded.split())
    return text if has_alphanumeric(text) else ""


_cached = lru_cache(maxsize=20_000)(_normalised)


def propose_keys(left: Sequence[Record], right: Sequence[Record]) -> list[KeyPair]:
    """List pairs of key columns of two tables, those that join most similar records first."""
    left_cells, right_cells = [_cells(each) for each in left], [_cells(each) for each in right]
    left_keys, right_keys = _key_columns(left_cells), _key_columns(right_cells)
    shorter = min(len(left), len(right))
    pairs = []
    for name, (rows, is_exact) in left_keys.items():
        for other_name, (other_rows, other_is_exact) in right_keys.items():
            links = [(row, other_rows[value]) for value, row in rows.items() if value in other_rows]
            sample = links[:: max(1, len(links) // MAX_PAIRS_WITH_DECOYS)]
            margin = _decoy_margin(
                [_words(left_cells[row], name) for row, _ in sample],
                [_words(right_cells[row], other_name) for _, row in sample],
            )
            if len(links) >= MIN_EVIDENCE and _is_plausible(margin, rows, other_rows):
                overlap = len(links) / min(len(rows), len(other_rows))
                joined = len(links) / shorter
                counts = (len(links), overlap, joined, margin)
                pairs.append(KeyPair(name, other_name, *counts, is_exact and other_is_exact))
    return sorted(
        pairs, key=lambda p: (-p.joined * (MIN_DECOY_MARGIN + p.decoy_margin), p.left, p.right)
    )


def joined_rows(
    left: Sequence[Record], right: Sequence[Record], column: str, other_column: str
) -> list[tuple[int, int]]:
    """List the rows of two tables that a key column of each joins.

    A key that occurs twice in one table identifies no record there.
    """
    rows = _rows_by_value([_cells(each) for each in left], column)
    others = _rows_by_value([_cells(each) for each in right], other_column)
    return [(row, others[value]) for value, row in rows.items() if value in others]


def _cells(record: Record) -> Cells:
    cells: Cells = {}
    for field in record.fields:
        if field.column not in cells and (value := normalise(field.value)):
            cells[field.column] = value
    return cells


def _key_columns(table: Sequence[Cells]) -> dict[str, tuple[dict[str, int], bool]]:
    """Columns that may be keys: the row of every value that occurs once, whether all others do."""
    columns: dict[str, Counter[str]] = {}
    for cells in table:
        for column, value in cells.items():
            columns.setdefault(column, Counter())[value] += 1
    keys = {}
    for name, values in columns.items():
        # The most frequent value may mean "none".
        most = max(values.values())
        filled = values.total() - (most if most > 1 else 0)
        unique = sum(1 for count in values.values() if count == 1)
        if unique >= MIN_EVIDENCE and unique >= MIN_UNIQUE_SHARE * filled:
            keys[name] = (_rows_by_value(table, name), unique == filled)
    return keys


def _rows_by_value(table: Sequence[Cells], column: str) -> dict[str, int]:
    """The row of each value of a column that occurs in one row only."""
    rows: dict[str, int] = {}
    is_duplicate: dict[str, bool] = {}
    for row, cells in enumerate(table):
        if value := cells.get(column, ""):
            is_duplicate[value] = value in rows
            rows.setdefault(value, row)
    return {value: row for value, row in rows.items() if not is_duplicate[value]}


def _decoy_margin(left: Sequence[set[str]], right: Sequence[set[str]]) -> float:
    """How much more often joined records share more words than decoys do, than fewer words?

    ``left`` and ``right`` are the words of joined records, keys aside. The decoy of a record is the
    record that its predecessor is joined with.
    """
    balance = 0
    for place, (words, joined) in enumerate(zip(left, right, strict=True)):
        difference = len(words & joined) - len(words & right[place - 1])
        balance += (difference > 0) - (difference < 0)
    return balance / max(1, len(left))


def _is_plausible(margin: float, left: Mapping[str, int], right: Mapping[str, int]) -> bool:
    """Whether columns with this margin over decoys may be keys."""
    if is_by_chance(left.keys(), right.keys()):
        return margin > MIN_DECOY_MARGIN
    return margin > -MIN_DECOY_MARGIN


def is_by_chance(left: Set[str], right: Set[str]) -> bool:
    """Whether numbers coincide as often as drawn ones would (hypergeometric), as row numbers do."""
    drawn = [
        [int(found[1]) for found in map(NUMBER_PATTERN.fullmatch, column) if found]
        for column in (left, right)
    ]
    low, high = (max(map(min, drawn)), min(map(max, drawn))) if all(drawn) else (0, 0)
    if min(map(len, drawn)) < MIN_EVIDENCE or low >= high:
        return False
    span = high - low + 1
    some, others = (sum(low <= number <= high for number in numbers) for numbers in drawn)
    mean = some * others / span
    variance = mean * (1 - others / span) * (span - some) / (span - 1)
    most = max(MAX_RANGE_PER_NUMBER * mean, mean + MAX_DEVIATIONS * sqrt(variance))
    return max(len(left & right), len({*drawn[0]} & {*drawn[1]})) <= most


def _words(cells: Cells, key: str) -> set[str]:
    """The words of a record, its key aside, which addresses may repeat."""
    texts = [value for column, value in cells.items() if column != key]
    return {*WORD_PATTERN.findall(" ".join(texts))} - {*WORD_PATTERN.findall(cells.get(key, ""))}
