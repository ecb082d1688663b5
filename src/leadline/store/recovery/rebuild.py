"""Writes a new project file with the rows that a damaged one still holds.

Rows that are not what their table says (a text that is no JSON, a number that is a text) are left
out, then those that have lost what they belong to, so every value still knows its page. Counts of
pages are made anew from what is there, so a replay takes again what is missing.
"""

import sqlite3
from collections.abc import Callable, Collection, Iterable, Mapping
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from leadline.errors import Damaged
from leadline.model import ArchiveLocator
from leadline.protocols import Closing
from leadline.store.damaged import COMPANIONS, NO_TEXT, remove
from leadline.store.errors import translating_errors
from leadline.store.open import make_tables, reading_mode
from leadline.store.recovery.btree import DamagedFile, FoundRows, Span, Value
from leadline.store.rows import StoredPage, bind, dump, load, load_fields

KEYS_INDEX: Final = "sqlite_autoindex_source_1"
"""The index that knows keys and numbers of sources, too."""
TABLE_ROOTS: Final = "SELECT name, rootpage FROM sqlite_master WHERE type = 'table' ORDER BY rowid"
ALL_ROOTS: Final = "SELECT name, rootpage FROM sqlite_master"
TYPES: Final[Mapping[str, tuple[type, ...]]] = {
    "INTEGER": (int,),
    "REAL": (float, int),
    "TEXT": (str, bytes),
}
JSON_COLUMNS: Final[Mapping[tuple[str, str], Callable[[Any], object]]] = {
    ("learned", "value"): load,
    ("query", "entries"): load,
    ("choice", "basis"): lambda text: text == "" or load(text),
    ("record", "fields"): load_fields,
    ("detail", "fields"): load_fields,
    ("presence", "fields"): load_fields,
}
UNREADABLE: Final = """
  SELECT 1 FROM {table} WHERE typeof({column}) = 'text' AND {column} <> ''
    AND NOT json_valid({column}) LIMIT 1"""
OF_A_SOURCE: Final = (
    *("page", "query", "record", "detail", "learned", "coverage"),
    *("note", "choice", "visit", "presence", "change"),
)
"""Tables whose rows belong to a source."""
ORPHANED: Final = """
  DELETE FROM record WHERE page NOT IN (SELECT number FROM page);
  DELETE FROM detail WHERE page NOT IN (SELECT number FROM page);
  DELETE FROM sighting WHERE page NOT IN (SELECT number FROM page)
    OR record NOT IN (SELECT id FROM record);
  UPDATE page SET query = NULL WHERE query NOT IN (SELECT id FROM query);
  UPDATE record SET query = NULL WHERE query NOT IN (SELECT id FROM query);
  UPDATE note SET page = 0 WHERE page NOT IN (SELECT number FROM page);
  UPDATE change SET page = 0 WHERE page NOT IN (SELECT number FROM page);
  CREATE TEMP TABLE seen AS SELECT page, count(*) AS n FROM sighting GROUP BY page;
  CREATE UNIQUE INDEX temp.seen_page ON seen (page);
  CREATE TEMP TABLE first AS SELECT page, count(*) AS n FROM record GROUP BY page;
  CREATE UNIQUE INDEX temp.first_page ON first (page);
  UPDATE page SET records = coalesce((SELECT n FROM seen WHERE page = number), 0),
    new = coalesce((SELECT n FROM first WHERE page = number), 0);
  DROP TABLE seen;
  DROP TABLE first"""


ADD_PAGE: Final = """
  INSERT OR IGNORE INTO page (number, source, purpose, method, url, final_url, fingerprint, status,
    truncated, archive_file, archive_offset, archive_length, bytes, fetched_at, seconds)
  VALUES (?, (SELECT id FROM source WHERE key = ?), ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"""
PLACES: Final = """
  SELECT archive_file, archive_offset, archive_length, number FROM page
  WHERE archive_file NOT NULL"""
PAUSE: Final = """
  UPDATE source SET state = 'paused', reason = ?, proof = ''
  WHERE state IN ('complete', 'exhausted', 'unknown')"""


@dataclass(slots=True)
class Salvage:
    """What was read of a damaged file: rows by table, and the spans of page numbers it lost.

    ``keys`` are sources by number whose own row is lost; ``broken`` are tables that lost rows.
    """

    rows: dict[str, list[list[Value]]] = field(default_factory=dict)
    lost_pages: list[Span] = field(default_factory=list)
    keys: dict[int, str] = field(default_factory=dict)
    broken: list[str] = field(default_factory=list)

    def count(self) -> int:
        """Count all rows."""
        return sum(map(len, self.rows.values()))

    def sources(self) -> set[int]:
        """Return the numbers of sources that rows name."""
        places = {"page": 1, "query": 1, "record": 1, "choice": 0, "learned": 0}
        named = {row[at] for table, at in places.items() for row in self.rows.get(table, ())}
        return {number for number in named if isinstance(number, int)}


