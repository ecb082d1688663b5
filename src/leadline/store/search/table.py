"""The records of a project as rows of one SQLite table, to filter, sort and count by columns.

The file is made of what the project holds and can be deleted at any time. It is made once for
each state of a project, and its rows never change. So the index of an order can be made when
somebody first sorts by a column. While the first one is being made, the rows that it has can be
read.
"""

import json
import sqlite3
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from datetime import date
from itertools import islice
from pathlib import Path
from typing import Any, Final

from leadline.page.masks import masked_value
from leadline.page.plain import from_plain, to_plain
from leadline.protocols import Closing
from leadline.store.errors import translating_errors
from leadline.store.seals import break_seal, seal_database
from leadline.store.search.reader import IndexReader
from leadline.values.lists import DISPLAY_SEPARATOR, display_list
from leadline.values.types import TEXT, ColumnType, learn_type

TABLE_FILES: Final = "table-*.sqlite"
MAX_FACET_VALUES: Final = 60
"""Different values of a column that can be chosen from."""
MIN_FACET_FILL: Final = 0.3
"""Share of the records that such a column fills."""
MAX_TABLE_FACETS: Final = 6
TYPE_VALUES: Final = 1_000
"""Values from which the order of a column is learned."""
TYPE_ROWS: Final = 20_000
"""First rows among which they are."""
MAX_TABLE_COLUMNS: Final = 1_500
"""Columns of a table; SQLite allows 2,000."""
BATCH: Final = 5_000
"""Rows that are written in one transaction."""
SAMPLED_ROWS: Final = 1_000
"""Rows of an answer by which the columns to show are chosen."""
SOURCE_COLUMN: Final = "source"
"""Column that says which source a row is of, where there are several."""
SCHEMA: Final = """
  CREATE TABLE state (stamp TEXT NOT NULL, seconds REAL, total INTEGER NOT NULL);
  CREATE TABLE col (slot INTEGER PRIMARY KEY, name TEXT NOT NULL, filled INTEGER NOT NULL,
    type TEXT NOT NULL, choices TEXT NOT NULL);
  CREATE TABLE row (place INTEGER PRIMARY KEY, number INTEGER NOT NULL);
  CREATE INDEX row_number ON row (number)"""
ROW_COUNT: Final = "SELECT count(*) FROM row AS r {where}"
VALUE_COUNTS: Final = "SELECT {names}, count(*) FROM row AS r {where} GROUP BY {names}"
FILLED: Final = "SELECT {counts} FROM (SELECT * FROM row AS r {where} LIMIT {most})"
ROWS_AT: Final = """
  SELECT number{names} FROM json_each(?) AS j CROSS JOIN row ON place = j.value"""
PLACES: Final = "SELECT r.place FROM {start} {where} ORDER BY {order} LIMIT ? OFFSET ?"
ADD_ROW: Final = "INSERT INTO row (number{names}) VALUES (?{marks})"
HAS_ORDER: Final = "SELECT 1 FROM sqlite_master WHERE name = ?"
LOCK_SECONDS: Final = 30.0
"""Time for which a reader waits for another one's index."""


@dataclass(frozen=True, slots=True)
class TableColumn:
    """A column: in how many rows it has a value, and its ``choices``, each with its rows.

    ``choices`` are empty where there are too many to choose from.
    """

    slot: int
    name: str
    filled: int
    type: ColumnType = TEXT
    choices: tuple[tuple[str, int], ...] = ()


@dataclass(frozen=True, slots=True)
class RowChoice:
    """Which rows are wanted, and in which order.

    ``chosen``: values of columns, of one column any. ``found``: numbers of records, in their order;
    None for all. ``sort`` is a column, with "-" in front from last to first.
    """

    chosen: tuple[tuple[str, str], ...] = ()
    found: Sequence[int] | None = None
    sort: str = ""


