"""One live query to a source that a harvest has understood: ask, read, walk to the end.

Interface, wrapper and pager are those that the harvest learned and the store keeps. Nothing is
learned here: a page that the wrapper does not read, and that is no page without an answer either,
is a failure of the source, not a layout to learn from a single page.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from leadline.crawl.client import ask, ask_with_new_token
from leadline.crawl.events import Crawl, Journal
from leadline.crawl.page_reader import MAX_REINDUCTIONS
from leadline.crawl.paging.walk import finish_walk, start_walk
from leadline.crawl.refusal import sign_of_refusal
from leadline.crawl.reports import BOX_COMPONENT
from leadline.crawl.restriction.binding import Values
from leadline.crawl.session import says_session_ended
from leadline.crawl.state.findings import Repairs
from leadline.crawl.state.pager import BYTES_READ, PagerState
from leadline.crawl.state.source import CrawlTask, SourceState
from leadline.crawl.state.walk_log import WalkLog
from leadline.crawl.terms import TERMS
from leadline.domain.rules import DomainRules
from leadline.errors import FetchError
from leadline.model import Control, Page, QueryInterface
from leadline.page.dom import parse
from leadline.page.plain import from_plain
from leadline.page.text import words
from leadline.wrapper.data.call import Call
from leadline.wrapper.data.data_wrapper import DataWrapper
from leadline.wrapper.file import wrapper_of
from leadline.wrapper.pager.locator import PagerLocator
from leadline.wrapper.pager.pressed import PressedTurn
from leadline.wrapper.pager.step import PageStep
from leadline.wrapper.query_mask import QueryMask
from leadline.wrapper.reading import PageReading
from leadline.wrapper.wrapper import Wrapper

LIVE_PURPOSE: Final = "ask"
"""Purpose of requests that answer a person's question; a resumed harvest may use their pages."""
MIN_KNOWN_TEXTS: Final = 0.3
"""Share of the texts of a page without records that pages without an answer show too."""
WORDS: Final = Control("words", "search", role="query_text")
"""Stands for the place of the words in a learned call."""


@dataclass(frozen=True, slots=True)
class LearnedSource:
    """What a harvest learned of a source, as far as a live query needs it.

    ``call`` is asked instead of the interface where a script draws the answers. ``accept_terms``:
    the person agreed to terms before the search.
    """

    interface: QueryInterface
    box: str
    wrapper: Wrapper
    pager: PagerState
    page_size: tuple[str, str] | None = None
    call: Call | None = None
    way_to_records: str = ""
    accept_terms: bool = False

    @classmethod
    def of(cls, learned: Mapping[str, Any]) -> LearnedSource | None:
        """Restore it from the learned parts in the store; None where a part is missing."""
        learned = {**learned, **(learned.get(BOX_COMPONENT) or {})}
        form, plain, pager = (learned.get(name) for name in ("interface", "wrapper", "pager"))
        wrapper = wrapper_of(plain) if plain else None
        if isinstance(wrapper, DataWrapper):
            return cls._of_call(wrapper)
        if not form or wrapper is None:
            return None
        pager = pager or {}
        names = ("locator", "step", "page_size", "pressed")
        locator, step, size, turn = (pager.get(name) for name in names)
        return cls(
            from_plain(QueryInterface, form),
            str(form.get("box", "")),
            wrapper,
            PagerState(
                from_plain(PagerLocator, locator) if locator else None,
                from_plain(PageStep, step) if step else None,
                submits_links=bool(pager.get("submits_links")),
                pressed=from_plain(PressedTurn, turn, BYTES_READ) if turn else None,
            ),
            (size[0], size[1]) if size else None,
            way_to_records=str(form.get("way_to_records", "")),
            accept_terms=bool(learned.get(TERMS)),
        )

    @classmethod
    def _of_call(cls, wrapper: DataWrapper) -> LearnedSource | None:
        """Return a source that is asked by its call; None where no words can be put into it."""
        call = wrapper.call
        if call is None or not call.holes:
            return None
        form = QueryInterface("", call.base.url, call.base.url, "GET", (WORDS,))
        return cls(form, WORDS.name, wrapper, PagerState(call=call), call=call)

    def state(
        self, key: str, journal: Journal, rules: DomainRules | None = None, url: str = ""
    ) -> SourceState:
        """Return the state of the source as if it was just understood; ``url`` is its entry."""
        accepts = self.accept_terms
        task = CrawlTask(key, url or self.interface.page_url, rules=rules, accept_terms=accepts)
        source = SourceState(task, journal, repairs=Repairs(reinductions=MAX_REINDUCTIONS))
        box = next((c for c in self.interface.controls if c.name == self.box), None)
        source.use(self.interface, box)
        source.use_wrapper(self.wrapper)
        source.become(self.pager)
        source.become(
            replace(
                source.form,
                page_size=self.page_size,
                call=self.call,
                way_to_records=self.way_to_records,
            )
        )
        return source