@dataclass(frozen=True, slots=True)
class _Column:
    name: str
    types: tuple[type, ...]
    is_needed: bool
    is_number: bool


def content_damage(path: Path) -> str:
    """Say which values of a file that is sound in its structure cannot be read; '' for none."""
    try:
        uri = f"{path.absolute().as_uri()}?{reading_mode(path)}"
        with closing(sqlite3.connect(uri, uri=True, isolation_level=None)) as link:
            for table, column in JSON_COLUMNS:
                find = UNREADABLE.format(table=table, column=column)
                if link.execute(find).fetchall() or not _is_text(link, table, column):
                    return f"a value of {column} in {table} cannot be read"
    except sqlite3.Error as fault:
        return str(fault)
    except UnicodeDecodeError:  # in the text of an error
        return NO_TEXT
    return ""


def _is_text(link: sqlite3.Connection, table: str, column: str) -> bool:
    """Tell whether all texts of a column are UTF-8, which SQLite itself does not look at."""
    link.text_factory = bytes
    find = f"SELECT {column} FROM {table} WHERE typeof({column}) = 'text'"  # noqa: S608
    try:
        for (text,) in link.execute(find):
            text.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True


def salvage(path: Path, bad: Collection[int] = ()) -> Salvage:
    """Read all rows of a damaged project file; its pages of numbers in ``bad`` are not believed."""
    shapes, usual = _shapes()
    file = DamagedFile(path, bad)
    roots = usual | _roots(file, usual)
    found = Salvage()
    for name in shapes:
        tree = file.tree(roots[name])
        found.rows[name] = [row for each in tree.rows if (row := _sound(name, shapes[name], each))]
        if tree.broken or len(found.rows[name]) < len(tree.rows):
            found.broken.append(name)
        if name == "page":
            found.lost_pages = tree.lost
            if len(found.rows[name]) < len(tree.rows):
                found.lost_pages = [(-1.0, float("inf"))]
    keys = file.tree(roots[KEYS_INDEX])
    found.keys = {n: k for _, (k, n) in _pairs(keys) if isinstance(n, int) and isinstance(k, str)}
    if found.broken:
        for name, root in roots.items():  # so that no page of an index is taken for a lost one
            if name not in shapes and name != KEYS_INDEX:
                file.tree(root)
        for tree in file.orphans():
            _adopt(found, shapes, tree)
    return found


def write_salvage(
    found: Salvage, path: Path, sources: Iterable[tuple[int, str, str, float]]
) -> None:
    """Write a new project file; ``sources`` are (number, key, address, time) of rows lost."""
    shapes, _ = _shapes()
    for ending in ("", *COMPANIONS):  # of a recovery that was killed
        remove(Path(f"{path}{ending}"))
    with translating_errors(path), closing(sqlite3.connect(path, isolation_level=None)) as link:
        make_tables(link)
        link.execute("PRAGMA foreign_keys = OFF")
        link.execute("BEGIN")
        for name, columns in shapes.items():
            marks = ", ".join("?" * len(columns))
            insert = f"INSERT OR IGNORE INTO {name} VALUES ({marks})"  # noqa: S608
            if name != "sqlite_sequence":
                link.executemany(insert, found.rows.get(name, ()))
        link.executemany(
            "INSERT OR IGNORE INTO source (id, key, url, created_at, updated_at)"
            " VALUES (?1, ?2, ?3, ?4, ?4)",
            sources,
        )
        for table in OF_A_SOURCE:
            link.execute(f"DELETE FROM {table} WHERE source NOT IN (SELECT id FROM source)")  # noqa: S608
        for statement in ORPHANED.split(";\n"):
            link.execute(statement)
        link.execute("COMMIT")
        ((verdict,),) = link.execute("PRAGMA integrity_check(1)")
        if verdict != "ok" or link.execute("PRAGMA foreign_key_check").fetchall():
            raise sqlite3.DatabaseError(f"database disk image is malformed: {verdict}")