class ProjectTable(Closing):
    """A table that is read; ``is_whole`` is false while it is being made, ``total`` its records."""

    def __init__(self, path: Path) -> None:
        self.path = path
        with translating_errors(path):
            self._link = sqlite3.connect(path, isolation_level=None, timeout=LOCK_SECONDS)
            try:
                ((self.stamp, seconds, self.total),) = self._all("SELECT * FROM state")
                rows = self._all("SELECT * FROM col ORDER BY slot")
                ((self.rows,),) = self._all("SELECT coalesce(max(place), 0) FROM row")
                self.columns = tuple(_column(*row) for row in rows)
            except BaseException:
                self._link.close()
                raise
        self.is_whole = seconds is not None
        self.seconds = seconds or 0.0
        self._by_name = {each.name: each for each in self.columns}
        self._link.create_function("sort_key", 2, self._sort_key, deterministic=True)

    def close(self) -> None:
        """Close the file."""
        self._link.close()

    def _all(self, sql: str, *values: object) -> list[tuple[Any, ...]]:
        return self._link.execute(sql, values).fetchall()

    def _sort_key(self, slot: int, value: str | None) -> float | str | None:
        """Key of a value: what its type can read, then other text; None for no value."""
        if value is None:
            return None
        learned = self.columns[slot].type
        read = learned.read(value) if learned.name != "text" else None
        if isinstance(read, date):
            return float(read.toordinal())
        return float(read) if isinstance(read, int | float) else value.casefold()

    @property
    def facets(self) -> list[TableColumn]:
        """Columns that a person can choose values of."""
        return [each for each in self.columns if each.choices]

    def count(self, wanted: RowChoice) -> int:
        """Count the rows that are wanted."""
        where, values = self._where(wanted)
        if not where:
            return int(self.rows)
        ((count,),) = self._all(ROW_COUNT.format(where=where), *values)
        return int(count)

    def counts(self, wanted: RowChoice) -> dict[str, list[tuple[str, int]]]:
        """Count the values of the columns to choose from, in the rows that are wanted."""
        where, values = self._where(wanted)
        if not where:
            return {each.name: list(each.choices) for each in self.facets}
        facets = self.facets
        names = ", ".join(f"c{each.slot}" for each in facets)
        if not names:
            return {}
        counts: list[Counter[str]] = [Counter() for _ in facets]
        sql = VALUE_COUNTS.format(names=names, where=where)
        for *cells, rows in self._link.execute(sql, values):
            for held, value in zip(counts, cells, strict=True):
                if value is not None:
                    held[value] += rows
        return {each.name: list(held.items()) for each, held in zip(facets, counts, strict=True)}

    def filled(self, wanted: RowChoice) -> dict[str, int]:
        """Tell how often each column is filled: in all rows, or in the first that are wanted."""
        where, values = self._where(wanted)
        if not where:
            return {each.name: each.filled for each in self.columns}
        names = ", ".join(f"count(c{each.slot})" for each in self.columns) or "NULL"
        sql = FILLED.format(counts=names, where=where, most=SAMPLED_ROWS)
        ((*counts,),) = self._all(sql, *values)
        return dict(zip(self._by_name, counts, strict=True))

    def page(
        self, wanted: RowChoice, columns: Iterable[TableColumn], offset: int, limit: int
    ) -> list[tuple[int, tuple[str, ...]]]:
        """Read rows: the number of each record, and its cells in some columns, '' without value."""
        return self._rows(self._places(wanted, offset, limit), columns)

    def rows_of(self, wanted: RowChoice) -> Iterator[tuple[int, tuple[str, ...]]]:
        """Read all rows that are wanted, with all columns."""
        places = self._places(wanted, 0, -1)
        for at in range(0, len(places), SAMPLED_ROWS):
            yield from self._rows(places[at : at + SAMPLED_ROWS], self.columns)

    def _rows(
        self, places: Sequence[int], columns: Iterable[TableColumn]
    ) -> list[tuple[int, tuple[str, ...]]]:
        names = "".join(f", c{each.slot}" for each in columns)
        sql = ROWS_AT.format(names=names)
        rows = self._link.execute(sql, [json.dumps(places)])
        return [(number, tuple(cell or "" for cell in cells)) for number, *cells in rows]

    def _places(self, wanted: RowChoice, offset: int, limit: int) -> list[int]:
        where, values = self._where(wanted)
        column = self._by_name.get(wanted.sort.removeprefix("-"))
        start, order = "row AS r", "r.place"
        if column is not None:
            self._prepare_order(column)
            is_down = wanted.sort.startswith("-")
            key = f"sort_key({column.slot}, r.c{column.slot})"
            order = f"{key} DESC" if is_down else f"{key} ASC NULLS LAST"
        elif wanted.found is not None:
            start = "json_each(?) AS f CROSS JOIN row AS r ON r.number = f.value"
            where, values = self._where(RowChoice(wanted.chosen))
            values.insert(0, json.dumps(list(wanted.found)))
            order = "f.key"
        elif not where:
            where, offset = f"WHERE r.place > {offset}", 0
        sql = PLACES.format(start=start, where=where, order=order)
        return [place for (place,) in self._link.execute(sql, [*values, limit, offset])]

    def _prepare_order(self, column: TableColumn) -> None:
        """Make the index of an order when it is first wanted; small tables need none."""
        slot = column.slot
        if self.is_whole and self.rows > SAMPLED_ROWS:
            sql = f"CREATE INDEX IF NOT EXISTS order{slot} ON row (sort_key({slot}, c{slot}))"
            with translating_errors(self.path):
                if not self._all(HAS_ORDER, f"order{slot}"):
                    break_seal(self.path)
                self._link.execute(sql)

    def _where(self, wanted: RowChoice) -> tuple[str, list[object]]:
        by_column: dict[str, list[str]] = {}
        for name, value in wanted.chosen:
            by_column.setdefault(name, []).append(value)
        parts, values = list[str](), list[object]()
        for name, chosen in by_column.items():
            column = self._by_name.get(name)
            if column is None:
                parts.append("0")
                continue
            parts.append(f"r.c{column.slot} IN ({', '.join('?' * len(chosen))})")
            values += chosen
        if wanted.found is not None:
            parts.append("r.number IN (SELECT value FROM json_each(?))")
            values.append(json.dumps(list(wanted.found)))
        return (f"WHERE {' AND '.join(parts)}" if parts else ""), values


