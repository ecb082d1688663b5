"""The one place that decides whether an answer is one, and counts it if it is none.

What could not be had or read is no answer without records: a page that leads to a host that was not
named, comes cut off or cannot be unpacked, a login, an ended session, a wish to come later, and a
page that refuses the word. How a source says that it has nothing, made-up words have shown. A page
that says none of that, and nothing but what it said of another word too, refuses both.
"""

import re
from dataclasses import replace
from typing import Final, TypeGuard

from leadline.crawl.events import PageRefused
from leadline.crawl.refusal import PLAIN_PURPOSES, sign_of_refusal
from leadline.crawl.session import MIN_USUAL_PAGES, says_session_ended
from leadline.crawl.state.source import SourceState
from leadline.crawl.state.traffic import UNUSUAL_PURPOSES
from leadline.crawl.state.unread import (
    CUT,
    ELSEWHERE,
    FAILED,
    ORDER,
    PACKED,
    REFUSED,
    SESSION_OVER,
    SHOWN,
    why_elsewhere,
)
from leadline.errors import Blocked, FetchError, NotAllowed
from leadline.model import Page, Request
from leadline.page.data_files import any_of
from leadline.page.urls import split_url
from leadline.wrapper.data.call import data_of
from leadline.wrapper.data.data_wrapper import DataWrapper
from leadline.wrapper.query_mask import MAX_CHUNK_CHARACTERS
from leadline.wrapper.reading import PageReading
from leadline.wrapper.region_choice import ProbePage

MAX_QUOTED: Final = 120
"""Characters of a sentence of the source that are repeated."""
MIN_WORDS_SAID: Final = 3
SAYS_MORE: Final = frozenset({401, 407, 429, 503})
"""Refusals that are not of a word."""
_FAULTS: Final = ("error", "errors", "fault", "exception")
"""Names under which data say that they could not be given."""
SAYS_FAILED: Final = re.compile(any_of("leadline.crawl", "failed"), re.IGNORECASE)
"""What is said of a failure, and not of a word that finds nothing."""
_NUMBER: Final = re.compile(r"\d+")


def is_packed(page: Page) -> bool:
    """Tell whether a page came and could not be unpacked."""
    return page.truncated and not page.body.strip()


def note_reply(
    source: SourceState,
    reply: Page | FetchError,
    request: Request,
    purpose: str,
    way: list[Page],
    query: str,
) -> None:
    """Count the reply to a question if no page came that can be read.

    ``way`` are the pages that led to it. They and it are asked for again in a later run.
    """
    if isinstance(reply, NotAllowed):
        kind, detail = ELSEWHERE, why_elsewhere(reply)
    elif isinstance(reply, FetchError):
        kind, detail, way = FAILED, str(reply), []
    elif is_packed(reply):
        kind, detail, way = PACKED, "", [*way, reply]
    elif refuses_short(source, reply, query):
        _note_letters(source, query or "", is_order=True)
        kind, detail, way = ORDER, "", []
    elif reply.status >= 400 and purpose in PLAIN_PURPOSES:
        kind, detail, way = REFUSED, f"it answers words with status {reply.status}", []
    else:
        return
    if purpose in UNUSUAL_PURPOSES:
        return
    for page in way:
        source.journal.tell(PageRefused(page))
    note_answer(source, kind, request, detail)


def note_answer(source: SourceState, kind: str, request: Request, detail: str = "") -> None:
    """Count an answer; raise ``Blocked`` where so many in a row were not read."""
    unread = source.traffic.unread.with_answer(kind, detail)
    source.become(replace(source.traffic, unread=unread))
    if kind and unread.is_enough:
        times = f"{unread.sentence(kind)} ({unread.in_a_row} times in a row)"
        raise Blocked(f"{unread.why_no_end or times}; try again later", request)


def note_reading(source: SourceState, reading: PageReading, query: str) -> str:
    """Count a page that came and was read; return what it shows instead, '' for an answer."""
    page, request = reading.page, reading.page.request
    if reading.rows:
        note_answer(source, "", request)
        _note_letters(source, query, is_order=False)
    elif page.status < 400 and not is_packed(page):
        if said := _instead_of_data(source, page):
            note_answer(source, SHOWN, request, said)
            return ""
        usual = [one.document for one in source.probes.nonsense]
        if sign := sign_of_refusal(reading.document, usual, query):
            note_answer(source, SHOWN, request, f"it shows {sign} instead of answers")
            return sign
        if says_session_ended(source, reading):
            note_answer(source, SESSION_OVER, request)
            return ""
        is_order = source.probes.is_order(reading.document)
        _note_letters(source, query, is_order=is_order)
        if is_order:
            note_answer(source, ORDER, request)
            return ""
        said = _refusal_said(source, reading, query)
        detail = f'it refuses most words: "{said}"' if said else ""
        note_answer(source, REFUSED if said else "", request, detail)
    return ""


