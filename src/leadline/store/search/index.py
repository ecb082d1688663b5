"""Full-text index over the records of a project: one FTS5 table a source, in a file of its own.

The index is made of what the project holds and can be deleted at any time. Text is cut into terms
by ``ask.terms``, so that Chinese, Japanese, Korean and Thai words are found. A table
has a column for each column of its source; numbers and dates stand beside it for ranges.

A source that changed its state is indexed anew, because its records may have been divided anew;
else only what came since is added. Records are always read from the project, never from the index.
"""

import json
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, TypeVar

from leadline.ask.ranges import NUMBER_KINDS
from leadline.ask.terms import begins_term, index_terms, phrase_terms
from leadline.protocols import Closing
from leadline.store.damaged import is_damage, set_aside_damaged
from leadline.store.errors import explain, translating_errors
from leadline.store.rows import StoredSource
from leadline.store.seals import break_seal, seal_database
from leadline.store.search.reader import IndexReader
from leadline.values.normal.column import READERS, learn_format
from leadline.values.normal.reading import ColumnFormat
from leadline.values.normal.text import fold_width

_Result = TypeVar("_Result")
INDEX_FILE: Final = "search.sqlite"
ColumnNames = dict[str, dict[str, str]]
"""{source: {column: attribute}}."""
FORMAT: Final = 2
"""Version of the index; one of another version is made anew."""
SCHEMA: Final = """
  CREATE TABLE source (key TEXT PRIMARY KEY, id INTEGER NOT NULL, stamp TEXT NOT NULL,
    last INTEGER NOT NULL, records INTEGER NOT NULL, columns TEXT NOT NULL,
    shown REAL NOT NULL DEFAULT 1);
  CREATE TABLE number (source INTEGER, slot INTEGER, value REAL, record INTEGER,
    PRIMARY KEY (source, slot, value, record)) WITHOUT ROWID;
  CREATE TABLE mapping (stamp TEXT NOT NULL, columns TEXT NOT NULL);
  CREATE INDEX number_of_record ON number (record, slot, value);"""
MAKE_TEXT: Final = """
  CREATE VIRTUAL TABLE text{number} USING fts5
  ({names}, content = '', columnsize = 0, {tokenizer})"""
MAKE_TERM: Final = "CREATE VIRTUAL TABLE term{number} USING fts5vocab(text{number}, row)"
OWN_TABLES: Final = """
  SELECT name FROM sqlite_master WHERE sql LIKE 'CREATE VIRTUAL%'
  OR name IN ('source', 'number', 'mapping') ORDER BY name LIKE 'text%'"""
ADD_TEXT: Final = "INSERT INTO text{number} (rowid, {names}) VALUES ({marks})"
FREQUENCY: Final = "SELECT doc FROM term{number} WHERE term = ?"
FIND_TEXT: Final = "SELECT rowid FROM text{number} AS t WHERE text{number} MATCH ?"
FIND_NUMBER: Final = """
  SELECT DISTINCT n.record FROM number AS n
  WHERE n.source = {number} AND n.slot IN ({slots}) AND n.value BETWEEN ? AND ?"""
HAS_NUMBER: Final = """
  AND EXISTS (SELECT 1 FROM number AS r
    WHERE r.record = {key} AND r.slot IN ({slots}) AND r.value BETWEEN ? AND ?)"""
COUNT: Final = "SELECT count(*) FROM ({select} LIMIT ?)"
COUNT_AMONG: Final = """
  SELECT count(*) FROM text{number} AS t WHERE text{number} MATCH ?
  AND rowid IN (SELECT value FROM json_each(?))"""
TOKENIZER: Final = "tokenize = \"unicode61 remove_diacritics 0 categories 'L* M* N* Co'\""
OTHER: Final = "other"
"""Column of the table for fields of columns that appeared after it was made."""
EVERY: Final = "\ue000"
"""A term that every record holds, in the column `OTHER`; no text does."""
FORMAT_SAMPLE: Final = 300
"""Records from which the columns and the formats of their values are learned."""
BATCH: Final = 5_000
"""Records that are indexed in one transaction."""
MAX_CACHED_READINGS: Final = 100_000


@dataclass(frozen=True, slots=True)
class IndexedColumn:
    """A column of a source in the index; ``format`` says how its numbers or dates are read."""

    name: str
    slot: int
    format: ColumnFormat | None = None


@dataclass(frozen=True, slots=True)
class IndexedSource:
    """A source in the index: how many records of it are indexed, and its columns.

    ``shown``: the share of records found by a word in which it can be read; 1 if it shows all.
    """

    key: str
    id: int
    records: int
    columns: tuple[IndexedColumn, ...]
    shown: float = 1.0


