"""Requests to a source: pages, queries, and queries again with a new token."""

from dataclasses import replace
from itertools import islice
from typing import Final

from leadline.crawl.answer_kind import is_too_short, note_reply, refuses_short
from leadline.crawl.events import Crawl, Get, PageRefused, QueryOpened, Reply, page_reply
from leadline.crawl.interstitial import MAX_HOPS, Hop, hop_after, hop_to_records, pause_asked
from leadline.crawl.own_scripts import with_scripts
from leadline.crawl.page_reader import read_page
from leadline.crawl.partial import (
    addresses_of_frames,
    is_set_of_frames,
    put_together,
    redirect_of,
    whole_page,
)
from leadline.crawl.refusal import PLAIN_PURPOSES
from leadline.crawl.session import is_session_lost, says_over, says_session_ended
from leadline.crawl.state import renewal
from leadline.crawl.state.query_form import QueryForm
from leadline.crawl.state.source import SourceState
from leadline.crawl.state.traffic import UNUSUAL_PURPOSES, is_set_aside
from leadline.crawl.terms import TERMS, agreed
from leadline.errors import Blocked, FetchError, UnsupportedForm
from leadline.forms.find import find_interfaces
from leadline.model import Page, QueryInterface, Request
from leadline.page.dom import parse
from leadline.page.text import fold
from leadline.selection.estimators.missing_share import poisson_limit
from leadline.wrapper.reading import PageReading

SESSION: Final = "session"
"""Name under which a source keeps the address that sets what its session shows."""
CANARY: Final = "canary"
"""Purpose of a request that asks a known word again."""
MIN_RENEWALS: Final = 2
"""Requests in a row that only a new token brought through, from which every answer's is taken."""
MAX_FRAMES_OF_ANSWER: Final = 6
"""Frames of an answer that are fetched; a frame may be a set of frames itself."""
MAX_PAGES_OF_TERMS: Final = 3
"""Pages of terms, one after the other, that are agreed to."""
SESSION_OVER: Final = "a page that says that the session is over"
HOPS_WITHOUT_END: Final = "a page that asks to wait or leads on"
SECONDS_BETWEEN_CANARIES: Final = 30.0
MAX_CANARIES: Final = 30
"""Times that a known word is asked again, in a quarter of an hour, before a block is believed."""


def fetch(
    source: SourceState,
    request: Request,
    purpose: str,
    query: str | None = None,
    delay: float = 0.0,
) -> Crawl[Page | FetchError]:
    """Fetch a page, past terms that the person accepts; raise `TermsNotAccepted` at others."""
    reply = yield from _fetch_on(source, request, purpose, query, delay)
    for _ in range(MAX_PAGES_OF_TERMS):
        if (terms := agreed(source, reply, purpose)) is None:
            break
        reply = yield from _fetch_on(source, terms.request, TERMS)
        if query is not None and agreed(source, reply, TERMS) is None:
            reply = yield from _fetch_on(source, request, purpose, query)
    if query is not None and isinstance(reply, Page):
        reply = yield from _with_frames(source, reply, purpose, query)
    if isinstance(reply, Page) and (url := redirect_of(reply)):
        reply = yield from _fetch_on(source, Request("GET", url), purpose, query)
    if isinstance(reply, Page):
        reply = yield from with_scripts(source, whole_page(source, reply))
    return replace(reply, request=request) if isinstance(reply, Page) else reply


def _with_frames(source: SourceState, reply: Page, purpose: str, query: str) -> Crawl[Page]:
    """Return an answer with its frames in it, or with the parts that it loads by itself."""
    waiting, frames = addresses_of_frames(reply), list[Page]()
    for url in islice(waiting, MAX_FRAMES_OF_ANSWER):  # grows: a frame may be a set itself
        frame = yield from _fetch_on(source, Request("GET", url), purpose, query)
        if isinstance(frame, Page) and frame.status < 400:
            waiting += [one for one in addresses_of_frames(frame) if one not in waiting]
            frames += [] if is_set_of_frames(frame) else [frame]
    own = [] if is_set_of_frames(reply) else [reply]
    return put_together(reply.url, [*own, *frames]) if frames else reply


