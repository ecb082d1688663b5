"""Which queries, in which order, until when: whole-database tries with proof, then words.

Where one query reaches everything the ideal is ceil(records / page size) requests. Where none does,
words ranked by the new records a page that they promise (``coordinator``), until the source is
covered or the tail brings nothing more.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from leadline.crawl.acquire.form_filling import FEWEST_BOXES, take_by_filling, text_boxes
from leadline.crawl.acquire.keywords import ask_word, reached, take_by_words
from leadline.crawl.acquire.prefixes import take_beginnings
from leadline.crawl.acquire.slices import take_by_slices
from leadline.crawl.acquire.whole_database import take_whole
from leadline.crawl.acquisition import Acquisition, complete
from leadline.crawl.events import Event, Reply, StateChanged
from leadline.crawl.probe.engine_behaviour import probe_behaviour
from leadline.model import Outcome

if TYPE_CHECKING:
    from collections.abc import Generator

    from leadline.crawl.client import Source


COVERED: Final = 0.97
"""Share of what a source seems to hold below which its other boxes are filled too."""


def acquire(source: Source, nonsense: str) -> Generator[Event, Reply, Outcome]:
    """Take the source's records; the probes' answers are taken already."""
    state = Acquisition(source)
    state.largest = max((one.total or 0 for one, _ in source.probed), default=0)
    for walked, reading in source.probed:
        state.first_pages[walked.query] = reading
        yield from state.observe(walked)
    yield StateChanged("harvesting")
    proof = yield from take_whole(state, nonsense)
    if proof is None:
        proof = yield from take_by_slices(state, nonsense)
    if proof is not None:
        return complete(source, proof)
    if source.control is None:
        reason = "every choice of the form was asked; it has no box for words"
        return Outcome("exhausted", reason, "", len(source.seen), source.requests, state.size())
    yield from take_beginnings(state, ask_word)
    if is_filled_first(state):
        reason, estimate = yield from take_by_filling(state)
        return ended(state, reason, estimate)
    state.habits = yield from probe_behaviour(source, nonsense)
    outcome = yield from take_by_words(state)
    if outcome.state == "exhausted" and falls_short(state, outcome):
        reason, estimate = yield from take_by_filling(state)
        return ended(state, reason, estimate)
    return outcome


def is_filled_first(state: Acquisition) -> bool:
    """Whether the form has a box for each attribute and none for any words."""
    box = state.source.control
    boxes = text_boxes(state)
    return len(boxes) >= FEWEST_BOXES and (box is None or box.role != "query_text")


def falls_short(state: Acquisition, outcome: Outcome) -> bool:
    """Whether the words left much that other boxes may reach."""
    most = max(state.size() or 0, outcome.estimate or 0.0)
    boxes = text_boxes(state)
    return len(boxes) >= FEWEST_BOXES and len(state.source.seen) < COVERED * most


def ended(state: Acquisition, reason: str, estimate: float | None) -> Outcome:
    """How a source ends whose form was filled."""
    source, size = state.source, state.size()
    if size is not None and len(source.seen) >= size:
        return complete(source, reached(state, size))
    return Outcome("exhausted", reason, "", len(source.seen), source.requests, estimate)
