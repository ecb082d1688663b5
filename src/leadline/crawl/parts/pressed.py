"""A pager that only a script knows: its control is pressed twice in a browser, and watched.

Where an answer says that more rows follow, or shows what turns its pages, and nothing that was read
leads on, the answer is opened in a browser as it came. What two presses sent tells how pages are
turned; from then on they come by plain requests. The first of these proves it.
"""

from collections.abc import Sequence
from dataclasses import replace
from html import unescape
from typing import Final

from leadline.crawl.events import Crawl
from leadline.crawl.paging.moments import PAGE_TAKEN, WALKED, Walked
from leadline.crawl.paging.next_page import next_page
from leadline.crawl.paging.walk import is_over
from leadline.crawl.reports import report_pager
from leadline.crawl.state.source import SourceState
from leadline.crawl.state.walk_log import WalkLog
from leadline.model import Page, Request
from leadline.page.charset import decode
from leadline.page.observed import Learn, Observed, Sighting
from leadline.wrapper.pager.pressed import learn_turn, shows_turn
from leadline.wrapper.reading import PageReading

TURNS: Final = 2
"""Presses of the control: what differs between both moves from page to page."""
MIN_ROWS_TO_PRESS: Final = 5
MIN_LINES_BROUGHT: Final = 2
MAX_LINES_COMPARED: Final = 200
TRIED: Final = "nothing that was read leads to a next page; trying {price}"
PRESS_LEARNED: Final = "the next page is asked for as the page's script asked for it"


def press_on(source: SourceState, at: Walked) -> Crawl[Walked]:
    """Walk on by what the control of an answer sends, where nothing that was read leads on."""
    if not _is_due(source, at.walk, at.last):
        return at
    page = at.last.page
    wish = Learn(page.url, "", steps=TURNS, page=page)
    source.journal.note(TRIED.format(price=wish.price), "warning")
    observed = yield wish
    source.become(replace(source.traffic, latest_request=""))  # the server may show another page
    sent = _sent(observed) if isinstance(observed, Observed) else []
    document, request = at.last.document, page.request
    turn = learn_turn(document, request, *sent[:2]) if len(sent) >= TURNS else None
    source.become(source.pager.with_try("press", gained=False))
    if turn is None:
        return at
    source.become(replace(source.pager, pressed=turn))
    pages, reason, finished = at.walk.pages, at.walk.reason, at.walk.finished
    last = yield from _walk_on(source, at.walk, at.last)
    if at.walk.pages == pages:
        source.become(replace(source.pager, pressed=None))
        at.walk.note(reason=reason, finished=finished)
        return at
    source.journal.note(PRESS_LEARNED)
    report_pager(source)
    return Walked(at.walk, last)


def _is_due(source: SourceState, walk: WalkLog, last: PageReading) -> bool:
    """Tell whether a full first page has more behind it, and nothing was found that leads on."""
    pager = source.pager
    is_known = pager.locator is not None or pager.call is not None or pager.pressed is not None
    is_open = not is_known and source.form.call is None and pager.is_worth("press")
    is_said = walk.total is not None and source.trusts(walk)
    is_full = MIN_ROWS_TO_PRESS <= len(last.rows) >= source.answers.largest_page
    is_due = is_open and is_full and walk.pages == 1 and "<script" in last.document.html
    if is_due and is_said and walk.total is not None:
        return walk.total > TURNS * walk.rows
    return is_due and shows_turn(last.document)


def _walk_on(source: SourceState, walk: WalkLog, reading: PageReading) -> Crawl[PageReading]:
    walk.note(reason="", finished=False)
    while not is_over(source, walk, reading, break_off=False):
        following = yield from next_page(source, walk, reading)
        if following is None:
            break
        reading = following
        source.take_page(walk, reading)
        yield from PAGE_TAKEN.pass_by(source, walk)
    return reading


def _sent(observed: Observed) -> list[Request]:
    """Return what each press sent that brought the lines which it showed."""
    found = list[Request]()
    for before, seen in zip(observed.sightings, observed.sightings[1:], strict=False):
        page = _bringing(seen.pages, before, seen)
        if page is None:
            break
        found.append(page.request)
    return found


def _bringing(pages: Sequence[Page], before: Sighting, seen: Sighting) -> Page | None:
    """Return the answer that holds most of the lines that a step brought."""
    new = [line for line in seen.lines if line not in {*before.lines}][:MAX_LINES_COMPARED]
    held = [(_held(page, new), number, page) for number, page in enumerate(pages)]
    most, _, page = max(held, key=lambda one: one[:2], default=(0, 0, None))
    return page if most >= MIN_LINES_BROUGHT else None


def _held(page: Page, lines: Sequence[str]) -> int:
    text, _ = decode(page.body, page.header("content-type"))
    text = unescape(text)
    return sum(line in text for line in lines)


CRAWL_PARTS: Final = (WALKED.part(10, press_on),)
