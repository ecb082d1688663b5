"""Walking one answer from its first page to its end, whatever ends it.

Sans I/O: yields ``Get`` and gets pages. What may end a walk: the stated total is reached, no page
follows, a page without records, a page seen before in this walk (some engines answer beyond the
end with page 1 or the last page again), an error, the depth at which the source hides the rest,
or, where asked for, several pages in a row that bring nothing new.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from leadline.crawl.events import Event, RecordsExtracted, Reply
from leadline.crawl.paging.fetch_page import echoes, is_bound, mend
from leadline.crawl.paging.next_page import is_reached, next_page
from leadline.crawl.paging.unstable_order import settle
from leadline.wrapper.totals.stated import stated_pages

if TYPE_CHECKING:
    from collections.abc import Generator

    from leadline.crawl.client import Source
    from leadline.model import Page, Request
    from leadline.wrapper.reading import PageReading, RecordRow

IDLE_PAGES: Final = 3
"""Pages in a row without a new record after which a walk is broken off."""
STALE_PAGES: Final = 3
"""Pages in a row without a record that is new to this very walk: the source goes in circles."""
HARDLY: Final = 1.25
"""Known records that hardly fill the rest of an answer: so many times its rows. What is missing of
the source stands there, if anywhere."""
MOST_PAGES: Final = 100_000


@dataclass(slots=True)
class Walk:
    """One answer as far as it was walked.

    ``front`` are the keys of its first page, ``said_pages`` the number of pages that it states;
    ``repeated`` counts rows that an earlier page of the walk had shown; ``denied`` is how what
    surely is the next page was answered.
    """

    query: str
    keys: dict[str, None] = field(default_factory=dict)
    requests: list[Request] = field(default_factory=list)
    asked: set[str] = field(default_factory=set)
    lists: set[tuple[str, ...]] = field(default_factory=set)
    front: tuple[str, ...] = ()
    rows: int = 0
    pages: int = 0
    new: int = 0
    idle: int = 0
    stale: int = 0
    repeated: int = 0
    restarts: int = 0
    total: int | None = None
    exact: bool = False
    said_pages: int = 0
    echoed: bool = False
    most_rows: int = 0
    rows_by_key: dict[str, RecordRow] = field(default_factory=dict)
    half: frozenset[str] = frozenset()
    capped: bool = False
    broken_off: bool = False
    finished: bool = False
    cut: bool = False
    failed: bool = False
    denied: str = ""
    reason: str = ""
    waits: PageReading | None = None

    def add(self, reading: PageReading, new: int) -> None:
        """Count a page in; rows that a cut page or a shorter list showed before count once."""
        if self.pages and reading.keys[:1] == self.front[:1] and self.keys.keys() < {*reading.keys}:
            self.half = frozenset(self.keys)
        again = sum(1 for row in reading.rows if row.key in self.half)
        fresh = [key for key in reading.keys if key not in self.keys]
        self.repeated += len(reading.keys) - len(fresh) - again
        self.front = self.front if self.pages else reading.keys
        self.pages += 1
        self.rows += len(reading.rows) - again
        self.most_rows = max(self.most_rows, len(reading.rows))
        self.new += new
        self.idle = 0 if new else self.idle + 1
        self.stale = 0 if fresh else self.stale + 1
        self.half = frozenset(reading.keys) if reading.cut else frozenset()
        self.cut = self.cut or reading.cut
        self.keys.update(dict.fromkeys(reading.keys))
        for row in reading.rows:
            self.rows_by_key.setdefault(row.key, row)
        self.lists.add(reading.keys)
        self.requests.append(reading.page.request)
        self.asked.add(reading.page.request.fingerprint)
        if reading.stated is not None and reading.stated.value is not None:
            self.total = reading.stated.value
            self.exact = not reading.stated.approximate

    def start_again(self, patience: int) -> None:
        """Count from the first page on once more: so many pages will bring nothing new."""
        self.rows = self.pages = self.stale = self.repeated = 0
        self.idle = -patience
        self.keys.clear()
        self.requests.clear()
        self.asked.clear()
        self.lists.clear()

    @property
    def first(self) -> Request:
        """The request of the first page."""
        return self.requests[0]

    @property
    def owes(self) -> bool:
        """Whether the source states more rows than were walked."""
        return self.total is not None and self.total > self.rows

    @property
    def is_short(self) -> bool:
        """Whether the source surely has more: by an exact total, or by its number of pages."""
        return (self.owes and self.exact) or self.pages < self.said_pages

    def end(self, reason: str, *, finished: bool | None = None) -> None:
        """Say why the walk ended and whether that is where the answer ended."""
        self.reason = reason
        self.finished = not self.is_short if finished is None else finished


def walk(
    source: Source, query: str, page: Page, *, break_off: bool = True, wait: bool = False
) -> Generator[Event, Reply, Walk]:
    """Walk the answer that begins with ``page``; every page's records are taken at once.

    With ``wait`` a walk that may go on later ``waits`` behind its first page.
    """
    walked, reading = yield from _first_page(source, query, page)
    if wait and may_wait(source, walked, reading):
        walked.waits = reading
        return walked
    yield from _walk_on(source, walked, reading, break_off=break_off)
    return (yield from _settled(source, walked))


def may_wait(source: Source, walked: Walk, reading: PageReading) -> bool:
    """Whether a walk may go on later as well as now: an exact total says how much follows, a link
    leads on whose request says what is asked.
    """
    if not (walked.owes and walked.exact and source.trusts(walked)) or reading.cut:
        return False
    if source.order is not None or source.paging.unsettled:
        return False
    if 0 < source.paging.wall <= walked.rows:
        return False
    shown = source.paging.replayed(reading, source.interface)
    return shown is not None and not is_bound(source, walked, shown[1])


def walk_rest(source: Source, walked: Walk, reading: PageReading) -> Generator[Event, Reply, Walk]:
    """The walk that waited, from the page on that was read last."""
    walked.waits = None
    yield from _walk_on(source, walked, reading)
    return (yield from _settled(source, walked))


def _settled(source: Source, walked: Walk) -> Generator[Event, Reply, Walk]:
    walked = yield from settle(source, walked, walk_once)
    whole = walked.finished and walked.exact and walked.total is not None
    if whole and len(walked.keys) >= (walked.total or 0):
        walked.cut = False
    ended = walked.finished or walked.failed or walked.broken_off
    walked.capped = not ended and walked.owes and walked.exact and not walked.cut
    if walked.capped:
        source.paging.depths.append(walked.rows)
    source.judge_total(walked)
    return walked


def walk_once(
    source: Source, query: str, page: Page, *, break_off: bool = True
) -> Generator[Event, Reply, Walk]:
    """One pass over an answer."""
    walked, reading = yield from _first_page(source, query, page)
    yield from _walk_on(source, walked, reading, break_off=break_off)
    return walked


def _first_page(
    source: Source, query: str, page: Page
) -> Generator[Event, Reply, tuple[Walk, PageReading]]:
    walked = Walk(query)
    reading = yield from source.read(page, query)
    reading = yield from mend(source, walked, reading)
    walked.echoed = query in echoes(source, reading)
    yield from take(source, walked, reading)
    return walked, reading


def _walk_on(
    source: Source, walked: Walk, reading: PageReading, *, break_off: bool = True
) -> Generator[Event, Reply, None]:
    """From a page that is taken to the end of the answer."""
    while not walked.reason:
        if _is_over(source, walked, reading, break_off=break_off):
            break
        following = yield from next_page(source, walked, reading)
        if following is None:
            break
        reading = following
        yield from take(source, walked, reading)


def take(source: Source, walked: Walk, reading: PageReading) -> Generator[Event, Reply, None]:
    """Count a page in and hand its records over."""
    records, new = source.take(reading, walked.query)
    walked.add(reading, new)
    if walked.total is None:
        _note_pages(walked, reading)
    yield RecordsExtracted(reading.page, walked.query, records, new)


def _note_pages(walked: Walk, reading: PageReading) -> None:
    """Some sources state only how many pages there are; believed where the page's number fits."""
    stated = stated_pages(reading.document)
    walked.said_pages = stated[1] if stated is not None and stated[0] == walked.pages else 0


