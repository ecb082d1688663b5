"""One page of a walk, fetched and read; asked again where it came spoilt.

What spoils a page: an error of the server, a cut in mid-row, a form with a field that is refused, a
session that was lost (page n then shows page 1, the form, or another answer), an empty page where
the total promises more. Each remedy is tried once, and no more once it proved useless on a source.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from leadline.crawl.client import EXPIRED
from leadline.crawl.events import Event, Notice, Reply
from leadline.crawl.paging.pager_state import LEANEST, carries_query
from leadline.errors import FetchError
from leadline.model import Page
from leadline.wrapper.pager.propose import advance, position

if TYPE_CHECKING:
    from collections.abc import Generator

    from leadline.crawl.client import Source
    from leadline.crawl.paging.pager_state import Try
    from leadline.crawl.paging.walk import Walk
    from leadline.model import Request
    from leadline.wrapper.pager.propose import Proposal
    from leadline.wrapper.reading import PageReading

RETRY_DELAY: Final = 2.0
SERVER_ERROR: Final = 500
MOST_RESTARTS: Final = 2
"""Sessions in a row that were lost on one and the same page."""
MOST_FORWARD: Final = 30
"""Pages that are walked again to come back to where a session was lost."""


@dataclass(frozen=True, slots=True)
class Arrival:
    """What came for a request: a page read, or a status, or a fault of the network."""

    reading: PageReading | None = None
    status: int = 0
    fault: str = ""

    @property
    def rows(self) -> int:
        """How many records it shows."""
        return len(self.reading.rows) if self.reading is not None else 0


def arrive(
    source: Source, walked: Walk, request: Request, delay: float = 0.0
) -> Generator[Event, Reply, Arrival]:
    """Fetch and read a page; one that came cut is asked again."""
    page = yield from source.fetch(request, "page", walked.query, delay)
    if isinstance(page, FetchError):
        return Arrival(fault=str(page))
    if page.status >= 400:
        return Arrival(status=page.status, fault=f"the source answered {page.status}")
    reading = yield from source.read(page, walked.query)
    return Arrival((yield from mend(source, walked, reading)), page.status)


def mend(
    source: Source, walked: Walk, reading: PageReading
) -> Generator[Event, Reply, PageReading]:
    """A page that came cut, asked once more; the better of the two, without its broken end."""
    if not reading.cut:
        return reading
    full = len(reading.rows) >= max(walked.most_rows, source.most_rows)
    if (full or not source.paging.is_worth("cut")) and not _ends_in_row(reading):
        return replace(reading, cut=False)
    best = reading
    if source.paging.is_worth("cut"):
        page = yield from source.fetch(reading.page.request, "page", walked.query, RETRY_DELAY)
        if isinstance(page, Page) and page.status < 400:
            again = yield from source.read(page, walked.query)
            best = again if not again.cut or len(again.rows) > len(reading.rows) else reading
        source.paging.note("cut", gained=best is not reading)
    if not best.cut:
        return best
    yield Notice("the page came cut off", "warning", page=best.page.number)
    return replace(best, rows=best.rows[:-1]) if _ends_in_row(best) else best


def _ends_in_row(reading: PageReading) -> bool:
    """Whether nothing stands after the last record: it may be half a record."""
    if len(reading.rows) < 2 or not reading.rows[-1].nodes:
        return False
    stop = max(reading.document.end[node] for node in reading.rows[-1].nodes)
    return not reading.document.texts(stop, len(reading.document))


def is_news(walked: Walk, arrival: Arrival) -> bool:
    """Whether a page holds records and is none that this walk has seen already."""
    reading = arrival.reading
    return reading is not None and bool(reading.rows) and reading.keys not in walked.lists


def hop(
    source: Source, walked: Walk, reading: PageReading, proposal: Proposal, request: Request
) -> Generator[Event, Reply, Arrival]:
    """The page that a learned link or button leads to, by every means."""
    arrival = yield from try_hop(source, walked, reading, proposal, request)
    bound = is_bound(source, walked, request)
    if arrival.reading is not None and _is_the_answer(source, walked, arrival, bound=bound):
        return arrival
    if (bound and arrival.reading is not None) or arrival.status in EXPIRED:
        return (yield from _in_new_session(source, walked, request, arrival))
    return (yield from _once_more(source, walked, request, arrival))


def try_hop(
    source: Source, walked: Walk, reading: PageReading, proposal: Proposal, request: Request
) -> Generator[Event, Reply, Arrival]:
    """The page that a proposal leads to; where the server keeps the query, it is told it first."""
    if is_bound(source, walked, request) and source.latest != walked.requests[-1].fingerprint:
        yield from source.fetch(walked.first, "page", walked.query)
    arrival = yield from arrive(source, walked, request)
    if proposal.request is None and not source.paging.pressed:
        if 400 <= arrival.status < SERVER_ERROR:
            arrival = yield from _leaner(source, walked, reading, proposal, arrival)
        source.paging.pressed = arrival.reading is not None
    return arrival


def is_bound(source: Source, walked: Walk, request: Request) -> bool:
    """Whether the server must know what is asked: the page's request does not say it."""
    return not carries_query(request, walked.first, _control(source, walked.query))


