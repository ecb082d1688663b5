"""Tables as a SQLite database with key, indexes and full-text search; Datasette opens it."""

import sqlite3
from collections.abc import Container, Sequence
from contextlib import closing
from itertools import islice
from pathlib import Path
from typing import Final

from leadline.store.export.formats import NO_LIMIT, Exporter, OutputTable, identifier, sql_cell

BATCH_ROWS: Final = 2_000
"""Rows inserted at a time."""
MAX_SQLITE_COLUMNS: Final = 2_000
SQL_TYPES: Final = {"int": "INTEGER", "float": "REAL", "bool": "INTEGER"}
MAX_INDEXED_VALUES: Final = 200
"""Different values of a column up to which it gets an index, as a facet does."""
MIN_ROWS_INDEXED: Final = 100
SEARCH: Final = "records_fts"
SEARCHED: Final = "records_searched"
"""The full-text search, and the view that it is made of where it may not have names of columns."""
ROW_NAMES: Final = ("rowid", "oid", "_rowid_")
"""Names by which SQLite knows the number of a row, unless a column has them."""
RESERVED: Final = frozenset({"rank", "rowid", SEARCH, ""})
"""Names, in small letters, that a column of FTS5 may not have."""
MAX_SEARCHED_COLUMNS: Final = 1_900
"""Columns that the search tells apart; SQLite allows 2,000 with those of its own."""


def write_sqlite(path: Path, table: OutputTable, *, guard: bool) -> None:
    """Write a database with one table ``records``: key, indexes and full-text search.

    The search is the FTS5 table ``records_fts``; Datasette shows a box for it. Where the table has
    the columns ``_source`` and ``_key``, they are its primary key. Columns with few values, as
    facets have, get an index.
    """
    types = {name: SQL_TYPES.get(kind, "TEXT") for name, kind in table.kinds.items()}
    types["_page"] = "INTEGER"
    columns = [f"{identifier(name)} {types.get(name, 'TEXT')}" for name in table.names]
    if {"_source", "_key"} <= {*table.names}:
        columns.append("PRIMARY KEY (_source, _key)")
    marks = ", ".join("?" * len(table.names))
    rows = iter(table.rows)
    with closing(sqlite3.connect(path, isolation_level=None)) as link:
        link.execute("PRAGMA journal_mode = OFF")
        link.execute("PRAGMA synchronous = OFF")
        link.execute("BEGIN")
        link.execute(f"CREATE TABLE records ({', '.join(columns) or '_none'})")
        while batch := list(islice(rows, BATCH_ROWS)):
            cells = [[sql_cell(cell) for cell in row] for row in batch]
            link.executemany(f"INSERT OR REPLACE INTO records VALUES ({marks})", cells)  # noqa: S608
        _add_search(link, table.names)
        link.execute("COMMIT")


def _add_search(link: sqlite3.Connection, all_names: Sequence[str]) -> None:
    """Add indexes of columns with few values, and the full-text search over all texts."""
    names = [name for name in all_names if not name.startswith("_")]
    if not names:
        return
    ((count,),) = link.execute("SELECT count(*) FROM records").fetchall()
    for number, name in enumerate(names if count >= MIN_ROWS_INDEXED else ()):
        quoted = identifier(name)
        values = f"SELECT count(DISTINCT {quoted}) FROM records"  # noqa: S608
        if 1 < link.execute(values).fetchone()[0] <= MAX_INDEXED_VALUES:
            link.execute(f"CREATE INDEX records_by_{number} ON records ({quoted})")
    content, columns = 'content="records"', [identifier(name) for name in names]
    if len(names) > MAX_SEARCHED_COLUMNS or RESERVED & set(map(str.lower, names)):
        columns = _add_view(link, names, {name.lower() for name in all_names})
        content = f"content=\"{SEARCHED}\", content_rowid='number'"
    options = f"{content}, tokenize='unicode61 remove_diacritics 2'"
    link.execute(f"CREATE VIRTUAL TABLE {SEARCH} USING fts5 ({', '.join(columns)}, {options})")
    link.execute(f"INSERT INTO {SEARCH} ({SEARCH}) VALUES ('rebuild')")  # noqa: S608


def _add_view(link: sqlite3.Connection, names: Sequence[str], taken: Container[str]) -> list[str]:
    """Add a view of the texts under numbered names; those beyond the limit share the last one."""
    row = next((name for name in ROW_NAMES if name not in taken), "row_number() OVER ()")
    texts = [identifier(name) for name in names]
    if last := texts[MAX_SEARCHED_COLUMNS - 1 :]:
        texts[MAX_SEARCHED_COLUMNS - 1 :] = [
            " || ' ' || ".join(f"coalesce({text}, '')" for text in last)
        ]
    numbered = [f"c{number}" for number in range(len(texts))]
    shown = ", ".join(f"{text} AS {name}" for text, name in zip(texts, numbered, strict=True))
    sql = f"CREATE VIEW {SEARCHED} AS SELECT {row} AS number, {shown} FROM records"  # noqa: S608
    link.execute(sql)
    return numbered


EXPORTERS: Final = (
    Exporter(
        "sqlite",
        (".sqlite", ".sqlite3", ".db"),
        write_sqlite,
        limits=(NO_LIMIT, MAX_SQLITE_COLUMNS),
    ),
)
