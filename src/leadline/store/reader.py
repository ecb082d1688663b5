"""Reads a project: what was asked, what came, what was taken. Never waits for a writer.

>>> from leadline.store import Reader
>>> Reader("nowhere.leadline")
Traceback (most recent call last):
leadline.errors.StoreError: There is no project at nowhere.leadline.
"""

from __future__ import annotations

from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from leadline.model import Record
from leadline.records.types import learn_type
from leadline.store import rows
from leadline.store.errors import translating_errors
from leadline.store.open import check_file, open_reader
from leadline.store.rows import bind, load, load_fields, unbind

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterator
    from types import TracebackType
    from typing import Self

BATCH: Final = 1000
"""Rows a step: a walk over a million rows holds no read transaction, so the log can shrink."""

TYPED_BY: Final = 1000
"""Values of a column, the first ones, that its type is told by."""

SOURCES: Final = """
  SELECT key, url, state, reason, proof, estimate, created_at, updated_at FROM source ORDER BY id"""

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
  WHERE {} ORDER BY p.number LIMIT {}"""
PAGES_AFTER: Final = PAGES.format("p.source = ? AND p.number > ?", BATCH)
PAGE: Final = PAGES.format("p.number = ?", 1)

RECORDS: Final = """
  SELECT r.id, s.key, r.key, r.fields, r.page, r.row, coalesce(q.text, ''), r.kind
  FROM record r JOIN source s ON s.id = r.source LEFT JOIN query q ON q.id = r.query
  WHERE r.source = ?1 AND r.id > ?2 AND (?3 IS NULL OR r.kind = ?3) ORDER BY r.id LIMIT ?4"""

COUNTS: Final = """
  SELECT count(*), coalesce(sum(error <> ''), 0), coalesce(sum(new), 0),
    coalesce(sum(records), 0), coalesce(sum(bytes), 0), coalesce(sum(seconds), 0.0),
    coalesce(min(fetched_at), 0.0), coalesce(max(fetched_at), 0.0)
  FROM page WHERE ?1 IS NULL OR source = ?1"""

FIELDS: Final = """
  SELECT id, fields FROM record
  WHERE source = ?1 AND id > ?2 AND (?3 IS NULL OR kind = ?3) ORDER BY id LIMIT ?4"""


class Reader:
    """A project that is only read; any number of them, in any process, beside one `Store`."""

    def __init__(self, path: Path | str) -> None:
        self.path = Path(path)
        check_file(self.path)
        self._ids: dict[str, int] = {}
        self._link = open_reader(self.path)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the file."""
        self._link.close()

    @contextmanager
    def snapshot(self) -> Iterator[None]:
        """Inside, everything is read as it was at one instant, whatever is written meanwhile."""
        self._all("BEGIN")
        try:
            yield
        finally:
            self._all("ROLLBACK")

    def sources(self) -> list[rows.StoredSource]:
        """All sources, in the order in which they were added."""
        return [rows.StoredSource(unbind(k), unbind(u), s, unbind(r), unbind(p), *rest)
                for k, u, s, r, p, *rest in self._all(SOURCES)]  # fmt: skip

    def source(self, key: str) -> rows.StoredSource:
        """One source; `ValueError` when there is none of that key."""
        self._id(key)
        return next(source for source in self.sources() if source.key == key)

    def learned(self, source: str) -> dict[str, Any]:
        """What was learned of a source, by name of the part."""
        found = self._all("SELECT name, value FROM learned WHERE source = ?", self._id(source))
        return {name: load(value) for name, value in found}

    def queries(self, source: str) -> list[rows.StoredQuery]:
        """The queries of a source, in the order in which they were asked."""
        return [
            rows.StoredQuery(
                id_, unbind(key), unbind(text), purpose, load(entries), total, bool(exact),
                unbind(reason), bool(finished), *rest,
            )
            for id_, key, text, purpose, entries, total, exact, reason, finished, *rest
            in self._all(QUERIES, self._id(source))
        ]  # fmt: skip

    def choices(self, source: str) -> list[str]:
        """The words chosen for a source, in order."""
        find = "SELECT word FROM choice WHERE source = ? ORDER BY number"
        return [unbind(word) for (word,) in self._all(find, self._id(source))]

    def pages(self, source: str, *, after: int = 0) -> Iterator[rows.StoredPage]:
        """The requests of a source with a number above ``after``, in the order of asking."""
        known = self._id(source)
        while batch := self._all(PAGES_AFTER, known, after):
            yield from map(_page, batch)
            after = batch[-1][0]

    def page(self, number: int) -> rows.StoredPage:
        """One request; `ValueError` when there is none of that number."""
        found = self._all(PAGE, number)
        if not found:
            raise ValueError(f"{self.path} knows no page {number}")
        return _page(found[0])

    def records(self, source: str | None = None, *, kind: str | None = None) -> Iterator[Record]:
        """The records of one source, or of all one after another, in the order of taking."""
        for key in [source] if source is not None else [each.key for each in self.sources()]:
            known, after = self._id(key), 0
            while batch := self._all(RECORDS, known, after, kind, BATCH):
                yield from map(_record, batch)
                after = batch[-1][0]

    def sample(self, source: str, count: int) -> list[Record]:
        """Some records of a source, spread evenly over all of them in the order of taking."""
        known = self._id(source)
        ((total,),) = self._all("SELECT count(*) FROM record WHERE source = ?", known)
        find = "SELECT id - 1 FROM record WHERE source = ? ORDER BY id LIMIT 1 OFFSET ?"
        found = []
        for at in range(min(count, total)):
            ((before,),) = self._all(find, known, at * total // count if total > count else at)
            found.append(_record(self._all(RECORDS, known, before, None, 1)[0]))
        return found

    def counts(self, source: str | None = None) -> rows.Counts:
        """How much was asked and taken."""
        return rows.Counts(*self._all(COUNTS, None if source is None else self._id(source))[0])

    def kinds(self, source: str) -> dict[str, int]:
        """How many records there are of each kind, the most frequent first."""
        found = self._all(
            "SELECT kind, count(*) FROM record WHERE source = ? GROUP BY kind ORDER BY 2 DESC, 1",
            self._id(source),
        )
        return {unbind(kind): count for kind, count in found}

    def fields(
        self, source: str, *, kind: str | None = None
    ) -> Iterator[list[tuple[str, str, str]]]:
        """Column, value and kind of all fields, record by record: `records`, but quicker."""
        known, after = self._id(source), 0
        while batch := self._all(FIELDS, known, after, kind, BATCH):
            for _, fields in batch:
                yield load(fields)
            after = batch[-1][0]

    def columns(self, source: str) -> list[rows.ColumnFill]:
        """The columns of a source in order of first appearance, with how often they are filled."""
        filled: dict[tuple[str, str], int] = {}
        examples: dict[tuple[str, str], str] = {}
        samples: dict[tuple[str, str], list[str]] = {}
        for fields in self.fields(source):
            for column, text in {(name, kind): text for name, text, kind in fields if text}.items():
                filled[column] = filled.get(column, 0) + 1
                examples.setdefault(column, text)
                if filled[column] <= TYPED_BY:
                    samples.setdefault(column, []).append(text)
        return [
            rows.ColumnFill(
                name, kind, count, examples[name, kind],
                str(learn_type(samples[name, kind])) if kind == "text" else kind,
            )
            for (name, kind), count in filled.items()
        ]  # fmt: skip

    def sightings(self, source: str) -> Iterator[tuple[str, int]]:
        """Every key of a source with the number of requests that showed it."""
        known, after = self._id(source), 0
        while batch := self._all(
            "SELECT r.id, r.key, (SELECT count(DISTINCT page) FROM sighting WHERE record = r.id)"
            " FROM record r WHERE r.source = ? AND r.id > ? ORDER BY r.id LIMIT ?",
            known, after, BATCH,
        ):  # fmt: skip
            yield from ((unbind(key), times) for _, key, times in batch)
            after = batch[-1][0]

    def coverage(self, source: str) -> list[rows.CoveragePoint]:
        """The coverage curve, by requests."""
        found = self._all(
            "SELECT requests, records, estimate FROM coverage WHERE source = ? ORDER BY requests",
            self._id(source),
        )
        return [rows.CoveragePoint(*row) for row in found]

    def notes(self, source: str) -> list[rows.Note]:
        """What the person should know, in the order in which it was noticed."""
        found = self._all(
            "SELECT level, text, page, at FROM note WHERE source = ? ORDER BY id", self._id(source)
        )
        return [rows.Note(source, level, unbind(text), page, at) for level, text, page, at in found]

    def _all(self, sql: str, *values: object) -> list[Any]:
        with translating_errors(self.path):
            return self._link.execute(sql, values).fetchall()

    def _id(self, source: str) -> int:
        if source not in self._ids:
            found = self._all("SELECT id FROM source WHERE key = ?", bind(source))
            if not found:
                raise ValueError(f"{self.path} knows no source {source!r}")
            self._ids[source] = found[0][0]
        return self._ids[source]


def _page(row: sqlite3.Row | tuple[Any, ...]) -> rows.StoredPage:
    number, source, query, purpose, method, url, final_url, fingerprint = row[:8]
    status, truncated, file, offset, length, size, fetched_at, seconds = row[8:16]
    error, note, records, new = row[16:]
    return rows.StoredPage(
        number, unbind(source), query, purpose, method, unbind(url), unbind(final_url), fingerprint,
        status, bool(truncated), None if file is None else rows.StoredLocator(file, offset, length),
        size, fetched_at, seconds, error, unbind(note), records, new,
    )  # fmt: skip


def _record(row: tuple[Any, ...]) -> Record:
    _, source, key, fields, page, at, query, kind = row
    return Record(
        unbind(source), unbind(key), load_fields(fields), page, at, unbind(query), unbind(kind)
    )
