"""One page of a walk, fetched and read; fetched again where it came spoilt.

A page is spoilt by an error of the server, a cut in mid-row, a refused form field, a lost session
(page n then shows page 1, the form, or another answer), or by holding nothing where the total
promises more. Each remedy is tried once, and no more after it proved useless on a source.
"""

from dataclasses import dataclass, replace
from typing import Final
from urllib.parse import parse_qsl

from leadline.crawl.answer_kind import note_cut
from leadline.crawl.client import ask_and_read, fetch
from leadline.crawl.events import Crawl
from leadline.crawl.page_reader import read_page
from leadline.crawl.refusal import why_cut
from leadline.crawl.session import is_session_lost, may_renew
from leadline.crawl.state.pager import MAX_DROPPED_FIELDS_LEVEL, UNSURE_KINDS, Try
from leadline.crawl.state.renewal import CUT_OFF_STATUS, EXPIRED_STATUSES
from leadline.crawl.state.request_parameters import carries_query
from leadline.crawl.state.source import SourceState
from leadline.crawl.state.walk_log import WalkLog
from leadline.errors import FetchError
from leadline.model import Page, Request
from leadline.page.action.part import live_fields
from leadline.wrapper.pager.locator import Proposal
from leadline.wrapper.pager.step import advance, position
from leadline.wrapper.reading import PageReading

SESSION_LOST: Final = "the session was lost; asked the query again and went on"
TURN_CUT_OFF: Final = "a run ended while a page was turned; asked the query again and went on"
RETRY_SECONDS: Final = 2.0
SERVER_ERROR: Final = 500
MAX_SESSION_RESTARTS: Final = 2
"""Times that a query is asked afresh for one and the same page."""
MAX_PAGES_WALKED_AGAIN: Final = 30
"""Pages that are read again to come back to where a session was lost."""


@dataclass(frozen=True, slots=True)
class PageResult:
    """Result of a request for a page: the page read, or a status, or a fault of the network."""

    reading: PageReading | None = None
    status: int = 0
    fault: str = ""

    @property
    def row_count(self) -> int:
        """Number of records on the page."""
        return len(self.reading.rows) if self.reading is not None else 0


def fetch_page(
    source: SourceState,
    walk: WalkLog,
    request: Request,
    remedy: Try | None = None,
    delay: float = 0.0,
) -> Crawl[PageResult]:
    """Fetch and read a page; fetch one that came truncated again.

    Count whether it brought news where it is a ``remedy``.
    """
    page = yield from fetch(source, request, "page", walk.query, delay)
    if isinstance(page, FetchError):
        result = PageResult(fault=str(page))
    elif page.status >= 400:
        result = PageResult(status=page.status, fault=f"the source answered {page.status}")
    else:
        reading = yield from read_page(source, page, walk.query)
        if reading.page.number in source.watch.left_out and not reading.rows:
            walk.note(failed=True)
        if reading.cut:
            reading = yield from refetch_truncated(source, walk, reading)
        result = PageResult(reading, page.status)
    if remedy is not None:
        source.become(source.pager.with_try(remedy, gained=shows_news(walk, result)))
    return result


def refetch_truncated(
    source: SourceState, walk: WalkLog, reading: PageReading
) -> Crawl[PageReading]:
    """Fetch a truncated page again; return the better of both."""
    largest = max(walk.progress.largest_page, source.answers.largest_page)
    is_worth = source.pager.is_worth("cut")
    if len(reading.rows) >= largest or not is_worth:
        if len(reading.rows) < largest:
            walk.note(truncated=True)
            note_cut(source, reading)
        return replace(reading, cut=False)
    best = reading
    page = yield from fetch(source, reading.page.request, "page", walk.query, RETRY_SECONDS)
    if isinstance(page, Page) and page.status < 400:
        again = yield from read_page(source, page, walk.query)
        best = again if not again.cut or len(again.rows) > len(reading.rows) else reading
    source.become(source.pager.with_try("cut", gained=best is not reading))
    if not best.cut:
        return best
    why = why_cut(best.page)
    text = f"the page came cut off: {why}" if why else "the page came cut off"
    source.journal.note(text, "warning", page=best.page.number)
    note_cut(source, best)
    return best


