"""Records of a source held by columns, and groups of them, so that a million fit into memory.

Equal texts are held once, and so is each order of columns. A record is made when it is asked for;
it has source, key and the fields that hold a value, not where it was seen.

>>> emma = Record("a", "1", (Field("by", ""), Field("title", "Emma"), Field("title", "Emma II")))
>>> table = RecordTable.of([emma, Record("a", "2", (Field("year", "1815"),))])
>>> table.columns
{'title': ['Emma', ''], 'year': ['', '1815']}
>>> table[0].fields == emma.fields[1:], len(table)
(True, 2)
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Self

from leadline.model import Field, Record

Member = tuple[str, str]
"""Source and key of a record."""
Fields = Sequence[tuple[str, str, str]]
"""Column, value and kind of each field of a record."""
Shape = tuple[tuple[str, str], ...]
"""Column and kind of each field of a record."""


class RecordTable(Sequence[Record]):
    """Records of one source; ``columns`` hold a cell for each record, '' for none.

    Of a column that a record has twice, the first value is its cell.
    """

    def __init__(self, source: str, rows: Iterable[tuple[str, Fields]]) -> None:
        """Take the key of every record with its fields: column, value and kind."""
        self.source = source
        self.keys: list[str] = []
        self.columns: dict[str, list[str]] = {}
        self.shapes: list[Shape] = []
        self.shape_of = array("l")
        self._more: dict[int, list[str]] = {}
        """Further values of columns that a record has twice, in order."""
        numbers: dict[Shape, int] = {}
        texts: dict[str, str] = {}
        for row, (key, fields) in enumerate(rows):
            self.keys.append(key)
            shape = tuple([(column, kind) for column, value, kind in fields if value])
            self.shape_of.append(numbers.setdefault(shape, len(numbers)))
            for column, value, _ in fields:
                if not value:
                    continue
                value = texts.setdefault(value, value)
                if column not in self.columns:
                    self.columns[column] = []
                cells = self.columns[column]
                missing = row - len(cells)
                if missing < 0:
                    self._more.setdefault(row, []).append(value)
                    continue
                if missing:
                    cells += [""] * missing
                cells.append(value)
        self.shapes = list(numbers)
        for cells in self.columns.values():
            cells += [""] * (len(self.keys) - len(cells))
        self._cells = [[self.columns[column] for column, _ in shape] for shape in self.shapes]

    @classmethod
    def of(cls, records: Sequence[Record]) -> RecordTable:
        """Return the table of records of one source."""
        if isinstance(records, RecordTable):
            return records
        source = records[0].source if records else ""
        return cls(source, ((record.key, record.fields) for record in records))

    def at(self, rows: Sequence[int]) -> Self:
        """Return the table of some of its rows."""
        if len(rows) == len(self):
            return self
        return type(self)(self.source, ((self.keys[row], self[row].fields) for row in rows))

    def values(self, row: int) -> list[str]:
        """Return the values of a record, in the order of its shape."""
        number = self.shape_of[row]
        if row not in self._more:
            return [cells[row] for cells in self._cells[number]]
        shape = self.shapes[number]
        first = {column: [self.columns[column][row]] for column, _ in shape}
        more = iter(self._more[row])
        return [first[column].pop() if first[column] else next(more) for column, _ in shape]

    def __len__(self) -> int:
        """Count the records."""
        return len(self.keys)

    def __getitem__(self, row: Any) -> Any:
        """Make a record, or some."""
        if isinstance(row, slice):
            return [self[each] for each in range(len(self))[row]]
        row = range(len(self))[row]
        named = zip(self.shapes[self.shape_of[row]], self.values(row), strict=True)
        fields = tuple(Field(column, value, kind) for (column, kind), value in named)
        return Record(self.source, self.keys[row], fields)


class RecordGroups:
    """Groups of records: of each the rows of its records, numbered through all tables."""

    def __init__(self, tables: Mapping[str, RecordTable], rows: Sequence[Sequence[int]]) -> None:
        self.tables, self.rows = list(tables.values()), rows
        self._table_of = array("l")
        self._starts: list[int] = []
        for number, table in enumerate(self.tables):
            self._starts.append(len(self._table_of))
            self._table_of.extend([number] * len(table))

    def __len__(self) -> int:
        """Count the groups."""
        return len(self.rows)

    def places(self, group: int) -> list[tuple[int, int]]:
        """Return number of table and row of the records of a group."""
        numbers = [(self._table_of[row], row) for row in self.rows[group]]
        return [(number, row - self._starts[number]) for number, row in numbers]

    def members(self, group: int) -> tuple[Member, ...]:
        """Return source and key of the records of a group."""
        tables, places = self.tables, self.places(group)
        return tuple([(tables[number].source, tables[number].keys[row]) for number, row in places])

    def all_members(self) -> Iterator[tuple[Member, ...]]:
        """Return the members of group after group."""
        return map(self.members, range(len(self)))

    def is_shared(self, group: int) -> bool:
        """Tell whether a group holds records of several sources."""
        return len({self._table_of[row] for row in self.rows[group]}) > 1
