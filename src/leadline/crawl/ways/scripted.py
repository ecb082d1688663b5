"""Ways to a source whose records come as data: named, described, or asked by its script."""

from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import Final

from leadline.crawl.client import fetch
from leadline.crawl.events import Crawl
from leadline.crawl.official.instead import drawn_rows, offers_table, take_table_instead
from leadline.crawl.probe.forms import CrawlEnded
from leadline.crawl.probe.probes import Probes
from leadline.crawl.probe.words import language
from leadline.crawl.script.api import named_apis, records_of, take_api, take_named_api
from leadline.crawl.script.call import learn_source, use_call
from leadline.crawl.script.described import (
    named_descriptions,
    take_described,
    take_operations,
    take_queries,
)
from leadline.crawl.script.reason import MAX_WAYS, ways_on
from leadline.crawl.script.rendered import (
    MIN_DRAWN_ROWS,
    answers,
    draws_its_menu,
    draws_much,
    shows_answers,
    take_rendered,
)
from leadline.crawl.script.states import held_list, take_held_list
from leadline.crawl.script.static import (
    indexes_named,
    take_asked,
    take_asked_index,
    take_index,
    take_named,
    take_named_by_scripts,
    take_state,
)
from leadline.crawl.state.source import SourceState
from leadline.crawl.ways.form import probe_picked
from leadline.crawl.ways.table import UNNAMED, Approach, Taken, Way
from leadline.model import Offer, Outcome, Page
from leadline.page.dom import Document
from leadline.page.observed import Learn, Observed
from leadline.script.indexes.find import find_indexes
from leadline.script.learner import learn_call
from leadline.script.typed import typed_form
from leadline.selection.probing.probe_words import nonsense_words
from leadline.wrapper.data.call import Call, data_of
from leadline.wrapper.data.data_wrapper import DataWrapper
from leadline.wrapper.data.rows import record_rows

ITS_WORDS: Final = "the recorded call was asked for its own words alone, as it needs some"
MAX_HEAD: Final = 100
"""Bytes of an answer in which the data of a description begins."""


def use_given(approach: Approach) -> Crawl[Outcome | None]:
    """Use the call that a person gave; one that names no columns was only recorded."""
    given, source = approach.source.task.wrapper, approach.source
    if isinstance(given, DataWrapper) and given.call is not None:
        if not given.names:
            return (yield from _take_recorded(source, given.call))
        use_call(source, given, _nonsense(approach.document))
    return None


def take_drawn(approach: Approach) -> Crawl[Taken]:
    """Take what the page draws in a browser, else what one of the pages that it leads to draws."""
    source, document, why, entry = approach.source, approach.scripted, approach.why, approach.entry
    address = source.task.url
    first = yield from _watched(source, document)
    ways = ways_on(first)[:MAX_WAYS] if not first.trouble else []
    is_menu = bool(ways) and draws_its_menu(first)
    failed: Taken = None
    if not is_menu:
        failed = yield from _take_observed(source, entry, document, first, why)
    if _is_taken(source) or isinstance(failed, Probes):
        return failed
    for text, url in ways:
        source.move(url)
        source.journal.note(f"no list at the entry; its link {text} ({url}) is tried", "warning")
        seen = yield from _watched(source, document)
        if draws_its_menu(seen):
            continue
        taken = yield from _take_observed(source, entry, document, seen, why)
        if _is_taken(source) or isinstance(taken, Probes):
            return taken
    source.move(address)
    if is_menu:
        failed = yield from _take_observed(source, entry, document, first, why)
    elif shows_answers(first):
        failed = (yield from take_rendered(source, document, _nonsense(document), first)) or failed
    if isinstance(failed, Outcome) and (tried := ", ".join(text for text, _ in ways)):
        failed = replace(failed, reason=f"{failed.reason}; its links were tried too: {tried}")
    return failed


def _is_taken(source: SourceState) -> bool:
    return source.wrapper is not None or source.record_count > 0


def _watched(source: SourceState, document: Document) -> Crawl[Observed]:
    """Return what a browser saw of the page of a source and of words typed there."""
    known = source.task.said("ask")
    reply = yield Learn(source.watched, _nonsense(document), language(document), known=known)
    return reply if isinstance(reply, Observed) else Observed()


def _nonsense(document: Document) -> str:
    return nonsense_words(document.visible_text(0))[0]


