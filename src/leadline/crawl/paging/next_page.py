"""Next page of an answer: by the learned link, by trying what may lead on, or by counting.

A link is verified once and then replayed. Where none is shown and the answer is not yet whole, the
page's number is counted on. Behind a page that came truncated or failed the walk is taken up again.
"""

from dataclasses import replace
from typing import Final

from leadline.crawl.alternatives import keep_onward
from leadline.crawl.events import Crawl
from leadline.crawl.paging.fetch_page import (
    SERVER_ERROR,
    PageResult,
    fetch_page,
    fetch_proposed,
    remedy,
    shows_news,
)
from leadline.crawl.paging.page_size import keep_size, restore_size, with_page_size
from leadline.crawl.refusal import sign_of_refusal
from leadline.crawl.reports import report_pager
from leadline.crawl.state.pager import UNSURE_KINDS, Try, is_next_page
from leadline.crawl.state.request_parameters import asks_other_words, submitted, with_parameter
from leadline.crawl.state.source import SourceState
from leadline.crawl.state.unread import CUT, ELSEWHERE, FAILED, MOVED, PACKED, SESSION_OVER, SHOWN
from leadline.crawl.state.walk_log import WalkLog
from leadline.model import Request
from leadline.wrapper.data.data_wrapper import DataWrapper
from leadline.wrapper.pager.given import GIVEN
from leadline.wrapper.pager.locator import Proposal
from leadline.wrapper.pager.step import advance
from leadline.wrapper.reading import PageReading

BAD_REQUEST: Final = 400
END_STATUSES: Final = frozenset({400, 404, 410, 416})
"""What sources answer to a page behind the last one."""
NO_PAGES: Final = frozenset({CUT, ELSEWHERE, FAILED, MOVED, PACKED, SESSION_OVER, SHOWN})
"""Kinds of answers behind which a list may go on: they could not be had or read."""
TOTAL_REACHED: Final = "the stated total is reached"
MIN_SHARE_OF_FULL_PAGE: Final = 0.9
"""Share of the most rows of any page from which a page counts as full: some may not be read."""


def reaches_total(source: SourceState, walk: WalkLog) -> bool:
    """Tell whether as many rows were read as the source states, where its word may be trusted."""
    return walk.total is not None and source.trusts(walk) and walk.rows >= walk.total


def next_page(
    source: SourceState, walk: WalkLog, reading: PageReading
) -> Crawl[PageReading | None]:
    """Read the next page of the walk, or return None with the reason noted in the walk."""
    largest = max(walk.progress.largest_page, source.answers.largest_page)
    if reading.cut and len(reading.rows) < largest:
        return _go_on_after_truncated(source, walk, reading)
    shown = source.pager.by_locator(reading, source.form.interface)
    if shown is not None and shown[1].fingerprint not in walk.asked:
        return _follow(source, walk, reading, *shown)
    if shown is not None and _may_turn_again(source, walk, reading, shown[1]):
        return _turn_again(source, walk, reading, *shown)
    if source.pager.locator is None:
        return _verify(source, walk, reading)
    return _count_on(source, walk, reading)


def _may_turn_again(
    source: SourceState, walk: WalkLog, reading: PageReading, request: Request
) -> bool:
    """Tell whether the request that led to a page may lead on: the server keeps where one is."""
    is_same = request.fingerprint == reading.page.request.fingerprint
    is_told = source.pager.step is None and not reaches_total(source, walk)
    return is_same and is_told and walk.pages > 1 and source.pager.is_worth("again")


def _turn_again(
    source: SourceState, walk: WalkLog, reading: PageReading, proposal: Proposal, request: Request
) -> Crawl[PageReading | None]:
    following = yield from _follow(source, walk, reading, proposal, request)
    source.become(source.pager.with_try("again", gained=following is not None))
    return following


