"""Whole database by one query, with a proof, where the source lets itself be taken so.

First what an experienced person tries (empty query, ``*:*``, ...), then words that stand in almost
every record. The query that claims most is walked to its end and checked; a check that finds more
makes a larger claim, which is walked in its turn.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import zip_longest
from typing import TYPE_CHECKING, Final

from leadline.crawl.acquisition import complete
from leadline.crawl.client import ask
from leadline.crawl.events import QueryClosed
from leadline.crawl.page_reader import read_page
from leadline.crawl.paging.page_size import raise_page_size
from leadline.crawl.paging.walk import finish_walk, start_walk
from leadline.crawl.state.walk_log import AnswerSummary, WalkLog
from leadline.model import Outcome, Page
from leadline.page.text import fold, unaccented, words
from leadline.selection.probing.whole_database import (
    MIN_CHECK_WORDS,
    TryOutcome,
    checks_for,
    claims_whole,
    is_word,
    prove_whole,
    tries_with,
    words_in_every_record,
)

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from leadline.crawl.acquisition import Acquisition
    from leadline.crawl.events import Crawl
    from leadline.selection.probing.whole_database import Proof

MAX_CLAIMS_WALKED: Final = 4
"""Queries that claim more than is known which are walked whole, one after the other."""
MAX_KNOWN_SHARE_OF_PAGE: Final = 0.75
"""Share of a page that a check word's known records may fill, so that unknown ones show too."""
MIN_SHARE_OF_FULL_PAGE: Final = 0.9
"""Share of the most records seen on a page from which a page counts as full."""
MAX_CHECKS_WITHOUT_RECORDS: Final = 20
"""Words of known records that find nothing after which nothing can be checked so."""
MIN_ROWS_OF_FULL_PAGE: Final = 5
"""Rows from which a page that no other page exceeds may be the first of many."""


def take_whole(state: Acquisition) -> Crawl[Outcome | None]:
    """Walk the query that claims most, check, and walk a larger claim if the check found one."""
    source = state.source
    tries = tries_with(state.nonsense) if source.form.box is not None else ("",)
    for query in tries:
        if _shows_all(state):
            break
        yield from try_query(state, query)
        size = state.size()
        if size is not None and any(tried.total == size for tried in state.tries):
            break
    _add_probes(state)
    for _ in range(MAX_CLAIMS_WALKED):
        claim = _claim(state)
        if claim is None or claim.query not in tries:
            claim = _unstated_claim(state, tries)
        if claim is None and source.form.box is not None:
            texts = [words(text) for text in source.texts_by_key.values()]
            for query in words_in_every_record(texts):  # a label or a part of an address
                yield from try_query(state, query)
            claim = _claim(state)
        if claim is None:
            break
        walk = yield from _walk_claim(state, claim)
        proof = yield from _prove(state, walk)
        if proof is not None:
            return complete(source, proof)
    return None


def _shows_all(state: Acquisition) -> bool:
    """Tell whether a query for everything showed on one page all that it states and all that came.

    A small source needs no further tries, only checks.
    """
    taken = state.source.record_count
    probes = (walk for walk, _ in state.source.probes.answers)
    answers = [(walk.query, walk.exact, walk.total, len(walk.keys)) for walk in probes]
    answers += [(tried.query, tried.exact, tried.total, tried.unique) for tried in state.tries]
    return any(
        exact and total == rows == taken and not is_word(query)
        for query, exact, total, rows in answers
    )


def _prove(state: Acquisition, walk: WalkLog) -> Crawl[Proof | None]:
    """Prove a walk whole; only a number that the source gives for itself needs no check.

    Two tries that state one total may both have lost the same records.
    """
    source = state.source
    proof = prove_whole(state.tries, constant=state.stated_size)
    if not walk.finished or (proof is not None and proof.reason == "constant"):
        return proof
    if source.form.box is not None:
        yield from _check(state, walk.query)
    if len(walk.keys) < max(state.size() or 0, source.record_count):
        return None
    return prove_whole(state.tries, constant=state.stated_size)


def _add_probes(state: Acquisition) -> None:
    """Count the probes' first pages as tries: a common word may claim nearly everything."""
    for walk, _ in state.source.probes.answers:
        state.add_try(TryOutcome(walk.query, walk.total, walk.exact, walk.rows, len(walk.keys)))


def _claim(state: Acquisition) -> TryOutcome | None:
    """Return the try that claims most, if it is not walked yet and may hold more than is known."""
    fresh = [tried for tried in state.tries if tried.query not in state.claims_walked]
    claim = claims_whole(fresh, constant=state.stated_size)
    if claim is None:
        return None
    if claim.total is not None:
        most = state.largest_total
        if state.claims_walked:
            most = max(most, state.source.record_count)
        return claim if claim.total >= most else None
    full = MIN_SHARE_OF_FULL_PAGE * state.source.answers.largest_page
    return claim if not state.claims_walked and claim.walked >= full else None


