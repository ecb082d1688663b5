"""Which queries, in which order, until when: whole-database tries with proof, then words.

First what an experienced person tries (empty query, ``*:*``, ...): where one of them reaches
everything the ideal is ceil(records / page size) requests. Where none does, words ranked by the new
records a page that they promise, until the source is covered or the tail brings nothing more.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final

from leadline.model import Answer, Ask, Outcome, Page, Query, Taken
from leadline.pipelines.events import Answered, Estimated, Event, Noted, Reply, Turned
from leadline.pipelines.sizing import raise_page_size
from leadline.pipelines.walk import Walk, take, walk
from leadline.queries.gt import GoodTuring
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
    from collections.abc import Generator, Iterable

    from leadline.pipelines.reading import Reading
    from leadline.pipelines.source import Source

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
    constant: int | None = None
    largest: int = 0

    def observe(self, walked: Walk) -> None:
        """Tell the selector what a query brought."""
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
    state.largest = max((one.total or 0 for one in source.walks), default=0)
    for walked in source.walks:
        state.observe(walked)
    yield Turned("harvesting")
    proof = yield from _take_whole(state, nonsense)
    if proof is not None:
        return _complete(source, proof)
    return (yield from _take_by_words(state))


def _complete(source: Source, proof: Proof) -> Outcome:
    return Outcome(
        "complete", "everything was taken", proof.sentence, len(source.seen), source.requests,
        float(len(source.seen)),
    )  # fmt: skip


# --- the whole database by one query ---


def _take_whole(state: Acquisition, nonsense: str) -> Generator[Event, Reply, Proof | None]:
    for query in tries_with(nonsense):
        yield from _try(state, query)
        if _is_settled(state):
            break
    claim = claims_whole(state.tries, constant=state.constant, exact_totals=True)
    if claim is None or not _is_broad(state, claim):
        for query in words_in_every_record([words(t) for t in state.source.texts()]):
            yield from _try(state, query)
        claim = claims_whole(state.tries, constant=state.constant, exact_totals=True)
    if claim is None or not _is_broad(state, claim):
        return None
    walked = yield from _walk_claim(state, claim)
    proof = prove_whole(state.tries, constant=state.constant)
    if proof is None and walked.finished and not _falls_short(state, walked):
        yield from _check(state, claim.query)
        proof = prove_whole(state.tries, constant=state.constant)
    return proof


def _try(state: Acquisition, query: str) -> Generator[Event, Reply, None]:
    """The first page of a query that may give everything."""
    source = state.source
    if query in source.asked:
        return
    page = yield from source.ask(query, "whole-database try")
    if not isinstance(page, Page) or page.status >= 400:
        state.tries.append(TryOutcome(query))
        yield Answered(query, None, False, False, "refused")
        return
    reading = yield from source.read(page, query)
    walked = Walk(query)
    yield from take(source, walked, reading)
    state.observe(replace_finished(walked))
    state.tries.append(TryOutcome(query, walked.total, walked.exact, walked.rows, len(walked.keys)))
    state.first_pages[query] = reading
    yield Answered(query, walked.total, walked.exact, False, "first page only")


def replace_finished(walked: Walk) -> Walk:
    """The same walk, said to be unfinished: only its first page was looked at."""
    return replace(walked, finished=bool(walked.total is not None and walked.rows >= walked.total))


def _is_settled(state: Acquisition) -> bool:
    size = state.size()
    return size is not None and any(one.total == size for one in state.tries)


def _is_broad(state: Acquisition, claim: TryOutcome) -> bool:
    """Whether a try may hold everything: not less than any other answer, by total or by page."""
    if claim.total is not None:
        return claim.total >= state.largest
    return claim.walked >= state.source.most_rows


def _walk_claim(state: Acquisition, claim: TryOutcome) -> Generator[Event, Reply, Walk]:
    source = state.source
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
    """Whether the walk gave less than the source says it holds."""
    size = state.size()
    return size is not None and len(walked.keys) < size


def _check(state: Acquisition, claimed: str) -> Generator[Event, Reply, None]:
    """Ask frequent words after a whole walk: one that brings news shows it was not whole."""
    checks = news = 0
    for word in _check_words(state):
        page = yield from state.source.ask(word, "check")
        if not isinstance(page, Page) or page.status >= 400:
            continue
        reading = yield from state.source.read(page, word)
        walked = Walk(word)
        yield from take(state.source, walked, reading)
        state.observe(replace_finished(walked))
        yield Answered(word, walked.total, walked.exact, False, "a check: its first page only")
        checks += 1
        news += walked.new
        if checks >= CHECK_WORDS or news:
            break
    place = next(i for i, one in enumerate(state.tries) if one.query == claimed)
    state.tries[place] = replace(state.tries[place], checks=checks, news=news)


def _check_words(state: Acquisition) -> Iterable[str]:
    """Words of the records taken, from frequent to rarer, spread over the whole table."""
    counts: dict[str, int] = {}
    for text in state.source.texts():
        for word in dict.fromkeys(words(text)):
            counts[word] = counts.get(word, 0) + 1
    most = 0.5 * len(state.source.seen)
    fitting = [(-n, w) for w, n in counts.items() if n <= most and w not in state.source.asked]
    return [word for _, word in sorted(fitting)[: 3 * CHECK_WORDS]]


# --- the rest by words ---


def _take_by_words(state: Acquisition) -> Generator[Event, Reply, Outcome]:
    source, selector = state.source, state.selector
    selector.least = LEAST_EFFICIENCY
    tail = Tail()
    reason = ""
    while not reason:
        size = state.size()
        if size is not None and len(source.seen) >= size:
            return _complete(source, _reached(state, size))
        selector.cap = source.cap
        selector.size = float(size) if size is not None else None
        prediction = selector.select()
        if prediction is None:
            reason = "no word promises anything new"
            break
        yield Estimated(selector.estimate())
        walked = yield from _ask_word(state, prediction.query.value)
        tail.note(new=walked.new, pages=max(1, walked.pages))
        reason = tail.reason() or ""
    estimate = selector.estimate()
    return Outcome("exhausted", reason, "", len(source.seen), source.requests, estimate)


def _reached(state: Acquisition, size: int) -> Proof:
    sentence = f"the source says it holds {size:,} records and that many different ones were taken"
    return Proof("constant", "", len(state.source.seen), sentence)


def _ask_word(state: Acquisition, word: str) -> Generator[Event, Reply, Walk]:
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