def _is_over(source: Source, walked: Walk, reading: PageReading, *, break_off: bool) -> bool:
    if not reading.rows:
        walked.end("the page holds no record")
    elif is_reached(source, walked):
        if source.paging.overran or not _shows_more(source, reading):
            walked.end("the stated total is reached", finished=True)
    elif reading.cut:
        return False
    elif 0 < source.paging.wall <= walked.rows and walked.owes and walked.exact:
        walked.end(f"the source shows no more than {source.paging.wall:,} rows", finished=False)
    elif break_off and walked.idle >= IDLE_PAGES and not _owes_news(source, walked):
        walked.broken_off = True
        walked.end(f"{IDLE_PAGES} pages in a row brought nothing new", finished=False)
    elif walked.stale >= STALE_PAGES:
        walked.end("the source shows the same records again and again")
    elif walked.pages >= MOST_PAGES:
        walked.end("more pages than any answer has", finished=False)
    return bool(walked.reason)


def _owes_news(source: Source, walked: Walk) -> bool:
    """Whether the rest must hold a new record a page: more are stated than were ever taken.

    Where the newest come first, all that was taken before stands on the first pages. Or whether
    most was read and the known records that were not among it hardly fill the rest.
    """
    if walked.total is None or not source.trusts(walked):
        return False
    unread, read = walked.total - walked.rows, len(walked.keys)
    pages = -(-unread // max(1, source.most_rows))
    if 0 < pages <= walked.total - len(source.seen):
        return True
    return read > unread > 0 and len(source.seen) - read < HARDLY * unread


def _shows_more(source: Source, reading: PageReading) -> bool:
    """Whether a page links on: then its total may be another number. Found out once a source."""
    if source.paging.locator is not None:
        return source.paging.replayed(reading, source.interface) is not None
    return bool(source.paging.proposals(reading, source.interface))
