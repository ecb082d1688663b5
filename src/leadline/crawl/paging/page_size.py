"""Page size, raised where the source offers that: it divides all later cost.

Offers come from the form (a select of numbers), from links that differ in one parameter, or from
the next page's address. One is kept when the page grew and still begins with the same records, and
when the next page continues it; it is taken back when larger pages fail later.
"""

from collections import Counter
from dataclasses import replace
from typing import Final

from leadline.crawl.client import ask_and_read, fetch
from leadline.crawl.events import Crawl
from leadline.crawl.page_reader import read_page
from leadline.crawl.paging.fetch_page import PageResult, fetch_page, shows_news
from leadline.crawl.reports import report_pager
from leadline.crawl.state.pager import is_next_page
from leadline.crawl.state.request_parameters import has_parameter, with_parameter
from leadline.crawl.state.source import SourceState
from leadline.crawl.state.walk_log import WalkLog
from leadline.model import Page, QueryInterface, Request
from leadline.wrapper.pager.page_size import SizeOffer, fills_page, page_size_offers
from leadline.wrapper.pager.step import PageStep, advance, learn_step, position
from leadline.wrapper.reading import PageReading

MIN_GROWTH: Final = 1.2
"""Ratio of rows from which a page counts as larger."""
MIN_SHARE_OF_SMALL_PAGE: Final = 0.8
"""Share of the small page's records that the larger page must hold."""
MAX_PAGE_SIZE_TRIES: Final = 2
"""Requests that a source may cost while a larger page is looked for."""


def raise_page_size(source: SourceState, reading: PageReading, query: str) -> Crawl[PageReading]:
    """Read the same first page with more records on it if the source offers that."""
    interface = source.form.interface
    size = source.form.page_size
    is_tried = size is None and source.pager.page_size_tries >= MAX_PAGE_SIZE_TRIES
    if interface is None or is_tried or not _has_more(source, reading):
        return reading
    offered = ((offer.parameter, str(offer.value)) for offer in _offers(interface, reading))
    for wanted in offered if size is None else [size]:
        request = with_parameter(reading.page.request, *wanted)
        if size is None:
            if source.pager.page_size_tries >= MAX_PAGE_SIZE_TRIES:
                break
            source.become(replace(source.pager, page_size_tries=source.pager.page_size_tries + 1))
        elif request.fingerprint == reading.page.request.fingerprint:
            break
        page = yield from fetch(source, request, "page size", query)
        if not isinstance(page, Page) or page.status >= 400:
            continue
        larger = yield from read_page(source, page, query)
        if larger.cut or not _is_same_and_more(reading, larger):
            continue
        if size is None:
            source.become(replace(source.form, page_size=wanted))
            source.become(replace(source.pager, step=None))
            source.journal.note(f"{len(larger.rows)} records a page instead of {len(reading.rows)}")
            report_pager(source)
        return larger
    return reading


def _has_more(source: SourceState, reading: PageReading) -> bool:
    """Tell whether the answer goes on after this page: only then a larger page shows."""
    if not reading.rows:
        return False
    stated = reading.stated
    if stated is not None and stated.value is not None and stated.value > len(reading.rows):
        return True
    interface = source.form.interface
    is_full = interface is not None and fills_page(interface, len(reading.rows))
    return is_full or source.pager.leads_on(reading, interface)


def _offers(interface: QueryInterface, reading: PageReading) -> tuple[SizeOffer, ...]:
    """Return offers above the page size.

    That is the size that the page states ("1-20 of 300"), that of its longest list, or its rows: a
    page may show two lists, each as long as the page size.
    """
    sizes = [_longest_list(reading), len(reading.rows)]
    stated = reading.stated
    if stated is not None and stated.first is not None and stated.last is not None:
        sizes.insert(0, stated.last - stated.first + 1)
    offers = (page_size_offers(reading.document, interface, size) for size in dict.fromkeys(sizes))
    return next((some for some in offers if some), ())


