"""Writes a project: sources, queries, pages, records, learned state. One writer at a time.

Made for replay: a harvest that was killed runs again from its beginning and is answered from the
archive. So every method may be called again with the same arguments and then changes nothing. A
source, a query or a note is looked up instead of added. A record keeps the page and row where it
was seen first. `take` gives the same number of new records as the first time.

>>> import tempfile
>>> with tempfile.TemporaryDirectory() as folder, Store(f"{folder}/art.leadline") as store:
...     store.add_source("art", "https://art.example/search")
...     page = Page(Request("GET", "https://art.example/search?q=water"), "", 200)
...     number = store.add_page("art", page, ("0.warc", 0, 812), "walk")
...     query = store.open_query("art", "water", entries=[("q", "water")])
...     lily = Record("art", "/7", (Field("title", "Water lilies"),))
...     first = store.take("art", query, number, [lily])
...     again = store.take("art", query, number, [lily])
...     first, again, store.counts("art").records
(1, 1, 1)
"""

import math
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, Final

from leadline.errors import FetchError
from leadline.model import Field, Level, Outcome, Page, Record, Request, State
from leadline.store.errors import translating_errors
from leadline.store.rows import bind, dump, dump_fields
from leadline.store.writer import ProjectWriter

ADD_SOURCE: Final = """
  INSERT INTO source (key, url, created_at, updated_at) VALUES (:key, :url, :now, :now)
  ON CONFLICT DO NOTHING"""

SET_STATE: Final = """
  UPDATE source SET state = :state, reason = :reason, proof = :proof,
    estimate = coalesce(:estimate, estimate), updated_at = :now
  WHERE id = :source"""

FORGET_ESTIMATE: Final = "UPDATE source SET estimate = NULL WHERE id = :source"

LEARN: Final = """
  INSERT INTO learned (source, name, value) VALUES (:source, :name, :value)
  ON CONFLICT DO UPDATE SET value = excluded.value WHERE value <> excluded.value"""

OPEN_QUERY: Final = """
  INSERT INTO query (source, text, entries, purpose, asked_at)
  VALUES (:source, :text, :entries, :purpose, :now)"""

CLOSE_QUERY: Final = """
  UPDATE query SET reason = :reason, total = :total, exact = :exact, finished = :finished,
    closed_at = coalesce(closed_at, :now)
  WHERE id = :query"""

ADD_CHOICE: Final = """
  INSERT INTO choice (source, number, word, basis)
  SELECT :source, coalesce(max(number), 0) + 1, :word, :basis FROM choice WHERE source = :source"""

FORGET_END: Final = """
  DELETE FROM choice WHERE source = :source AND word = '' AND number >
    (SELECT coalesce(max(number), 0) FROM choice WHERE source = :source AND word <> '')"""

ADD_PAGE: Final = """
  INSERT INTO page (source, query, purpose, method, url, final_url, fingerprint, status, truncated,
    archive_file, archive_offset, archive_length, bytes, fetched_at, seconds, error, note)
  VALUES (:source, :query, :purpose, :method, :url, :final_url, :fingerprint, :status, :truncated,
    :file, :offset, :length, :bytes, :fetched_at, :seconds, :error, :note)"""

REPLACE_PAGE: Final = """
  UPDATE page SET archive_file = :file, archive_offset = :offset, archive_length = :length,
    status = :status, final_url = :final_url, truncated = :truncated, bytes = :bytes,
    fetched_at = :fetched_at, seconds = :seconds
  WHERE number = :number"""

LAST_ANSWERED_PAGE: Final = """
  SELECT coalesce(max(number), 0) FROM page
  WHERE source = ? AND purpose <> 'ask' AND error = ''
    AND status NOT IN (SELECT value FROM json_each(?))"""

FORGOTTEN: Final = """
  SELECT number FROM page WHERE source = :source AND number > :after AND purpose <> 'ask'
    AND number NOT IN (SELECT page FROM record WHERE source = :source)
    AND number NOT IN (SELECT page FROM detail WHERE source = :source)"""
FORGET_SIGHTINGS: Final = " ".join(("DELETE FROM sighting WHERE page IN (", FORGOTTEN, ")"))
FORGET_PAGES: Final = " ".join(("DELETE FROM page WHERE number IN (", FORGOTTEN, ")"))

ADD_RECORD: Final = """
  INSERT INTO record (source, key, page, row, query, kind, fields) VALUES (?, ?, ?, ?, ?, ?, ?)
  ON CONFLICT DO NOTHING"""

ADD_SIGHTING: Final = """
  INSERT INTO sighting (page, position, record)
  SELECT ?, ?, id FROM record WHERE source = ? AND key = ? ON CONFLICT DO NOTHING"""

MOVE_SIGHTINGS: Final = """
  UPDATE sighting SET record = (SELECT id FROM record WHERE source = :source AND key = :first)
  WHERE record = (SELECT id FROM record WHERE source = :source AND key = :key)"""

UNCOUNT_RECORD: Final = """
  UPDATE page SET new = new - 1
  WHERE number = (SELECT page FROM record WHERE source = :source AND key = :key)"""

