"""Which queries, in which order, until when: whole-database tries with proof, then words.

First what an experienced person tries (empty query, ``*:*``, ...): where one of them reaches
everything the ideal is ceil(records / page size) requests. Where none does, words ranked by the new
records a page that they promise, until the source is covered or the tail brings nothing more.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field, replace
from itertools import zip_longest
from typing import TYPE_CHECKING, Final

from leadline.model import Answer, Ask, Outcome, Page, Query, Taken
from leadline.pipelines.events import Answered, Estimated, Event, Noted, Reply, Turned
from leadline.pipelines.habits import probe_habits
from leadline.pipelines.sizing import raise_page_size
from leadline.pipelines.walk import Walk, take, walk
from leadline.queries.gt import GoodTuring
from leadline.queries.habits import Habits
from leadline.queries.stop import Tail
from leadline.queries.whole import (
    CHECK_WORDS,
    Proof,
    TryOutcome,
    claims_whole,
    prove_whole,
    tries_with,
    words_in_every_record,
)
from leadline.text import words

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator, Sequence

    from leadline.pipelines.reading import Reading
    from leadline.pipelines.source import Source

MOST_CLAIMS: Final = 4
"""Queries that claim more than is known which are walked whole, one after the other."""
RECENT: Final = 40
"""Queries that say how much of what is asked now is known already."""
LEAST_RECENT: Final = 50
LEAST_EFFICIENCY: Final = 0.02
"""Expected new records a page below which no word is asked any more."""
ENOUGH_TRIES: Final = 2
"""Two tries that state one and the same largest total settle which query claims everything."""


@dataclass(slots=True)
class Acquisition:
    """What is known of a source's contents while it is taken."""

    source: Source
    selector: GoodTuring = field(default_factory=GoodTuring)
    tries: list[TryOutcome] = field(default_factory=list)
    first_pages: dict[str, Reading] = field(default_factory=dict)
    habits: Habits = field(default_factory=Habits)
    constant: int | None = None
    largest: int = 0
    walked: set[str] = field(default_factory=set)
    pending: list[Walk] = field(default_factory=list)

    def observe(self, walked: Walk) -> None:
        """Keep what a query brought until the selector is asked (it may never be)."""
        self.pending.append(walked)

    def catch_up(self) -> None:
        """Tell the selector all that it does not know yet."""
        for walked in self.pending:
            self._tell(walked)
        self.pending.clear()

    def _tell(self, walked: Walk) -> None:
        columns: dict[str, str] = {}
        records = []
        for key, row in walked.rows_by_key.items():
            terms = []
            for one in row.fields:
                if one.kind == "text":
                    for word in words(one.value):
                        columns.setdefault(word, one.column)
                        terms.append(Query("", word))
            records.append(Taken(key, frozenset(terms)))
        answer = Answer(
            Ask(self.source.key, Query("", walked.query)), tuple(records),
            interactions=max(1, walked.pages), total=walked.total, exact=walked.exact,
            complete=walked.finished,
        )  # fmt: skip
        self.selector.observe(answer, columns)

    def size(self) -> int | None:
        """The source's own word for how many records it holds, where two of its answers agree."""
        if self.constant is not None:
            return self.constant
        totals = [one.total for one in self.tries if one.exact and one.total]
        most = max(totals, default=0)
        return (
            most if most and totals.count(most) >= ENOUGH_TRIES and most >= self.largest else None
        )


def acquire(source: Source, nonsense: str) -> Generator[Event, Reply, Outcome]:
    """Take the source's records; the probes' answers are taken already."""
    state = Acquisition(source)
    state.selector.page_size = max(1, source.most_rows)
    state.largest = max((one.total or 0 for one, _ in source.probed), default=0)
    for walked, _ in source.probed:
        state.observe(walked)
    yield Turned("harvesting")
    proof = yield from _take_whole(state, nonsense)
    if proof is not None:
        return _complete(source, proof)
    state.habits = yield from probe_habits(source, nonsense)
    return (yield from _take_by_words(state))


def _complete(source: Source, proof: Proof) -> Outcome:
    return Outcome(
        "complete", "everything was taken", proof.sentence, len(source.seen), source.requests,
        float(len(source.seen)),
    )  # fmt: skip


# --- the whole database by one query ---


def _take_whole(state: Acquisition, nonsense: str) -> Generator[Event, Reply, Proof | None]:
    """Walk the query that claims most, check, and walk a larger claim if the check found one."""
    tries = tries_with(nonsense)
    for query in tries:
        yield from _try(state, query)
        if _is_settled(state):
            break
    _add_probes(state)
    for _ in range(MOST_CLAIMS):
        claim = _claim(state)
        if claim is None or claim.query not in tries:
            yield from _try_common_words(state)
            claim = _claim(state)
        if claim is None:
            break
        walked = yield from _walk_claim(state, claim)
        proof = prove_whole(state.tries, constant=state.constant)
        if proof is None and walked.finished:
            yield from _check(state, claim.query)
            if not _falls_short(state, walked):
                proof = prove_whole(state.tries, constant=state.constant)
        if proof is not None:
            return proof
    return None