def make_table(path: Path, reader: IndexReader, stamp: str) -> None:
    """Write the table of a project into a new file, a part after the other."""
    began = time.monotonic()
    sources = [each.key for each in reader.sources()]
    with translating_errors(path), closing(sqlite3.connect(path, isolation_level=None)) as link:
        link.execute("PRAGMA journal_mode = WAL")
        link.execute("PRAGMA synchronous = OFF")
        for statement in SCHEMA.split(";\n"):
            link.execute(statement)
        link.execute("INSERT INTO state VALUES (?, NULL, ?)", (stamp, reader.counts().records))
        writer = _TableWriter(link)
        for source in sources:
            rows = reader.numbered_fields(source)
            while batch := list(islice(rows, BATCH)):
                writer.write((n, _cells(f, source, len(sources) > 1)) for n, f in batch)
        writer.finish()
        link.execute("UPDATE state SET seconds = ?", (time.monotonic() - began,))
    seal_database(path)


@dataclass(slots=True)
class _Written:
    """What is known of a column while its rows are written."""

    slot: int
    filled: int = 0
    values: dict[str, None] = field(default_factory=dict)
    choices: Counter[str] | None = field(default_factory=Counter)


class _TableWriter:
    def __init__(self, link: sqlite3.Connection) -> None:
        self._link = link
        self._columns: dict[str, _Written] = {}
        self._rows = 0

    def write(self, rows: Iterable[tuple[int, dict[str, str]]]) -> None:
        """Write rows, with columns that are new among them, and what is known so far."""
        made, known = [], len(self._columns)
        for number, cells in rows:
            self._rows += 1
            for name, value in cells.items():
                self._count(name, value)
            made.append((number, cells))
        self._link.execute("BEGIN IMMEDIATE")
        for column in list(self._columns.values())[known:]:
            self._link.execute(f"ALTER TABLE row ADD COLUMN c{column.slot} TEXT")
        names = "".join(f", c{slot}" for slot in range(len(self._columns)))
        marks = ", ?" * len(self._columns)
        self._link.executemany(
            ADD_ROW.format(names=names, marks=marks),
            ((number, *map(cells.get, self._columns)) for number, cells in made),
        )
        self._keep_columns(TEXT)
        self._link.execute("COMMIT")

    def _count(self, name: str, value: str) -> None:
        column = self._columns.get(name)
        if column is None:
            if len(self._columns) >= MAX_TABLE_COLUMNS:
                return
            column = self._columns[name] = _Written(len(self._columns))
        column.filled += 1
        if self._rows <= TYPE_ROWS and len(column.values) < TYPE_VALUES:
            column.values[value] = None
        if column.choices is not None:
            column.choices[value] += 1
            if len(column.choices) > MAX_FACET_VALUES:
                column.choices = None

    def _facets(self) -> list[_Written]:
        """Columns whose values a person can choose: few, and most rows have one of them."""
        return [
            each
            for each in self._columns.values()
            if each.choices is not None
            and len(each.choices) > 1
            and each.filled >= max(MIN_FACET_FILL * self._rows, 2 * len(each.choices))
        ][:MAX_TABLE_FACETS]

    def _keep_columns(self, known: ColumnType | None = None) -> None:
        """Keep what is known of the columns; their types are learned unless one is given."""
        chosen = {each.slot for each in self._facets()}
        self._link.executemany(
            "REPLACE INTO col VALUES (?, ?, ?, ?, ?)",
            (
                (
                    each.slot,
                    name,
                    each.filled,
                    json.dumps(to_plain(known or learn_type(each.values), sparse=True)),
                    json.dumps(list((each.choices or {}).items()) if each.slot in chosen else []),
                )
                for name, each in self._columns.items()
            ),
        )

    def finish(self) -> None:
        """Learn types, and index the columns to choose from, so that no row is read to count."""
        self._keep_columns()
        if names := ", ".join(f"c{each.slot}" for each in self._facets()):
            self._link.execute(f"CREATE INDEX facets ON row ({names}, number)")


def _column(slot: int, name: str, filled: int, learned: str, choices: str) -> TableColumn:
    kind = from_plain(ColumnType, json.loads(learned))
    return TableColumn(slot, name, filled, kind, tuple((v, n) for v, n in json.loads(choices)))


def _cells(
    fields: Iterable[tuple[str, str, str]], source: str, names_source: bool
) -> dict[str, str]:
    """Text of each column, as it may leave; several values of a column share a cell."""
    cells: dict[str, list[str]] = {}
    for column, value, kind in fields:
        if kind == "text" and value:
            cells.setdefault(column, []).append(masked_value(column, display_list(value)))
    joined = {name: DISPLAY_SEPARATOR.join(values) for name, values in cells.items()}
    return {**joined, SOURCE_COLUMN: source} if names_source else joined
