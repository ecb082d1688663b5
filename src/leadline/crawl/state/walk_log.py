"""Log of one answer as far as it was read: pages, rows, stated total, and how reading ended."""

from __future__ import annotations

from collections.abc import Container
from dataclasses import dataclass, field, replace
from typing import Any, Final

from leadline.crawl.state.packed_rows import RowsByKey, WalkRows
from leadline.model import Control, Request
from leadline.selection.knowledge.key_set import KeySet
from leadline.wrapper.packed.row_block import RowBlock, block_of
from leadline.wrapper.reading import PageReading, row_keys
from leadline.wrapper.totals.stated import StatedTotal, stated_pages

FIRST_REQUESTS_KEPT: Final = 3
"""Requests of a walk that are kept beside the latest: what follows is learned from two."""


@dataclass(frozen=True, slots=True)
class AnswerSummary:
    """What a query brought: rows by key, counts, how far it was read, and why that ended.

    ``finished``: the answer ended where reading did; ``broken_off``: too little was new.
    ``stale_pages`` in a row held no record new to the source, ``circling_pages`` none new to the
    walk. ``repeated`` rows had stood on an earlier page. ``partial_keys`` are those of a page that
    came truncated, ``first_keys`` those of the first page. ``capped``: the source shows no more;
    ``denied`` is how a page that surely follows was answered, ``more`` what the last answer of data
    says itself of more that follows. ``links`` choose on the last page. ``unread`` is the kind of
    an answer without news that could not be had or read.
    """

    query: str
    rows_by_key: RowsByKey = field(default_factory=WalkRows)
    rows: int = 0
    pages: int = 0
    new: int = 0
    total: int | None = None
    exact: bool = False
    finished: bool = False
    broken_off: bool = False
    reason: str = ""
    stale_pages: int = 0
    circling_pages: int = 0
    repeated: int = 0
    largest_page: int = 0
    stated_pages: int = 0
    truncated: bool = False
    echoes_query: bool = False
    failed: bool = False
    capped: bool = False
    denied: str = ""
    unread: str = ""
    more: str = ""
    links: tuple[Control, ...] = ()
    first_keys: tuple[str, ...] = ()
    partial_keys: Container[str] = frozenset()