@dataclass(frozen=True, slots=True)
class LiveAnswer:
    """How a live query ended; ``fault`` is '' unless the source failed.

    ``is_other``: it has no rows, and says something that no answer without records said before.
    """

    rows: int = 0
    total: int | None = None
    finished: bool = False
    reason: str = ""
    fault: str = ""
    is_other: bool = False


def ask_live(source: SourceState, text: str, values: Values) -> Crawl[LiveAnswer]:
    """Ask a text, or values of controls, and walk the answer; records go to the journal."""
    query = source.bind(values) if values else text
    page = yield from ask(source, query, LIVE_PURPOSE)
    if page is None:
        return LiveAnswer(fault="its form cannot carry the question")
    fault = _fault_of(page)
    if fault or not isinstance(page, Page):
        return LiveAnswer(fault=fault)
    walk, reading = yield from start_walk(source, query, page)
    is_sure = is_no_result(source, reading, walk.query, least=1.0)
    if not reading.rows and not is_sure and source.form.call is None:  # its session may have ended
        form = source.form.interface
        page = yield from ask_with_new_token(source, query, LIVE_PURPOSE)
        if fault := _fault_of(page):
            return LiveAnswer(fault=fault)
        if isinstance(page, Page):
            walk, reading = yield from start_walk(source, query, page)
        is_sure = source.form.interface is not form
    if not reading.rows:
        return _without_rows(source, walk, reading, is_session_new=is_sure)
    walk = yield from finish_walk(source, walk, reading, break_off=False)
    return LiveAnswer(walk.rows, walk.total, walk.finished, walk.reason)


def _fault_of(page: Page | FetchError) -> str:
    if not isinstance(page, Page):
        return str(page)
    return f"it answers with status {page.status}" if page.status >= 400 else ""


def _without_rows(
    source: SourceState, walk: WalkLog, reading: PageReading, *, is_session_new: bool
) -> LiveAnswer:
    """Tell a page without an answer from one that is none of the source's pages.

    What the form's own page shows, a login say, is no refusal.
    """
    is_known = is_no_result(source, reading, walk.query, least=1.0)
    usual = [] if source.entry is None else [parse(source.entry)]
    if not is_known and (sign := sign_of_refusal(parse(reading.page), usual, walk.query)):
        return LiveAnswer(fault=f"it shows {sign} instead of an answer")
    if says_session_ended(source, reading):
        return LiveAnswer(fault="its session is over, and a new one too: harvest it again")
    if source.form.call is None and not (is_known or is_session_new):
        return LiveAnswer(fault="its session may have ended: its form is not found again")
    if walk.total or not is_no_result(source, reading, walk.query):
        return LiveAnswer(fault="its answer cannot be read: it has changed, or it failed")
    return LiveAnswer(0, walk.total, True, "it finds nothing", is_other=not is_known)


def is_no_result(
    source: SourceState, reading: PageReading, query: str, *, least: float = MIN_KNOWN_TEXTS
) -> bool:
    """Whether a page looks like the pages without an answer that the harvest saw.

    At ``least`` 1 nothing but numbers may be new.
    """
    if isinstance(source.wrapper, DataWrapper):
        return source.wrapper.is_answer(reading.page)
    known, document = source.learned_wrapper.known_texts, reading.document
    if says_session_ended(source, reading):
        return False
    mask = QueryMask(source.echo_of(query))
    texts = [document.text[node] for node in document.texts(0, len(document))]
    new = [text for text in texts if not mask.is_known(text, known)]
    if least >= 1.0:
        return bool(known) and not any(map(words, new))
    share = 1.0 - len(new) / max(1, len(texts))
    return not known or share >= least
