"""Walking one answer from its first page to its end, whatever ends it.

Sans I/O: yields ``Get`` and gets pages. What may end a walk: the stated total is reached, no page
follows, a page without records, a page seen before in this walk (some engines answer beyond the
end with page 1 or the last page again), an error, the depth at which the source hides the rest,
or, where asked for, several pages in a row that bring nothing new.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final

from leadline.pipelines.doubt import drop_total, reason_to_count, settle_total
from leadline.pipelines.events import Event, Noted, Reply, Took
from leadline.pipelines.hops import (
    SERVER_ERROR,
    Arrival,
    arrive,
    echoes,
    hop,
    is_news,
    mend,
    try_hop,
)
from leadline.pipelines.ordering import settle
from leadline.pipelines.paging import goes_on, with_parameter
from leadline.pipelines.refusal import sign_of_refusal
from leadline.pipelines.sizing import keep_size, take_back, with_size
from leadline.wrapper.pager import advance
from leadline.wrapper.totals import stated_pages

if TYPE_CHECKING:
    from collections.abc import Generator

    from leadline.model import Page, Request
    from leadline.pipelines.reading import Reading, Row
    from leadline.pipelines.source import Source
    from leadline.wrapper.pager import Proposal

IDLE_PAGES: Final = 3
"""Pages in a row without a new record after which a walk is broken off."""
STALE_PAGES: Final = 3
"""Pages in a row without a record that is new to this very walk: the source goes in circles."""
MOST_PAGES: Final = 100_000
ENDS: Final = frozenset({400, 404, 410, 416})
"""What sources answer to a page behind the last one."""


@dataclass(slots=True)
class Walk:
    """One answer as far as it was walked.

    ``front`` are the keys of its first page, ``said_pages`` the number of pages that it states;
    ``repeated`` counts rows that an earlier page of the walk had shown.
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
    rows_by_key: dict[str, Row] = field(default_factory=dict)
    half: frozenset[str] = frozenset()
    capped: bool = False
    broken_off: bool = False
    finished: bool = False
    cut: bool = False
    failed: bool = False
    reason: str = ""

    def add(self, reading: Reading, new: int) -> None:
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
    source: Source, query: str, page: Page, *, break_off: bool = True
) -> Generator[Event, Reply, Walk]:
    """Walk the answer that begins with ``page``; every page's records are taken at once."""
    walked = yield from walk_once(source, query, page, break_off=break_off)
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
    walked = Walk(query)
    reading = yield from source.read(page, query)
    reading = yield from mend(source, walked, reading)
    walked.echoed = query in echoes(source, reading)
    yield from take(source, walked, reading)
    while not walked.reason:
        if _is_over(source, walked, reading, break_off=break_off):
            break
        following = yield from _next(source, walked, reading)
        if following is None:
            break
        reading = following
        yield from take(source, walked, reading)
    return walked


def take(source: Source, walked: Walk, reading: Reading) -> Generator[Event, Reply, None]:
    """Count a page in and hand its records over."""
    records, new = source.take(reading, walked.query)
    walked.add(reading, new)
    if walked.total is None:
        _note_pages(walked, reading)
    yield Took(reading.page, walked.query, records, new)


def _note_pages(walked: Walk, reading: Reading) -> None:
    """Some sources state only how many pages there are; believed where the page's number fits."""
    stated = stated_pages(reading.document)
    walked.said_pages = stated[1] if stated is not None and stated[0] == walked.pages else 0


def _is_over(source: Source, walked: Walk, reading: Reading, *, break_off: bool) -> bool:
    if not reading.rows:
        walked.end("the page holds no record")
    elif _is_reached(source, walked):
        if source.paging.overran or not _shows_more(source, reading):
            walked.end("the stated total is reached", finished=True)
    elif reading.cut:
        return False
    elif 0 < source.paging.wall <= walked.rows and walked.owes and walked.exact:
        walked.end(f"the source shows no more than {source.paging.wall:,} rows", finished=False)
    elif break_off and walked.idle >= IDLE_PAGES:
        walked.broken_off = True
        walked.end(f"{IDLE_PAGES} pages in a row brought nothing new", finished=False)
    elif walked.stale >= STALE_PAGES:
        walked.end("the source shows the same records again and again")
    elif walked.pages >= MOST_PAGES:
        walked.end("more pages than any answer has", finished=False)
    return bool(walked.reason)


