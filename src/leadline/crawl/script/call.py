"""The call behind a page that a script draws: learned once in a browser, then taken by plain HTTP.

The page's own request without a word is asked first, with larger pages where the source gives them,
and walked to its end. It proves the source whole where its total changes with the words that are
asked, was reached, and words asked afterwards bring nothing new.
"""

from collections.abc import Sequence
from dataclasses import replace
from itertools import islice
from typing import Final

from leadline.crawl.acquire.check_words import (
    check_words,
    check_words_from_outside,
    checks_wanted,
)
from leadline.crawl.acquisition import Acquisition, taken_whole, try_query
from leadline.crawl.client import ask_and_read, fetch
from leadline.crawl.events import ComponentLearned, Crawl, QueryClosed, StateChanged
from leadline.crawl.page_reader import read_page
from leadline.crawl.paging.walk import finish_walk, start_walk
from leadline.crawl.reports import report_wrapper
from leadline.crawl.script.dates import take_spread, window_of
from leadline.crawl.script.onward import doubted, extent_of, go_on, may_go_on, page_count
from leadline.crawl.script.places import take_codes
from leadline.crawl.script.reason import (
    MAX_NAMED_REASONS,
    MAX_SHELL_CHARACTERS,
    draws_itself,
    why_nothing,
    withheld,
)
from leadline.crawl.script.rendered import take_rendered
from leadline.crawl.script.static import DATA_COMPONENT, sift_items, take_items
from leadline.crawl.script.widened import (
    ask_each,
    drawn_forms,
    use_other,
    widen_call,
    with_own_part,
)
from leadline.crawl.state.renewal import REFUSED_CALLS
from leadline.crawl.state.source import SourceState
from leadline.crawl.state.walk_log import WalkLog
from leadline.model import Control, Outcome, Page
from leadline.page.data.lists import DataList
from leadline.page.dom import Document, parse_html
from leadline.page.observed import Observed, Sighting
from leadline.page.query_string import split_address
from leadline.page.request_places import place_at, places_in
from leadline.script.learner import LearnedCall, has_news, learn_call, signature_of
from leadline.script.narrowing import narrowings
from leadline.selection.probing.whole_database import MIN_CHECK_WORDS, UNCHECKED, Proof
from leadline.wrapper.data.call import Call, Paging, data_of
from leadline.wrapper.data.data_wrapper import DataWrapper
from leadline.wrapper.data.paging import learn_size
from leadline.wrapper.data.rows import record_rows
from leadline.wrapper.reading import PageReading
from leadline.wrapper.region_choice import ProbePage

SIZES: Final = (500, 200, 100)
"""Numbers of records a page that are asked for, in this order."""
ROUND_TOTAL: Final = 1_000
"""Totals that are a multiple of this may be the most that a source counts."""
REFUSALS: Final = REFUSED_CALLS | {400, 404, 422}
"""Answers to a request that is signed for another address."""
MIN_SAME_SHARE: Final = 0.8
"""Share of the records seen in the browser that the same call must bring by plain HTTP."""
WORDS_IN: Final = (
    "the data in which the page looks words up was taken; nothing says whether it is all"
)
SHOWN_OF: Final = (
    "the data of which the page shows a part was taken; nothing says whether it is all"
)
"""What is said of data that is taken whole: words stand in it, or only a part of it is shown."""
DRAWS_NO_MORE: Final = (
    "the server sends one page whatever is asked, and a browser draws no more of it"
)
NO_CALL: Final = "the results are drawn by a script, and no call that brings them was found"


