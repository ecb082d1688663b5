"""One word asked in every form that the engine may need, its answers walked and reported."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import islice
from typing import Final

from leadline.crawl.acquire.slices import split_answer
from leadline.crawl.acquisition import Acquisition
from leadline.crawl.answer_kind import is_too_short
from leadline.crawl.client import ask
from leadline.crawl.events import Crawl
from leadline.crawl.page_reader import read_page
from leadline.crawl.paging.page_size import raise_page_size
from leadline.crawl.paging.walk import finish_walk, may_defer, start_walk
from leadline.crawl.state.query_form import ShownPart
from leadline.crawl.state.unread import ASKED, ORDER
from leadline.crawl.state.walk_log import AnswerSummary, WalkLog
from leadline.model import Page
from leadline.page.text import fold
from leadline.wrapper.reading import RecordRow

WITH_AND_WITHOUT: Final = 2
"""Forms of a word with accents where capitals do not matter."""
MAX_IDLE_OF_PART: Final = 25
"""Words in a row that bring nothing new of a part after which it is asked no more."""
MAX_STRANGE_WORDS: Final = 3
"""Such words after which a part is asked words of its own records alone."""
MAX_RESPELLED_WORDS: Final = 4
"""Words that found nothing which are asked again as records write them."""


def ask_word(
    state: Acquisition, word: str, *, may_wait: bool = False, to_its_end: bool = False
) -> Crawl[AnswerSummary]:
    """Ask a word in every form that the engine may need; report all as one query.

    It is complete when each form was. With ``may_wait`` the answer of a word that needs one form
    only may wait behind its first page; asked once more, the rest is walked and reported.
    ``to_its_end``: it is read on also where pages bring no news.
    """
    begun = state.deferred.get(word)
    first = begun.progress if begun is not None else AnswerSummary(word)
    known = len(first.rows_by_key)
    if state.behaviour.case_matters:
        yield from state.spellings_seen.count(state.source)
    forms = state.forms(word) if begun is None else [word]
    known_forms = state.source.asked.keys() - state.first_pages.keys()
    fresh = [form for form in forms if form not in known_forms]
    is_itself = forms == [word] or state.source.form.shown_parts
    if not (fresh or is_itself) and begun is None:  # spellings that were asked for others
        asked = AnswerSummary(word, reason="asked before", unread=ASKED)
        state.observe(asked, chosen=True)
        return asked
    forms = fresh or forms[:1]
    answers: list[WalkLog] = []
    for form in forms:
        waits = may_wait and begun is None and forms == [word]
        walk = yield from _walk_form(state, form, may_wait=waits, break_off=not to_its_end)
        answers.append(walk)
        if walk.rows:
            state.note_found(form)
        if walk.deferred is not None:
            state.defer(walk)
            return walk.progress
    if len(forms) == WITH_AND_WITHOUT and not state.behaviour.case_matters:
        state.note_accents(*answers)
    for part in _parts_for(state, word):
        text = state.source.bind(((state.source.form.box_name, word), *part.values))
        answers.append((yield from _walk_form(state, text)))
        state.source.become(state.source.form.with_part(part, answers[-1]))
    if not any(walk.rows for walk in answers) and may_respell(state):
        yield from state.spellings_seen.count(state.source)
        for form in state.spellings(word):
            if form in state.source.asked:
                continue
            walk = yield from _walk_form(state, form)
            answers.append(walk)
            state.note_respelled(case_matters=bool(walk.rows))
            if walk.rows:
                state.source.journal.note("the source finds words only as its records write them")
                break
    whole = _summary(word, answers)
    if begun is not None:
        rows = dict(islice(whole.rows_by_key.items(), known, None))
        pages, new = whole.pages - first.pages, whole.new - first.new
        whole = replace(whole, pages=pages, new=new, rows_by_key=rows)
    state.observe(whole, chosen=True)
    return whole


def _parts_for(state: Acquisition, word: str) -> list[ShownPart]:
    """Return the other parts, of a source that shows one at a time, in which a word is asked."""
    most = {True: MAX_IDLE_OF_PART, False: MAX_STRANGE_WORDS}
    parts = state.source.form.shown_parts
    return [part for part in parts if part.idle < most[fold(word) in part.words]]


def may_respell(state: Acquisition) -> bool:
    """Tell whether words that find nothing are asked as known records write them.

    Where that finds any the engine knows no other capitals, or no parts. A few words are tried.
    """
    return not state.behaviour.case_matters and state.respelled < MAX_RESPELLED_WORDS


def _summary(word: str, answers: Sequence[WalkLog]) -> AnswerSummary:
    """Return what all forms of a word brought as one answer."""
    rows: dict[str, RecordRow] = {}
    for walk in answers:
        rows.update(walk.rows_by_key.items())
    single = answers[0] if len(answers) == 1 else WalkLog(word)
    kinds = [walk.progress.unread for walk in answers if not walk.new]
    return AnswerSummary(
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
        truncated=any(walk.progress.truncated for walk in answers),
        unread=next(filter(None, kinds), "") if len(kinds) == len(answers) else "",
    )


def ask_while_new(
    state: Acquisition, queries: Iterable[str], patience: int, new_per_page: float = 0.0
) -> Crawl[None]:
    """Ask words until ``patience`` of them in a row bring nothing new, or less than wanted.

    What comes next of ``queries`` may depend on the answers to those before.
    """
    source, idle = state.source, 0
    for query in queries:
        known, sent = source.record_count, source.traffic.requests
        yield from ask_word(state, query)
        new, pages = source.record_count - known, source.traffic.requests - sent
        idle = 0 if new and new >= new_per_page * pages else idle + (not source.traffic.unread.last)
        if idle >= patience:
            break


def _walk_form(
    state: Acquisition, word: str, *, may_wait: bool = False, break_off: bool = True
) -> Crawl[WalkLog]:
    source, walk = state.source, WalkLog(word)
    begun, known = state.deferred.pop(word, None), state.first_pages.pop(word, None)
    page = None
    if begun is not None and begun.deferred is not None:
        walk = yield from finish_walk(source, begun, begun.deferred, break_off=break_off)
    else:
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
            walk = yield from finish_walk(source, walk, reading, break_off=break_off)
    elif page is not None or is_too_short(source, word):
        walk.note(unread=source.traffic.unread.last if page is not None else ORDER)
    yield from split_answer(state, walk)
    source.close(walk, "refused" if walk.deferred is None else "its rest waits")
    return walk
