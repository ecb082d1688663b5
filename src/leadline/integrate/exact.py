"""Join tables of several sources by an exact key: a code, a number, an ISBN.

The key columns are discovered: of all pairs of nearly unique columns, the pair that joins most
records one to one. A running number joins as many records as a key does. So joined records must
also be more similar than decoys, which are pairs of unrelated records. Joined records then show
which other columns correspond: those whose values agree.

Merging keeps all values and the sources of each; conflicts are not resolved.

>>> def airport(source, key, **values):
...     return Record(source, key, tuple(Field(*item) for item in values.items()))
>>> a = [airport("a", "1", icao="EHAM", city="Amsterdam"), airport("a", "2", icao="ZBAA")]
>>> b = [airport("b", "9", code=" eham", city="Haarlemmermeer")]
>>> first, second = merge_by_key({"a": a, "b": b}, {"a": "icao", "b": "code"})
>>> first.key, first.members, first.conflicts
('eham', (('a', '1'), ('b', '9')), ('city',))
>>> [(value.value, value.sources) for value in first.values if value.column == "city"]
[('Amsterdam', ('a',)), ('Haarlemmermeer', ('b',))]
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from math import sqrt
from typing import Final, Literal

from leadline.integrate.conflicts import contradict, is_own_address
from leadline.model import Field, Record
from leadline.values.lists import has_alphanumeric

MIN_UNIQUE_SHARE: Final = 0.95
"""Share of the values of a key column that occur in one record only; some duplicates are usual."""

MIN_EVIDENCE: Final = 3
"""Records, or distinct values, that prove a key or a correspondence of columns."""

MAX_PAIRS_WITH_DECOYS: Final = 300
"""Joined pairs that are compared with decoys: this tells .6 from .5 with three standard errors."""

MIN_DECOY_MARGIN: Final = 0.1
"""Margin over decoys above which row numbers are accepted as a key; others may be as far below."""

MAX_RANGE_PER_NUMBER: Final = 1.05
"""Range of integers, as a multiple of their count, below which they number the rows."""

MAX_DEVIATIONS: Final = 3.0
"""Standard deviations up to which equal numbers of two sources may be chance."""

MIN_AGREEING_SHARE: Final = 0.8
"""Share of linked records whose values must agree for two columns to correspond."""

MAX_LINKED_RECORDS: Final = 2000
"""Linked records on which columns are compared."""

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


@dataclass(frozen=True, slots=True)
class Value:
    """A value of an entity and the sources that gave it."""

    column: str
    value: str
    kind: Literal["text", "link", "image"]
    sources: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Entity:
    """A real-world object; ``members`` are the (source, record key) pairs that describe it."""

    key: str
    values: tuple[Value, ...]
    members: tuple[tuple[str, str], ...]

    @property
    def conflicts(self) -> tuple[str, ...]:
        """Columns for which two sources have values, and none that mean one thing."""
        values: dict[str, dict[str, set[str]]] = {}
        for value in self.values:
            for source in value.sources:
                if not is_own_address(source, "", value.value):
                    values.setdefault(value.column, {}).setdefault(source, set()).add(value.value)
        return tuple(
            column
            for column, by_source in values.items()
            if any(
                a.isdisjoint(b) and contradict(a, b) for a, b in combinations(by_source.values(), 2)
            )
        )


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


def propose_columns(
    left: Sequence[Record], right: Sequence[Record], key: KeyPair
) -> list[tuple[str, str, float]]:
    """List corresponding columns of linked records: (left, right, share that agrees)."""
    both: Counter[tuple[str, str]] = Counter()
    equal: dict[tuple[str, str], list[str]] = {}
    for left_cells, right_cells in _linked(left, right, key):
        for name, value in left_cells.items():
            for other_name, other_value in right_cells.items():
                both[name, other_name] += 1
                if value == other_value:
                    equal.setdefault((name, other_name), []).append(value)
    matches = [
        (*names, len(values) / both[names])
        for names, values in equal.items()
        if len(set(values)) >= MIN_EVIDENCE and len(values) >= MIN_AGREEING_SHARE * both[names]
    ]
    matches.sort(key=lambda match: (-match[2], -both[match[:2]], match[:2]))
    return _one_to_one(matches)


def merge_by_key(
    tables: Mapping[str, Sequence[Record]],
    keys: Mapping[str, str],
    *,
    names: Mapping[tuple[str, str], str] | None = None,
) -> list[Entity]:
    """Merge the records of several sources whose key columns agree, in order of appearance.

    ``keys`` names the key column of each source, ``names`` renames (source, column). A key that
    occurs twice in one source identifies no record there. A record without a key is an entity of
    its own.
    """
    groups: dict[tuple[str, str, str], list[Record]] = {}
    for source, records in tables.items():
        unique = _rows_by_value([_cells(record) for record in records], keys[source])
        key_of_row = {row: value for value, row in unique.items()}
        for row, record in enumerate(records):
            own = (key_of_row[row], "", "") if row in key_of_row else ("", source, record.key)
            groups.setdefault(own, []).append(record)
    return [_entity(key, members, names or {}) for (key, _, _), members in groups.items()]


def as_table(entities: Iterable[Entity]) -> tuple[list[str], list[list[str | None]]]:
    """Return names and rows of a flat table; differing values share a cell."""
    entities = list(entities)
    columns = list(dict.fromkeys(v.column for entity in entities for v in entity.values))
    rows: list[list[str | None]] = []
    for entity in entities:
        cells: dict[str, list[str]] = {}
        for value in entity.values:
            cells.setdefault(value.column, []).append(value.value)
        sources = dict.fromkeys(source for source, _ in entity.members)
        last: list[str | None] = [entity.key, " ".join(sources), ", ".join(entity.conflicts)]
        rows.append([" | ".join(cells[c]) if c in cells else None for c in columns] + last)
    return [*columns, "_key", "_sources", "_conflicts"], rows


def _entity(key: str, members: Sequence[Record], names: Mapping[tuple[str, str], str]) -> Entity:
    """Collect the values of some records; values whose keys are equal are kept once."""
    collected: dict[tuple[str, str], tuple[Field, list[str]]] = {}
    for record in members:
        for field in record.fields:
            if field.value:
                column = names.get((record.source, field.column), field.column)
                same = (column, normalise(field.value) or field.value)
                sources = collected.setdefault(same, (field, []))[1]
                if record.source not in sources:
                    sources.append(record.source)
    values = (
        Value(column, field.value, field.kind, tuple(sources))
        for (column, _), (field, sources) in collected.items()
    )
    return Entity(key, tuple(values), tuple((record.source, record.key) for record in members))


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


def _linked(
    left: Sequence[Record], right: Sequence[Record], key: KeyPair
) -> list[tuple[Cells, Cells]]:
    """The cells of the records that a key joins, or of an even sample of them."""
    left_cells, right_cells = [_cells(each) for each in left], [_cells(each) for each in right]
    rows = _rows_by_value(left_cells, key.left)
    others = _rows_by_value(right_cells, key.right)
    linked = [
        (left_cells[row], right_cells[others[value]])
        for value, row in rows.items()
        if value in others
    ]
    return linked[:: max(1, len(linked) // MAX_LINKED_RECORDS)]


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
    return len(left & right) <= most


def _words(cells: Cells, key: str) -> set[str]:
    """The words of a record, its key aside, which addresses may repeat."""
    texts = [value for column, value in cells.items() if column != key]
    return {*WORD_PATTERN.findall(" ".join(texts))} - {*WORD_PATTERN.findall(cells.get(key, ""))}


def _one_to_one(matches: Iterable[tuple[str, str, float]]) -> list[tuple[str, str, float]]:
    """Keep each column once, in the best of its pairs."""
    kept: list[tuple[str, str, float]] = []
    for left, right, share in matches:
        if all(left != kept_left and right != kept_right for kept_left, kept_right, _ in kept):
            kept.append((left, right, share))
    return kept