def _follow(
    source: SourceState, walk: WalkLog, reading: PageReading, proposal: Proposal, request: Request
) -> Crawl[PageReading | None]:
    """Read the page behind the learned link or button; where there is none the walk ends."""
    beyond = reaches_total(source, walk)
    request = with_page_size(source, request)
    result = yield from fetch_proposed(source, walk, reading, proposal, request)
    if (again := remedy(source, walk, request, result)) is not None:
        result = yield from again
    if source.form.page_size is not None:
        result = yield from keep_size(source, walk, reading, request, result)
    behind = _behind_failed(source, walk, request) if result.status >= SERVER_ERROR else None
    if behind is not None:
        source.become(replace(source.traffic, faults=0))
        skipped = yield from fetch_page(source, walk, behind, "skip")
        if skipped.reading is not None and shows_news(walk, skipped):
            result = skipped
            walk.note(truncated=True)
            text = "the server fails on a page; went on behind it"
            source.journal.note(text, "warning", page=skipped.reading.page.number)
    if beyond:
        source.become(replace(source.pager, total_exceeded=True))
    following = result.reading
    news = shows_news(walk, result) or (walk.is_short and result.row_count)  # two lists, one total
    if following is None or not news:
        _stop(source, walk, reading, result, beyond=beyond)
        return None
    if beyond:
        _drop_total(source, walk)
        following = replace(following, stated=None)
    if len(walk.requests) <= 2:
        source.become(source.pager.with_step([*walk.requests, following.page.request]))
    return following


def _behind_failed(source: SourceState, walk: WalkLog, request: Request) -> Request | None:
    """Return the request for the page behind one on which the server fails, if that is worth it."""
    step = source.pager.step
    if step is None or not walk.owes_rows or not source.pager.is_worth("skip"):
        return None
    return advance(request, step)


def _is_denied(source: SourceState, reading: PageReading, result: PageResult) -> bool:
    """Tell whether a call is refused behind a full page: such a bound is no end of the list."""
    is_full = len(reading.rows) >= source.answers.largest_page
    is_data = isinstance(source.wrapper, DataWrapper)
    return is_data and result.status == BAD_REQUEST and is_full


def _stop(
    source: SourceState,
    walk: WalkLog,
    reading: PageReading,
    result: PageResult,
    *,
    beyond: bool = False,
) -> None:
    """Note why no page follows."""
    sign = ""
    if result.reading is not None and not result.row_count:
        usual = [page.document for page in source.probes.nonsense]
        sign = sign_of_refusal(result.reading.document, usual)
    if sign:
        walk.stop(f"the source shows {sign}", finished=False, failed=True)
    elif beyond:
        walk.stop(TOTAL_REACHED, finished=True)
    elif result.reading is None:
        is_end = result.status in END_STATUSES and not _is_denied(source, reading, result)
        finished = None if is_end else False
        walk.stop(result.fault, finished=finished, failed=not result.status)
    elif result.row_count:
        walk.stop("the source repeats a page")
    elif not _stopped_unread(source, walk):
        walk.stop("the page holds no record")


def _stopped_unread(source: SourceState, walk: WalkLog, *, is_guessed: bool = False) -> bool:
    """Stop a walk, no end of it, where the page that came last could not be read.

    One that is guessed beyond the last page may lead elsewhere, or to the search: an end.
    """
    unread = source.traffic.unread
    is_left = is_guessed and unread.last in (ELSEWHERE, SESSION_OVER)
    is_unread = unread.last in NO_PAGES and not is_left
    if is_unread:
        why = unread.sentence(unread.last)
        walk.stop(f"no further page is given: {why}", finished=False, failed=True)
    return is_unread


def _drop_total(source: SourceState, walk: WalkLog) -> None:
    """Stop reading the total: records came after it was reached, so it is another number."""
    source.use_wrapper(source.learned_wrapper.with_total(None))
    walk.note(total=None)
    source.forget_totals()
    source.journal.note(
        "what was taken for the total of an answer is another number; it is not used"
    )


def _reason_to_count(source: SourceState, walk: WalkLog, reading: PageReading) -> Try | None:
    """Return what speaks for a page that no link shows; weaker reasons are given up separately."""
    largest = max(walk.progress.largest_page, source.answers.largest_page)
    full = len(reading.rows) >= MIN_SHARE_OF_FULL_PAGE * largest
    if walk.is_short:
        return "owed" if full else "rest"
    if walk.owes_rows:
        return "about"
    is_stated = walk.progress.stated_pages or (walk.total is not None and walk.exact)
    several = max(source.answers.longest_walk, walk.pages) > 1
    return "full" if full and not is_stated and several else None


def _count_on(
    source: SourceState, walk: WalkLog, reading: PageReading
) -> Crawl[PageReading | None]:
    """Ask the page that another control calls the next, or count on, where rows are owed."""
    pager = source.pager
    why = _reason_to_count(source, walk, reading)
    said, request = None, None
    if why is not None and pager.is_worth(why):
        said = pager.said(reading, source.form.interface)
        request = said[1] if said is not None else pager.by_step(reading)
    if why is None or request is None or request.fingerprint in walk.asked:
        walk.stop("no further page is linked")
        return None
    if said is not None:
        result = yield from fetch_proposed(source, walk, reading, *said)
    else:
        result = yield from fetch_page(source, walk, request)
    gained = shows_news(walk, result) and not _goes_back(walk, result)
    if gained or not walk.progress.truncated:
        source.become(source.pager.with_try(why, gained=gained))
    if gained:
        return result.reading
    if not _stopped_unread(source, walk, is_guessed=True):
        walk.stop("nothing stands beyond the last page")
    return None