@dataclass(frozen=True, slots=True)
class NumberRange:
    """Both ends of a range in the columns of some slots, as their readings have them."""

    slots: tuple[int, ...]
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class SourceSearch:
    """What is looked for in a source: an FTS5 expression ('' for none) and ranges."""

    source: IndexedSource
    expression: str
    ranges: tuple[NumberRange, ...] = ()


class SearchIndex(Closing):
    """The index of a project; any number of processes may read it while one brings it up to date.

    >>> import tempfile
    >>> with SearchIndex(Path(tempfile.mkdtemp()) / "search.sqlite") as index:
    ...     index.sources()
    []
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._reader: IndexReader | None = None
        self._wrote = False
        try:
            if path.is_dir():
                raise sqlite3.DatabaseError("it is a folder")
            self._open()
        except sqlite3.Error as fault:
            self._begin_anew(fault)

    def close(self) -> None:
        """Close the file; who wrote to it seals it."""
        try:
            if self._wrote:
                self._seal()
        finally:
            self._link.close()

    def _open(self) -> None:
        self._link = sqlite3.connect(self.path, isolation_level=None, check_same_thread=False)
        try:
            self._link.execute("PRAGMA journal_mode = WAL")
            self._link.execute("PRAGMA synchronous = NORMAL")
            self._link.execute("PRAGMA mmap_size = 2000000000")
            self._prepare()
        except BaseException:
            self._link.close()
            raise

    def _seal(self) -> None:
        """Seal the file while nobody can write, if all that was written is in it."""
        with suppress(sqlite3.Error):
            self._link.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            self._link.execute("BEGIN IMMEDIATE")
            seal_database(self.path)
            self._link.execute("COMMIT")

    def _begin_anew(self, fault: sqlite3.Error) -> None:
        """Make another file in place of a damaged one, with all that its reader has."""
        if not (self.path.is_dir() or is_damage(fault)):
            raise explain(self.path, fault) from fault
        with translating_errors(self.path):
            if not self.path.is_dir():
                self._link.close()
            set_aside_damaged(self.path)
            self._open()
            if self._reader is not None:
                self._update(self._reader)

    def _sound(self, step: Callable[[], _Result]) -> _Result:
        """Take a step; where the file turns out to be damaged, once more with another one."""
        try:
            return step()
        except sqlite3.Error as fault:
            self._begin_anew(fault)
        except (ValueError, TypeError, KeyError) as fault:  # a cell is not what was written
            self._begin_anew(sqlite3.DatabaseError(f"malformed: {fault}"))
        with translating_errors(self.path):
            return step()

    def _rows(self, sql: str, values: Sequence[object] = ()) -> list[Any]:
        return self._sound(lambda: self._link.execute(sql, values).fetchall())

    def _prepare(self) -> None:
        if self._version() == FORMAT:
            return
        with self._transaction():
            if self._version() == FORMAT:  # another process was quicker
                return
            names = [name for (name,) in self._link.execute(OWN_TABLES)]
            for name in names:
                self._link.execute(f"DROP TABLE {name}")
            for statement in SCHEMA.split(";\n"):
                self._link.execute(statement)
            self._link.execute(f"PRAGMA user_version = {FORMAT}")

    def _version(self) -> int:
        ((version,),) = self._link.execute("PRAGMA user_version")
        return int(version)

    def sources(self) -> list[IndexedSource]:
        """List the sources as they are indexed."""
        return self._sound(self._sources)

    def _sources(self) -> list[IndexedSource]:
        rows = self._link.execute("SELECT key, id, records, columns, shown FROM source ORDER BY id")
        return [
            IndexedSource(k, i, count, _columns(text), shown) for k, i, count, text, shown in rows
        ]

    def mapping(self, make: Callable[[], Mapping[str, Mapping[str, str]]]) -> ColumnNames:
        """Return {source: {column: attribute}}, made anew when a source was indexed anew."""
        stamp = json.dumps([s for (s,) in self._rows("SELECT stamp FROM source ORDER BY id")])
        for (columns,) in self._rows("SELECT columns FROM mapping WHERE stamp = ?", [stamp]):
            with suppress(ValueError):  # it is made again
                known: ColumnNames = json.loads(columns)
                return known
        made = {source: dict(columns) for source, columns in make().items()}
        with translating_errors(self.path), self._transaction():
            self._link.execute("DELETE FROM mapping")
            self._link.execute("INSERT INTO mapping VALUES (?, ?)", [stamp, json.dumps(made)])
        return made

    def update(self, reader: IndexReader) -> int:
        """Index what is new in a project; return the number of records that were indexed.

        A file that turns out to be damaged is made anew, now or when it is read later.
        """
        self._reader = reader
        try:
            return self._update(reader)
        except sqlite3.Error as fault:
            self._begin_anew(fault)
            return reader.newest_record()

    def _update(self, reader: IndexReader) -> int:
        written = 0
        newest = reader.newest_record()
        known = {
            key: (stamp, last)
            for key, stamp, last in self._link.execute("SELECT key, stamp, last FROM source")
        }
        for number, source in enumerate(reader.sources()):
            stamp, last = known.pop(source.key, ("", 0))
            if stamp == _stamp(source) and last >= newest:
                continue
            if stamp != _stamp(source):
                self._begin(number, source, reader)
            written += self._add(number, source, reader, newest)
        return written

    def _begin(self, number: int, source: StoredSource, reader: IndexReader) -> None:
        """Make an empty table for a source in place of an older one."""
        columns = _learn_columns(reader, source.key)
        names = ", ".join([*(f"c{each.slot}" for each in columns), OTHER])
        values = (source.key, number, "", 0, 0, _dump(columns), 1.0)
        with self._transaction():
            for table in (f"text{number}", f"term{number}"):
                self._link.execute(f"DROP TABLE IF EXISTS {table}")
            self._link.execute("DELETE FROM number WHERE source = ?", (number,))
            made = MAKE_TEXT.format(number=number, names=names, tokenizer=TOKENIZER)
            self._link.execute(made)
            self._link.execute(MAKE_TERM.format(number=number))
            self._link.execute("REPLACE INTO source VALUES (?, ?, ?, ?, ?, ?, ?)", values)

    def _add(self, number: int, source: StoredSource, reader: IndexReader, newest: int) -> int:
        """Add the records of a source that are not indexed yet."""
        find = "SELECT last, records, columns FROM source WHERE key = ?"
        ((last, count, text),) = self._link.execute(find, (source.key,))
        writer = _RowWriter(number, _columns(text))
        before = count
        for batch in _batches(reader.numbered_fields(source.key, after=last)):
            with self._transaction():
                writer.write(self._link, batch)
                last, count = batch[-1][0], count + len(batch)
                change = "UPDATE source SET last = ?, records = ? WHERE key = ?"
                self._link.execute(change, (last, count, source.key))
        shown = self._shown(number, reader.found_by_words(source.key))
        change = "UPDATE source SET stamp = ?, last = max(last, ?), shown = ? WHERE key = ?"
        with self._transaction():
            self._link.execute(change, (_stamp(source), newest, shown, source.key))
        return int(count - before)

    def _shown(self, number: int, found: Iterable[tuple[str, list[int]]]) -> float:
        """Return the share of records found by words in which the word can be read."""
        count = COUNT_AMONG.format(number=number)
        records = readable = 0
        for word, numbers in found:
            if expression := phrase(word):
                ((held,),) = self._link.execute(count, (expression, json.dumps(numbers)))
                records, readable = records + len(numbers), readable + held
        return readable / records if records else 1.0

    def frequency(self, source: IndexedSource, term: str) -> int:
        """Return how many records of a source hold a term."""
        find = FREQUENCY.format(number=source.id)
        return next((int(count) for (count,) in self._rows(find, (term,))), 0)

    def count(self, search: SourceSearch, most: int) -> int:
        """Count what a search finds in its source, at most ``most``."""
        sql, values = _select(search)
        ((count,),) = self._rows(COUNT.format(select=sql), (*values, most))
        return int(count)

    def find(self, search: SourceSearch, most: int, *, ranked: bool) -> list[int]:
        """Return numbers of records that a search finds; ``ranked``: the best by BM25 first."""
        sql, values = _select(search)
        order = " ORDER BY rank LIMIT ?" if ranked and search.expression else " LIMIT ?"
        return [number for (number,) in self._rows(sql + order, (*values, most))]

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        self._link.execute("BEGIN IMMEDIATE")
        try:
            break_seal(self.path)
            self._wrote = True
            yield
            self._link.execute("COMMIT")
        except BaseException:
            if self._link.in_transaction:
                self._link.execute("ROLLBACK")
            raise


def phrase(text: str) -> str:
    """Return the FTS5 expression for a text whose terms stand side by side; '' for no term.

    >>> phrase("still-life"), phrase("水")
    ('"still life"', '"水" *')
    """
    terms = phrase_terms(text)
    if not terms:
        return ""
    return f'"{" ".join(terms)}"' + (" *" if begins_term(terms[-1]) else "")


def in_columns(slots: Sequence[int], expression: str) -> str:
    """Return an FTS5 expression for what stands in the columns of some slots."""
    names = " ".join(f"c{slot}" for slot in slots)
    return f"({{{names}}} : ({expression}))"


def _select(search: SourceSearch) -> tuple[str, list[object]]:
    """Return the statement that finds records, and its values."""
    number, values, ranges = search.source.id, list[object](), list(search.ranges)
    if search.expression:
        sql, key = FIND_TEXT.format(number=number), "t.rowid"
        values.append(search.expression)
    elif ranges:
        first = ranges.pop(0)
        sql, key = FIND_NUMBER.format(number=number, slots=_listed(first.slots)), "n.record"
        values += [first.low, first.high]
    else:
        return FIND_TEXT.format(number=number), [f'"{EVERY}"']
    for each in ranges:
        sql += HAS_NUMBER.format(key=key, slots=_listed(each.slots))
        values += [each.low, each.high]
    return sql, values


def _listed(slots: Sequence[int]) -> str:
    return ", ".join(map(str, slots))


class _RowWriter:
    """Writes the rows of one source; readings of repeated values are kept."""

    def __init__(self, number: int, columns: Sequence[IndexedColumn]) -> None:
        self._number = number
        self._columns = {each.name: each for each in columns}
        self._width = len(columns) + 1
        marks = ", ".join("?" * (self._width + 1))
        names = ", ".join([*(f"c{each.slot}" for each in columns), OTHER])
        self._insert = ADD_TEXT.format(number=number, names=names, marks=marks)
        self._readings: dict[tuple[int, str], float | None] = {}

    def write(
        self, link: sqlite3.Connection, batch: Iterable[tuple[int, list[tuple[str, str, str]]]]
    ) -> None:
        """Write the texts and the numbers of records."""
        rows, numbers = [], []
        for record, fields in batch:
            cells: list[list[str]] = [[] for _ in range(self._width)]
            cells[-1].append(EVERY)
            for name, value, kind in fields:
                if kind != "text" or not value:
                    continue
                column = self._columns.get(name)
                cells[column.slot if column else -1] += index_terms(value)
                if column and column.format:
                    number = self._read(column, value)
                    if number is not None:
                        numbers.append((self._number, column.slot, number, record))
            rows.append((record, *(" ".join(terms) or None for terms in cells)))
        link.executemany(self._insert, rows)
        link.executemany("INSERT OR IGNORE INTO number VALUES (?, ?, ?, ?)", numbers)

    def _read(self, column: IndexedColumn, value: str) -> float | None:
        key = column.slot, value
        if key not in self._readings:
            if len(self._readings) > MAX_CACHED_READINGS:
                self._readings.clear()
            assert column.format is not None
            reading = READERS[column.format.kind](fold_width(value), column.format)
            self._readings[key] = reading.low if reading else None
        return self._readings[key]


def _learn_columns(reader: IndexReader, source: str) -> tuple[IndexedColumn, ...]:
    """Return the columns of a source, with the formats of those that hold numbers or dates."""
    samples: dict[str, list[str]] = {}
    for record in reader.sample(source, FORMAT_SAMPLE):
        for field in record.fields:
            if field.kind == "text" and field.value:
                samples.setdefault(field.column, []).append(fold_width(field.value))
    columns = []
    for slot, (name, values) in enumerate(samples.items()):
        learned = learn_format(list(dict.fromkeys(values)))
        columns.append(IndexedColumn(name, slot, learned if learned.kind in NUMBER_KINDS else None))
    return tuple(columns)


def _stamp(source: StoredSource) -> str:
    return f"{source.updated_at!r}"


def _batches(
    rows: Iterable[tuple[int, list[tuple[str, str, str]]]],
) -> Iterator[list[tuple[int, list[tuple[str, str, str]]]]]:
    batch = []
    for row in rows:
        batch.append(row)
        if len(batch) == BATCH:
            yield batch
            batch = []
    if batch:
        yield batch


def _dump(columns: Iterable[IndexedColumn]) -> str:
    plain = [[c.name, _format(c.format) if c.format else None] for c in columns]
    return json.dumps(plain)


def _format(learned: ColumnFormat) -> Mapping[str, str]:
    names = ("kind", "order", "decimal", "locale", "unit", "base")
    return {name: getattr(learned, name) for name in names}


def _columns(text: str) -> tuple[IndexedColumn, ...]:
    return tuple(
        IndexedColumn(name, slot, ColumnFormat(**plain) if plain else None)
        for slot, (name, plain) in enumerate(json.loads(text))
    )
