"""Joins the tables of several sources by a key that both write alike: a code, a number, an ISBN.

Which columns hold the key is found, not told: the pair of columns, each with (nearly) a value of
its own for every record, that joins the most records one to one. A running number fits as well as
a key does, so records that are joined must also be more alike than records that are not
(the decoys of ``spec/integration.md``, "Matching records"). Linked records then show which other
columns mean the same: those whose values agree.

Nothing is voted away: every value keeps the sources that gave it, and where they disagree all
values stay (fusion is another step).

>>> from leadline.model import Field, Record
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

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING, Final, Literal

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from leadline.model import Field, Record

UNIQUE: Final = 0.95
"""Share of a key column's values that stand in one record only; a few double entries are usual."""

FEWEST: Final = 3
"""Fewer joined records prove no key."""

LOOKED_AT: Final = 300
"""Joined pairs that are compared with decoys: enough to tell .6 from .5 (3 standard errors)."""

ALIKE: Final = 0.1
"""How much more often joined records must be more alike than decoys before numbers that count the
rows are believed; other columns are believed until they are less alike by as much."""

DENSE: Final = 1.05
"""Numbers in a range hardly wider than their count (1 to 300 in 300 rows) count the rows."""

AGREEING: Final = 0.8
"""Share of linked records whose values must agree for two columns to be one."""

LINKED: Final = 2000
"""Linked records that columns are compared on."""

WORD: Final = re.compile(r"\w+")

Cells = dict[str, str]
"""The first value of each column of a record, as a key."""


@dataclass(frozen=True, slots=True)
class KeyPair:
    """A column of each of two tables that join: ``common`` values stand in both.

    ``overlap`` is their share of the distinct values of the column that has fewer, ``joined``
    their share of the records of the shorter table. ``alike`` is how much more often joined records
    are more alike than decoys than less (1: always, 0: no sign either way).
    """

    left: str
    right: str
    common: int
    overlap: float
    joined: float
    alike: float


@dataclass(frozen=True, slots=True)
class Value:
    """One value of an entity and the sources that gave it."""

    column: str
    value: str
    kind: Literal["text", "link", "image"]
    sources: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Entity:
    """One thing: ``members`` are the (source, record key) that tell of it."""

    key: str
    values: tuple[Value, ...]
    members: tuple[tuple[str, str], ...]

    @property
    def conflicts(self) -> tuple[str, ...]:
        """The columns for which two sources gave values and share none."""
        given: dict[str, dict[str, set[str]]] = {}
        for value in self.values:
            for source in value.sources:
                given.setdefault(value.column, {}).setdefault(source, set()).add(value.value)
        return tuple(
            column for column, sources in given.items()
            if any(one.isdisjoint(other) for one, other in combinations(sources.values(), 2))
        )  # fmt: skip


def normalise(value: str) -> str:
    """The value as a key: NFKC, case folded, spaces trimmed; '' when it has no letter or digit."""
    folded = unicodedata.normalize("NFKC", value).casefold()
    text = " ".join(unicodedata.normalize("NFKC", folded).split())
    return text if any(map(str.isalnum, text)) else ""


def propose_keys(left: Sequence[Record], right: Sequence[Record]) -> list[KeyPair]:
    """The pairs of columns that join two tables, the one that joins most, and most alike, first."""
    mine, yours = [_cells(each) for each in left], [_cells(each) for each in right]
    ours, theirs = _key_columns(mine), _key_columns(yours)
    shorter = min(len(left), len(right))
    pairs = []
    for one, rows in ours.items():
        for other, others in theirs.items():
            links = [(at, others[value]) for value, at in rows.items() if value in others]
            alike = _alike(mine, yours, links, one, other)
            if len(links) >= FEWEST and _proven(alike, rows, others):
                count, fewer = len(links), min(len(rows), len(others))
                pairs.append(KeyPair(one, other, count, count / fewer, count / shorter, alike))
    return sorted(pairs, key=lambda p: (-p.joined * (ALIKE + p.alike), p.left, p.right))


def propose_columns(
    left: Sequence[Record], right: Sequence[Record], key: KeyPair
) -> list[tuple[str, str, float]]:
    """Columns that mean the same, by the values of linked records: (left, right, agreement)."""
    both: Counter[tuple[str, str]] = Counter()
    equal: dict[tuple[str, str], list[str]] = {}
    for mine, yours in _linked(left, right, key):
        for one, first in mine.items():
            for other, second in yours.items():
                both[one, other] += 1
                if first == second:
                    equal.setdefault((one, other), []).append(first)
    found = [
        (one, other, len(values) / both[one, other])
        for (one, other), values in equal.items()
        if len(set(values)) >= FEWEST and len(values) >= AGREEING * both[one, other]
    ]
    found.sort(key=lambda pair: (-pair[2], -both[pair[0], pair[1]], pair[:2]))
    return _one_to_one(found)