def _longest_list(reading: PageReading) -> int:
    """Return the largest number of rows under one node."""
    parents = Counter(reading.document.parent[row.nodes[0]] for row in reading.rows if row.nodes)
    return max(parents.values(), default=len(reading.rows))


def _is_same_and_more(before: PageReading, after: PageReading) -> bool:
    if len(after.rows) < MIN_GROWTH * len(before.rows):
        return False
    known = set(after.keys)
    shared = sum(1 for key in before.keys if key in known)
    return shared >= MIN_SHARE_OF_SMALL_PAGE * len(before.keys)


def with_page_size(source: SourceState, request: Request) -> Request:
    """Add the page size to a page's request, where links forget it."""
    size = source.form.page_size
    if size is None or not source.pager.adds_page_size or has_parameter(request, size[0]):
        return request
    return with_parameter(request, *size)


def keep_size(
    source: SourceState, walk: WalkLog, reading: PageReading, request: Request, result: PageResult
) -> Crawl[PageResult]:
    """Check that the page after a larger one continues it; take a size that fails back."""
    pager, size = source.pager, source.form.page_size
    if result.reading is None and _may_be_size(result) and pager.is_worth("size"):
        return (yield from restore_size(source, walk, result))
    if result.reading is None or pager.is_page_size_proved:
        return result
    if _continues(reading, result):
        source.become(replace(source.pager, is_page_size_proved=True))
        return result
    if size is not None and not has_parameter(request, size[0]):
        again = yield from fetch_page(source, walk, with_parameter(request, *size))
        if _continues(reading, again):
            source.become(replace(source.pager, is_page_size_proved=True, adds_page_size=True))
            return again
    return (yield from restore_size(source, walk, result))


def _may_be_size(result: PageResult) -> bool:
    """Tell whether a failure may come from pages that are too large: too slow, or refused."""
    return not result.status or result.status in {400, 413, 422} or result.status >= 500


def _continues(reading: PageReading, result: PageResult) -> bool:
    return result.reading is not None and is_next_page(reading, result.reading, via="word")


def restore_size(source: SourceState, walk: WalkLog, result: PageResult) -> Crawl[PageResult]:
    """Go on with the usual page size from where the walk stands; keep the size if that fails."""
    size = source.form.page_size
    source.become(replace(source.form, page_size=None))
    small = yield from ask_and_read(source, walk.query, "page", again=True)
    if small is None or not small.rows:
        return _keep_failing_size(source, size, result)
    request, step = _resumed(source, walk, small)
    again = PageResult(small, 200)
    if request is None:
        walk.restart(walk.rows // len(small.rows) + 1)
    else:
        again = yield from fetch_page(source, walk, request)
        walk.note(partial_keys=walk.keys)
        if not shows_news(walk, again):
            return _keep_failing_size(source, size, result)
    source.become(replace(source.pager, step=step, page_size_tries=MAX_PAGE_SIZE_TRIES))
    source.journal.note("larger pages fail; back to the usual page size", "warning")
    report_pager(source)
    return again


def _keep_failing_size(
    source: SourceState, size: tuple[str, str] | None, result: PageResult
) -> PageResult:
    source.become(replace(source.form, page_size=size))
    source.become(source.pager.with_try("size", gained=False))
    return result


def _resumed(
    source: SourceState, walk: WalkLog, small: PageReading
) -> tuple[Request | None, PageStep | None]:
    """Return the request for the small page behind the rows read, and the step to it."""
    shown = source.pager.by_locator(small, source.form.interface)
    step = learn_step([small.page.request, shown[1]]) if shown is not None else None
    if shown is None or step is None:
        return None, step
    here = position(shown[1], step)
    behind = walk.rows // len(small.rows) if step.amount == 1 else walk.rows
    if here is None:
        return None, step
    return advance(shown[1], step, amount=step.first + behind - here), step