def shows_news(walk: WalkLog, result: PageResult) -> bool:
    """Tell whether a page holds records and is none that this walk has seen already."""
    reading = result.reading
    return reading is not None and bool(reading.rows) and reading.keys not in walk.key_lists


def fetch_proposed(
    source: SourceState, walk: WalkLog, reading: PageReading, proposal: Proposal, request: Request
) -> Crawl[PageResult]:
    """Fetch the page that a proposal leads to; a server that keeps the query is asked it first."""
    latest = source.traffic.latest_request
    is_kept = source.form.has_live_state or is_bound(source, walk, request)
    asks_first = is_kept and latest != walk.requests[-1].fingerprint
    if asks_first or (proposal.request is None and not source.pager.form_accepted):
        return _submit_proposed(source, walk, reading, proposal, request, asks_first)
    return fetch_page(source, walk, request)


def _submit_proposed(
    source: SourceState,
    walk: WalkLog,
    reading: PageReading,
    proposal: Proposal,
    request: Request,
    asks_first: bool,
) -> Crawl[PageResult]:
    """Ask the query first, or drop hidden fields of a form until the server accepts it."""
    is_action = proposal.action is not None or source.form.has_live_state
    if asks_first and is_action and walk.pages == 1:
        again = yield from ask_and_read(source, walk.query, "page", again=True)
        fresh = again and source.pager.request_like(proposal, again, source.form.interface)
        request = fresh or request
    elif asks_first:
        yield from fetch(source, walk.requests[0], "page", walk.query)
    result = yield from fetch_page(source, walk, request)
    is_accepted = source.pager.form_accepted or result.status == CUT_OFF_STATUS
    if proposal.request is not None or is_accepted:
        return result
    interface = source.form.interface
    before = source.pager.request_of(proposal, reading, interface)
    was_refused = 400 <= result.status < SERVER_ERROR
    while 400 <= result.status < SERVER_ERROR:
        level = source.pager.dropped_fields_level + 1
        if level > MAX_DROPPED_FIELDS_LEVEL:
            break
        source.become(replace(source.pager, dropped_fields_level=level))
        leaner = source.pager.request_of(proposal, reading, interface)
        if leaner is None or before is None or leaner.fingerprint == before.fingerprint:
            continue
        before = leaner
        result = yield from fetch_page(source, walk, leaner)
    if was_refused and result.reading is None:
        source.become(replace(source.pager, dropped_fields_level=0))
    source.become(replace(source.pager, form_accepted=result.reading is not None))
    return result


def is_bound(source: SourceState, walk: WalkLog, request: Request) -> bool:
    """Tell whether the server must know what is asked: the page's request does not say it."""
    bound = source.bound.get(walk.query)
    control = bound[-1][0] if bound else source.form.box_name
    return not carries_query(request, walk.requests[0], control)


def remedy(
    source: SourceState,
    walk: WalkLog,
    request: Request,
    result: PageResult,
    tried: Proposal | None = None,
) -> Crawl[PageResult] | None:
    """Return what fetches a page again that is not the wanted one, None where nothing helps.

    Where no page was reached by a proposal that is ``tried``, nothing but a lost session counts.
    """
    bound = is_bound(source, walk, request)
    if result.reading is not None and _continues_answer(source, walk, result, bound=bound):
        return None
    if tried is None and walk.rows in source.pager.depths_in_vain:
        return None
    is_unsure = tried is not None and tried.via in UNSURE_KINDS
    if tried is not None and (result.row_count or is_unsure or not may_renew(source)):
        return None
    if result.reading is not None and is_session_lost(source, result.reading, walk.query):
        return _fetch_in_new_session(source, walk, request, result, tried, is_surely_lost=False)
    if not (bound and result.reading is not None) and not _is_refused(source, request, result):
        return _fetch_once_more(source, walk, request, result) if tried is None else None
    return _fetch_in_new_session(source, walk, request, result, tried, is_surely_lost=tried is None)


def _is_refused(source: SourceState, request: Request, result: PageResult) -> bool:
    """Tell whether a server refuses the state that is sent: it has forgotten it, and may fail."""
    sends_state = request.method == "POST" and source.form.has_hidden_controls
    is_failure = result.status >= SERVER_ERROR and sends_state and may_renew(source)
    return is_failure or result.status in EXPIRED_STATUSES