def _shapes() -> tuple[dict[str, list[_Column]], dict[str, int]]:
    """Return the columns of each table, and the root pages of tables and indexes in a new file."""
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as link:
        make_tables(link)
        shapes = {}
        for name, _ in link.execute(TABLE_ROOTS).fetchall():
            rows = link.execute(f"PRAGMA table_info({name})").fetchall()
            keys = [row for row in rows if row[5]]
            shapes[name] = [
                _Column(
                    column,
                    TYPES.get(kind, (int, str, bytes)),
                    bool(needed) or bool(key),
                    bool(key) and len(keys) == 1 and kind == "INTEGER",
                )
                for _, column, kind, needed, _, key in rows
            ]
        return shapes, {str(name): int(root) for name, root in link.execute(ALL_ROOTS)}


def _roots(file: DamagedFile, usual: Mapping[str, int]) -> dict[str, int]:
    """Read the root pages that the file itself names."""
    named = {}
    for _, row in file.tree(1).rows:
        if len(row) == 5 and row[1] in usual and isinstance(row[3], int) and row[3] > 1:
            named[str(row[1])] = row[3]
    return named


def _sound(table: str, columns: list[_Column], row: tuple[int, list[Value]]) -> list[Value] | None:
    """Return the values of a row, None where they are not what their table says."""
    number, values = row
    if len(values) != len(columns):
        return None
    values = [number if c.is_number else v for c, v in zip(columns, values, strict=True)]
    for column, value in zip(columns, values, strict=True):
        if value is None and not column.is_needed:
            continue
        if not isinstance(value, column.types):
            return None
        reads = JSON_COLUMNS.get((table, column.name))
        try:
            if reads is not None:
                reads(value)
            elif isinstance(value, bytes):
                value.decode("utf-8", "surrogatepass")
        except (Damaged, ValueError, TypeError, RecursionError):
            return None
    return values


def _pairs(tree: FoundRows) -> Iterable[tuple[int, list[Value]]]:
    return (row for row in tree.rows if len(row[1]) == 2)


def _adopt(found: Salvage, shapes: Mapping[str, list[_Column]], tree: FoundRows) -> None:
    """Take the rows of a page to which none leads, if they fit one table that lost rows."""
    fitting = []
    for name in found.broken:
        rows = [row for each in tree.rows if (row := _sound(name, shapes[name], each))]
        is_numbered = any(column.is_number for column in shapes[name])
        is_fit = is_numbered == all(number > 0 for number, _ in tree.rows)
        if is_fit and len(rows) == len(tree.rows):
            fitting.append((name, rows))
    if len(fitting) == 1:
        ((name, rows),) = fitting
        found.rows[name] += rows


NOTE_ALL: Final = """
  INSERT OR IGNORE INTO note (source, level, text, at) SELECT id, 'warning', ?, ? FROM source"""


class RebuiltFile(Closing):
    """A new project file, before it takes the place of the damaged one."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._link = sqlite3.connect(path, isolation_level=None)
        self._link.execute("PRAGMA foreign_keys = ON")
        self._link.execute("BEGIN")

    def close(self) -> None:
        """Keep what was written, and close the file."""
        try:
            self._link.execute("COMMIT")
        finally:
            self._link.close()

    def numbers(self) -> dict[ArchiveLocator | None, int]:
        """Return the numbers of archived pages by their places."""
        return {ArchiveLocator(*place): number for *place, number in self._link.execute(PLACES)}

    def all_numbers(self) -> set[int]:
        """Return the numbers of all requests."""
        return {number for (number,) in self._link.execute("SELECT number FROM page")}

    def sources(self) -> dict[str, str]:
        """Return the addresses of the sources by key."""
        return dict(self._link.execute("SELECT key, url FROM source"))

    def add_source(self, key: str, url: str, at: float) -> None:
        """Add a source that the archive alone knows."""
        add = "INSERT OR IGNORE INTO source (key, url, created_at, updated_at) VALUES (?, ?, ?, ?)"
        self._link.execute(add, (bind(key), url, at, at))

    def learn(self, key: str, name: str, value: object) -> None:
        """Keep a part of what was learned, unless it is there."""
        add = "INSERT OR IGNORE INTO learned SELECT id, ?, ? FROM source WHERE key = ?"
        self._link.execute(add, (name, dump(value), bind(key)))

    def add_page(self, number: int, page: StoredPage) -> None:
        """Enter an archived page again."""
        kept = (
            page.source, page.purpose, page.method, page.url, page.final_url, page.fingerprint,
            page.status, page.truncated, *(page.locator or (None, None, None)), page.bytes,
            page.fetched_at, page.seconds,
        )  # fmt: skip
        values = (bind(one) if isinstance(one, str) else one for one in kept)
        self._link.execute(ADD_PAGE, (number, *values))

    def pause(self, reason: str, note: str, at: float) -> None:
        """Let the next run go over all sources again, and say why."""
        self._link.execute(PAUSE, (reason,))
        self._link.execute(NOTE_ALL, (note, at))