def learn_source(
    source: SourceState, observed: Observed, document: Document, nonsense: str, why: str
) -> Crawl[Outcome | None]:
    """Learn the call behind the entry page, or take data that it loads whole; None without any."""
    is_short = len(document.visible_text(0)) < MAX_SHELL_CHARACTERS
    is_drawn = "script" in why or (is_short and source.form.interface is None)
    if not observed.sightings:
        reason = observed.trouble if is_drawn else f"{why}; {observed.trouble}"
        return source.outcome("failed", reason) if observed.trouble else None
    learned = learn_call(observed)
    faults = [one for one in observed.refused if one.startswith("its call")] + torn(observed)
    if learned is None:
        because = why_nothing(observed)
        if draws_itself(document, observed):
            why = NO_CALL
        elif "script" in why:
            why = DRAWS_NO_MORE
        return source.outcome("failed", f"{why}; {because}")
    lost = [*(faults if learned.kind != "call" else []), *withheld(observed)]
    if lost:
        source.journal.note("; ".join(lost[:MAX_NAMED_REASONS]), "warning")
    for one in lost[:MAX_NAMED_REASONS] if learned.kind != "call" else ():
        source.leave_unsearched(one)
    if learned.kind == "whole":
        if reason := sift_items(source, learned.items, learned.answer.url):
            return source.outcome("failed", reason)
        asked = learned.answer.request
        part = with_own_part(Call(asked, whole=asked), drawn_forms(source, observed))
        source.become(replace(source.form, call=part))  # not asked: it says of what this is
        return _take_whole_answer(source, learned)
    if learned.kind == "listing" and _leads_away(observed, learned):
        if (yield from _goes_by_dates(source, observed, learned, nonsense)):
            return None
        taken = yield from take_rendered(source, document, nonsense, observed)
        if taken is not None:
            return taken
    use_call(source, learned.wrapper, nonsense)
    if sign := (yield from _signed_by(source, observed, learned)):
        return (yield from _take_signed(source, document, observed, nonsense, sign))
    if (yield from replay(source, learned)):
        if learned.choosing is not None:
            wider = yield from ask_each(source, learned.choosing)
        else:
            wider = yield from widen_call(source, observed, learned.word)
        yield from _lengthen(source, learned, wider)
        return None
    source.use_wrapper(None)
    source.become(replace(source.form, box=None, call=None))
    return source.outcome("failed", "the call behind the page is answered otherwise by HTTP")


def torn(observed: Observed) -> list[str]:
    """Say which data that the page asked for came cut off."""
    pages = {page.url: page for one in observed.sightings for page in one.pages}
    return [
        f"its call {split_address(page.url).path} was answered with data that is cut off"
        for page in pages.values()
        if "json" in page.header("content-type") and _is_torn(page.body.strip())
    ]


def _is_torn(body: bytes) -> bool:
    return body[:1] in (b"[", b"{") and body[-1:] != {b"[": b"]", b"{": b"}"}[body[:1]]


def _leads_away(observed: Observed, learned: LearnedCall) -> bool:
    """Tell whether a list went on in the browser by requests that the call cannot make."""
    steps = [one for one in observed.sightings if one.action == "advance"]
    call, data = learned.wrapper.call, DataList(learned.wrapper.path, learned.items)
    if call is None or (call.paging is not None and not _stays_on(call.paging, learned, steps)):
        return False
    return has_news(data, steps)


def _stays_on(paging: Paging, learned: LearnedCall, steps: Sequence[Sighting]) -> bool:
    """Tell whether what is taken for the page's number stayed while the browser went on."""
    asked, place = learned.answer.request, paging.place
    address = split_address(asked.url).path
    later = (page.request for one in steps for page in one.pages)
    like = [one for one in later if split_address(one.url).path == address]
    is_counted = paging.kind in ("page", "offset") and bool(like)
    return is_counted and all(place_at(one, place) == place_at(asked, place) for one in like)


def _goes_by_dates(
    source: SourceState, observed: Observed, learned: LearnedCall, nonsense: str
) -> Crawl[bool]:
    """Use a call whose page goes on by moving its dates, say, where wider ones bring more."""
    call = learned.wrapper.call
    if call is None or not narrowings(call, drawn_forms(source, observed)):
        return False
    use_call(source, learned.wrapper, nonsense)
    wider = yield from widen_call(source, observed, learned.word)
    asked = source.form.call
    is_span = wider is None and asked is not None and window_of(asked) is not None
    if is_span and (yield from replay(source, learned)):
        return True
    if wider is None:
        source.use_wrapper(None)
        source.become(replace(source.form, box=None, call=None))
        return False
    yield from _lengthen(source, learned, wider)
    return True


def call_of(observed: Observed) -> Call | None:
    """Return the call behind a page that was observed, None without one."""
    learned = learn_call(observed)
    return learned.wrapper.call if learned is not None else None


def use_call(source: SourceState, wrapper: DataWrapper, nonsense: str) -> None:
    """Ask through a learned call and read its answers from now on."""
    call = wrapper.call
    has_words = call is not None and bool(call.holes)
    box = Control("", "search", role="query_text") if has_words else None
    form = replace(source.form, interface=None, box=box, button=None, learn_again=call_of)
    source.become(form)
    source.ask_by(call)
    source.use_wrapper(wrapper)
    empty = ProbePage(parse_html("", source.task.url), nonsense)
    source.become(replace(source.probes, nonsense=(empty,)))
    source.forget_asked()
    source.journal.tell(ComponentLearned(DATA_COMPONENT, {"kind": "call"}))
    report_wrapper(source)
    source.journal.tell(StateChanged("understood"))


