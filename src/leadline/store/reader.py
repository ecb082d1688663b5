"""Reads a project: what was asked, what came, what was taken. It never waits for a writer.

>>> from leadline.store import Reader
>>> Reader("nowhere.leadline")
Traceback (most recent call last):
leadline.errors.StoreError: There is no project at nowhere.leadline.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from leadline.model import ArchiveLocator, Field, Record
from leadline.page.masks import MASK, masked_key
from leadline.protocols import Closing
from leadline.store import rows
from leadline.store.errors import translating_errors
from leadline.store.open import check_file, open_reader
from leadline.store.rows import bind, load, load_fields, unbind
from leadline.values.types import learn_type

BATCH_ROWS: Final = 1000
"""Rows read at a time; no read transaction stays open in between, so the log can shrink."""

TYPE_SAMPLE_VALUES: Final = 1000
"""Values of a column, the first ones, from which its type is learned."""

SOURCES: Final = """
  SELECT key, url, state, reason, proof, estimate, created_at, updated_at FROM source WHERE {}"""

QUERIES: Final = """
  SELECT q.id, s.key, q.text, q.purpose, q.entries, q.total, q.exact, q.reason, q.finished,
    q.asked_at, q.closed_at, count(p.number), coalesce(sum(p.records), 0), coalesce(sum(p.new), 0)
  FROM query q JOIN source s ON s.id = q.source
  LEFT JOIN page p ON p.query = q.id AND p.source = q.source
  WHERE q.source = ? GROUP BY q.id ORDER BY q.id"""

PAGES: Final = """
  SELECT p.number, s.key, p.query, p.purpose, p.method, p.url, p.final_url, p.fingerprint,
    p.status, p.truncated, p.archive_file, p.archive_offset, p.archive_length, p.bytes,
    p.fetched_at, p.seconds, p.error, p.note, p.records, p.new
  FROM page p JOIN source s ON s.id = p.source
  WHERE {} ORDER BY p.number LIMIT ?"""
PAGES_AFTER: Final = PAGES.format("p.source = ? AND p.number > ?")
PAGE: Final = PAGES.format("p.number = ?")

RECORD: Final = """
  SELECT r.id, s.key, r.key, r.fields, r.page, r.row, coalesce(q.text, ''), r.kind, d.fields
  FROM record r JOIN source s ON s.id = r.source LEFT JOIN query q ON q.id = r.query
  LEFT JOIN detail d ON d.source = r.source AND d.key = r.key"""
OF_KIND: Final = """
  WHERE r.source = ?1 AND r.id > ?2 AND (?3 IS NULL OR r.kind = ?3) ORDER BY r.id LIMIT ?4"""
RECORDS: Final = RECORD + OF_KIND

KEYS: Final = """
  SELECT id, key, kind FROM record WHERE source = ? AND id > ? ORDER BY id LIMIT ?"""

COUNTS: Final = """
  SELECT count(*), coalesce(sum(error <> ''), 0), coalesce(sum(new), 0),
    coalesce(sum(records), 0), coalesce(sum(bytes), 0), coalesce(sum(seconds), 0.0),
    coalesce(min(fetched_at), 0.0), coalesce(max(fetched_at), 0.0)
  FROM page WHERE ?1 IS NULL OR source = ?1"""

PURPOSES: Final = """
  SELECT purpose, count(*), sum(records), sum(new), sum(bytes), sum(seconds)
  FROM page WHERE source = ? GROUP BY purpose ORDER BY 2 DESC, min(number)"""

LEARNED: Final = """
  SELECT name, value FROM learned WHERE source = ?"""

CHOICES: Final = """
  SELECT word, basis FROM choice WHERE source = ? ORDER BY number"""

RECORDS_BY_KIND: Final = """
  SELECT kind, count(*) FROM record WHERE source = ? GROUP BY kind ORDER BY 2 DESC, 1"""

COVERAGE: Final = """
  SELECT requests, records, estimate FROM coverage WHERE source = ? ORDER BY requests"""

NOTES: Final = """
  SELECT level, text, page, at FROM note WHERE source = ? ORDER BY id"""

READ_FIELDS: Final = """
  SELECT r.id, r.fields, d.fields FROM record r
  LEFT JOIN detail d ON d.source = r.source AND d.key = r.key"""
FIELDS: Final = READ_FIELDS + OF_KIND


class Reader(Closing):
    """A project that is only read; any number of readers may run beside one `Store`."""

    def __init__(self, path: Path | str) -> None:
        self.path = Path(path)
        check_file(self.path)
        self._ids: dict[str, int] = {}
        self._link = open_reader(self.path)

    def close(self) -> None:
        """Close the file."""
        self._link.close()

    @contextmanager
    def snapshot(self) -> Iterator[None]:
        """Read everything inside as it was at one instant, whatever is written meanwhile."""
        self._all("BEGIN")
        try:
            yield
        finally:
            self._all("ROLLBACK")

    def damage(self) -> str:
        """Say what SQLite finds wrong with the file; '' if it is sound."""
        found = [str(text) for (text,) in self._all("PRAGMA quick_check(3)")]
        return "" if found == ["ok"] else "; ".join(found)

    def sources(self) -> list[rows.StoredSource]:
        """List all sources, in the order in which they were added."""
        return [_source(row) for row in self._all(SOURCES.format("1 ORDER BY id"))]

    def source(self, key: str) -> rows.StoredSource:
        """Look up one source; raises `ValueError` if there is none of that key."""
        return _source(self._all(SOURCES.format("id = ?"), self._id(key))[0])

    def learned(self, source: str) -> dict[str, Any]:
        """Read what was learned of a source, by name of the part."""
        return {name: load(value) for name, value in self._all(LEARNED, self._id(source))}

    def queries(self, source: str) -> list[rows.StoredQuery]:
        """List the queries of a source, in the order in which they were asked."""
        return [_query(row) for row in self._all(QUERIES, self._id(source))]

    def choices(self, source: str) -> list[str]:
        """List the words chosen for a source, in order."""
        return [word for word, _ in self.choices_with_basis(source)]

    def choices_with_basis(self, source: str) -> list[tuple[str, Any]]:
        """List the choices for a source, each with its basis; {} where none was kept."""
        found = self._all(CHOICES, self._id(source))
        return [(unbind(word), load(basis) if basis else {}) for word, basis in found]

    def pages(self, source: str, *, after: int = 0) -> Iterator[rows.StoredPage]:
        """Read the requests of a source with a number above ``after``, in the order of asking."""
        return map(_page, self._batches(PAGES_AFTER, source, after))

    def page(self, number: int) -> rows.StoredPage:
        """Look up one request; raises `ValueError` if there is none of that number."""
        matches = self._all(PAGE, number, 1)
        if not matches:
            raise ValueError(f"{self.path} knows no page {number}")
        return _page(matches[0])

    def records(
        self, source: str | None = None, *, kind: str | None = None, details: bool = True
    ) -> Iterator[Record]:
        """Read the records of one source, or of all one after another, in the order of taking.

        Without ``details`` they have the fields alone that lists show.
        """
        for key in [source] if source is not None else [each.key for each in self.sources()]:
            for row in self._batches(RECORDS, key, 0, kind):
                yield record_of_row(row if details else row[:-1])

    def records_after(self, source: str, number: int) -> Iterator[tuple[int, Record]]:
        """Read the records of a source that were taken after the one of a number, with numbers."""
        rows_after = self._batches(RECORDS, source, number, None)
        return ((row[0], record_of_row(row)) for row in rows_after)

    def keys(self, source: str) -> Iterator[tuple[str, str]]:
        """Read key and kind of all records of a source, in the order of taking."""
        return ((unbind(key), unbind(kind)) for _, key, kind in self._batches(KEYS, source, 0))

    def record(self, source: str, key: str) -> Record:
        """Look up one record; raises `ValueError` if there is none of that key.

        A key whose secrets are masked, as it stands in tables, will do too.
        """
        if MASK in key:
            same = (each for each, _ in self.keys(source) if masked_key(each) == key)
            key = next(same, key)
        find = "SELECT id - 1 FROM record WHERE source = ? AND key = ?"
        for (before,) in self._all(find, self._id(source), bind(key)):
            return record_of_row(self._all(RECORDS, self._id(source), before, None, 1)[0])
        raise ValueError(f"{self.path} knows no record {key!r} of {source!r}")

    def fields_of(self, source: str, key: str) -> tuple[Field, ...]:
        """Read the fields of one record, as lists show them."""
        find = "SELECT fields FROM record WHERE source = ? AND key = ?"
        matches = self._all(find, self._id(source), bind(key))
        return load_fields(matches[0][0]) if matches else ()

    def sample(self, source: str, count: int) -> list[Record]:
        """Read some records of a source, spread evenly over all of them in the order of taking."""
        source_id = self._id(source)
        ((total,),) = self._all("SELECT count(*) FROM record WHERE source = ?", source_id)
        find = "SELECT id - 1 FROM record WHERE source = ? ORDER BY id LIMIT 1 OFFSET ?"
        places = [n * total // count if total > count else n for n in range(min(count, total))]
        ids = [self._all(find, source_id, place)[0][0] for place in places]
        return [record_of_row(self._all(RECORDS, source_id, at, None, 1)[0]) for at in ids]

    def counts(self, source: str | None = None) -> rows.Counts:
        """Sum up how much was asked and taken."""
        return rows.Counts(*self._all(COUNTS, None if source is None else self._id(source))[0])

    def purposes(self, source: str) -> list[rows.Purpose]:
        """Sum up the requests of each purpose, the most frequent one first."""
        return [rows.Purpose(*row) for row in self._all(PURPOSES, self._id(source))]

    def kinds(self, source: str) -> dict[str, int]:
        """Count the records of each kind, the most frequent kind first."""
        return {unbind(kind): count for kind, count in self._all(RECORDS_BY_KIND, self._id(source))}

    def fields(
        self, source: str, *, kind: str | None = None
    ) -> Iterator[list[tuple[str, str, str]]]:
        """Read column, value and kind of all fields, record by record; quicker than `records`."""
        for _, fields, details in self._batches(FIELDS, source, 0, kind):
            yield load(fields) + (load(details) if details else [])

    def columns(self, source: str) -> list[rows.ColumnFill]:
        """List the columns of a source by first appearance, and how often each is filled."""
        filled: dict[tuple[str, str], int] = {}
        examples: dict[tuple[str, str], str] = {}
        samples: dict[tuple[str, str], list[str]] = {}
        for fields in self.fields(source):
            for column, text in {(name, kind): text for name, text, kind in fields if text}.items():
                filled[column] = filled.get(column, 0) + 1
                examples.setdefault(column, text)
                if filled[column] <= TYPE_SAMPLE_VALUES:
                    samples.setdefault(column, []).append(text)
        types = {
            (name, kind): str(learn_type(sample)) if kind == "text" else kind
            for (name, kind), sample in samples.items()
        }
        return [
            rows.ColumnFill(*column, count, examples[column], types[column])
            for column, count in filled.items()
        ]

    def coverage(self, source: str) -> list[rows.CoveragePoint]:
        """Read the coverage curve, by requests."""
        return [rows.CoveragePoint(*row) for row in self._all(COVERAGE, self._id(source))]

    def notes(self, source: str) -> list[rows.Note]:
        """List what the person should know, in the order in which it was noticed."""
        return [
            rows.Note(source, level, unbind(text), page, at)
            for level, text, page, at in self._all(NOTES, self._id(source))
        ]

    def _batches(self, sql: str, source: str, after: int, *values: object) -> Iterator[Any]:
        """Read rows, which begin with a number, some at a time."""
        source_id = self._id(source)
        while batch := self._all(sql, source_id, after, *values, BATCH_ROWS):
            yield from batch
            after = batch[-1][0]

    def _all(self, sql: str, *values: object) -> list[Any]:
        with translating_errors(self.path):
            return self._link.execute(sql, values).fetchall()

    def _id(self, source: str) -> int:
        if source not in self._ids:
            matches = self._all("SELECT id FROM source WHERE key = ?", bind(source))
            if not matches:
                raise ValueError(f"{self.path} knows no source {source!r}")
            self._ids[source] = matches[0][0]
        return self._ids[source]


def _source(row: tuple[Any, ...]) -> rows.StoredSource:
    return rows.StoredSource(*map(unbind, row))


def _query(row: tuple[Any, ...]) -> rows.StoredQuery:
    *head, entries, total, exact, reason, finished = map(unbind, row[:9])
    values = *head, load(entries), total, bool(exact), reason, bool(finished), *row[9:]
    return rows.StoredQuery(*values)


def _page(row: tuple[Any, ...]) -> rows.StoredPage:
    *head, truncated, file, offset, length = row[:13]
    locator = None if file is None else ArchiveLocator(file, offset, length)
    values = *head, bool(truncated), locator, *row[13:]
    return rows.StoredPage(*map(unbind, values))


def record_of_row(row: tuple[Any, ...]) -> Record:
    _, source, key, fields, page, position, query, kind, *details = row
    return Record(
        unbind(source),
        unbind(key),
        load_fields(fields) + (load_fields(details[0]) if details and details[0] else ()),
        page,
        position,
        unbind(query),
        unbind(kind),
    )
