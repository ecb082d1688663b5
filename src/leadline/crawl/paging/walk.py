"""Walk of one answer from its first page to its end.

A walk ends where the stated total is reached, no page follows, a page holds no record or was seen
before in this walk (some engines answer beyond the end with page 1 or the last page again), an
error comes, the source hides the rest, or, where asked for, several pages in a row bring nothing
new.
"""

from typing import Final

from leadline.crawl.client import ask_and_read, read_answer
from leadline.crawl.events import Crawl
from leadline.crawl.paging.fetch_page import echoed_queries, is_bound, refetch_truncated
from leadline.crawl.paging.moments import PAGE_TAKEN, WALKED, Walked
from leadline.crawl.paging.next_page import TOTAL_REACHED, next_page, reaches_total
from leadline.crawl.state.source import SourceState
from leadline.crawl.state.unread import CUT
from leadline.crawl.state.walk_log import WalkLog
from leadline.forms.link_facets import link_choices
from leadline.model import Page
from leadline.wrapper.reading import PageReading

MAX_STALE_PAGES: Final = 3
"""Pages in a row without a new record after which a walk is broken off."""
MAX_PAGES_IN_VAIN: Final = 6
"""Pages in a row that followed a first one without news in vain: from then on none is read."""
MAX_CIRCLING_PAGES: Final = 3
"""Pages in a row without a record that is new to the walk: the source goes in circles."""
MAX_KNOWN_TO_UNREAD_RATIO: Final = 1.25
"""Known records that were not among those read, over unread rows: below, something is unread."""
MAX_PAGES_PER_WALK: Final = 100_000


def start_walk(
    source: SourceState, query: str, page: Page, read: PageReading | None = None
) -> Crawl[tuple[WalkLog, PageReading]]:
    """Take the first page of an answer, ``read`` before or now; ``finish_walk`` walks on."""
    walk = WalkLog(query)
    reading = yield from read_answer(source, page, query, read)
    if reading.cut:
        reading = yield from refetch_truncated(source, walk, reading)
    walk.note(unread="" if reading.rows else source.traffic.unread.last)
    walk.note(echoes_query=query in echoed_queries(source, reading))
    source.take_page(walk, reading)
    return walk, reading


def ask_walked(
    source: SourceState, query: str, purpose: str, first: PageReading | None = None
) -> Crawl[tuple[WalkLog, PageReading] | None]:
    """Ask a query and walk its answer to the end, from its ``first`` page where that is known.

    Where none comes it is kept that it was not searched.
    """
    reading = first or (yield from ask_and_read(source, query, purpose))
    if reading is None:
        source.leave_unsearched(query)
        return None
    walk, reading = yield from start_walk(source, query, reading.page, reading)
    walk = yield from finish_walk(source, walk, reading, break_off=False)
    source.close(walk)
    return walk, reading


def finish_walk(
    source: SourceState, walk: WalkLog, reading: PageReading, *, break_off: bool = True
) -> Crawl[WalkLog]:
    """Walk from a page that is taken to the end of the answer, again where it was shuffled."""
    walk.defer(None)
    for part in ["", *source.parts_of(walk.query)]:
        is_whole = walk.finished or not part
        if part:
            first = yield from ask_and_read(source, part, "slice")
            walk.note(finished=is_whole and first is not None)
            if first is None:
                continue
            reading = first
            source.take_page(walk, reading)
            walk.note(reason="", stale_pages=0, circling_pages=0)
        while not is_over(source, walk, reading, break_off=break_off):
            following = yield from next_page(source, walk, reading)
            if following is None:
                break
            reading, is_stale = following, not walk.new
            source.take_page(walk, reading)
            if is_stale and break_off:
                source.note_behind_stale(walk)
            yield from PAGE_TAKEN.pass_by(source, walk)
        walk.note(finished=walk.finished and is_whole)
    walk = (yield from WALKED.pass_by(source, Walked(walk, reading))).walk
    if not break_off and walk.requests:
        walk.note(links=link_choices(reading.document, walk.requests[0].url))
    walk.settle()
    if walk.progress.truncated and not walk.new:
        walk.note(unread=CUT)
    source.judge_walk(walk)
    return walk


def may_defer(source: SourceState, walk: WalkLog, reading: PageReading) -> bool:
    """Tell whether a walk may go on later as well as now.

    An exact total says how much follows, and a link leads on whose request says what is asked.
    """
    if not (walk.owes_rows and walk.exact and source.trusts(walk)) or reading.cut:
        return False
    if source.form.order is not None or source.pager.is_order_unstable:
        return False
    if 0 < source.pager.observed_cap <= walk.rows:
        return False
    shown = source.pager.by_locator(reading, source.form.interface)
    return shown is not None and not is_bound(source, walk, shown[1])


def is_over(source: SourceState, walk: WalkLog, reading: PageReading, *, break_off: bool) -> bool:
    """Tell whether a walk ends behind a page; the reason is noted in the walk."""
    cap, interface = source.pager.observed_cap, source.form.interface
    progress = walk.progress
    if walk.reason:
        return True
    if not reading.rows:
        walk.stop("the page holds no record")
    elif reaches_total(source, walk):  # a link that leads on may show another number to be meant
        if source.pager.total_exceeded or not source.pager.leads_on(reading, interface):
            walk.stop(TOTAL_REACHED, finished=True)
    elif reading.cut:
        return False
    elif 0 < cap <= walk.rows and walk.owes_rows and walk.exact:
        walk.stop(f"the source shows no more than {cap:,} rows", finished=False)
    elif break_off and _is_stale(source, walk) and not _owes_news(source, walk):
        walk.break_off(f"{progress.stale_pages} pages in a row brought nothing new")
    elif progress.circling_pages >= MAX_CIRCLING_PAGES:
        walk.stop("the source shows the same records again and again")
    elif walk.pages >= MAX_PAGES_PER_WALK:
        walk.stop("more pages than any answer has", finished=False)
    return bool(walk.reason)


def _is_stale(source: SourceState, walk: WalkLog) -> bool:
    """Tell whether enough pages in a row brought nothing new, as the source taught."""
    is_vain = not walk.new and source.answers.pages_in_vain >= MAX_PAGES_IN_VAIN
    unread = (walk.total or 0) - walk.rows  # a short answer is read whole: it is a draw
    is_long = source.trusts(walk) and unread > MAX_STALE_PAGES * source.answers.largest_page
    return walk.progress.stale_pages >= (1 if is_vain and is_long else MAX_STALE_PAGES)


def _owes_news(source: SourceState, walk: WalkLog) -> bool:
    """Tell whether the rest must hold a new record a page.

    More are stated than were ever taken (where the newest come first, all that was taken stands on
    the first pages), or most was read and the other known records hardly fill the rest.
    """
    if walk.total is None or not source.trusts(walk):
        return False
    unread, read = walk.total - walk.rows, len(walk.keys)
    pages = -(-unread // max(1, source.answers.largest_page))
    if 0 < pages <= walk.total - source.record_count:
        return True
    return read > unread > 0 and source.record_count - read < MAX_KNOWN_TO_UNREAD_RATIO * unread
