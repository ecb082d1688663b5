"""Reads columns as what they are: puts a second column of numbers, dates or lists beside each.

``price`` stays as harvested ("1.234,50 €"), ``price_number`` is 1234.5. A column has a type when
nearly all of its values have it (``leadline.values.types``). A value that cannot be read is empty
in the second column. If enough values are lists, ``name_list`` has them as lists.

>>> tags = ["a\\xa0|\\xa0b", "c | d"]
>>> readers = typed_columns(["price", "tags"], [["1,50 €", "12,00 €", "7,25 €"], tags])
>>> [(column.name, column.kind, column.read("3,00 €")) for column in readers]
[('price_number', 'float', 3.0), ('tags_list', 'list', ['3,00 €'])]
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Final

from leadline.store.export.formats import Cell, TableRow, speakable
from leadline.values.lists import LIST_SEPARATOR, split_values
from leadline.values.types import ColumnType, learn_type

COLUMN_ENDINGS: Final = {
    "integer": ("number", "int"),
    "number": ("number", "float"),
    "money": ("number", "float"),
    "percentage": ("number", "float"),
    "year": ("year", "int"),
    "boolean": ("boolean", "bool"),
    "date": ("date", "date"),
}
"""Endings of the second column's name, and what it holds, by type."""

MIN_LIST_SHARE: Final = 0.02
"""Share of values that are lists from which a column gets a column of lists."""

INTEGER_LIMIT: Final = 2**63
"""Integers from this one on do not fit into the columns of databases."""


@dataclass(frozen=True, slots=True)
class TypedColumn:
    """A second column; ``place`` is the position of the first column in a row."""

    place: int
    name: str
    kind: str
    type: ColumnType

    def read(self, value: str) -> Cell:
        """Read a value of the first column; None if it is not of the type."""
        if self.kind == "list":
            return [*map(speakable, split_values(value))]
        read = self.type.read(value)
        if self.kind == "float" and isinstance(read, int):
            return float(read)
        if self.kind == "int" and isinstance(read, int) and abs(read) >= INTEGER_LIMIT:
            return None
        if self.kind == "date" and isinstance(read, date) and not isinstance(read, datetime):
            return read
        return read.date() if self.kind == "date" and isinstance(read, datetime) else read


def typed_columns(names: Sequence[str], values: Sequence[Sequence[str]]) -> list[TypedColumn]:
    """Learn the second columns of a table from samples of each column."""
    taken = {name.casefold() for name in names}
    columns = []
    for place, (name, sample) in enumerate(zip(names, values, strict=True)):
        if sample and sum(LIST_SEPARATOR in value for value in sample) >= MIN_LIST_SHARE * len(
            sample
        ):
            free = _free(f"{name}_list", taken)
            columns.append(TypedColumn(place, free, "list", ColumnType("text")))
            continue
        learned = learn_type(sample)
        if learned.name in COLUMN_ENDINGS:
            ending, kind = COLUMN_ENDINGS[learned.name]
            columns.append(TypedColumn(place, _free(f"{name}_{ending}", taken), kind, learned))
    return columns


def _free(name: str, taken: set[str]) -> str:
    number, free = 2, name
    while free.casefold() in taken:
        free, number = f"{name}_{number}", number + 1
    taken.add(free.casefold())
    return free


def with_typed(
    rows: Iterable[TableRow], columns: Sequence[TypedColumn], width: int
) -> Iterator[TableRow]:
    """Put the second columns behind the first ``width`` cells of each row."""
    for row in rows:
        typed: TableRow = []
        for column in columns:
            value = row[column.place]
            typed.append(column.read(value) if isinstance(value, str) else None)
        yield [*row[:width], *typed, *row[width:]]