def _is_reached(source: Source, walked: Walk) -> bool:
    return walked.total is not None and source.trusts(walked) and walked.rows >= walked.total


def _shows_more(source: Source, reading: Reading) -> bool:
    """Whether a page links on: then its total may be another number. Found out once a source."""
    if source.paging.locator is not None:
        return source.paging.replayed(reading, source.interface) is not None
    return bool(source.paging.proposals(reading, source.interface))


def _next(
    source: Source, walked: Walk, reading: Reading
) -> Generator[Event, Reply, Reading | None]:
    """The next page of the walk, read, or None with the reason noted in the walk."""
    if reading.cut and len(reading.rows) < max(walked.most_rows, source.most_rows):
        return (yield from _after_cut(source, walked, reading))
    shown = source.paging.replayed(reading, source.interface)
    if shown is not None and shown[1].fingerprint not in walked.asked:
        return (yield from _follow(source, walked, reading, *shown))
    if source.paging.locator is None:
        following = yield from _prove(source, walked, reading)
        if following is not None or walked.reason:
            return following
    return (yield from _count_on(source, walked, reading))


def _follow(
    source: Source, walked: Walk, reading: Reading, proposal: Proposal, request: Request
) -> Generator[Event, Reply, Reading | None]:
    """The page behind the learned link or button; where there is none the walk ends."""
    beyond = _is_reached(source, walked)
    request = with_size(source, request)
    arrival = yield from hop(source, walked, reading, proposal, request)
    if source.size is not None:
        arrival = yield from keep_size(source, walked, reading, request, arrival)
    if arrival.status >= SERVER_ERROR:
        arrival = yield from _behind_fault(source, walked, request, arrival)
    source.paging.overran = source.paging.overran or beyond
    following = arrival.reading
    news = is_news(walked, arrival) or (walked.is_short and arrival.rows)  # two lists, one total
    if following is None or not news:
        _close(source, walked, arrival, beyond=beyond)
        return None
    if beyond:
        yield from drop_total(source, walked)
        following = replace(following, stated=None)
    if len(walked.requests) <= 2:
        source.paging.learn_step([*walked.requests, following.page.request])
    return following


def _behind_fault(
    source: Source, walked: Walk, request: Request, arrival: Arrival
) -> Generator[Event, Reply, Arrival]:
    """The page behind one on which the server fails: a record it cannot show costs that page only.

    Where nothing stands behind either it is the end of what the source shows.
    """
    step = source.paging.step
    beyond = advance(request, step) if step is not None else None
    if beyond is None or not walked.owes or not source.paging.is_worth("skip"):
        return arrival
    source.faults = 0
    behind = yield from arrive(source, walked, beyond)
    gained = is_news(walked, behind)
    source.paging.note("skip", gained=gained)
    if not gained or behind.reading is None:
        return arrival
    walked.cut = True
    number = behind.reading.page.number
    yield Noted("the server fails on a page; went on behind it", "warning", page=number)
    return behind


def _close(source: Source, walked: Walk, arrival: Arrival, *, beyond: bool = False) -> None:
    usual = [page.document for page in source.nonsense]
    sign = ""
    if arrival.reading is not None and not arrival.rows:
        sign = sign_of_refusal(arrival.reading.document, usual)
    if sign:
        walked.failed = True
        walked.end(f"the source shows {sign}", finished=False)
    elif beyond:
        walked.end("the stated total is reached", finished=True)
    elif arrival.reading is None:
        walked.failed = walked.failed or not arrival.status
        walked.end(arrival.fault, finished=None if arrival.status in ENDS else False)
    elif arrival.rows:
        walked.end("the source repeats a page")
    else:
        walked.end("the page holds no record")


