"""Whole database by one query, with a proof, where the source lets itself be taken so.

First what an experienced person tries (empty query, ``*:*``, ...), then words that stand in almost
every record. The query that claims most is walked to its end and checked; a check that finds more
makes a larger claim, which is walked in its turn.
"""

from collections.abc import Collection
from dataclasses import replace
from itertools import islice
from typing import Final

from leadline.crawl.acquire.checks import check_claim
from leadline.crawl.acquire.partitions import Parts, take_parts
from leadline.crawl.acquisition import Acquisition, taken_whole, try_query
from leadline.crawl.events import Crawl
from leadline.crawl.paging.page_size import raise_page_size
from leadline.crawl.paging.walk import finish_walk, start_walk
from leadline.crawl.state.evidence import Draw
from leadline.crawl.state.walk_log import WalkLog
from leadline.model import Outcome
from leadline.page.dom import parse
from leadline.page.text import words
from leadline.selection.probing.whole_database import (
    MAX_SAMPLED_RECORDS,
    PATTERN_FOR_EVERYTHING,
    Proof,
    TryOutcome,
    claims_whole,
    is_word,
    prove_whole,
    tries_with,
    words_in_every_record,
)

MAX_CLAIMS_WALKED: Final = 4
"""Queries that claim more than is known which are walked whole, one after the other."""
MIN_SHARE_OF_FULL_PAGE: Final = 0.9
"""Share of the most records seen on a page from which a page counts as full."""
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
    if source.form.box is not None and _only_words_show(state):
        tries = (*tries, PATTERN_FOR_EVERYTHING)
        yield from try_query(state, PATTERN_FOR_EVERYTHING)
        if _only_words_show(state):
            _try_entry(state)
    for number in range(MAX_CLAIMS_WALKED):
        claim = _claim(state)
        if claim is None or claim.query not in tries:
            claim = _unstated_claim(state, tries)
        if claim is None and number and not _shows_all(state):
            for query in tries:  # those that were left waiting
                yield from try_query(state, query)
            claim = _claim(state)
        if claim is None and source.form.box is not None:
            sample = islice(source.texts_by_key.values(), MAX_SAMPLED_RECORDS)
            texts = [words(text) for text in sample]
            for query in words_in_every_record(texts):  # a label or a part of an address
                yield from try_query(state, query)
            claim = _claim(state)
        if claim is None:
            break
        first = state.first_pages[claim.query]
        again = _is_stated_by_walked(state, claim)
        state.claims_walked.add(claim.query)
        larger = yield from raise_page_size(source, first, claim.query)
        walk, reading = yield from start_walk(source, claim.query, larger.page)
        walk = yield from finish_walk(source, walk, reading, break_off=again)
        _note_claim(state, walk)
        parts = yield from take_parts(state, walk, first)
        if walk.finished and source.form.box is not None:
            parts = yield from check_claim(state, walk.query, parts)
        proof = _prove(state, walk, parts)
        if proof is not None:
            return taken_whole(source, proof)
    if not state.claims_walked and (asked := _asked_by_words(state)):
        yield from take_parts(state, max(asked, key=lambda walk: walk.rows))
    return None


def _asked_by_words(state: Acquisition) -> list[WalkLog]:
    """Return the probes' answers without those inside of a choice beside the box."""
    source = state.source
    walks = [walk for walk, _ in source.probes.answers]
    return [walk for walk in walks if source.form.box is None or walk.query not in source.bound]


def _only_words_show(state: Acquisition) -> bool:
    """Tell whether no query for everything showed a record."""
    return all(is_word(tried.query) for tried in state.tries if tried.walked or tried.total)


def _try_entry(state: Acquisition) -> None:
    """Count a list on the entry page that goes on as the answer to the empty query.

    A search page may list the whole source, though its form finds nothing where nothing is typed.
    """
    source, entry = state.source, state.source.entry
    if entry is None:
        return
    reading = source.learned_wrapper.read_document(entry, parse(entry), "")
    goes_on = source.pager.leads_on(reading, source.form.interface)
    if len(reading.rows) < MIN_ROWS_OF_FULL_PAGE or not goes_on:
        return
    reading, walk = source.with_first_keys(reading, ""), WalkLog("")
    source.take_page(walk, reading)
    state.keep_first_page("", reading)
    state.replace_try(TryOutcome("", walk.total, walk.exact, walk.rows, len(walk.keys)))


