"""The rest by words: the one that promises most new records a page, until none promises any."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING, Final

from leadline.model import Outcome, Page
from leadline.pipelines.acquisition import complete
from leadline.pipelines.events import Answered, Estimated, Event, Noted, Reply
from leadline.pipelines.sizing import raise_page_size
from leadline.pipelines.walk import Walk, walk
from leadline.queries.stop import Tail
from leadline.queries.whole import Proof

if TYPE_CHECKING:
    from collections.abc import Generator, Sequence

    from leadline.pipelines.acquisition import Acquisition

RECENT: Final = 40
"""Queries that say how much of what is asked now is known already."""
LEAST_RECENT: Final = 50
LEAST_EFFICIENCY: Final = 0.02
"""Expected new records a page below which no word is asked any more."""


def take_by_words(state: Acquisition) -> Generator[Event, Reply, Outcome]:
    source, selector = state.source, state.selector
    selector.least = LEAST_EFFICIENCY
    tail = Tail()
    recent: deque[tuple[int, int]] = deque(maxlen=RECENT)
    reason = ""
    while not reason:
        size = state.size()
        if size is not None and len(source.seen) >= size:
            return complete(source, _reached(state, size))
        selector.cap = source.cap
        selector.size = float(size) if size is not None else None
        state.catch_up()
        prediction = selector.select()
        if prediction is None:
            reason = "no word promises anything new"
            break
        yield Estimated(selector.estimate())
        if not state.habits.askable(prediction.query.value):
            selector.refuse(prediction.query.value)
            continue
        walked = yield from _ask_word(state, prediction.query.value)
        tail.note(new=walked.new, pages=max(1, walked.pages))
        recent.append((len(walked.keys), walked.new))
        reason = tail.reason() or ""
    state.catch_up()
    estimate = last_estimate(len(source.seen), list(recent)) or selector.estimate()
    return Outcome("exhausted", reason, "", len(source.seen), source.requests, estimate)


def last_estimate(taken: int, recent: Sequence[tuple[int, int]]) -> float | None:
    """The size that the last answers suggest: what was taken over the share of them known before.

    ``recent`` are (records, new ones) of the last queries (Lincoln-Petersen, the whole harvest as
    the first sample); None while they hold too few records to say anything.

    >>> round(last_estimate(1000, [(60, 0), (60, 6)]))
    1053
    """
    records, new = sum(one for one, _ in recent), sum(one for _, one in recent)
    if records < LEAST_RECENT or new >= records:
        return None
    return taken * records / (records - new)


def _reached(state: Acquisition, size: int) -> Proof:
    sentence = f"the source says it holds {size:,} records and that many different ones were taken"
    return Proof("constant", "", len(state.source.seen), sentence)


def _ask_word(state: Acquisition, word: str) -> Generator[Event, Reply, Walk]:
    """Ask a word in every form that the engine may need, and walk the answers."""
    total = Walk(word)
    for form in state.habits.forms(word):
        walked = yield from _walk_word(state, form)
        total.new += walked.new
        total.pages += max(1, walked.pages)
        total.keys.update(walked.keys)
    if word not in state.source.asked:
        state.selector.refuse(word)
    return total


def _walk_word(state: Acquisition, word: str) -> Generator[Event, Reply, Walk]:
    source = state.source
    walked = Walk(word)
    seen = state.first_pages.pop(word, None)
    page = seen.page if seen is not None else (yield from source.ask(word, "word"))
    if isinstance(page, Page) and page.status < 400:
        if source.size is None and source.paging.locator is not None:
            reading = yield from source.read(page, word)
            page = (yield from raise_page_size(source, reading, word)).page
        walked = yield from walk(source, word, page)
        state.selector.page_size = max(1, source.most_rows)
        if walked.capped:
            source.cap = max(source.cap, walked.rows)
            yield Noted(f"the source shows at most {source.cap:,} records of an answer", "warning")
    state.observe(walked)
    yield Answered(word, walked.total, walked.exact, walked.finished, walked.reason or "refused")
    return walked