def _goes_back(walk: WalkLog, result: PageResult) -> bool:
    """Tell whether a page holds nothing but records of earlier pages of the walk."""
    return result.reading is not None and all(key in walk.keys for key in result.reading.keys)


def _verify(
    source: SourceState, walk: WalkLog, reading: PageReading, *, counts: bool = True
) -> Crawl[PageReading | None]:
    """Try what may be the next link until one page continues this one; else count on."""
    beyond, tries = reaches_total(source, walk), source.pager.tries
    following = yield from _first_continuation(source, walk, reading)
    if following is None and source.pager.tries > tries and source.form.page_size and not beyond:
        following = yield from _first_continuation(source, walk, reading, sized=True)
        if following is not None:
            source.become(replace(source.pager, adds_page_size=True))
        else:
            source.become(replace(source.pager, refused={}))
            restored = yield from restore_size(source, walk, PageResult())
            following = restored.reading
    if beyond:
        source.become(replace(source.pager, total_exceeded=True))
    if beyond and following is None:
        walk.stop(TOTAL_REACHED, finished=True)
    elif following is None and walk.progress.denied:
        walk.stop(f"no further page is given: {walk.progress.denied}", finished=False)
    elif beyond and following is not None:
        _drop_total(source, walk)
        return replace(following, stated=None)
    if following is None and not walk.reason and counts:
        return (yield from _count_on(source, walk, reading))
    return following


def _first_continuation(
    source: SourceState, walk: WalkLog, reading: PageReading, *, sized: bool = False
) -> Crawl[PageReading | None]:
    """Try proposals until a page continues this one; its locator is kept."""
    records = max(len(reading.rows), source.answers.largest_page)
    size = source.form.page_size
    for proposal, linked in source.pager.proposals(reading, source.form.interface):
        request = with_parameter(linked, *size) if sized and size else linked
        first, is_given = walk.requests[0], proposal.via == GIVEN
        is_other = not is_given and asks_other_words(request, first, source.form.box_name)
        if request.fingerprint in walk.asked or is_other:
            continue
        result = yield from fetch_proposed(source, walk, reading, proposal, request)
        if (again := remedy(source, walk, request, result, proposal)) is not None:
            result = yield from again
        by_form = submitted(request, reading.page.request) if not result.row_count else None
        if by_form is not None and source.pager.is_worth("form"):
            result = yield from fetch_page(source, walk, by_form)
            source.become(source.pager.with_try("form", gained=result.row_count > 0))
        page = result.reading
        if page is not None and is_next_page(reading, page, via=proposal.via, records=records):
            requests = [reading.page.request, page.page.request]
            source.become(source.pager.with_locator(proposal, requests))
            keep_onward(source, reading, proposal)
            source.become(replace(source.pager, submits_links=by_form is not None))
            source.become(
                replace(source.pager, is_page_size_proved=source.form.page_size is not None)
            )
            report_pager(source)
            return page
        source.become(source.pager.without(proposal))
        if page is None and result.status not in END_STATUSES and proposal.via not in UNSURE_KINDS:
            walk.note(denied=result.fault)
        if page is not None:
            text = f"a link that might lead on ({proposal.via}) does not continue the answer"
            source.journal.note(text, page=page.page.number)
    return None


def _go_on_after_truncated(
    source: SourceState, walk: WalkLog, reading: PageReading
) -> Crawl[PageReading | None]:
    """Go on by the rows that came, by the page's link, or by the whole step."""
    pager, requests = source.pager, []
    if pager.step is not None and pager.step.amount > 1:
        requests.append(pager.by_step(reading, len(reading.rows)))
    shown = pager.by_locator(reading, source.form.interface)
    requests += [shown[1] if shown is not None else None, pager.by_step(reading)]
    for request in requests:
        if request is None or request.fingerprint in walk.asked:
            continue
        result = yield from fetch_page(source, walk, request)
        if shows_news(walk, result) and not _goes_back(walk, result):
            return result.reading
    following = None
    if source.pager.locator is None:
        following = yield from _verify(source, walk, reading, counts=False)
    if following is None:
        walk.stop("the page came cut off and nothing follows it", finished=False)
    return following