@dataclass(slots=True)
class WalkLog:
    """One answer as far as it was read; ``deferred`` is the page behind which the walk waits.

    ``requests`` are those of the first pages and that of the latest.
    """

    query: str
    rows_by_key: WalkRows = field(default_factory=WalkRows)
    progress: AnswerSummary = field(init=False)
    keys: KeySet = field(init=False)
    requests: list[Request] = field(default_factory=list)
    asked: KeySet = field(default_factory=KeySet)
    key_lists: KeySet = field(default_factory=KeySet)
    deferred: PageReading | None = None

    def __post_init__(self) -> None:
        self.progress = AnswerSummary(self.query, self.rows_by_key)
        self.keys = self.rows_by_key.keys

    @property
    def rows(self) -> int:
        """Rows read, those of repeated pages once."""
        return self.progress.rows

    @property
    def pages(self) -> int:
        """Pages read."""
        return self.progress.pages

    @property
    def new(self) -> int:
        """Records read that were first sightings."""
        return self.progress.new

    @property
    def total(self) -> int | None:
        """Number of records that the source states for the answer."""
        return self.progress.total

    @property
    def exact(self) -> bool:
        """Whether the stated total is a number and no estimate."""
        return self.progress.exact

    @property
    def reason(self) -> str:
        """Why the walk ended, '' while it goes on."""
        return self.progress.reason

    @property
    def finished(self) -> bool:
        """Whether the answer ended where the walk did."""
        return self.progress.finished

    @property
    def capped(self) -> bool:
        """Whether the source shows no more of an answer that goes on."""
        return self.progress.capped

    @property
    def broken_off(self) -> bool:
        """Whether the walk was given up because too little was new."""
        return self.progress.broken_off

    @property
    def extent(self) -> str:
        """How far the answer was walked, as the end of a sentence."""
        if self.finished and not self.is_short:
            return "to its end"
        more = "; it says that more follow" if self.is_short else ""
        return f"as far as it goes ({self.reason}{more})"

    @property
    def owes_rows(self) -> bool:
        """Whether the source states more rows than were read."""
        return self.total is not None and self.total > self.rows

    @property
    def is_short(self) -> bool:
        """Whether the source surely has more: by an exact total, or by its number of pages."""
        return (self.owes_rows and self.exact) or self.pages < self.progress.stated_pages

    @property
    def named(self) -> int:
        """How many rows the answer states; one more than was read where it states more pages."""
        is_counted = self.owes_rows and self.exact and self.total is not None
        return self.total or 0 if is_counted else self.rows + self.is_short

    def note(self, **changes: Any) -> None:
        """Replace values of ``progress``."""
        self.progress = replace(self.progress, **changes)

    def add_page(self, reading: PageReading, new: int, block: RowBlock | None = None) -> None:
        """Count a page in; rows that a truncated page or a shorter list showed count once.

        ``block`` holds its rows in packed form, if somebody packed them.
        """
        before, keys = self.progress, reading.keys
        partial = before.partial_keys
        if self.pages and keys[:1] == before.first_keys[:1] and len(self.keys) < len(keys):
            known = sum(key in self.keys for key in keys)
            partial = self.keys if known == len(self.keys) else partial
        again = sum(1 for key in row_keys(reading.rows) if key in partial) if partial else 0
        fresh = self.rows_by_key.add(block or block_of(reading.rows), reading.rows)
        if self.keys is not self.rows_by_key.keys:
            fresh = len(self.keys.add_all(keys))
        stated = reading.stated if reading.stated and reading.stated.value is not None else None
        self.note(
            rows=before.rows + len(reading.rows) - again,
            pages=before.pages + 1,
            new=before.new + new,
            stale_pages=0 if new else before.stale_pages + 1,
            circling_pages=0 if fresh else before.circling_pages + 1,
            repeated=before.repeated + len(keys) - fresh - again,
            largest_page=max(before.largest_page, len(reading.rows)),
            total=stated.value if stated else before.total,
            exact=not stated.approximate if stated else before.exact,
            truncated=before.truncated or reading.cut,
            first_keys=before.first_keys if before.pages else keys,
            partial_keys=frozenset(keys) if reading.cut else frozenset(),
            more=reading.more,
        )
        self.key_lists.add(keys)
        self.requests[FIRST_REQUESTS_KEPT:] = [reading.page.request]
        self.asked.add(reading.page.request.fingerprint)
        if self.total is None:
            self._read_page_count(reading)

    def _read_page_count(self, reading: PageReading) -> None:
        """Believe a stated number of pages where the page's own number fits."""
        stated = reading.fact("pages", lambda: stated_pages(reading.document))
        pages = stated[1] if stated is not None and stated[0] == self.pages else 0
        if pages != self.progress.stated_pages:
            self.note(stated_pages=pages)

    def restart(self, known_pages: int) -> None:
        """Count from the first page on again: ``known_pages`` will bring nothing new."""
        self.note(rows=0, pages=0, circling_pages=0, repeated=0, stale_pages=-known_pages)
        self.keys, self.asked, self.key_lists = KeySet(), KeySet(), KeySet()
        self.requests.clear()

    def stop(self, reason: str, *, finished: bool | None = None, failed: bool = False) -> None:
        """Note why the walk ended; the answer ended there unless the source surely has more."""
        if finished is None and self.progress.more:
            reason = f"{reason}, and the last answer says that more follows: {self.progress.more}"
            finished = False
        finished = not self.is_short if finished is None else finished
        self.note(reason=reason, finished=finished, failed=self.progress.failed or failed)

    def break_off(self, reason: str) -> None:
        """Note that the walk was given up because too little was new."""
        self.stop(reason, finished=False)
        self.note(broken_off=True)

    def settle(self) -> None:
        """Judge after the last page whether the answer was read whole or the source caps it."""
        end, truncated = self.progress, self.progress.truncated
        if end.finished and self.exact and self.total is not None and len(self.keys) >= self.total:
            truncated = False
        ended = end.finished or end.failed or end.broken_off
        capped = not ended and self.owes_rows and self.exact and not truncated
        self.note(truncated=truncated, capped=capped or self.capped)

    def state_total(self, stated: StatedTotal | None) -> None:
        """Note the total that was learned to be read after the walk began."""
        if stated is not None:
            self.note(total=stated.value, exact=not stated.approximate)

    def defer(self, reading: PageReading | None) -> None:
        """Let the walk wait behind a page, or go on (None)."""
        self.deferred = reading

    def absorb(self, earlier: WalkLog) -> None:
        """Add an earlier walk of the same answer."""
        self.keys.update(earlier.keys)
        rows = dict(earlier.rows_by_key.items())
        rows.update(self.rows_by_key.items())
        self.rows_by_key = WalkRows.of(rows.values())
        whole = self.finished and self.total is not None and len(self.keys) >= self.total
        self.note(
            rows_by_key=self.rows_by_key,
            rows=max(earlier.rows, self.rows),
            pages=earlier.pages + self.pages,
            new=earlier.new + self.new,
            truncated=earlier.progress.truncated or self.progress.truncated,
            finished=whole,
        )