def _continues_answer(
    source: SourceState, walk: WalkLog, result: PageResult, *, bound: bool
) -> bool:
    """Tell whether a page continues this walk; a query that the server keeps may be another."""
    reading = result.reading
    if not shows_news(walk, result) or reading is None:
        return False
    if not bound:
        return True
    stated = reading.stated
    exact = walk.exact and stated is not None and not stated.approximate
    if exact and stated is not None and stated.value != walk.total:
        return False
    return not any(key in walk.progress.first_keys for key in reading.keys) and (
        not walk.progress.echoes_query or walk.query in echoed_queries(source, reading)
    )


def echoed_queries(source: SourceState, reading: PageReading) -> list[str]:
    """Return what stands in the query's own control on a page."""
    name = source.form.box_name

    def find() -> list[str]:
        document = reading.document
        return [
            document.attribute(node, "value")
            for node in document.elements("input")
            if document.attribute(node, "name") == name
        ]

    echoed: list[str] = reading.fact(f"echo {name}", find)
    return echoed


def _fetch_once_more(
    source: SourceState, walk: WalkLog, request: Request, result: PageResult
) -> Crawl[PageResult] | None:
    """Return what fetches a failed page again, or an empty one where more is owed."""
    failed = result.status >= SERVER_ERROR
    promised = walk.is_short or walk.total is None
    empty = result.reading is not None and not result.row_count and promised
    what: Try = "error" if failed else "empty"
    if not (failed or empty) or not source.pager.is_worth(what):
        return None
    return fetch_page(source, walk, request, what, RETRY_SECONDS)


def _fetch_in_new_session(
    source: SourceState,
    walk: WalkLog,
    wanted: Request,
    result: PageResult,
    tried: Proposal | None,
    *,
    is_surely_lost: bool,
) -> Crawl[PageResult]:
    """Ask the query afresh, then the wanted page; a server that forgets at once is told it twice.

    Where the loss was only suspected and nothing new comes, the page is believed.
    """
    again, is_expired = result, _is_refused(source, wanted, result)
    is_cut_off = result.status == CUT_OFF_STATUS
    pager = source.pager if tried is None else replace(source.pager, locator=tried.locator)
    for times in range(1, MAX_SESSION_RESTARTS + 1):
        reading = None
        for _ in range(times):
            reading = yield from ask_and_read(
                source, walk.query, "page", again=True, renew=is_expired
            )
        again = PageResult(reading, 200)
        for _ in range(walk.pages if is_cut_off else min(walk.pages, MAX_PAGES_WALKED_AGAIN)):
            shown = reading and pager.by_locator(reading, source.form.interface)
            if not shown:
                break
            moved = _moved(source, shown[1], wanted) or shown[1]
            again = yield from fetch_page(source, walk, moved)
            if shows_news(walk, again) or not again.row_count:
                break
            reading = again.reading
        lost = not shows_news(walk, again)
        if not lost or is_expired or not walk.is_short:
            break
    walk.note(failed=lost and is_surely_lost)
    if not lost:
        source.journal.note(TURN_CUT_OFF if is_cut_off else SESSION_LOST)
    else:
        source.become(
            replace(source.pager, depths_in_vain=source.pager.depths_in_vain | {walk.rows})
        )
    if lost and not is_surely_lost:
        source.become(replace(source.traffic, useless_renewals=source.traffic.useless_renewals + 1))
    return again if again.reading and (is_surely_lost or not lost) else result


def _moved(source: SourceState, request: Request, wanted: Request) -> Request | None:
    """Move the fresh request for page 2 on to the page that is wanted."""
    step = source.pager.step
    if step is None:
        return None
    here, there = position(request, step), position(wanted, step)
    if here is None or there is None:
        return None
    moved = advance(request, step, amount=there - here) if there != here else request
    return moved if moved is not None and _state_of(moved) == _state_of(request) else None


def _state_of(request: Request) -> list[tuple[str, str]]:
    """Return the state that a request sends, of which the server knows the latest alone."""
    pairs = parse_qsl(request.body.decode("latin-1"), keep_blank_values=True)
    return [pair for pair in pairs if pair[0] in live_fields()]