def _take_observed(
    source: SourceState, entry: Page, document: Document, observed: Observed, why: str
) -> Crawl[Taken]:
    """Take a source by what was observed of one page of it."""
    nonsense = _nonsense(document)
    if (taken := (yield from take_asked_index(source, observed))) is not None:
        return taken
    asked = (page for one in observed.sightings for page in one.pages)
    described = [page for page in asked if page.body[:MAX_HEAD].lstrip().startswith(b"{")]
    taken = yield from take_operations(source, described, language(document))
    for page in described:
        taken = taken or (yield from take_queries(source, page))
    if taken is not None or source.wrapper is not None:
        return taken
    if (taken := (yield from _take_offered(source, document, observed))) is not None:
        return taken
    failed = yield from learn_source(source, observed, document, nonsense, why)
    if _is_taken(source):
        return failed
    taken = yield from take_asked(source, observed)
    taken = taken or (yield from take_named_by_scripts(source, document, observed))
    taken = taken or take_state(source, entry, document, observed)
    form = typed_form(observed, source.watched) if taken is None else None
    if form is not None:
        opened = [page for page in observed.sightings[0].pages if b"<form" in page.body]
        if opened:  # where answers are changes of a page
            source.become(replace(source.traffic, latest_page=opened[-1]))
        with suppress(CrawlEnded):
            return (yield from probe_picked(source, [form], document))
    if taken is None and (shows_answers(observed) or draws_much(observed)):
        least = 1 if answers(observed) else MIN_DRAWN_ROWS
        taken = yield from take_rendered(source, document, nonsense, observed, least)
    return taken or failed


def _take_offered(
    source: SourceState, document: Document, observed: Observed
) -> Crawl[Outcome | None]:
    """Take a table that the page offers, where it holds what the call behind it brings."""
    learned = learn_call(observed) if observed.sightings and offers_table(document) else None
    call = learned.wrapper.call if learned is not None else None
    if learned is None or call is None:
        return None
    rows = record_rows(learned.items, learned.wrapper.identity, learned.answer.url)
    shown = drawn_rows(rows, (line for one in observed.sightings for line in one.lines))
    stated = [call.stated(learned.answer)]
    return (yield from take_table_instead(source, document, shown, stated))


def _index(approach: Approach) -> Offer | None:
    found = find_indexes(approach.document)
    what = f"the search index of the page ({found[0].kind})" if found else ""
    return Offer(what, found[0].addresses[0]) if found else None


def _given(approach: Approach) -> Offer | None:
    given = approach.source.task.wrapper
    return UNNAMED if isinstance(given, DataWrapper) and given.call is not None else None


def _described(approach: Approach) -> Offer:
    named = named_descriptions(approach.document)
    return Offer("an API by its description", named[0]) if named else UNNAMED


def _data(approach: Approach) -> Offer | None:
    entry = approach.entry
    if not isinstance(data_of(entry), dict | list) or b"<script" in entry.body:
        return None
    listed = records_of(entry)
    what = "the list of data at the address itself"
    return Offer(what, entry.url, len(listed.items)) if listed is not None else UNNAMED


def _json(approach: Approach) -> Offer | None:
    named = named_apis(approach.scripted)
    return Offer("the page as data", named[0]) if named else None


def _take_recorded(source: SourceState, call: Call) -> Crawl[Outcome | None]:
    """Take what a call brings that was only recorded: without its words, else with them."""
    for request in dict.fromkeys((call.request(""), call.base)):
        page = yield from fetch(source, request, "way")
        taken = (yield from take_api(source, page)) if isinstance(page, Page) else None
        if taken is not None:
            is_all = request == call.request("")
            return taken if is_all else source.outcome("exhausted", ITS_WORDS)
    return None


def _file(approach: Approach) -> Offer | None:
    document = approach.scripted
    named = indexes_named(document) if "<script" in document.html else []
    return Offer("a file that its search reads", named[0].addresses[0]) if named else None


def _state(approach: Approach) -> Offer | None:
    held = held_list(approach.entry, approach.scripted)
    what = "the list that the page holds as data"
    return Offer(what, approach.entry.url, held.stated or len(held.data.items)) if held else None


def _take_state(approach: Approach) -> Crawl[Outcome | None]:
    held = held_list(approach.entry, approach.scripted)
    return (yield from take_held_list(approach.source, approach.entry, held)) if held else None


def _browser(approach: Approach) -> Offer | None:
    document = approach.scripted
    what = "what a browser draws of the page"
    return Offer(what, document.url) if "<script" in document.html else None


BY_TOTAL: Final = "its own total, reached"
_of_data = partial(Way, is_data=True)
WAYS: Final = (
    _of_data("call", 10, _given, use_given, 1, BY_TOTAL),
    _of_data(
        "index",
        20,
        _index,
        lambda at: take_index(at.source, at.document),
        2,
        "its files, read whole",
    ),
    _of_data(
        "api",
        60,
        _described,
        lambda at: take_described(at.source, at.entry, at.scripted),
        3,
        BY_TOTAL,
    ),
    _of_data("data", 70, _data, lambda at: take_api(at.source, at.entry), 3, BY_TOTAL),
    _of_data("json", 80, _json, lambda at: take_named_api(at.source, at.scripted), 3, BY_TOTAL),
    _of_data("file", 90, _file, lambda at: take_named(at.source, at.scripted)),
    _of_data("state", 92, _state, _take_state, 3, BY_TOTAL),
    _of_data("browser", 100, _browser, take_drawn, 30),
)
