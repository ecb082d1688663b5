"""Raising the page size: it divides all later cost, so one or two requests are spent on trying.

Offers come from the form (a select of numbers), from links that differ in one parameter, or from
the next page's address. One is kept when the page grew and still begins with the same records, and
when the next page goes on after it; it is taken back when larger pages fail later.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final

from leadline.crawl.events import Event, Notice, Reply
from leadline.crawl.paging.fetch_page import Arrival, arrive, is_news
from leadline.crawl.paging.pager_state import goes_on, has_parameter, with_parameter
from leadline.model import Page
from leadline.wrapper.pager.propose import advance, learn_step, page_size_offers, position

if TYPE_CHECKING:
    from collections.abc import Generator

    from leadline.crawl.client import Source
    from leadline.crawl.paging.walk import Walk
    from leadline.model import QueryInterface, Request
    from leadline.wrapper.pager.propose import PageStep, SizeOffer
    from leadline.wrapper.reading import PageReading

GREW: Final = 1.2
SAME: Final = 0.8
"""Share of the small page's records that the larger page must hold."""
MOST_SIZINGS: Final = 2
"""Requests that a source may cost while a larger page is looked for."""
SLOW: Final = 10.0
"""Seconds a page above which half its size is asked for."""


def raise_page_size(
    source: Source, reading: PageReading, query: str
) -> Generator[Event, Reply, PageReading]:
    """The same first page with more records on it if the source offers that, else as it was."""
    if source.interface is None or not _has_more(source, reading):
        return reading
    if source.size is not None:
        return (yield from _at_raised_size(source, reading, query, source.size))
    for offer in _offers(source.interface, reading):
        if source.paging.sizings >= MOST_SIZINGS:
            break
        source.paging.sizings += 1
        larger = yield from _resized(source, reading, query, offer.parameter, offer.value)
        if larger is None:
            continue
        size = offer.value
        if larger.page.seconds > SLOW:
            size, larger = yield from _halved(source, reading, larger, query, offer)
        source.size = (offer.parameter, str(size))
        source.paging.step = None
        yield Notice(f"{len(larger.rows)} records a page instead of {len(reading.rows)}")
        yield from source.tell_paging()
        return larger
    return reading


def _at_raised_size(
    source: Source, reading: PageReading, query: str, size: tuple[str, str]
) -> Generator[Event, Reply, PageReading]:
    """A first page from before the size was raised, asked again in that size."""
    request = reading.page.request
    if with_parameter(request, *size).fingerprint == request.fingerprint:
        return reading
    return (yield from _resized(source, reading, query, size[0], int(size[1]))) or reading


def _has_more(source: Source, reading: PageReading) -> bool:
    """Whether the answer goes on after this page: only then a larger page can be told."""
    if not reading.rows:
        return False
    stated = reading.stated
    if stated is not None and stated.value is not None and stated.value > len(reading.rows):
        return True
    if source.paging.locator is not None:
        return source.paging.replayed(reading, source.interface) is not None
    return bool(source.paging.proposals(reading, source.interface))


def _resized(
    source: Source, reading: PageReading, query: str, name: str, value: int
) -> Generator[Event, Reply, PageReading | None]:
    """The page with another size, None unless it holds the same records and more."""
    request = with_parameter(reading.page.request, name, str(value))
    page = yield from source.fetch(request, "page size", query)
    if not isinstance(page, Page) or page.status >= 400:
        return None
    larger = yield from source.read(page, query)
    return larger if not larger.cut and _is_same_and_more(reading, larger) else None


def _halved(
    source: Source, reading: PageReading, larger: PageReading, query: str, offer: SizeOffer
) -> Generator[Event, Reply, tuple[int, PageReading]]:
    """Half of a size that takes the server long, where it is offered and quicker."""
    half = offer.value // 2
    if offer.via == "control" and not _is_offered(source.interface, offer.parameter, half):
        return offer.value, larger
    smaller = yield from _resized(source, reading, query, offer.parameter, half)
    if smaller is None or smaller.page.seconds >= larger.page.seconds:
        return offer.value, larger
    return half, smaller


def _is_offered(interface: QueryInterface | None, name: str, value: int) -> bool:
    controls = interface.controls if interface is not None else ()
    return any(
        choice.value == str(value)
        for control in controls
        if control.name == name
        for choice in control.choices
    )