DELETE_RECORD: Final = "DELETE FROM record WHERE source = :source AND key = :key"

SET_KIND: Final = """
  UPDATE record SET kind = ?1 WHERE source = ?2 AND key = ?3 AND kind <> ?1"""

SET_FIELDS: Final = """
  UPDATE record SET fields = ?1 WHERE source = ?2 AND key = ?3 AND fields <> ?1"""

SET_PAGE_COUNTS: Final = """
  UPDATE page SET query = :query, records = :records, new = :new WHERE number = :page"""

ADD_POINT: Final = """
  INSERT INTO coverage (source, requests, records, estimate)
  VALUES (:source, :requests, :records, :estimate)
  ON CONFLICT DO UPDATE SET records = excluded.records, estimate = excluded.estimate
  WHERE records <> excluded.records OR estimate IS NOT excluded.estimate"""

ADD_NOTE: Final = """
  INSERT INTO note (source, level, text, page, at) VALUES (:source, :level, :text, :page, :now)
  ON CONFLICT DO NOTHING"""


class Store(ProjectWriter):
    """A project that this process writes; others may read it with `Reader`."""

    def add_source(self, key: str, url: str) -> None:
        """Begin a source; one that is there stays as it is."""
        self._run(ADD_SOURCE, key=key, url=url)

    def set_state(
        self,
        source: str,
        state: State,
        *,
        reason: str = "",
        proof: str = "",
        estimate: float | None = None,
    ) -> None:
        """Set the state of a source and why it has it; without a new estimate the old one stays."""
        size = _finite(estimate)
        self._run(SET_STATE, source, state=state, reason=reason, proof=proof, estimate=size)

    def finish(self, source: str, outcome: Outcome) -> None:
        """Keep how a source ended, with its notes; an end without a size forgets the estimate."""
        with self.transaction():
            if outcome.state in ("complete", "exhausted"):
                self._run(FORGET_ESTIMATE, source)
            why = {"reason": outcome.reason, "proof": outcome.proof}
            self.set_state(source, outcome.state, estimate=outcome.estimate, **why)
            told = {note.text for note in self.notes(source)}
            for text in outcome.notes:
                if text not in told:  # it may have been told of its page
                    self.note(source, text)

    def learn(self, source: str, name: str, value: Any) -> None:
        """Keep one part of what was learned (JSON values only) in place of the part before."""
        self._run(LEARN, source, name=name, value=dump(value))

    def open_query(self, source: str, text: str, *, entries: Any = None, purpose: str = "") -> int:
        """Begin a query or look it up, and give its id; within a source ``text`` names it."""
        find = "SELECT id FROM query WHERE source = ? AND text = ?"
        if rows := self._all(find, self._id(source), bind(text)):
            return int(rows[0][0])
        return self._run(OPEN_QUERY, source, text=text, entries=dump(entries), purpose=purpose)

    def add_choice(self, source: str, word: str, basis: Mapping[str, Any] | None = None) -> None:
        """Keep which word was chosen next ('' for none), and why, before it is asked."""
        self._run(ADD_CHOICE, source, word=word, basis=dump(basis) if basis else "")

    def close_query(
        self,
        query: int,
        *,
        reason: str,
        total: int | None = None,
        exact: bool = False,
        finished: bool = True,
    ) -> None:
        """Keep how a query ended; ``finished`` means that nothing of it is left to ask."""
        self._run(
            CLOSE_QUERY, query=query, reason=reason, total=total, exact=exact, finished=finished
        )

    def add_page(
        self,
        source: str,
        page: Page,
        locator: tuple[str, int, int] | None,
        purpose: str = "",
        *,
        query: int | None = None,
        error: str = "",
        note: str = "",
    ) -> int:
        """Keep one answered request for good, and give its number.

        ``error`` names the class of an error that the answer counts as, such as `Blocked`.
        """
        asked = page.request
        values = {"method": asked.method, "url": asked.url, "fingerprint": asked.fingerprint}
        values |= {"purpose": purpose, "note": note, "error": error}
        return self._run(ADD_PAGE, source, query=query, **values, **self._values(page, locator))

    def add_failure(
        self,
        source: str,
        request: Request,
        fault: FetchError,
        purpose: str = "",
        *,
        query: int | None = None,
    ) -> int:
        """Keep one request that brought no page, with the class and the sentence of its fault."""
        page, error = Page(request, request.url, 0), type(fault).__name__
        return self.add_page(source, page, None, purpose, query=query, error=error, note=str(fault))

    def forget_failures(self, source: str, refusals: Collection[int] = ()) -> int:
        """Drop the failures after the last answered page, so that a resumed run asks again.

        One that was marked as failed after it had brought records stays, as their page. Answers
        with one of the statuses ``refusals`` count as failures too. Gives how many requests were
        dropped. Who asks again may choose on, where no word was left behind the failures.
        """
        source_id = self._id(source)
        with self.transaction():
            ((last,),) = self._all(LAST_ANSWERED_PAGE, source_id, dump(sorted(refusals)))
            if dropped := self._forget_pages(source_id, after=last):
                self._run(FORGET_END, source)
            return dropped

    def forget_pages(self, source: str) -> int:
        """Drop all requests of a source that brought no record, so that it is asked anew."""
        with self.transaction():
            self._run("DELETE FROM choice WHERE source = :source", source)
            return self._forget_pages(self._id(source), after=0)

    def mark_page(self, number: int, error: str) -> None:
        """Mark an answered request as failed all the same: it brought a captcha, say."""
        self._run("UPDATE page SET error = :error WHERE number = :page", error=error, page=number)

    def replace_page(self, number: int, page: Page, locator: tuple[str, int, int]) -> None:
        """Keep a page that was fetched again in place of one that the archive has lost."""
        self._run(REPLACE_PAGE, number=number, **self._values(page, locator))

    def _values(self, page: Page, locator: tuple[str, int, int] | None) -> dict[str, Any]:
        """Return what is kept of an answer and its place in the archive."""
        file, offset, length = locator or (None, None, None)
        return {
            "file": file,
            "offset": offset,
            "length": length,
            "status": page.status,
            "final_url": page.url,
            "truncated": page.truncated,
            "bytes": len(page.body),
            "fetched_at": page.fetched_at or self._clock(),
            "seconds": page.seconds,
        }

    def take(
        self, source: str, query: int | None, page_number: int, records: Sequence[Record]
    ) -> int:
        """Keep all records of one page in one call; gives how many are new.

        New are those that no other page brought first, also when the page is taken again.
        """
        source_id = self._id(source)
        keys = [bind(record.key) for record in records]
        inserts = [
            (
                source_id,
                key,
                page_number,
                record.row,
                query,
                bind(record.kind),
                dump_fields(record.fields),
            )
            for key, record in zip(keys, records, strict=True)
        ]
        sightings = [(page_number, position, source_id, key) for position, key in enumerate(keys)]
        with self.transaction():
            before = self._link.total_changes
            self._link.executemany(ADD_RECORD, inserts)
            new = self._link.total_changes - before
            self._link.executemany(ADD_SIGHTING, sightings)
            return self._count(page_number, query, len(records), new)

    def merge(self, source: str, first_keys: Mapping[str, str]) -> None:
        """Keep records that were taken under two keys once, under the first one."""
        source_id = self._id(source)
        values = [
            {"source": source_id, "key": bind(key), "first": bind(first)}
            for key, first in first_keys.items()
        ]
        with self.transaction():
            for statement in (MOVE_SIGHTINGS, UNCOUNT_RECORD, DELETE_RECORD):
                self._run_all(statement, values)

    def set_kinds(self, source: str, kinds: Mapping[str, str]) -> None:
        """Set the types of records by key; they are known once all records have been seen."""
        source_id = self._id(source)
        rows = [(bind(kind), source_id, bind(key)) for key, kind in kinds.items()]
        with self.transaction():
            self._run_all(SET_KIND, rows)

    def set_fields(self, source: str, fields: Iterable[tuple[str, Sequence[Field]]]) -> None:
        """Set the fields of records by key; some are known once all records have been seen."""
        source_id = self._id(source)
        rows = ((dump_fields(new), source_id, bind(key)) for key, new in fields)
        with self.transaction():
            self._run_all(SET_FIELDS, rows)

    def add_point(
        self, source: str, requests: int, records: int, estimate: float | None = None
    ) -> None:
        """Keep one point of the coverage curve."""
        size = _finite(estimate)
        self._run(ADD_POINT, source, requests=requests, records=records, estimate=size)

    def note(self, source: str, text: str, *, level: Level = "info", page: int = 0) -> None:
        """Keep something that the person should know; a note that is there is not added again."""
        self._run(ADD_NOTE, source, level=level, text=text, page=page)

    def _count(self, page: int, query: int | None, records: int, new: int) -> int:
        """Bring the page's counts up to date, and give how many records are new in all."""
        rows = self._all("SELECT query, records, new FROM page WHERE number = ?", page)
        if not rows:
            raise ValueError(f"{self.path} knows no page {page}")
        old_query, old_records, old_new = rows[0]
        query = old_query if old_query is not None else query
        new += old_new
        if (query, records, new) != (old_query, old_records, old_new):
            records = max(records, old_records)
            self._run(SET_PAGE_COUNTS, query=query, records=records, new=new, page=page)
        return new

    def _forget_pages(self, source_id: int, *, after: int) -> int:
        """Drop requests, but none that a stored value came from: every value knows its page."""
        find = "SELECT count(*) FROM page WHERE source = ? AND number > ? AND purpose <> 'ask'"
        if self._all(find, source_id, after) == [(0,)]:
            return 0
        values = {"source": source_id, "after": after}
        with translating_errors(self.path):
            self._link.execute(FORGET_SIGHTINGS, values)
            return self._link.execute(FORGET_PAGES, values).rowcount


def _finite(value: float | None) -> float | None:
    return value if value is not None and math.isfinite(value) else None
