"""Reads and writes visits: when records were seen, and what was new, changed, gone or back."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, fields
from datetime import UTC, datetime
from typing import Any, Final, Literal

from leadline.model import Field, Record
from leadline.store.db import ADD_RECORD, ADD_SIGHTING, Store
from leadline.store.errors import translating_errors
from leadline.store.reader import BATCH_ROWS, Reader
from leadline.store.rows import StoredPage, bind, dump_fields, load_fields, unbind

REFRESH: Final = "refresh"
"""Purpose of the pages of visits: a resumed harvest is not answered from them."""
SEEN_COLUMNS: Final = ("_first_seen", "_last_seen", "_gone_at")
"""Columns of every table: when a record was seen first and last, and since when it is gone."""
COPIED: Final = (
    *("method", "fingerprint", "status", "truncated", "bytes", "fetched_at", "seconds", "error"),
    "records",
)
"""Values of a page that are kept as they are."""
What = Literal["new", "changed", "gone", "back"]

ADD_VISIT: Final = """
  INSERT INTO visit (source, number, state, reason, whole, requests, seen, began_at, ended_at)
  VALUES (:source, :number, :state, :reason, :whole, :requests, :seen, :began_at, :ended_at)"""

VISITS: Final = """
  SELECT s.key, v.number, v.state, v.reason, v.whole, v.requests, v.seen, v.began_at, v.ended_at
  FROM visit v JOIN source s ON s.id = v.source ORDER BY v.number, v.source"""

ADD_CHANGE: Final = """
  INSERT INTO change (source, visit, key, what, name, before, after, page, at)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"""

CHANGES: Final = """
  SELECT s.key, c.visit, c.key, c.what, c.name, c.before, c.after, c.page,
    coalesce(p.final_url, ''), c.at
  FROM change c JOIN source s ON s.id = c.source LEFT JOIN page p ON p.number = c.page
  WHERE c.visit >= ? AND c.at >= ? ORDER BY c.visit, c.id"""

BEGIN_PRESENCE: Final = """
  INSERT INTO presence (source, key, fields, first_seen, last_seen)
  SELECT r.source, r.key, r.fields, p.fetched_at,
    coalesce((SELECT max(q.fetched_at) FROM sighting g JOIN page q ON q.number = g.page
      WHERE g.record = r.id), p.fetched_at)
  FROM record r JOIN page p ON p.number = r.page WHERE r.source = :source
  ON CONFLICT DO NOTHING"""

SEEN_IN_HARVEST: Final = (
    "DROP TABLE IF EXISTS temp.seen",
    "CREATE TEMP TABLE seen (record INTEGER PRIMARY KEY, at REAL)",
    """INSERT INTO temp.seen SELECT g.record, max(p.fetched_at) FROM page p
      JOIN sighting g ON g.page = p.number WHERE p.source = ? GROUP BY g.record""",
)
SEEN_RECORD: Final = """
  SELECT p.fetched_at, max(p.fetched_at, coalesce(s.at, 0)) FROM record r
  JOIN page p ON p.number = r.page LEFT JOIN temp.seen s ON s.record = r.id
  WHERE r.source = ? AND r.key = ?"""

SHOWN: Final = """
  SELECT g.page, g.record FROM sighting g JOIN page p ON p.number = g.page WHERE p.source = ?"""

SET_RAW: Final = "UPDATE presence SET fields = ? WHERE source = ? AND key = ?"

SEE: Final = """
  INSERT INTO presence (source, key, fields, first_seen, last_seen) VALUES (?1, ?2, ?3, ?4, ?4)
  ON CONFLICT DO UPDATE SET fields = excluded.fields, last_seen = excluded.last_seen,
    missed = 0, gone_at = NULL"""

MISS: Final = """
  UPDATE presence SET missed = missed + 1
  WHERE source = :source AND last_seen < :began AND gone_at IS NULL"""

GO: Final = """
  UPDATE presence SET gone_at = :now
  WHERE source = :source AND missed >= :times AND gone_at IS NULL RETURNING key"""

SET_RECORD: Final = """
  UPDATE record SET fields = ?1, page = ?2, row = ?3 WHERE source = ?4 AND key = ?5"""

COPY_PAGE: Final = """
  INSERT INTO page (source, query, purpose, method, url, final_url, fingerprint, status, truncated,
    archive_file, archive_offset, archive_length, bytes, fetched_at, seconds, error, note, records,
    new)
  VALUES (:source, (SELECT id FROM query WHERE source = :source AND text = :query), :purpose,
    :method, :url, :final_url, :fingerprint, :status, :truncated, :file, :offset, :length, :bytes,
    :fetched_at, :seconds, :error, :note, :records, :new)"""


@dataclass(frozen=True, slots=True)
class Visit:
    """One visit to a source; ``whole``: every known answer was read to its end."""

    source: str
    number: int
    state: str
    reason: str
    whole: bool
    requests: int
    seen: int
    began_at: float
    ended_at: float


@dataclass(frozen=True, slots=True)
class Change:
    """What one visit found of one record; ``column``, ``before`` and ``after`` where it changed."""

    source: str
    visit: int
    key: str
    what: What
    column: str
    before: str
    after: str
    page: int
    page_url: str
    at: float


@dataclass(frozen=True, slots=True)
class Presence:
    """When a record was seen; ``gone_at`` is None while it is there."""

    fields: tuple[Field, ...]
    first_seen: float
    last_seen: float
    missed: int
    gone_at: float | None


def has_visits(reader: Reader) -> bool:
    """Tell whether a project was ever visited again."""
    return bool(reader._all("SELECT 1 FROM visit LIMIT 1"))


def presence_of(reader: Reader, source: str, key: str) -> Presence | None:
    """Tell when a record was seen; None if no visit knows it."""
    find = """SELECT fields, first_seen, last_seen, missed, gone_at FROM presence
      WHERE source = ? AND key = ?"""
    rows = reader._all(find, reader._id(source), bind(key))
    return Presence(load_fields(rows[0][0]), *rows[0][1:]) if rows else None


def begin_seen(reader: Reader, source: str) -> None:
    """Find out when each record of a source was seen, before ``seen_cells`` are asked."""
    drop, create, fill = SEEN_IN_HARVEST
    reader._all(drop)
    reader._all(create)
    reader._all(fill, reader._id(source))


def seen_cells(reader: Reader, record: Record) -> list[datetime | None]:
    """Return the cells of ``SEEN_COLUMNS`` for a record; before the first visit by its pages."""
    presence = presence_of(reader, record.source, record.key)
    if presence is None:
        rows = reader._all(SEEN_RECORD, reader._id(record.source), bind(record.key))
        instants: tuple[float | None, ...] = (*rows[0], None) if rows else (None, None, None)
    else:
        instants = presence.first_seen, presence.last_seen, presence.gone_at
    return [None if at is None else datetime.fromtimestamp(at, UTC) for at in instants]


class VisitReader(Reader):
    """A project whose visits are read too; one without any answers with nothing."""

    def visits(self) -> list[Visit]:
        """List all visits, first to last."""
        if not has_visits(self):
            return []
        return [
            Visit(unbind(key), number, state, unbind(reason), bool(whole), *rest)
            for key, number, state, reason, whole, *rest in self._all(VISITS)
        ]

    def changes(self, *, visit: int = 0, since: float = 0.0) -> list[Change]:
        """List changes from one visit on, or from one time on, in the order in which they came."""
        if not has_visits(self):
            return []
        return [Change(*map(unbind, row)) for row in self._all(CHANGES, visit, since)]

    def presence(self, source: str, key: str) -> Presence | None:
        """Tell when a record was seen; None if no visit knows it."""
        return presence_of(self, source, key)

    def records_by_page(self, source: str) -> dict[int, set[int]]:
        """Read which records each page of a source showed, by their numbers."""
        shown: dict[int, set[int]] = {}
        for page, record in self._all(SHOWN, self._id(source)):
            shown.setdefault(page, set()).add(record)
        return shown

    def record_keys(self, source: str) -> list[str]:
        """Read the keys of all records of a source, in the order of taking."""
        find = "SELECT key FROM record WHERE source = ? ORDER BY id"
        return [unbind(key) for (key,) in self._all(find, self._id(source))]

    def present_keys(self, source: str) -> Iterator[str]:
        """Read the keys of all records of a source that are not gone."""
        source_id, after = self._id(source), b""
        find = """SELECT key FROM presence WHERE source = ? AND CAST(key AS BLOB) > ?
          AND gone_at IS NULL ORDER BY CAST(key AS BLOB) LIMIT ?"""
        while batch := self._all(find, source_id, after, BATCH_ROWS):
            yield from (unbind(key) for (key,) in batch)
            last = unbind(batch[-1][0])
            after = last.encode("utf-8", "surrogatepass")


class VisitStore(Store, VisitReader):
    """A project into which visits are written."""

    def begin_presence(
        self, source: str, raw_fields: Iterable[tuple[str, Sequence[Field]]]
    ) -> None:
        """Note when every record was seen, with its fields as the wrapper reads them."""
        source_id = self._id(source)
        rows = ((dump_fields(raw), source_id, bind(key)) for key, raw in raw_fields)
        with self.transaction():
            self._run(BEGIN_PRESENCE, source=source_id)
            self._run_all(SET_RAW, rows)

    def add_visit(self, visit: Visit) -> None:
        """Keep a visit."""
        values = {one.name: getattr(visit, one.name) for one in fields(visit)}
        self._run(ADD_VISIT, **values)

    def add_changes(self, source: str, visit: int, changes: Iterable[tuple[Any, ...]]) -> None:
        """Keep changes: (key, what, column, before, after, page)."""
        now, source_id = self._clock(), self._id(source)
        rows = [
            (source_id, visit, bind(key), what, *map(bind, texts), page, now)
            for key, what, *texts, page in changes
        ]
        with self.transaction():
            self._run_all(ADD_CHANGE, rows)

    def see(self, source: str, records: Iterable[tuple[Record, float]]) -> None:
        """Note that records were seen, with their fields as the wrapper reads them, and when."""
        source_id = self._id(source)
        rows = ((source_id, bind(one.key), dump_fields(one.fields), at) for one, at in records)
        with self.transaction():
            self._run_all(SEE, rows)

    def miss(self, source: str, *, began: float, times: int) -> list[str]:
        """Count a miss for what was not seen since ``began``; list what is gone by it."""
        source_id = self._id(source)
        with self.transaction(), translating_errors(self.path):
            self._run(MISS, source=source_id, began=began)
            values = {"source": source_id, "times": times, "now": self._clock()}
            return sorted(unbind(key) for (key,) in self._link.execute(GO, values).fetchall())

    def copy_page(self, source: str, page: StoredPage, query: str, new: int) -> int:
        """Keep a page of a visit, and give its number."""
        file, offset, length = page.locator or (None, None, None)
        values = {name: getattr(page, name) for name in COPIED}
        texts = {"url": page.url, "final_url": page.final_url, "note": page.note, "query": query}
        values |= {"purpose": REFRESH, "file": file, "offset": offset, "length": length, "new": new}
        return self._run(COPY_PAGE, source, **values, **texts)

    def put(self, source: str, records: Sequence[Record], *, known: bool) -> None:
        """Keep new records, or the present fields, page and row of known ones."""
        source_id = self._id(source)
        kept = [(bind(one.key), dump_fields(one.fields), one) for one in records]
        with self.transaction():
            if known:
                rows = [(fields, one.page, one.row, source_id, key) for key, fields, one in kept]
                self._run_all(SET_RECORD, rows)
                return
            added = [
                (source_id, key, one.page, one.row, None, bind(one.kind), fields)
                for key, fields, one in kept
            ]
            self._run_all(ADD_RECORD, added)
            seen = [(one.page, one.row, source_id, key) for key, _, one in kept]
            self._run_all(ADD_SIGHTING, seen)


def values_of(fields: Iterable[Field]) -> dict[str, list[str]]:
    """Return the values of a record by column; links and pictures apart from texts."""
    values: dict[str, list[str]] = {}
    for one in fields:
        name = one.column if one.kind == "text" else f"{one.column} ({one.kind})"
        values.setdefault(name, []).append(one.value)
    return values


def differing(before: Iterable[Field], after: Iterable[Field]) -> dict[str, tuple[str, str]]:
    """Return the columns in which two readings of a record differ, each with both values.

    >>> differing([Field("price", "4"), Field("title", "Sea")], [Field("title", "Sea")])
    {'price': ('4', '')}
    """
    one, other = values_of(before), values_of(after)
    return {
        name: (" | ".join(one.get(name, ())), " | ".join(other.get(name, ())))
        for name in {**one, **other}
        if one.get(name) != other.get(name)
    }


FORGET: Final = (
    "DELETE FROM sighting WHERE page IN (SELECT number FROM page WHERE source = :source)",
    "DELETE FROM record WHERE source = :source",
    "UPDATE page SET records = 0, new = 0 WHERE source = :source",
)
FORGET_COURSE: Final = (
    "DELETE FROM presence WHERE source = :source",
    "DELETE FROM coverage WHERE source = :source",
    "DELETE FROM note WHERE source = :source",
)
FORGET_ASKED: Final = (
    "DELETE FROM choice WHERE source = :source",
    """DELETE FROM page WHERE source = :source AND archive_file IS NULL AND records = 0
       AND number NOT IN (SELECT page FROM detail WHERE source = :source)""",
)
"""What was chosen and what was refused."""
FORGET_ANSWERS: Final = "UPDATE page SET query = NULL WHERE source = :source"
FORGET_PRESENCE: Final = """
  DELETE FROM presence WHERE source = :source
    AND key NOT IN (SELECT key FROM record WHERE source = :source)"""


class RewritingStore(VisitStore):
    """A project whose records are read anew."""

    def forget_records(self, source: str) -> None:
        """Drop all records of a source, before they are taken again."""
        source_id = self._id(source)
        for statement in FORGET:
            self._run(statement, source=source_id)

    def begin_again(
        self, source: str, kept: Collection[str], *, choices: bool, answers: bool = True
    ) -> None:
        """Forget what was read of a source and learned, but what is ``kept``; its pages stay.

        With ``choices`` the words that were chosen are chosen again, in their order; without them
        what was refused is asked again, too. Without ``answers`` a page answers no query until it
        is asked for again: another form brought it.
        """
        self.forget_records(source)
        for name in self.learned(source).keys() - {*kept}:
            self.forget_learned(source, name)
        asked = (*([] if choices else FORGET_ASKED), *([] if answers else [FORGET_ANSWERS]))
        for statement in (*FORGET_COURSE, *asked):
            self._run(statement, source=self._id(source))
        self.set_state(source, "unknown")

    def match_presence(
        self, source: str, raw_fields: Iterable[tuple[str, Sequence[Field]]]
    ) -> None:
        """Bring what visits know of the records to how they are read now."""
        if not has_visits(self):
            return
        source_id = self._id(source)
        self._run(FORGET_PRESENCE, source=source_id)
        self.begin_presence(source, ())
        self._run_all(
            SET_RAW, ((dump_fields(raw), source_id, bind(key)) for key, raw in raw_fields)
        )
