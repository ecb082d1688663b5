"""The rest by words, one chosen after the other, until none promises anything new.

Which word comes next is not decided here: it may depend on what other sources brought meanwhile.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import islice
from typing import TYPE_CHECKING, Final

from leadline.crawl.acquire.slices import split_answer
from leadline.crawl.acquire.substrings import take_letters
from leadline.crawl.acquire.wildcards import Truncation, take_truncated
from leadline.crawl.acquisition import complete
from leadline.crawl.events import Event, Notice, QueryClosed, Reply, SizeEstimated, choose
from leadline.crawl.paging.backward import left_of, take_far_ends
from leadline.crawl.paging.page_size import raise_page_size
from leadline.crawl.paging.walk import Walk, walk, walk_rest
from leadline.model import Outcome, Page
from leadline.selection.probing.whole_database import Proof

if TYPE_CHECKING:
    from collections.abc import Generator

    from leadline.crawl.acquisition import Acquisition


MOST_MISWRITTEN: Final = 4
"""Words that found nothing which are asked again as records write them."""


def take_by_words(state: Acquisition) -> Generator[Event, Reply, Outcome]:
    source, truncation = state.source, Truncation()
    yield from take_letters(state, ask_word)
    while True:
        size = state.size()
        if size is not None and len(source.seen) >= size:
            return complete(source, reached(state, size))
        choice = yield from choose(state.wish())
        yield SizeEstimated(choice.estimate)
        if choice.word in state.waiting:
            yield from _ask_rest(state, state.waiting.pop(choice.word))
        elif choice.word:
            yield from ask_word(state, choice.word, wait=True)
        elif not (yield from take_far_ends(source, state.left)) and (
            choice.saturated or not (yield from take_truncated(state, truncation, ask_word))
        ):
            break
    seen = len(source.seen)
    return Outcome("exhausted", choice.reason, "", seen, source.requests, choice.estimate)


def reached(state: Acquisition, size: int) -> Proof:
    sentence = f"the source says it holds {size:,} records and that many different ones were taken"
    return Proof("constant", "", len(state.source.seen), sentence)


def ask_word(state: Acquisition, word: str, *, wait: bool = False) -> Generator[Event, Reply, Walk]:
    """Ask a word in every form that the engine may need, walk the answers, tell what they brought.

    The forms count as one query, complete when each of them was. With ``wait`` the answer of a word
    that needs one form only may wait behind its first page.
    """
    whole = Walk(word)
    answers: list[Walk] = []
    forms = state.forms(word)
    for form in forms:
        answers += [(yield from _walk_word(state, form, wait=wait and forms == [word]))]
        if answers[-1].waits is not None:
            yield from state.keep_waiting(answers[-1])
            return answers[-1]
    if not any(walked.rows for walked in answers):
        answers += yield from _as_written(state, word)
    for walked in answers:
        whole.new += walked.new
        whole.pages += max(1, walked.pages)
        whole.rows_by_key |= walked.rows_by_key
    if len(answers) == 1:
        whole.total, whole.exact = answers[0].total, answers[0].exact
    whole.finished = all(walked.finished for walked in answers)
    whole.broken_off = all(walked.finished or walked.broken_off for walked in answers)
    whole.reason = "asked"
    yield from state.observe(whole, chosen=True)
    return whole


def _as_written(state: Acquisition, word: str) -> Generator[Event, Reply, list[Walk]]:
    """A word of known records that found none of them, as they write it: where that finds any the
    engine tells capitals from small letters. Tried with a few words only.
    """
    answers: list[Walk] = []
    if state.habits.case_matters or state.miswritten >= MOST_MISWRITTEN:
        return answers
    for form in state.spellings(word):
        if form not in state.source.asked:
            state.miswritten += 1
            answers.append((yield from _walk_word(state, form)))
            if answers[-1].rows:
                state.habits = replace(state.habits, case_matters=True)
                yield Notice("the source tells capitals from small letters")
                break
    return answers


def _ask_rest(state: Acquisition, walked: Walk) -> Generator[Event, Reply, None]:
    """The rest of an answer whose first page was read before."""
    assert walked.waits is not None
    pages, new, known = walked.pages, walked.new, len(walked.rows_by_key)
    walked = yield from walk_rest(state.source, walked, walked.waits)
    yield from _close(state, walked)
    rest = replace(walked, pages=walked.pages - pages, new=walked.new - new)
    rest.rows_by_key = dict(islice(walked.rows_by_key.items(), known, None))
    yield from state.observe(rest, chosen=True)


def _walk_word(
    state: Acquisition, word: str, *, wait: bool = False
) -> Generator[Event, Reply, Walk]:
    source = state.source
    walked = Walk(word)
    seen = state.first_pages.pop(word, None)
    page = seen.page if seen is not None else (yield from source.ask(word, "word"))
    if isinstance(page, Page) and page.status < 400:
        if source.size is None and source.paging.locator is not None:
            reading = yield from source.read(page, word)
            page = (yield from raise_page_size(source, reading, word)).page
        walked = yield from walk(source, word, page, wait=wait)
    yield from _close(state, walked)
    return walked


def _close(state: Acquisition, walked: Walk) -> Generator[Event, Reply, None]:
    """What follows from the end of an answer, or from its being left behind the first page."""
    source = state.source
    if walked.capped:
        source.cap = max(source.cap, walked.rows)
        yield Notice(f"the source shows at most {source.cap:,} records of an answer", "warning")
        yield from split_answer(state, walked)
    if (left := left_of(source, walked)) is not None:
        state.left.append(left)
    reason = walked.reason or ("refused" if walked.waits is None else "its rest waits")
    yield QueryClosed(walked.query, walked.total, walked.exact, walked.finished, reason)