def _offers(interface: QueryInterface, reading: PageReading) -> tuple[SizeOffer, ...]:
    """Offers above the page size that the page states ("1-20 of 300"), that of its longest list,
    or its rows: a page may show two lists, each as long as the page size.
    """
    sizes = [_longest_list(reading), len(reading.rows)]
    stated = reading.stated
    if stated is not None and stated.first is not None and stated.last is not None:
        sizes.insert(0, stated.last - stated.first + 1)
    found = (page_size_offers(reading.document, interface, size) for size in dict.fromkeys(sizes))
    return next((offers for offers in found if offers), ())


def _longest_list(reading: PageReading) -> int:
    """Most rows that stand under one node."""
    holders = Counter(reading.document.parent[row.nodes[0]] for row in reading.rows if row.nodes)
    return max(holders.values(), default=len(reading.rows))


def _is_same_and_more(before: PageReading, after: PageReading) -> bool:
    if len(after.rows) < GREW * len(before.rows):
        return False
    known = set(after.keys)
    return sum(1 for key in before.keys if key in known) >= SAME * len(before.keys)


def with_size(source: Source, request: Request) -> Request:
    """A page's request with the page size, where links forget it."""
    if source.size is None or not source.paging.size_added:
        return request
    if has_parameter(request, source.size[0]):
        return request
    return with_parameter(request, *source.size)


def keep_size(
    source: Source, walked: Walk, reading: PageReading, request: Request, arrival: Arrival
) -> Generator[Event, Reply, Arrival]:
    """The page after a larger one: it must go on there; a size that fails is taken back."""
    paging = source.paging
    if arrival.reading is None and _may_be_size(arrival) and paging.is_worth("size"):
        return (yield from take_back(source, walked, arrival))
    if arrival.reading is None or paging.size_proved:
        return arrival
    if _follows(reading, arrival):
        paging.size_proved = True
        return arrival
    assert source.size is not None
    if not has_parameter(request, source.size[0]):
        again = yield from arrive(source, walked, with_parameter(request, *source.size))
        if _follows(reading, again):
            paging.size_proved = paging.size_added = True
            return again
    return (yield from take_back(source, walked, arrival))


def _may_be_size(arrival: Arrival) -> bool:
    """Whether a failure may come from pages that are too large: too slow, or refused."""
    return not arrival.status or arrival.status in {400, 413, 422} or arrival.status >= 500


def _follows(reading: PageReading, arrival: Arrival) -> bool:
    return arrival.reading is not None and goes_on(reading, arrival.reading, via="word")


def take_back(source: Source, walked: Walk, arrival: Arrival) -> Generator[Event, Reply, Arrival]:
    """The usual page size again, from where the walk stands; as it was if that fails too."""
    size, source.size = source.size, None
    page = yield from source.ask_again(walked.query, "page")
    small = (yield from source.read(page, walked.query)) if isinstance(page, Page) else None
    if small is None or not small.rows:
        source.size = size
        source.paging.note("size", gained=False)
        return arrival
    request, step = _resumed(source, walked, small)
    again = Arrival(small, 200)
    if request is None:
        walked.start_again(walked.rows // len(small.rows) + 1)
    else:
        again = yield from arrive(source, walked, request)
        walked.half = frozenset(walked.keys)
    if request is not None and not is_news(walked, again):
        source.size = size
        source.paging.note("size", gained=False)
        return arrival
    source.paging.step = step
    source.paging.sizings = MOST_SIZINGS
    yield Notice("larger pages fail; back to the usual page size", "warning")
    yield from source.tell_paging()
    return again


def _resumed(
    source: Source, walked: Walk, small: PageReading
) -> tuple[Request | None, PageStep | None]:
    """The request for the small page that holds the row after those walked, and the step to it."""
    shown = source.paging.replayed(small, source.interface)
    step = learn_step([small.page.request, shown[1]]) if shown is not None else None
    if shown is None or step is None:
        return None, step
    here = position(shown[1], step)
    behind = walked.rows // len(small.rows) if step.amount == 1 else walked.rows
    if here is None:
        return None, step
    return advance(shown[1], step, amount=step.first + behind - here), step
