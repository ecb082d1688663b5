"""Writes a project: sources, queries, pages, records, learned state. One writer at a time.

Made for replay. A harvest that was killed runs again from its beginning and is answered from the
archive, so every method here may be called again with what it was called with before and then
changes nothing: a source, a query, a note is found instead of added, a record keeps the page and
row where it was seen first, and `take` gives the same number of new records as the first time.

>>> import tempfile
>>> from leadline.model import Field, Page, Record, Request
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

from __future__ import annotations

import math
import time
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from leadline.store.errors import translating_errors
from leadline.store.lock import free_lock, take_lock
from leadline.store.open import Synchronous, check_file, open_writer
from leadline.store.reader import Reader
from leadline.store.rows import bind, dump, dump_fields

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence

    from leadline.model import Field, Outcome, Page, Record, Request
    from leadline.store.rows import Level, State


ADD_PAGE: Final = """
  INSERT INTO page (source, query, purpose, method, url, final_url, fingerprint, status, truncated,
    archive_file, archive_offset, archive_length, bytes, fetched_at, seconds, error, note)
  VALUES (:source, :query, :purpose, :method, :url, :final_url, :fingerprint, :status, :truncated,
    :file, :offset, :length, :bytes, :fetched_at, :seconds, :error, :note)"""


class Store(Reader):
    """A project that is written by this process; others may read it with `Reader`."""

    def __init__(
        self, path: Path | str, *, synchronous: Synchronous = "NORMAL",
        clock: Callable[[], float] = time.time,
    ) -> None:  # fmt: skip
        self.path = Path(path).resolve()
        self._clock = clock
        self._ids: dict[str, int] = {}
        check_file(self.path)
        with translating_errors(self.path):
            self.path.parent.mkdir(parents=True, exist_ok=True)
        self._lock = take_lock(self.path)
        try:
            self._link = open_writer(self.path, synchronous)
        except BaseException:
            free_lock(self._lock)
            raise

    def close(self) -> None:
        """Let go of the file, and let others write."""
        if self._lock >= 0:
            try:
                super().close()
            finally:
                free_lock(self._lock)
                self._lock = -1

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """All that is written inside is kept together, or not at all; may be nested."""
        if self._link.in_transaction:
            yield
            return
        with translating_errors(self.path):
            self._link.execute("BEGIN IMMEDIATE")
            try:
                yield
                self._link.execute("COMMIT")
            except BaseException:
                if self._link.in_transaction:
                    self._link.execute("ROLLBACK")
                self._ids.clear()
                raise

    def add_source(self, key: str, url: str) -> None:
        """Begin a source, or find it again."""
        now = self._clock()
        self._run(
            "INSERT INTO source (key, url, created_at, updated_at) VALUES (?, ?, ?, ?)"
            " ON CONFLICT DO NOTHING",
            bind(key), bind(url), now, now,
        )  # fmt: skip

    def set_state(
        self, source: str, state: State, *, reason: str = "", proof: str = "",
        estimate: float | None = None,
    ) -> None:  # fmt: skip
        """Where the source stands in its life, and why; an estimate that is not given stays."""
        self._run(
            "UPDATE source SET state = ?, reason = ?, proof = ?, estimate = coalesce(?, estimate),"
            " updated_at = ? WHERE id = ?",
            state, bind(reason), bind(proof), _finite(estimate), self._clock(), self._id(source),
        )  # fmt: skip

    def finish(self, source: str, outcome: Outcome) -> None:
        """Keep how a source ended, with its notes."""
        with self.transaction():
            self.set_state(
                source, outcome.state, reason=outcome.reason, proof=outcome.proof,
                estimate=outcome.estimate,
            )  # fmt: skip
            for text in outcome.notes:
                self.note(source, text)

    def learn(self, source: str, name: str, value: Any) -> None:
        """Keep one part of what was learned (JSON values only), in place of the part before."""
        self._run(
            "INSERT INTO learned (source, name, value) VALUES (?, ?, ?) ON CONFLICT DO UPDATE"
            " SET value = excluded.value WHERE value <> excluded.value",
            self._id(source), name, dump(value),
        )  # fmt: skip

    def open_query(
        self, source: str, text: str, *, entries: Any = None, purpose: str = ""
    ) -> int:  # fmt: skip
        """Begin a query, or find it again: within a source ``text`` names it."""
        known = (self._id(source), bind(text))
        find = "SELECT id FROM query WHERE source = ? AND text = ?"
        if found := self._all(find, *known):
            return int(found[0][0])
        return self._run(
            "INSERT INTO query (source, text, entries, purpose, asked_at) VALUES (?, ?, ?, ?, ?)",
            *known, dump(entries), purpose, self._clock(),
        )  # fmt: skip

    def add_choice(self, source: str, word: str) -> None:
        """Keep which word was chosen next, before it is asked."""
        known = self._id(source)
        self._run(
            "INSERT INTO choice (source, number, word)"
            " SELECT ?, coalesce(max(number), 0) + 1, ? FROM choice WHERE source = ?",
            known, bind(word), known,
        )  # fmt: skip

    def close_query(
        self, query: int, *, reason: str, total: int | None = None, exact: bool = False,
        finished: bool = True,
    ) -> None:  # fmt: skip
        """Keep how a query ended: ``finished`` means that nothing of it is left to ask."""
        self._run(
            "UPDATE query SET reason = ?, total = ?, exact = ?, finished = ?,"
            " closed_at = coalesce(closed_at, ?) WHERE id = ?",
            bind(reason), total, exact, finished, self._clock(), query,
        )  # fmt: skip

    def add_page(
        self, source: str, page: Page, locator: tuple[str, int, int] | None, purpose: str = "",
        *, query: int | None = None, error: str = "", note: str = "",
    ) -> int:  # fmt: skip
        """Keep one answered request for good (``error``: as `Blocked`, say); gives its number."""
        file, offset, length = locator or (None, None, None)
        return self._add_page(
            source, page.request, purpose,
            query=query, note=bind(note), error=error, final_url=bind(page.url), status=page.status,
            truncated=page.truncated, file=file, offset=offset, length=length,
            bytes=len(page.body), fetched_at=page.fetched_at or self._clock(),
            seconds=page.seconds,
        )  # fmt: skip

    def add_failure(
        self, source: str, request: Request, error: str, purpose: str = "",
        *, query: int | None = None, note: str = "", seconds: float = 0.0,
    ) -> int:  # fmt: skip
        """Keep one request that brought no page (``error`` is the name of the error's class)."""
        return self._add_page(
            source, request, purpose,
            query=query, note=bind(note), error=error, final_url=bind(request.url), status=0,
            truncated=False, file=None, offset=None, length=None,
            bytes=0, fetched_at=self._clock(), seconds=seconds,
        )  # fmt: skip

    def forget_failures(self, source: str, refusals: Collection[int] = ()) -> int:
        """Drop the failures after the last answered page, so that a resumed run asks again.

        Answers with one of the statuses ``refusals`` count as failures too.
        """
        known = self._id(source)
        last = (
            "SELECT coalesce(max(number), 0) FROM page WHERE source = ? AND error = ''"
            " AND status NOT IN (SELECT value FROM json_each(?))"
        )
        with self.transaction():
            ((after,),) = self._all(last, known, dump(sorted(refusals)))
            return self._forget_pages(known, after)

    def forget_pages(self, source: str) -> int:
        """Drop all requests of a source of which no record was taken: it is asked anew."""
        with self.transaction():
            self._run("DELETE FROM choice WHERE source = ?", self._id(source))
            return self._forget_pages(self._id(source), 0)

    def mark_page(self, number: int, error: str) -> None:
        """Say that an answered request counts as failed all the same (a captcha, say)."""
        self._run("UPDATE page SET error = ? WHERE number = ?", error, number)

    def take(
        self, source: str, query: int | None, page_number: int, records: Sequence[Record]
    ) -> int:
        """Keep the records of one page, all of them in one call; gives how many are new.

        New are those that no other page brought first, also when the page is taken again.
        """
        known = self._id(source)
        keys = [bind(record.key) for record in records]
        inserts = [
            (known, key, page_number, record.row, query, bind(record.kind),
             dump_fields(record.fields))
            for key, record in zip(keys, records, strict=True)
        ]  # fmt: skip
        sightings = [(page_number, at, known, key) for at, key in enumerate(keys)]
        with self.transaction():
            before = self._link.total_changes
            self._link.executemany(
                "INSERT INTO record (source, key, page, row, query, kind, fields)"
                " VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
                inserts,
            )
            new = self._link.total_changes - before
            self._link.executemany(
                "INSERT INTO sighting (page, position, record)"
                " SELECT ?, ?, id FROM record WHERE source = ? AND key = ? ON CONFLICT DO NOTHING",
                sightings,
            )
            return self._count(page_number, query, len(records), new)

    def set_kinds(self, source: str, kinds: Mapping[str, str]) -> None:
        """Say what type each record is, by key: known only when all records have been seen."""
        known = self._id(source)
        with self.transaction(), translating_errors(self.path):
            self._link.executemany(
                "UPDATE record SET kind = ? WHERE source = ? AND key = ? AND kind <> ?",
                [(bind(kind), known, bind(key), bind(kind)) for key, kind in kinds.items()],
            )

    def set_fields(self, source: str, fields: Iterable[tuple[str, Sequence[Field]]]) -> None:
        """Give records, by key, the fields that are known only when all records have been seen."""
        known = self._id(source)
        with self.transaction(), translating_errors(self.path):
            self._link.executemany(
                "UPDATE record SET fields = ?1 WHERE source = ?2 AND key = ?3 AND fields <> ?1",
                ((dump_fields(held), known, bind(key)) for key, held in fields),
            )

    def add_point(
        self, source: str, requests: int, records: int, estimate: float | None = None
    ) -> None:
        """Keep one point of the coverage curve."""
        self._run(
            "INSERT INTO coverage (source, requests, records, estimate) VALUES (?, ?, ?, ?)"
            " ON CONFLICT DO UPDATE SET records = excluded.records, estimate = excluded.estimate"
            " WHERE records <> excluded.records OR estimate IS NOT excluded.estimate",
            self._id(source), requests, records, _finite(estimate),
        )  # fmt: skip

    def note(self, source: str, text: str, *, level: Level = "info", page: int = 0) -> None:
        """Say something to the person, once."""
        self._run(
            "INSERT INTO note (source, level, text, page, at) VALUES (?, ?, ?, ?, ?)"
            " ON CONFLICT DO NOTHING",
            self._id(source), level, bind(text), page, self._clock(),
        )  # fmt: skip

    def _count(self, page: int, query: int | None, records: int, new: int) -> int:
        """Bring the page's counts up to date; touches nothing when they are."""
        found = self._all("SELECT query, records, new FROM page WHERE number = ?", page)
        if not found:
            raise ValueError(f"{self.path} knows no page {page}")
        had_query, had, had_new = found[0]
        query = had_query if had_query is not None else query
        if (query, records, new + had_new) != (had_query, had, had_new):
            self._run(
                "UPDATE page SET query = ?, records = ?, new = ? WHERE number = ?",
                query, max(records, had), new + had_new, page,
            )  # fmt: skip
        return int(new + had_new)

    def _add_page(self, source: str, request: Request, purpose: str, **values: object) -> int:
        values |= {
            "source": self._id(source), "purpose": purpose, "method": request.method,
            "url": bind(request.url), "fingerprint": request.fingerprint,
        }  # fmt: skip
        with translating_errors(self.path):
            return self._link.execute(ADD_PAGE, values).lastrowid or 0

    def _forget_pages(self, source: int, after: int) -> int:
        sql = "DELETE FROM page WHERE source = ? AND number > ?"
        with translating_errors(self.path):
            return self._link.execute(sql, (source, after)).rowcount

    def _run(self, sql: str, *values: object) -> int:
        """One statement that writes; gives the id of the row that it added."""
        with translating_errors(self.path):
            return self._link.execute(sql, values).lastrowid or 0


def _finite(value: float | None) -> float | None:
    return value if value is not None and math.isfinite(value) else None