def _fetch_on(
    source: SourceState,
    request: Request,
    purpose: str,
    query: str | None = None,
    delay: float = 0.0,
) -> Crawl[Page | FetchError]:
    """Fetch a page, following pages that only send a browser on; faults in a row raise.

    The pause that such a page asks for is kept, and a few of them in a row are followed.
    """
    call = source.form.call
    wanted = request if call is None else call.refreshed(request)
    pause, way = 0.0, list[Page]()
    for hops_left in range(MAX_HOPS, -1, -1):
        reply = _told(source, (yield Get(wanted, purpose, query, delay)))
        fresh = renewal.given_values(wanted, reply)
        if not fresh and (visit := renewal.visit_for_renewal(source, reply)) is not None:
            fresh = renewal.seen_values(source, (yield visit))
        if (again := renewal.renewed(source, wanted, fresh)) is not None:
            reply = _told(source, (yield Get(again, purpose, query, delay)))
        came = reply = _as_answer(source, reply, purpose)
        if isinstance(reply, Page) and purpose != "entry" and is_set_aside(reply):
            reply = source.set_aside(reply)
        hop = renewal.stream_after(source, reply) or hop_after(reply, source.task.rules)
        hop = hop or hop_to_records(reply, query or "", source.form.way_to_records)
        kind = "habit" if refuses_short(source, came, query) else purpose
        source.count_reply(came, wanted, kind, leads_on=hop is not None)
        if hop is None and purpose != "entry" and (asked := pause_asked(reply)):
            hop, pause = Hop(wanted, asked), asked
        if hop is None:
            source.become(replace(source.traffic, pause=max(pause, source.traffic.pause)))
            break
        if not hops_left and isinstance(reply, Page):
            sign = source.traffic.refusals.with_sign(HOPS_WITHOUT_END)
            source.note_refusal(reply, *sign)
        wanted, delay = hop
        way += [reply] if isinstance(reply, Page) else []
    if query is not None:
        note_reply(source, reply, request, purpose, way, query)
    source.become(replace(source.traffic, latest_request=request.fingerprint))
    return replace(reply, request=request) if isinstance(reply, Page) else reply


def _told(source: SourceState, answer: Reply) -> Page | FetchError:
    """Return a reply; a page that declares no encoding declares that of its source."""
    reply = page_reply(answer)
    if not isinstance(reply, Page) or reply.body.isascii():
        return reply
    letters = source.traffic.letters.with_page(reply)
    source.become(replace(source.traffic, letters=letters))
    return letters.told(reply)


def ask(
    source: SourceState, query: str, purpose: str, *, again: bool = False, delay: float = 0.0
) -> Crawl[Page | FetchError | None]:
    """Fetch the first page of an answer, with a new token where the old one is refused.

    Return None when the form cannot carry the query, it is too short, or a person said that it is
    never asked. ``again``: asked before.
    """
    if source.canary.is_suspicious and purpose != CANARY:
        yield from question_answers(source)
    if is_too_short(source, query) or fold(query).strip() in source.task.never:
        return None
    try:
        request = source.request(query)
    except UnsupportedForm as fault:
        source.journal.note(str(fault), "warning")
        return None
    if not again:
        source.mark_asked(query)
        source.journal.tell(QueryOpened(query, purpose, request))
    delay = max(delay, source.traffic.pause)
    page = yield from fetch(source, request, purpose, query, delay)
    if not _is_expired(page, source) or refuses_short(source, page, query):
        if 0 < source.form.renewals < MIN_RENEWALS:
            source.become(replace(source.form, renewals=0))
        _take_token(source, page)
        return page
    is_plain = isinstance(page, Page) and page.status < 400  # and says that the session is over
    unusual = purpose in UNUSUAL_PURPOSES or _is_fault(page) or is_plain
    if source.traffic.is_token_useless and unusual:
        return page
    page = yield from ask_with_new_token(source, query, purpose)
    source.become(replace(source.traffic, is_token_useless=_is_expired(page, source) and unusual))
    if not _is_expired(page, source):
        source.become(replace(source.form, renewals=source.form.renewals + 1))
        _take_token(source, page)
    return page


def _take_token(source: SourceState, page: Page | FetchError) -> None:
    """Take the token of an answer where each of them is good for one request."""
    form = source.form
    if form.renewals < MIN_RENEWALS or form.interface is None or not isinstance(page, Page):
        return
    same = same_form(source, page, form.interface)
    if same is not None:
        source.become(form.with_tokens(QueryForm(same).hidden_values()))


def question_answers(source: SourceState) -> Crawl[bool]:
    """Ask a known word again, because the latest answers look like a silent block, or to end.

    Tell whether it shows records that are not known: then the source shows more than it did.
    Where it finds nothing now, a session is begun anew, and it is asked again for a while. Raise
    ``Blocked`` where it finds nothing then: nothing of the latest answers is believed, and a later
    run asks for them again (``crawl.state.canary``).
    """
    canary = source.canary
    word, pages, counted = canary.known_word, list(canary.pages), source.traffic.unread
    for number in range(MAX_CANARIES if word else 0):
        delay = SECONDS_BETWEEN_CANARIES if number else 0.0
        asked: Crawl[Page | FetchError | None] = ask(source, word, CANARY, again=True, delay=delay)
        if number == 1 and source.form.interface is not None:
            asked = ask_with_new_token(source, word, CANARY)
        page = yield from asked
        if not isinstance(page, Page) or page.status >= 400:
            return False
        reading = yield from read_answer(source, page, word)
        source.become(replace(source.traffic, unread=counted))
        if canary.is_alive(reading.keys):
            _note_lost(source, *canary.lost(reading.keys))
            source.become(canary.reset())
            return any(key not in source.texts_by_key for key in reading.keys)
        if not number:
            source.journal.note(f"{canary.reason}; {word!r} is asked again for a while", "warning")
        pages.append(page)
    for page in pages:
        source.journal.tell(PageRefused(page))
    if word:
        reason = f"{canary.reason} (asked again: {word!r}); try again later"
        raise Blocked(reason, source.request(word))
    return False