def _shows_all(state: Acquisition) -> bool:
    """Tell whether a query for everything showed all that came on one page, and states no more.

    A small source needs no further tries, only checks. A full page is followed first, if no answer
    states more: some sources fall silent after some answers, so these are spent on pages.
    """
    taken = state.source.record_count
    full = max(MIN_ROWS_OF_FULL_PAGE, MIN_SHARE_OF_FULL_PAGE * state.source.answers.largest_page)
    most = max(taken, state.largest_total)
    may_be_followed = not state.claims_walked
    probes = _asked_by_words(state)
    answers = [(walk.query, walk.exact, walk.total, len(walk.keys)) for walk in probes]
    answers += [(tried.query, tried.exact, tried.total, tried.unique) for tried in state.tries]
    return any(
        (exact and total == rows == taken)
        or (may_be_followed and rows >= full and (not total or total >= most))
        for query, exact, total, rows in answers
        if not is_word(query)
    )


def _prove(state: Acquisition, walk: WalkLog, parts: Parts) -> Proof | None:
    """Prove a walk whole, and the walks of the other parts of the source.

    A stated total is checked too: it may be last year's, and two tries that state one total may
    both have lost the same records.
    """
    if walk.finished and parts.names:
        return _proof_of_parts(state, walk, parts)
    if walk.finished and len(walk.keys) < max(state.size() or 0, state.source.record_count):
        return None
    return prove_whole(state.tries, constant=state.stated_size)


def _proof_of_parts(state: Acquisition, walk: WalkLog, parts: Parts) -> Proof | None:
    """Return the proof that all parts were taken, if each ended and no check brought news."""
    own = state.try_of(walk.query)
    if not parts.is_whole or own.truncated or not own.is_checked:
        return None
    sentence = f"{parts.sentence}, and {own.checks_said}"
    return Proof("slices", sentence)


def _add_probes(state: Acquisition) -> None:
    """Count the probes' first pages as tries: a common word may claim nearly everything."""
    for walk in _asked_by_words(state):
        state.tries.append(
            TryOutcome(walk.query, walk.total, walk.exact, walk.rows, len(walk.keys))
        )


def _claim(state: Acquisition) -> TryOutcome | None:
    """Return the try that claims most, if it is not walked yet and may hold more than is known."""
    waiting = state.first_pages.keys() - state.claims_walked  # others were walked as words
    fresh = [tried for tried in state.tries if tried.query in waiting]
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


def _is_stated_by_walked(state: Acquisition, claim: TryOutcome) -> bool:
    """Tell whether a query states just what one that was walked stated: it is left without news."""
    return claim.total is not None and any(
        tried.query in state.claims_walked and tried.total == claim.total for tried in state.tries
    )


def _note_claim(state: Acquisition, walk: WalkLog) -> None:
    """Keep how the walk of a query that claims everything ended."""
    source, query = state.source, walk.query
    if walk.capped:
        source.raise_cap(walk.rows)
    state.observe(walk.progress)
    outcome = replace(
        state.try_of(query),
        walked=walk.rows,
        unique=len(walk.keys),
        finished=walk.finished,
        truncated=walk.progress.truncated,
        total=walk.total,
        exact=walk.exact,
    )
    state.update_try(query, outcome)
    if walk.finished and not is_word(query) and source.evidence.everything_after is None:
        draws = source.evidence.draws
        has_words = bool(source.form.box or source.form.call)
        again = [  # words that were asked before, as if they came after it
            Draw(len(probe.keys), sum(key not in walk.keys for key in reading.keys), is_whole=False)
            for probe, reading in source.probes.answers
            if has_words and probe.keys and is_word(probe.query)
        ]
        source.become(replace(source.evidence, draws=(*draws, *again), everything_after=len(draws)))
    source.close(walk, "walked")