def _control(source: Source, query: str) -> str:
    """The control that tells a query from others: of several the last that was bound."""
    filled = source.filled.get(query)
    if filled:
        return filled[-1][0]
    return source.control.name if source.control is not None else ""


def _is_the_answer(source: Source, walked: Walk, arrival: Arrival, *, bound: bool) -> bool:
    """Whether a page goes on with this walk; a query that the server keeps may be another now."""
    if not is_news(walked, arrival):
        return False
    reading = arrival.reading
    assert reading is not None
    if not bound:
        return True
    stated = reading.stated
    exact = walked.exact and stated is not None and not stated.approximate
    if exact and stated is not None and stated.value != walked.total:
        return False
    return not any(key in walked.front for key in reading.keys) and (
        not walked.echoed or walked.query in echoes(source, reading)
    )


def echoes(source: Source, reading: PageReading) -> list[str]:
    """What stands in the query's own control on a page."""
    document, name = reading.document, source.control.name if source.control else ""
    return [
        document.attribute(node, "value")
        for node in document.elements("input")
        if document.attribute(node, "name") == name
    ]


def _leaner(
    source: Source, walked: Walk, reading: PageReading, proposal: Proposal, arrival: Arrival
) -> Generator[Event, Reply, Arrival]:
    """A form that was refused, without the hidden fields that may be the reason."""
    paging = source.paging
    before = paging.request_of(proposal, reading, source.interface)
    while 400 <= arrival.status < SERVER_ERROR and paging.lean < LEANEST:
        paging.lean += 1
        request = paging.request_of(proposal, reading, source.interface)
        if request is None or before is None or request.fingerprint == before.fingerprint:
            continue
        before = request
        arrival = yield from arrive(source, walked, request)
    if arrival.reading is None:
        paging.lean = 0
    return arrival


def _once_more(
    source: Source, walked: Walk, request: Request, arrival: Arrival
) -> Generator[Event, Reply, Arrival]:
    """A failed page, or an empty one where more is owed, asked again after a while."""
    paging = source.paging
    failed = arrival.status >= SERVER_ERROR
    promised = walked.is_short or walked.total is None
    empty = arrival.reading is not None and not arrival.rows and promised
    what: Try = "error" if failed else "empty"
    if not (failed or empty) or not paging.is_worth(what):
        return arrival
    again = yield from arrive(source, walked, request, RETRY_DELAY)
    paging.note(what, gained=is_news(walked, again))
    return again


def _in_new_session(
    source: Source, walked: Walk, request: Request, arrival: Arrival
) -> Generator[Event, Reply, Arrival]:
    """The query asked afresh, then the wanted page: by its number, else page after page."""
    if walked.restarts >= MOST_RESTARTS:
        walked.failed = True
        return arrival
    walked.restarts += 1
    page = yield from source.ask_again(walked.query, "page")
    if not isinstance(page, Page) or page.status >= 400:
        return arrival
    reading = yield from source.read(page, walked.query)
    again = yield from _forward(source, walked, reading, request)
    walked.failed = not is_news(walked, again)
    if not walked.failed:
        walked.restarts = 0
        yield Notice("the session was lost; asked the query again and went on")
    return again


def _forward(
    source: Source, walked: Walk, reading: PageReading, wanted: Request
) -> Generator[Event, Reply, Arrival]:
    """From the first page to the wanted one, in one hop where the step is known."""
    paging, arrival = source.paging, Arrival(reading, 200)
    for _ in range(min(walked.pages, MOST_FORWARD)):
        shown = paging.replayed(reading, source.interface)
        if shown is None:
            break
        request = _jump(shown[1], wanted, source) or shown[1]
        arrival = yield from arrive(source, walked, request)
        if arrival.reading is None or is_news(walked, arrival) or not arrival.rows:
            break
        reading = arrival.reading
    return arrival


def _jump(request: Request, wanted: Request, source: Source) -> Request | None:
    """The fresh request for page 2 moved on to the page that is wanted."""
    step = source.paging.step
    if step is None:
        return None
    here, there = position(request, step), position(wanted, step)
    if here is None or there is None:
        return None
    return advance(request, step, amount=there - here) if there != here else request