def replay(source: SourceState, learned: LearnedCall) -> Crawl[bool]:
    """Tell whether the call brings by plain HTTP what it brought in the browser."""
    reading = yield from ask_and_read(source, learned.word, "replay")
    if reading is None:
        return False
    identity = learned.wrapper.identity
    before = {row.key for row in record_rows(learned.items, identity, reading.page.url)}
    same = len(before & {*reading.keys}) >= MIN_SAME_SHARE * len(before)
    if same:
        walk = WalkLog(learned.word)
        source.take_page(walk, reading)
        source.add_probe(walk, reading)
        source.close(walk, "a replay")
    return same


def _signed_by(source: SourceState, observed: Observed, learned: LearnedCall) -> Crawl[str]:
    """Return what signs each request of a call, so that no other can be made; '' without it.

    A value that differs for each address is believed to sign where the request is answered again,
    and another address is refused with the value that is known.
    """
    call, name = source.form.call, signature_of(observed, learned.answer.request)
    if call is None or not name:
        return ""
    other = call.request(f"{learned.word}{learned.word}") if call.holes else None
    following = call.next_request(learned.answer, len(learned.items)) or other
    statuses = []
    for request in (learned.answer.request, following):
        page = (yield from fetch(source, request, "replay", "")) if request is not None else None
        statuses.append(page.status if isinstance(page, Page) else 0)
    is_refused = 0 < statuses[0] < 400 and statuses[1] in REFUSALS
    return name if is_refused else ""


def _take_signed(
    source: SourceState, document: Document, observed: Observed, nonsense: str, sign: str
) -> Crawl[Outcome | None]:
    """Read what a page draws whose requests are signed."""
    why = f"each request of the page is signed by its script ({sign}), so no other can be made"
    source.use_wrapper(None)
    source.become(replace(source.form, box=None, call=None, learn_again=None))
    source.forget_asked()
    taken = yield from take_rendered(source, document, nonsense, observed, why=why)
    return taken or source.outcome("failed", why)


def _lengthen(source: SourceState, learned: LearnedCall, wider: PageReading | None) -> Crawl[None]:
    """Look for the next page of a call whose page never asked for one; ``wider`` is its first."""
    call, data = source.form.call, DataList(learned.wrapper.path, learned.items)
    if call is None or call.paging is not None or source.form.alternatives:
        return
    answer = replace(learned.answer, request=call.request(learned.word))
    if wider is not None:
        answer = wider.page
        data = DataList(data.path, learned.wrapper.items(data_of(answer)))
    if may_go_on(answer, data, call.stated(answer)):
        call = yield from go_on(source, call, answer, data)
        now = source.form.call or call  # its tokens may have been renewed
        call = replace(learn_size(call, answer, len(data.items)), fresh=now.fresh)
        use_other(source, call)


def _take_whole_answer(source: SourceState, learned: LearnedCall) -> Outcome:
    """Take all items of data that the page looks words up in."""
    source.journal.tell(ComponentLearned(DATA_COMPONENT, {"kind": learned.kind}))
    source.journal.tell(StateChanged("harvesting"))
    walk = WalkLog("")
    take_items(source, walk, learned.answer, learned.items)
    source.journal.tell(QueryClosed("", finished=True, reason="read to its end"))
    return source.outcome("exhausted", WORDS_IN if learned.word else SHOWN_OF)


def take_by_call(state: Acquisition) -> Crawl[Outcome | None]:
    """Walk the page's own call without a word; return None where that is not everything."""
    source = state.source
    if source.form.call is None:
        return None
    if source.form.call.like and not source.task.only:
        return (yield from take_codes(source, source.form.call))
    first = state.first_pages.pop("", None)
    if first is None:
        yield from try_query(state, "")
        first = state.first_pages.pop("", None)
    if first is None or not first.rows:
        return None
    first = yield from with_larger_pages(source, first)
    walk = yield from _walked(source, first.page)
    if _pages_left(source, first, walk):  # what asks for its next page was guessed
        yield from _learn_anew(source, first.page)
        walk = yield from _walked(source, first.page)
    state.claims_walked.add("")
    state.observe(walk.progress)
    source.close(walk)
    extent, is_end = extent_of(source, first.page, walk)
    places, is_covered = yield from take_spread(source, first, len(walk.keys), is_end=is_end)
    is_end = is_covered if places else is_end
    if source.form.box is None and places:
        estimate = float(source.record_count) if is_end else None
        reason = f"{places}; no box lets words check it"
        return source.outcome("exhausted", reason, estimate=estimate)
    if source.form.box is None:
        return _listing_outcome(source, extent, is_end=is_end)
    return (yield from _prove(state, walk)) if is_end else None


