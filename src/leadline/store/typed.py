"""Columns of a table read as what they are: beside each, a second one with numbers or dates.

``price`` stays as harvested ("1.234,50 €"), ``price_number`` is 1234.5. A column has a type when
nearly all of its values have it (``leadline.values.types``); a value that cannot be read is empty
in the second column. Where many values are lists (``values.JOIN``), ``name_list`` holds
them apart.

>>> tags = ["a\\xa0|\\xa0b", "c | d"]
>>> readers = typed_columns(["price", "tags"], [["1,50 €", "12,00 €", "7,25 €"], tags])
>>> [(one.name, one.kind, one.read("3,00 €")) for one in readers]
[('price_number', 'float', 3.0), ('tags_list', 'list', ['3,00 €'])]
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime
from typing import TYPE_CHECKING, Final

from leadline.store.formats import speakable
from leadline.values.lists import JOIN, split
from leadline.values.types import ColumnType, learn_type

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from leadline.store.formats import Cell, Row

KINDS: Final = {
    "integer": ("number", "int"), "number": ("number", "float"), "money": ("number", "float"),
    "percentage": ("number", "float"), "year": ("year", "int"), "boolean": ("boolean", "bool"),
    "date": ("date", "date"),
}  # fmt: skip
"""Types that have a column of their own: what its name ends with, and what it holds."""
LISTED: Final = 0.02
"""Share of values that are lists from which a column has its lists apart."""
LARGEST: Final = 2**63


@dataclass(frozen=True, slots=True)
class TypedColumn:
    """A second column: ``place`` is that of the first one in a row."""

    place: int
    name: str
    kind: str
    type: ColumnType

    def read(self, value: str) -> Cell:
        """A value of the first column as what it is, None where it is not."""
        if self.kind == "list":
            return [*map(speakable, split(value))]
        read = self.type.read(value)
        if self.kind == "float" and isinstance(read, int):
            return float(read)
        if self.kind == "int" and isinstance(read, int) and abs(read) >= LARGEST:
            return None
        if self.kind == "date" and isinstance(read, date) and not isinstance(read, datetime):
            return read
        return read.date() if self.kind == "date" and isinstance(read, datetime) else read


def typed_columns(names: Sequence[str], values: Sequence[Sequence[str]]) -> list[TypedColumn]:
    """The second columns of a table, from samples of each column."""
    taken = {name.casefold() for name in names}
    found = []
    for place, (name, held) in enumerate(zip(names, values, strict=True)):
        if held and sum(JOIN in value for value in held) >= LISTED * len(held):
            found.append(
                TypedColumn(place, _free(f"{name}_list", taken), "list", ColumnType("text"))
            )
            continue
        known = learn_type(held)
        if known.name in KINDS:
            ending, kind = KINDS[known.name]
            found.append(TypedColumn(place, _free(f"{name}_{ending}", taken), kind, known))
    return found


def _free(name: str, taken: set[str]) -> str:
    number, free = 2, name
    while free.casefold() in taken:
        free, number = f"{name}_{number}", number + 1
    taken.add(free.casefold())
    return free


def with_typed(rows: Iterable[Row], columns: Sequence[TypedColumn], width: int) -> Iterator[Row]:
    """The rows with the second columns behind the first ``width`` cells."""
    for row in rows:
        typed: Row = []
        for one in columns:
            value = row[one.place]
            typed.append(one.read(value) if isinstance(value, str) else None)
        yield [*row[:width], *typed, *row[width:]]
