"""The whole database by one query, with a proof, where the source lets itself be taken so.

First what an experienced person tries (empty query, ``*:*``, ...), then words that stand in almost
every record. The query that claims most is walked to its end and checked; a check that finds more
makes a larger claim, which is walked in its turn.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import zip_longest
from typing import TYPE_CHECKING, Final

from leadline.crawl.events import Event, QueryClosed, Reply
from leadline.crawl.paging.page_size import raise_page_size
from leadline.crawl.paging.walk import Walk, take, walk
from leadline.model import Page
from leadline.page.text import fold, unaccented, words
from leadline.selection.probing.whole_database import (
    MIN_CHECK_WORDS,
    Proof,
    TryOutcome,
    checks_for,
    claims_whole,
    prove_whole,
    tries_with,
    words_in_every_record,
)

if TYPE_CHECKING:
    from collections.abc import Collection, Generator, Iterator

    from leadline.crawl.acquisition import Acquisition

MOST_CLAIMS: Final = 4
"""Queries that claim more than is known which are walked whole, one after the other."""

ROOM: Final = 0.75
"""Share of a page that a check word's known records may fill, so that unknown ones show too."""
NEARLY: Final = 0.9
"""A page with this share of the most records seen on one counts as full."""
MOST_MUTE: Final = 20
"""Words of known records that find nothing after which nothing can be checked so."""
FULL_PAGE: Final = 5
"""Rows from which a page that no other page exceeds may be the first of many."""


def take_whole(state: Acquisition, nonsense: str) -> Generator[Event, Reply, Proof | None]:
    """Walk the query that claims most, check, and walk a larger claim if the check found one."""
    tries = tries_with(nonsense) if state.source.control is not None else ("",)
    for query in tries:
        yield from try_query(state, query)
        if _is_settled(state):
            break
    _add_probes(state)
    for _ in range(MOST_CLAIMS):
        claim = _claim(state)
        if claim is None or claim.query not in tries:
            claim = _unstated_claim(state, tries)
        if claim is None and state.source.control is not None:
            yield from _try_common_words(state)
            claim = _claim(state)
        if claim is None:
            break
        walked = yield from _walk_claim(state, claim)
        proof = yield from _proof_of(state, walked)
        if proof is not None:
            return proof
    return None


def _proof_of(state: Acquisition, walked: Walk) -> Generator[Event, Reply, Proof | None]:
    """What proves a walk whole. Only a number that the source gives for itself needs no check:
    two tries that state one total may both have lost the same records (a window of 10,000 hits).
    """
    proof = prove_whole(state.tries, constant=state.constant)
    if not walked.finished or (proof is not None and proof.reason == "constant"):
        return proof
    if state.source.control is not None:
        yield from _check(state, walked.query)
    if _falls_short(state, walked):
        return None
    return prove_whole(state.tries, constant=state.constant)


def _try_common_words(state: Acquisition) -> Generator[Event, Reply, None]:
    """Words in almost every record seen so far: a label or a part of an address may find all."""
    for query in words_in_every_record([words(text) for text in state.source.texts()]):
        yield from try_query(state, query)


def _add_probes(state: Acquisition) -> None:
    """The probes' first pages count as tries too: a common word may claim nearly everything."""
    for walked, _ in state.source.probed:
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
    full = NEARLY * state.source.most_rows
    return claim if not state.walked and claim.walked >= full else None


def _unstated_claim(state: Acquisition, tries: Collection[str]) -> TryOutcome | None:
    """A try that fills a page and states no total, where nothing is walked yet.

    Many sources count what a search found ("32 results") and list everything without such a word.
    """
    full = max(FULL_PAGE, NEARLY * state.source.most_rows)
    if state.walked:
        return None
    return next(
        (t for t in state.tries if t.query in tries and t.total is None and t.walked >= full), None
    )


def try_query(
    state: Acquisition, query: str, purpose: str = "whole-database try"
) -> Generator[Event, Reply, int | None]:
    """The first page of a query that may give much; how many new records, None if not asked."""
    source = state.source
    if query in source.asked:
        return None
    page = yield from source.ask(query, purpose)
    if not isinstance(page, Page) or page.status >= 400:
        state.tries.append(TryOutcome(query))
        yield QueryClosed(query, None, False, False, "refused")
        return None
    reading = yield from source.read(page, query)
    walked = Walk(query)
    yield from take(source, walked, reading)
    state.first_pages[query] = reading
    yield from state.observe(first_page_only(walked))
    state.tries.append(TryOutcome(query, walked.total, walked.exact, walked.rows, len(walked.keys)))
    yield QueryClosed(query, walked.total, walked.exact, False, "first page only")
    return walked.new