def _try_common_words(state: Acquisition) -> Generator[Event, Reply, None]:
    """Words in almost every record seen so far: a label or a part of an address may find all."""
    for query in words_in_every_record([words(text) for text in state.source.texts()]):
        yield from _try(state, query)


def _add_probes(state: Acquisition) -> None:
    """The probes' first pages count as tries too: a common word may claim nearly everything."""
    for walked, reading in state.source.probed:
        state.first_pages[walked.query] = reading
        state.tries.append(
            TryOutcome(walked.query, walked.total, walked.exact, walked.rows, len(walked.keys))
        )


def _claim(state: Acquisition) -> TryOutcome | None:
    """The try that claims most, if it is not walked yet and may hold more than is known."""
    fresh = [one for one in state.tries if one.query not in state.walked]
    claim = claims_whole(fresh, constant=state.constant)
    if claim is None:
        return None
    if claim.total is not None:
        most = max(state.largest, len(state.source.seen)) if state.walked else state.largest
        return claim if claim.total >= most else None
    return claim if not state.walked and claim.walked >= state.source.most_rows else None


def _try(
    state: Acquisition, query: str, purpose: str = "whole-database try"
) -> Generator[Event, Reply, int | None]:
    """The first page of a query that may give much; how many of its records are new."""
    source = state.source
    if query in source.asked:
        return None
    page = yield from source.ask(query, purpose)
    if not isinstance(page, Page) or page.status >= 400:
        state.tries.append(TryOutcome(query))
        yield Answered(query, None, False, False, "refused")
        return None
    reading = yield from source.read(page, query)
    walked = Walk(query)
    yield from take(source, walked, reading)
    state.observe(replace_finished(walked))
    state.tries.append(TryOutcome(query, walked.total, walked.exact, walked.rows, len(walked.keys)))
    state.first_pages[query] = reading
    yield Answered(query, walked.total, walked.exact, False, "first page only")
    return walked.new


def replace_finished(walked: Walk) -> Walk:
    """The same walk, said to be unfinished: only its first page was looked at."""
    return replace(walked, finished=bool(walked.total is not None and walked.rows >= walked.total))


def _is_settled(state: Acquisition) -> bool:
    size = state.size()
    return size is not None and any(one.total == size for one in state.tries)


def _walk_claim(state: Acquisition, claim: TryOutcome) -> Generator[Event, Reply, Walk]:
    source = state.source
    state.walked.add(claim.query)
    first = yield from raise_page_size(source, state.first_pages[claim.query], claim.query)
    walked = yield from walk(source, claim.query, first.page, break_off=False)
    state.selector.page_size = max(1, source.most_rows)
    state.observe(walked)
    place = next(i for i, one in enumerate(state.tries) if one.query == claim.query)
    state.tries[place] = replace(
        state.tries[place], walked=walked.rows, unique=len(walked.keys),
        finished=walked.finished, truncated=walked.cut, total=walked.total, exact=walked.exact,
    )  # fmt: skip
    yield Answered(
        claim.query, walked.total, walked.exact, walked.finished, walked.reason or "walked"
    )
    return walked


def _falls_short(state: Acquisition, walked: Walk) -> bool:
    """Whether the walk gave less than the source says it holds, or than other queries showed."""
    size = state.size() or 0
    return len(walked.keys) < max(size, len(state.source.seen))


def _check(state: Acquisition, claimed: str) -> Generator[Event, Reply, None]:
    """Ask frequent words after a whole walk: one that brings news shows it was not whole."""
    checks = news = 0
    for word in _check_words(state):
        outcome = yield from _try(state, word, "check")
        if outcome is None:
            continue
        checks += 1
        news += outcome
        if checks >= CHECK_WORDS or news:
            break
    place = next(i for i, one in enumerate(state.tries) if one.query == claimed)
    state.tries[place] = replace(state.tries[place], checks=checks, news=news)


def _check_words(state: Acquisition) -> Iterator[str]:
    """Words to check with: in turn the most frequent, and those whose answer fits on one page.

    Frequent words look into the bulk; a word whose whole answer is seen says more about what is
    missing than the first page of thousands.
    """
    counts: dict[str, int] = {}
    for text in state.source.texts():
        for word in dict.fromkeys(words(text)):
            counts[word] = counts.get(word, 0) + 1
    most, page = 0.5 * len(state.source.seen), max(1, state.source.most_rows)
    fitting = [word for word, n in counts.items() if n <= most and word not in state.source.asked]
    frequent = sorted(fitting, key=lambda word: (-counts[word], word))
    on_a_page = sorted(
        (word for word in fitting if counts[word] <= page), key=lambda word: (-counts[word], word)
    )
    both = zip_longest(frequent[: 2 * CHECK_WORDS], on_a_page[: 2 * CHECK_WORDS])
    return (word for pair in both for word in pair if word)


# --- the rest by words ---


def _take_by_words(state: Acquisition) -> Generator[Event, Reply, Outcome]:
    source, selector = state.source, state.selector
    selector.least = LEAST_EFFICIENCY
    tail = Tail()
    recent: deque[tuple[int, int]] = deque(maxlen=RECENT)
    reason = ""
    while not reason:
        size = state.size()
        if size is not None and len(source.seen) >= size:
            return _complete(source, _reached(state, size))
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
    page = yield from source.ask(word, "word")
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