def _walked(source: SourceState, first: Page) -> Crawl[WalkLog]:
    walk, reading = yield from start_walk(source, "", first)
    return (yield from finish_walk(source, walk, reading, break_off=False))


def _pages_left(source: SourceState, first: PageReading, walk: WalkLog) -> int:
    """Return the number of pages that an answer states, 0 where more than its first was reached."""
    wrapper = source.wrapper
    if not isinstance(wrapper, DataWrapper) or len(walk.keys) > len(first.rows):
        return 0
    pages = page_count(first.page, wrapper.path)
    return pages if pages > 1 else 0


def _learn_anew(source: SourceState, first: Page) -> Crawl[None]:
    """Look for another way to the next page, where the one that was guessed brings nothing."""
    wrapper, call = source.wrapper, source.form.call
    if isinstance(wrapper, DataWrapper) and call is not None:
        data = DataList(wrapper.path, wrapper.items(data_of(first)))
        call = replace(call, paging=None)
        use_other(source, (yield from go_on(source, call, first, data, by_name=False)))


def may_be_longer(call: Call, page: Page, rows: int) -> bool:
    """Tell whether a first page may be cut: it leads on, or is as long as was asked for."""
    size = int(str(places_in(call.request(""))[call.size])) if call.size else 0
    return size > 0 and (rows >= size or call.next_request(page, rows) is not None)


def with_larger_pages(source: SourceState, reading: PageReading) -> Crawl[PageReading]:
    """Read the first page with the most records that the source gives."""
    call = source.form.call
    if call is None or not may_be_longer(call, reading.page, len(reading.rows)):
        return reading
    now = int(str(places_in(call.request(""))[call.size]))
    for size in (size for size in SIZES if size > now):
        sized = call.sized(size)
        page = yield from fetch(source, sized.request(""), "page size", "")
        if not isinstance(page, Page) or page.status >= 400:
            continue
        larger = yield from read_page(source, page, "")
        leads_on = sized.next_request(page, len(larger.rows)) is not None
        if not leads_on and sized.stated(page) > len(larger.rows):
            continue
        if len(larger.rows) > len(reading.rows) and larger.keys[:1] == reading.keys[:1]:
            is_cut = len(larger.rows) < size and leads_on  # then pages may be counted otherwise
            if is_cut and call.paging is not None and call.paging.kind == "page":
                sized = call.sized(len(larger.rows))
                page = yield from fetch(source, sized.request(""), "page size", "")
                if not isinstance(page, Page):
                    return reading
                larger = yield from read_page(source, page, "")
            source.ask_by(sized)
            text = f"{len(larger.rows)} records a page instead of {len(reading.rows)}"
            source.journal.note(text)
            return larger
    return reading


def _prove(state: Acquisition, walk: WalkLog) -> Crawl[Outcome | None]:
    """Ask some words after the walk; return the outcome where they bring nothing new."""
    source = state.source
    total = walk.total if walk.exact and walk.total else 0
    if not walk.finished or len(walk.keys) < max(total, source.record_count):
        return None
    outside = check_words_from_outside(source)[:1]
    checks = 0
    known = yield from check_words(state)
    for word in (*outside, *islice(known, 2 * MIN_CHECK_WORDS)):
        if checks >= checks_wanted(source):
            break
        new = yield from try_query(state, word, "check")
        if new:
            return None
        checks += new is not None and bool(state.tries[-1].walked or word in outside)
    if checks < checks_wanted(source) or total % ROUND_TOTAL == 0 < total:
        return None
    words = f"{checks} words asked afterwards brought nothing new" if checks else UNCHECKED
    if total and checks:
        sentence = f"the page's own call without a word states {total:,} and gave as many; {words}"
        return taken_whole(source, Proof("constant", sentence))
    sentence = f"the page's own call without a word ended by itself and {words}"
    return taken_whole(source, Proof("walk", sentence))


def _listing_outcome(source: SourceState, extent: str, *, is_end: bool) -> Outcome:
    """Return the outcome of a list without a box: nothing says that it shows everything."""
    reason = f"the list that the page asks for was walked {extent}; no box lets words check it"
    estimate = float(source.record_count) if is_end else None
    return doubted(source.outcome("exhausted", reason, estimate=estimate), extent, is_end=is_end)