def first_page_only(walked: Walk) -> Walk:
    """The same walk, said to be unfinished: only its first page was looked at."""
    return replace(walked, finished=bool(walked.total is not None and walked.rows >= walked.total))


def _is_settled(state: Acquisition) -> bool:
    size = state.size()
    return size is not None and any(one.total == size for one in state.tries)


def _walk_claim(state: Acquisition, claim: TryOutcome) -> Generator[Event, Reply, Walk]:
    """Walk a query to its end; one that states just what was walked is left when it has no news."""
    source = state.source
    again = claim.total is not None and any(
        one.query in state.walked and one.total == claim.total for one in state.tries
    )
    state.walked.add(claim.query)
    first = yield from raise_page_size(source, state.first_pages[claim.query], claim.query)
    walked = yield from walk(source, claim.query, first.page, break_off=again)
    if walked.capped:
        source.cap = max(source.cap, walked.rows)
    yield from state.observe(walked)
    place = next(i for i, one in enumerate(state.tries) if one.query == claim.query)
    state.tries[place] = replace(
        state.tries[place], walked=walked.rows, unique=len(walked.keys),
        finished=walked.finished, truncated=walked.cut, total=walked.total, exact=walked.exact,
    )  # fmt: skip
    yield QueryClosed(
        claim.query, walked.total, walked.exact, walked.finished, walked.reason or "walked"
    )
    return walked


def _falls_short(state: Acquisition, walked: Walk) -> bool:
    """Whether the walk gave less than the source says it holds, or than other queries showed."""
    size = state.size() or 0
    return len(walked.keys) < max(size, len(state.source.seen))


def _check(state: Acquisition, claimed: str) -> Generator[Event, Reply, None]:
    """Ask frequent words after a whole walk: one that brings news shows it was not whole.

    A word of known records that finds none of them is no check: the engine takes no such words.
    """
    checks = news = mute = 0
    for word in check_words(state, claimed):
        outcome = yield from _check_word(state, word)
        if outcome is None:
            mute += 1
        else:
            checks, news = checks + 1, news + outcome
        if checks >= checks_for(claimed) or mute >= MOST_MUTE or news:
            break
    place = next(i for i, one in enumerate(state.tries) if one.query == claimed)
    state.tries[place] = replace(state.tries[place], checks=checks, news=news)


def _check_word(state: Acquisition, word: str) -> Generator[Event, Reply, int | None]:
    """How many new records a word of known ones brings, written in the way that finds any; None
    where it finds nothing.
    """
    for form in state.spellings(word):
        outcome = yield from try_query(state, form, "check")
        if outcome is not None and state.tries[-1].walked:
            return outcome
    return None


def check_words(state: Acquisition, claimed: str = "") -> Iterator[str]:
    """Words to check with: one of the most frequent, then two whose answers fit on a page each.

    Frequent words look into the bulk; a word whose whole answer is seen says more about what is
    missing than the first page of thousands, which shows the same records first time and again.
    None holds the query that is ``claimed`` to give all: where parts of words are found, what
    "painting" finds is found by "a" too, and so it checks nothing.
    """
    counts: dict[str, int] = {}
    for text in state.source.texts():
        for word in dict.fromkeys(words(text)):
            counts[word] = counts.get(word, 0) + 1
    most, page = 0.5 * len(state.source.seen), max(1, ROOM * state.source.most_rows)
    part, asked = fold(claimed).strip(), state.source.asked
    fitting = [
        word
        for word, n in counts.items()
        if n <= most and word not in asked and not (part and part in fold(word))
    ]
    frequent = sorted(fitting, key=lambda word: (-counts[word], word))
    on_a_page = sorted(
        (word for word in fitting if counts[word] <= page),
        key=lambda word: (unaccented(word) != word, -counts[word], word),
    )
    whole = on_a_page[: 4 * MIN_CHECK_WORDS]
    turns = zip_longest(frequent[: 2 * MIN_CHECK_WORDS], whole[::2], whole[1::2])
    return (word for turn in turns for word in turn if word)