def _note_letters(source: SourceState, query: str, *, is_order: bool) -> None:
    """Keep how long a word was that an order answered, or something else."""
    if query.isalpha() and query not in source.bound:
        unread = source.traffic.unread.with_letters(len(query), is_order=is_order)
        source.become(replace(source.traffic, unread=unread))


def refuses_short(source: SourceState, reply: Page | FetchError, query: str | None) -> bool:
    """Tell whether a word is refused that has fewer letters than all that were answered.

    That says nothing of the source, which answers longer ones; a login and a flood say more.
    """
    if not query or not isinstance(reply, Page) or not 400 <= reply.status < 600:
        return False
    is_word = query.isalpha() and query not in source.bound
    is_short = is_word and len(query) < source.traffic.unread.least_read
    return is_short and reply.status not in SAYS_MORE


def is_too_short(source: SourceState, query: str) -> bool:
    """Tell whether a word has so few letters that the source refuses it, as it refused others."""
    is_word = query.isalpha() and query not in source.bound
    return is_word and len(query) <= source.traffic.unread.too_short


def _instead_of_data(source: SourceState, page: Page) -> str:
    """Return what a call shows instead of data: a page, or that it failed; '' for data."""
    wrapper = source.wrapper
    if not isinstance(wrapper, DataWrapper) or source.traffic.says_nothing_by_404:
        return ""
    answers = [reading.page.body.lstrip()[:1] for _, reading in source.probes.answers]
    if page.body.lstrip()[:1] == b"<" and any(one in (b"{", b"[") for one in answers):
        return "it shows a page instead of data"
    data = data_of(page)
    if data is None and page.body.lstrip()[:1] in (b"{", b"["):
        return "its data cannot be read"
    fault = next((data[name] for name in _FAULTS if data.get(name)), "") if _is_map(data) else ""
    is_fault = bool(fault) and not wrapper.is_answer(page) and SAYS_FAILED.search(str(fault))
    return f'its answers say "{str(fault)[:MAX_QUOTED]}"' if is_fault else ""


def _is_map(data: object) -> TypeGuard[dict[str, object]]:
    return isinstance(data, dict)


def note_cut(source: SourceState, reading: PageReading) -> None:
    """Count a page, taken for read, as one that broke off; it is asked for again without news."""
    unread = source.traffic.unread
    if is_packed(reading.page):
        return
    if all(key in source.texts_by_key for key in reading.keys):
        source.journal.tell(PageRefused(reading.page))
    if unread.latest and not unread.last:  # it was taken for one that was read
        source.become(replace(source.traffic, unread=unread.without_latest()))
    note_answer(source, CUT, reading.page.request)


def _refusal_said(source: SourceState, reading: PageReading, query: str) -> str:
    """Return the sentence of a page that refuses a word as it refused another one, else ''.

    A record's own page, which some sources show for a word that finds one, says something new.
    """
    page = reading.page
    is_plain = query in source.bound or query.isalnum()
    asked, came = split_url(page.request.url), split_url(page.url)
    if not is_plain or asked is None or came is None or asked.path != came.path:
        return ""
    shown = ProbePage(reading.document, source.echo_of(query))
    nothing = _texts_of_nothing(source)
    if not nothing or not nothing.isdisjoint(shown.chunks):
        return ""
    known = frozenset[str]().union(*(each.chunks for each in source.probes.nonsense))
    mask, document = shown.query_mask.mask, reading.document
    texts = [document.text[node][:MAX_CHUNK_CHARACTERS] for node in document.text_nodes]
    new = {_NUMBER.sub("#", mask(text)): text for text in texts if mask(text) not in known}
    said, before = frozenset(new), source.traffic.unread.refusing
    source.become(replace(source.traffic, unread=source.traffic.unread.with_texts(said)))
    sentence = " ".join(max(new.values(), key=len, default="").split())
    is_sentence = len(sentence.split()) >= MIN_WORDS_SAID or not sentence.isascii()
    return sentence[:MAX_QUOTED] if said and said <= before and is_sentence else ""


def _texts_of_nothing(source: SourceState) -> frozenset[str]:
    """Return what stands on each page without an answer, and on no answer of the probes."""
    usual = source.probes.nonsense
    if len(usual) < MIN_USUAL_PAGES:
        return frozenset()
    answers = [
        ProbePage(reading.document, source.echo_of(walk.query)).chunks
        for walk, reading in source.probes.answers[:MIN_USUAL_PAGES]
    ]
    return frozenset.intersection(*(each.chunks for each in usual)).difference(*answers)