def _unstated_claim(state: Acquisition, tries: Collection[str]) -> TryOutcome | None:
    """Return a try that fills a page and states no total, where nothing is walked yet.

    Many sources count what a search found ("32 results") and list everything without such a word.
    """
    largest = state.source.answers.largest_page
    full = max(MIN_ROWS_OF_FULL_PAGE, MIN_SHARE_OF_FULL_PAGE * largest)
    if state.claims_walked:
        return None
    return next(
        (t for t in state.tries if t.query in tries and t.total is None and t.walked >= full), None
    )


def try_query(
    state: Acquisition, query: str, purpose: str = "whole-database try"
) -> Crawl[int | None]:
    """Read the first page of a query that may give much; return new records, None if not asked."""
    source, journal = state.source, state.source.journal
    if query in source.asked:
        return None
    page = yield from ask(source, query, purpose)
    if not isinstance(page, Page) or page.status >= 400:
        state.add_try(TryOutcome(query))
        journal.tell(QueryClosed(query, reason="refused"))
        return None
    reading = yield from read_page(source, page, query)
    walk = WalkLog(query)
    source.take_page(walk, reading)
    state.keep_first_page(query, reading)
    finished = walk.total is not None and walk.rows >= walk.total
    state.observe(replace(AnswerSummary.of(walk), finished=finished))
    state.add_try(TryOutcome(query, walk.total, walk.exact, walk.rows, len(walk.keys)))
    journal.tell(QueryClosed(query, walk.total, walk.exact, reason="first page only"))
    return walk.new


def _walk_claim(state: Acquisition, claim: TryOutcome) -> Crawl[WalkLog]:
    """Walk a query to its end; leave one that states just what was walked when it has no news."""
    source = state.source
    again = claim.total is not None and any(
        tried.query in state.claims_walked and tried.total == claim.total for tried in state.tries
    )
    state.mark_claim_walked(claim.query)
    first = yield from raise_page_size(source, state.first_pages[claim.query], claim.query)
    walk, reading = yield from start_walk(source, claim.query, first.page)
    walk = yield from finish_walk(source, walk, reading, break_off=again)
    if walk.capped:
        source.raise_cap(walk.rows)
    state.observe(AnswerSummary.of(walk))
    outcome = replace(
        state.try_of(claim.query),
        walked=walk.rows,
        unique=len(walk.keys),
        finished=walk.finished,
        truncated=walk.progress.truncated,
        total=walk.total,
        exact=walk.exact,
    )
    state.update_try(claim.query, outcome)
    reason = walk.reason or "walked"
    source.journal.tell(QueryClosed(claim.query, walk.total, walk.exact, walk.finished, reason))
    return walk


def _check(state: Acquisition, claimed: str) -> Crawl[None]:
    """Ask frequent words after a whole walk: one that brings news shows it was not whole.

    Each is written in the way that finds any record. A word of known records that finds none is no
    check: the engine takes no such words.
    """
    checks = news = without_records = 0
    for word in check_words(state, claimed):
        outcome = None
        for form in state.spellings(word):
            new = yield from try_query(state, form, "check")
            if new is not None and state.tries[-1].walked:
                outcome = new
                break
        if outcome is None:
            without_records += 1
        else:
            checks, news = checks + 1, news + outcome
        if checks >= checks_for(claimed) or without_records >= MAX_CHECKS_WITHOUT_RECORDS or news:
            break
    state.update_try(claimed, replace(state.try_of(claimed), checks=checks, news=news))


def check_words(state: Acquisition, claimed: str = "") -> Iterator[str]:
    """Return words to check with: one of the most frequent, then two whose answers fit on a page.

    Frequent words look into the bulk; a word whose whole answer is seen says more about what is
    missing than the first page of thousands, which shows the same records first time and again.
    None holds the query that is ``claimed`` to give all: where parts of words are found, what
    "painting" finds is found by "a" too, and so it checks nothing.
    """
    source = state.source
    counts: dict[str, int] = {}
    for text in source.texts_by_key.values():
        for word in dict.fromkeys(words(text)):
            counts[word] = counts.get(word, 0) + 1
    most = 0.5 * source.record_count
    page = max(1, MAX_KNOWN_SHARE_OF_PAGE * source.answers.largest_page)
    part = fold(claimed).strip()
    fitting = [
        word
        for word, times in counts.items()
        if times <= most and word not in source.asked and not (part and part in fold(word))
    ]
    frequent = sorted(fitting, key=lambda word: (-counts[word], word))
    on_a_page = sorted(
        (word for word in fitting if counts[word] <= page),
        key=lambda word: (unaccented(word) != word, -counts[word], word),
    )
    whole = on_a_page[: 4 * MIN_CHECK_WORDS]
    turns = zip_longest(frequent[: 2 * MIN_CHECK_WORDS], whole[::2], whole[1::2])
    return (word for turn in turns for word in turn if word)