def _note_lost(source: SourceState, lost: int, of: int) -> None:
    """Keep that a known word finds fewer records than before: a part of the source is gone."""
    if not lost:
        return
    share = min(1.0, poisson_limit(lost) / of)
    source.become(replace(source.evidence, lost_share=max(share, source.evidence.lost_share)))
    text = f"{lost} of {of} records that a word found before are not found any more"
    source.journal.note(text, "warning")


def read_answer(
    source: SourceState, page: Page, query: str, read: PageReading | None = None
) -> Crawl[PageReading]:
    """Read the first page of an answer, unless it was ``read``; ask again in a lost session.

    A new session that changes nothing is counted, and after a few of them none is begun.
    """
    reading = read or (yield from read_page(source, page, query))
    if not is_session_lost(source, reading, query):
        return reading
    again = yield from ask_with_new_token(source, query, "page")
    if isinstance(again, Page) and again.status < 400:
        renewed = yield from read_page(source, again, query)
        if not is_session_lost(source, renewed, query):
            source.become(replace(source.traffic, useless_renewals=0))
            source.journal.note("the session was lost; began a new one and asked again")
            return renewed
    source.become(replace(source.traffic, useless_renewals=source.traffic.useless_renewals + 1))
    if says_session_ended(source, reading):
        source.note_refusal(reading.page, *source.traffic.refusals.with_sign(SESSION_OVER))
    return reading


def ask_and_read(
    source: SourceState, query: str, purpose: str, *, again: bool = False, renew: bool = False
) -> Crawl[PageReading | None]:
    """Ask a query and read the first page of its answer; return None where it is refused.

    ``renew``: the form is loaded again first, if it holds what may have expired.
    """
    if renew and source.form.has_hidden_controls:
        asked: Crawl[Page | FetchError | None] = ask_with_new_token(source, query, purpose)
    else:
        asked = ask(source, query, purpose, again=again)
    page = yield from asked
    if not isinstance(page, Page) or page.status >= 400:
        return None
    return (yield from read_answer(source, page, query))


def ask_with_new_token(source: SourceState, query: str, purpose: str) -> Crawl[Page | FetchError]:
    """Load the form page again (token, session), else the entry page, then ask once more."""
    form, box_name, setting = source.form.interface, source.form.box_name, source.form.setting
    if form is None:
        raise ValueError("no query interface is chosen yet")
    same = None
    for url in dict.fromkeys((form.page_url, source.task.url)):  # an address may hold the session
        page = yield from fetch(source, Request("GET", url), "form again", query)
        if isinstance(page, FetchError):
            return page
        if (same := same_form(source, page, form)) is not None:
            source.set_entry(source.entry or page)
            break
    if same is not None:
        before = source.form.hidden_values()
        values = QueryForm(same).hidden_values()
        changed = {name for name, value in values.items() if before.get(name) != value}
        source.become(replace(source.form, tokens=source.form.tokens | changed))
        kept = _with_hidden_of(form, same)
        box = next((one for one in kept.controls if one.name == box_name), None)
        source.use(kept, box, setting)
    return (yield from fetch(source, source.request(query), purpose, query))


def _as_answer(source: SourceState, reply: Page | FetchError, purpose: str) -> Page | FetchError:
    """Return a 404 to a plain word as a page without records, if nonsense brought one too."""
    if not isinstance(reply, Page) or reply.status != 404:
        return reply
    if purpose == "nonsense":
        source.become(replace(source.traffic, says_nothing_by_404=True))
    is_answer = source.traffic.says_nothing_by_404 and purpose in PLAIN_PURPOSES
    return replace(reply, status=200) if is_answer else reply


def _is_expired(page: Page | FetchError, source: SourceState) -> bool:
    """Tell whether a page may come of hidden values that the server has forgotten."""
    form = source.form.interface
    if form is None or not source.form.has_hidden_controls or not isinstance(page, Page):
        return False
    if page.status in renewal.EXPIRED_STATUSES or _is_fault(page):
        return True
    return says_over(source, parse(page)) and same_form(source, page, form) is None


def _is_fault(page: Page | FetchError) -> bool:
    return isinstance(page, Page) and page.status >= 500


def same_form(source: SourceState, page: Page, form: QueryInterface) -> QueryInterface | None:
    """Return a form as a page shows it now, None where it does not."""
    forms = find_interfaces(parse(page), source.task.rules)
    return next((one for one in forms if _is_same(one, form)), None)


def _with_hidden_of(form: QueryInterface, loaded: QueryInterface) -> QueryInterface:
    """Return a form that was loaded again with the settings of ours: what was released stays so."""
    controls = tuple(
        fresh if own.kind == fresh.kind == "hidden" else own
        for own, fresh in zip(form.controls, loaded.controls, strict=True)
    )
    return replace(loaded, controls=controls)


def _is_same(form: QueryInterface, other: QueryInterface) -> bool:
    names = [control.name for control in form.controls]
    return form.method == other.method and names == [control.name for control in other.controls]
