"""One word asked in every form that the engine may need, its answers walked and reported."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice
from typing import TYPE_CHECKING, Final

from leadline.crawl.acquire.slices import split_answer
from leadline.crawl.client import ask
from leadline.crawl.events import QueryClosed
from leadline.crawl.page_reader import read_page
from leadline.crawl.paging.backward import abandoned_answer
from leadline.crawl.paging.page_size import raise_page_size
from leadline.crawl.paging.walk import finish_walk, may_defer, start_walk
from leadline.crawl.state.walk_log import AnswerSummary, WalkLog
from leadline.model import Page

if TYPE_CHECKING:
    from collections.abc import Iterable

    from leadline.crawl.acquisition import Acquisition
    from leadline.crawl.events import Crawl
    from leadline.wrapper.reading import RecordRow

MAX_RESPELLED_WORDS: Final = 4
"""Words that found nothing which are asked again as records write them."""


def ask_word(state: Acquisition, word: str, *, may_wait: bool = False) -> Crawl[AnswerSummary]:
    """Ask a word in every form that the engine may need; report all as one query.

    It is complete when each form was. With ``may_wait`` the answer of a word that needs one form
    only may wait behind its first page.
    """
    if state.behaviour.case_matters:
        yield from state.spellings_seen.count(state.source)
    forms = state.forms(word)
    answers: list[WalkLog] = []
    for form in forms:
        walk = yield from _walk_form(state, form, may_wait=may_wait and forms == [word])
        answers.append(walk)
        if walk.deferred is not None:
            state.defer(walk)
            return AnswerSummary.of(walk)
    if not any(walk.rows for walk in answers):
        answers += yield from _ask_as_written(state, word)
    rows: dict[str, RecordRow] = {}
    for walk in answers:
        rows.update(walk.rows_by_key.items())
    single = answers[0] if len(answers) == 1 else WalkLog(word)
    whole = AnswerSummary(
        word,
        rows,
        len(rows),
        sum(max(1, walk.pages) for walk in answers),
        sum(walk.new for walk in answers),
        single.total,
        single.exact,
        all(walk.finished for walk in answers),
        all(walk.finished or walk.broken_off for walk in answers),
        "asked",
    )
    state.observe(whole, chosen=True)
    return whole


def ask_while_new(state: Acquisition, asked: Iterable[str], patience: int) -> Crawl[None]:
    """Ask words until so many in a row bring nothing new."""
    idle = 0
    for word in asked:
        if idle >= patience:
            break
        answer = yield from ask_word(state, word)
        idle = 0 if answer.new else idle + 1


def _ask_as_written(state: Acquisition, word: str) -> Crawl[list[WalkLog]]:
    """Ask a word that found nothing as known records write it.

    Where that finds any the engine knows no other capitals, or no parts. A few words are tried.
    """
    answers: list[WalkLog] = []
    if state.behaviour.case_matters or state.respelled >= MAX_RESPELLED_WORDS:
        return answers
    yield from state.spellings_seen.count(state.source)
    for form in state.spellings(word):
        if form not in state.source.asked:
            walk = yield from _walk_form(state, form)
            answers.append(walk)
            state.note_respelled(case_matters=bool(walk.rows))
            if walk.rows:
                state.source.journal.note("the source finds words only as its records write them")
                break
    return answers


def ask_rest(state: Acquisition, word: str) -> Crawl[None]:
    """Walk the rest of an answer whose first page was read before."""
    walk = state.take_deferred(word)
    if walk.deferred is None:
        raise ValueError(f"no page of {word!r} waits")
    pages, new, known = walk.pages, walk.new, len(walk.rows_by_key)
    walk = yield from finish_walk(state.source, walk, walk.deferred)
    _note_cap(state, walk)
    if walk.capped:
        yield from split_answer(state, walk)
    _close(state, walk)
    answer = AnswerSummary.of(walk)
    rest = replace(
        answer,
        pages=answer.pages - pages,
        new=answer.new - new,
        rows_by_key=dict(islice(answer.rows_by_key.items(), known, None)),
    )
    state.observe(rest, chosen=True)


def _walk_form(state: Acquisition, word: str, *, may_wait: bool = False) -> Crawl[WalkLog]:
    source, walk = state.source, WalkLog(word)
    known = state.take_first_page(word)
    page = known.page if known is not None else (yield from ask(source, word, "word"))
    if isinstance(page, Page) and page.status < 400:
        read = None
        if source.form.page_size is None and source.pager.locator is not None:
            read = yield from read_page(source, page, word)
            read = yield from raise_page_size(source, read, word)
        walk, reading = yield from start_walk(source, word, page, read)
        if may_wait and may_defer(source, walk, reading):
            walk.defer(reading)
        else:
            walk = yield from finish_walk(source, walk, reading)
    _note_cap(state, walk)
    if walk.capped:
        yield from split_answer(state, walk)
    _close(state, walk)
    return walk


def _note_cap(state: Acquisition, walk: WalkLog) -> None:
    """Learn the cap from an answer of which the source shows no more."""
    source = state.source
    if walk.capped:
        source.raise_cap(walk.rows)
        cap = source.answers.cap
        source.journal.note(f"the source shows at most {cap:,} records of an answer", "warning")


def _close(state: Acquisition, walk: WalkLog) -> None:
    """Report the end of an answer, or its waiting."""
    if (abandoned := abandoned_answer(state.source, walk)) is not None:
        state.add_abandoned(abandoned)
    reason = walk.reason or ("refused" if walk.deferred is None else "its rest waits")
    state.source.journal.tell(
        QueryClosed(walk.query, walk.total, walk.exact, walk.finished, reason)
    )