def merge_by_key(
    tables: Mapping[str, Sequence[Record]],
    keys: Mapping[str, str],
    *,
    names: Mapping[tuple[str, str], str] | None = None,
) -> list[Entity]:
    """Join the records of several sources whose key columns agree, in order of appearance.

    ``keys`` names the key column of each source, ``names`` gives (source, column) another name.
    A key that one source gives to several records identifies none of them, and a record without
    a key is an entity of its own.
    """
    groups: dict[tuple[str, str, str], list[Record]] = {}
    for source, records in tables.items():
        single = _by_key([_cells(record) for record in records], keys[source])
        known = {at: value for value, at in single.items()}
        for at, record in enumerate(records):
            own = ("", source, record.key) if at not in known else (known[at], "", "")
            groups.setdefault(own, []).append(record)
    return [_entity(key, members, names or {}) for (key, _, _), members in groups.items()]


def as_table(entities: Iterable[Entity]) -> tuple[list[str], list[list[str | None]]]:
    """Names and rows of a flat table; values that differ stand side by side in one cell."""
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


def _entity(
    key: str, members: Sequence[Record], names: Mapping[tuple[str, str], str]
) -> Entity:  # fmt: skip
    """All values of some records, equal ones (as keys are equal) once."""
    given: dict[tuple[str, str], tuple[Field, list[str]]] = {}
    for record in members:
        for field in record.fields:
            if field.value:
                column = names.get((record.source, field.column), field.column)
                same = (column, normalise(field.value) or field.value)
                sources = given.setdefault(same, (field, []))[1]
                if record.source not in sources:
                    sources.append(record.source)
    return Entity(
        key,
        tuple(Value(column, field.value, field.kind, tuple(sources))
              for (column, _), (field, sources) in given.items()),
        tuple((record.source, record.key) for record in members),
    )  # fmt: skip


def _cells(record: Record) -> Cells:
    cells: Cells = {}
    for field in record.fields:
        if field.column not in cells and (value := normalise(field.value)):
            cells[field.column] = value
    return cells


def _key_columns(table: Sequence[Cells]) -> dict[str, dict[str, int]]:
    """The columns that may be a key, each with the row of every value that stands in one only."""
    columns: dict[str, Counter[str]] = {}
    for cells in table:
        for column, value in cells.items():
            columns.setdefault(column, Counter())[value] += 1
    return {name: _by_key(table, name) for name, values in columns.items() if _is_key(values)}


def _is_key(values: Counter[str]) -> bool:
    """Nearly every value stands once; the most frequent may say "none", so it does not count."""
    most = max(values.values())
    filled = values.total() - (most if most > 1 else 0)
    once = sum(1 for count in values.values() if count == 1)
    return once >= FEWEST and once >= UNIQUE * filled


def _by_key(table: Sequence[Cells], column: str) -> dict[str, int]:
    """The row of each value of a column that stands in one row only."""
    rows: dict[str, int] = {}
    twice: dict[str, bool] = {}
    for at, cells in enumerate(table):
        if value := cells.get(column, ""):
            twice[value] = value in rows
            rows.setdefault(value, at)
    return {value: at for value, at in rows.items() if not twice[value]}


def _linked(
    left: Sequence[Record], right: Sequence[Record], key: KeyPair
) -> list[tuple[Cells, Cells]]:  # fmt: skip
    """The cells of the records that a key joins, of some of them when there are many."""
    mine, yours = [_cells(each) for each in left], [_cells(each) for each in right]
    others = _by_key(yours, key.right)
    rows = _by_key(mine, key.left)
    linked = [(mine[at], yours[others[value]]) for value, at in rows.items() if value in others]
    return linked[:: max(1, len(linked) // LINKED)]


def _alike(
    left: Sequence[Cells], right: Sequence[Cells], links: Sequence[tuple[int, int]],
    one: str, other: str,
) -> float:  # fmt: skip
    """How much more often are joined records more alike than decoys, the key aside?

    The decoy of a record is the record that its neighbour in the list is joined with.
    """
    links = links[:: max(1, len(links) // LOOKED_AT)]
    ours = [_words(left[at], one) for at, _ in links]
    theirs = [_words(right[at], other) for _, at in links]
    sign = 0
    for at, (mine, joined) in enumerate(zip(ours, theirs, strict=True)):
        difference = len(mine & joined) - len(mine & theirs[at - 1])
        sign += (difference > 0) - (difference < 0)
    return sign / max(1, len(links))


def _proven(alike: float, *columns: Iterable[str]) -> bool:
    """May these columns be a key, given how alike the records are that they join?"""
    if all(map(_counts_rows, columns)):
        return alike > ALIKE
    return alike > -ALIKE


def _counts_rows(values: Iterable[str]) -> bool:
    """Are these the numbers of the rows?"""
    numbers = [int(value) for value in values if value.isdecimal() and len(value) < 10]
    return len(numbers) >= FEWEST and max(numbers) - min(numbers) < DENSE * len(numbers)


def _words(cells: Cells, key: str) -> set[str]:
    """The words of a record besides its key."""
    texts = [value for column, value in cells.items() if column != key]
    return set(WORD.findall(" ".join(texts)))


def _one_to_one(found: Iterable[tuple[str, str, float]]) -> list[tuple[str, str, float]]:
    """Each column once, the best pairs first."""
    kept: list[tuple[str, str, float]] = []
    for pair in found:
        if all(pair[0] != one and pair[1] != other for one, other, _ in kept):
            kept.append(pair)
    return kept
