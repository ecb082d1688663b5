"""Copies sources from one project file to another, with all that belongs to them.

Rows keep their order. Numbers of pages, queries and records move up behind those that are there. A
source that the project holds already is replaced. All of it happens in one transaction, so a copy
may be repeated after a kill. Which columns point to which table is read from their names.

>>> import tempfile
>>> with tempfile.TemporaryDirectory() as folder:
...     with Store(f"{folder}/part") as part:
...         part.add_source("art", "https://art.example/search")
...     with TransferStore(f"{folder}/whole") as whole:
...         whole.add_source("books", "https://books.example/")
...         whole.copy_source(part.path, "art")
...         [source.key for source in whole.sources()]
['books', 'art']
"""

import sqlite3
from collections.abc import Callable, Mapping
from contextlib import closing
from pathlib import Path
from typing import Final

from leadline.model import ArchiveLocator
from leadline.store.db import Store
from leadline.store.errors import translating_errors
from leadline.store.rows import bind

NUMBERED: Final = {"page": "number", "query": "id", "record": "id"}
"""Tables to which columns of other tables point by name, and the column of their number."""
OWN_NUMBER: Final = "id"
"""A column that numbers rows of a table to which none points: new numbers are given."""

TABLES: Final = """
  SELECT name FROM {}.sqlite_master
  WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name <> 'source' ORDER BY rowid"""
OF_SOURCE: Final = "source = {}"
OF_PAGES: Final = "page IN (SELECT number FROM {}.page WHERE source = {})"
SET_SOURCE: Final = """
  UPDATE main.source SET (url, state, reason, proof, estimate, created_at, updated_at) =
    (SELECT url, state, reason, proof, estimate, created_at, updated_at
     FROM origin.source WHERE id = ?) WHERE id = ?"""
LOCATION: Final = ("archive_file", "archive_offset", "archive_length")
MEBIBYTE: Final = 1 << 20

Places = Callable[[str, int, int], tuple[str, int, int]]
"""Maps the place of a page in one archive to its place in another."""


class TransferStore(Store):
    """A project that takes over sources of others."""

    def copy_source(self, origin: Path, key: str, places: Places = ArchiveLocator) -> None:
        """Copy a source from another project, in place of what is here of it.

        ``places`` says where each page lies in the archive here. No other process may write to
        ``origin``, and its tables must be of this version.
        """

        def place(file: str | None, offset: int, length: int, part: int) -> str | int | None:
            return None if file is None else places(file, offset, length)[part]

        with translating_errors(self.path):
            self._link.create_function("place", 4, place)
            self._link.execute("ATTACH DATABASE ? AS origin", (str(origin),))
            try:
                with self.transaction():
                    self._copy(key)
            finally:
                self._link.execute("DETACH DATABASE origin")

    def _copy(self, key: str) -> None:
        ((old, url),) = self._all("SELECT id, url FROM origin.source WHERE key = ?", bind(key))
        self.add_source(key, url)
        new = self._id(key)
        self._all("PRAGMA defer_foreign_keys = ON")
        tables = [name for (name,) in self._all(TABLES.format("origin"))]
        for table in reversed(tables):  # what belongs by its page goes before the page
            self._all(f"DELETE FROM main.{table} WHERE {self._belongs(table, 'main', new)}")  # noqa: S608
        self._all(SET_SOURCE, old, new)
        shifts = {table: self._shift(table, old) for table in NUMBERED}
        for table in tables:
            columns = self._columns(table)
            names = ", ".join(map(quoted, columns))
            values = ", ".join(_value(table, column, new, shifts) for column in columns)
            self._all(
                f"INSERT INTO main.{table} ({names}) SELECT {values}"  # noqa: S608
                f" FROM origin.{table} WHERE {self._belongs(table, 'origin', old)} ORDER BY 1"
            )

    def _belongs(self, table: str, schema: str, source: int) -> str:
        """Return the condition for the rows of a source."""
        is_of_source = "source" in self._columns(table)
        return OF_SOURCE.format(source) if is_of_source else OF_PAGES.format(schema, source)

    def _shift(self, table: str, source: int) -> int:
        """Return by how much the numbers of a table rise, so that they come after those here."""
        number = NUMBERED[table]
        ((last,),) = self._all(f"SELECT coalesce(max({number}), 0) FROM main.{table}")  # noqa: S608
        find = f"SELECT coalesce(min({number}), 1) FROM origin.{table} WHERE source = ?"  # noqa: S608
        ((first,),) = self._all(find, source)
        return int(last) + 1 - int(first)

    def _columns(self, table: str) -> list[str]:
        return [str(row[1]) for row in self._all(f"PRAGMA main.table_info({table})")]


def _value(table: str, column: str, source: int, shifts: Mapping[str, int]) -> str:
    """Return what a copied row has in a column, in SQL."""
    if column == "source":
        return str(source)
    if column in shifts:
        return f"CASE WHEN {column} > 0 THEN {column} + {shifts[column]} ELSE {column} END"
    if column == NUMBERED.get(table):
        return f"{column} + {shifts[table]}"
    if column == OWN_NUMBER:
        return "NULL"
    if column in LOCATION:
        return f"place({', '.join(LOCATION)}, {LOCATION.index(column)})"
    return quoted(column)


def quoted(name: str) -> str:
    """Write a name in SQL."""
    return f'"{name}"'


def copy_store(path: Path, copy: Path) -> None:
    """Copy a project file as it is now; it may be written meanwhile."""
    with closing(sqlite3.connect(path)) as store, closing(sqlite3.connect(copy)) as written:
        store.backup(written)


def limit_memory(mebibytes: int) -> None:
    """Bound what SQLite keeps of all open files of this process together."""
    with closing(sqlite3.connect(":memory:")) as link:
        link.execute(f"PRAGMA soft_heap_limit = {mebibytes * MEBIBYTE}")