def _prove(
    source: Source, walked: Walk, reading: Reading
) -> Generator[Event, Reply, Reading | None]:
    """Try what may be the next link, live, until one page goes on where this one ended."""
    beyond, tries = _is_reached(source, walked), source.paging.tries
    following = yield from _first_that_follows(source, walked, reading)
    if following is None and source.paging.tries > tries and source.size and not beyond:
        following = yield from _prove_size(source, walked, reading)
    source.paging.overran = source.paging.overran or beyond
    if beyond and following is None:
        walked.end("the stated total is reached", finished=True)
    elif beyond and following is not None:
        yield from drop_total(source, walked)
        return replace(following, stated=None)
    return following


def _first_that_follows(
    source: Source, walked: Walk, reading: Reading, *, sized: bool = False
) -> Generator[Event, Reply, Reading | None]:
    """The first proposal whose page goes on where this one ended; its locator is kept."""
    records = max(len(reading.rows), source.most_rows)
    for proposal, request in source.paging.proposals(reading, source.interface):
        request = with_parameter(request, *source.size) if sized and source.size else request
        if request.fingerprint in walked.asked:
            continue
        arrival = yield from try_hop(source, walked, reading, proposal, request)
        following = arrival.reading
        if following is not None and goes_on(reading, following, via=proposal.via, records=records):
            source.paging.learn(proposal, [reading.page.request, following.page.request])
            source.paging.size_proved = source.size is not None
            yield from source.tell_paging()
            return (yield from settle_total(source, walked, reading, following))
        source.paging.refuse(proposal)
        if following is not None:
            text = f"a link that might lead on ({proposal.via}) does not continue the answer"
            yield Noted(text, page=following.page.number)
    return None


def _prove_size(
    source: Source, walked: Walk, reading: Reading
) -> Generator[Event, Reply, Reading | None]:
    """No link leads on from a larger page: it forgets the size, or the size does not hold."""
    following = yield from _first_that_follows(source, walked, reading, sized=True)
    if following is not None:
        source.paging.size_added = True
        return following
    source.paging.refused.clear()
    arrival = yield from take_back(source, walked, Arrival())
    return arrival.reading


def _count_on(
    source: Source, walked: Walk, reading: Reading
) -> Generator[Event, Reply, Reading | None]:
    """Ask the next page by arithmetic where the answer is not yet whole."""
    paging = source.paging
    why = reason_to_count(source, walked, reading)
    request = paging.counted(reading) if why is not None and paging.is_worth(why) else None
    if why is None or request is None or request.fingerprint in walked.asked:
        walked.end("no further page is linked")
        return None
    arrival = yield from arrive(source, walked, request)
    if is_news(walked, arrival) and not _goes_back(walked, arrival):
        paging.note(why, gained=True)
        return arrival.reading
    if not walked.cut:
        paging.note(why, gained=False)
    walked.end("nothing stands beyond the last page")
    return None


def _goes_back(walked: Walk, arrival: Arrival) -> bool:
    """Whether a page holds nothing but records of earlier pages of the walk."""
    return arrival.reading is not None and all(key in walked.keys for key in arrival.reading.keys)


def _after_cut(
    source: Source, walked: Walk, reading: Reading
) -> Generator[Event, Reply, Reading | None]:
    """After a page that came cut: by the rows that came, by its link, or by the whole step."""
    paging, requests = source.paging, []
    if paging.step is not None and paging.step.amount > 1:
        requests.append(paging.counted(reading, len(reading.rows)))
    shown = paging.replayed(reading, source.interface)
    requests += [shown[1] if shown is not None else None, paging.counted(reading)]
    for request in requests:
        if request is None or request.fingerprint in walked.asked:
            continue
        arrival = yield from arrive(source, walked, request)
        if is_news(walked, arrival) and not _goes_back(walked, arrival):
            return arrival.reading
    following = None
    if paging.locator is None:
        following = yield from _prove(source, walked, reading)
    if following is None:
        walked.end("the page came cut off and nothing follows it", finished=False)
    return following
