"""Order of acquisition: whole-database tries with proof, slices, prefixes, forms, then words.

Where one query reaches everything the ideal is ceil(records / page size) requests. Where none does,
words are ranked by the new records a page that they promise (``selection.coordinator``), until the
source is covered or little is new.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from leadline.crawl.acquire.form_filling import MIN_BOXES, take_by_filling, text_boxes
from leadline.crawl.acquire.keywords import size_reached, take_by_words
from leadline.crawl.acquire.prefixes import take_by_prefixes
from leadline.crawl.acquire.slices import take_by_slices
from leadline.crawl.acquire.whole_database import take_whole
from leadline.crawl.acquisition import Acquisition, complete
from leadline.crawl.events import StateChanged
from leadline.crawl.probe.engine_behaviour import probe_behaviour
from leadline.model import Outcome

if TYPE_CHECKING:
    from leadline.crawl.events import Crawl
    from leadline.crawl.state import SourceState

MAX_SHARE_TO_FILL: Final = 0.97
"""Share of the estimated size of a source below which its other boxes are filled too."""


def begin_acquisition(source: SourceState) -> Acquisition:
    """Begin to take the records of a source; the probes' answers are taken already."""
    state = Acquisition(source)
    totals = [walk.total or 0 for walk, _ in source.probes.answers]
    state.set_largest_total(max(totals, default=0))
    for walk, reading in source.probes.answers:
        state.keep_first_page(walk.query, reading)
        state.observe(walk.summary())
    source.journal.tell(StateChanged("harvesting"))
    return state


def take_records(state: Acquisition, nonsense: str) -> Crawl[Outcome]:
    """Take the source's records, in the cheapest way that it allows."""
    source = state.source
    proof = yield from take_whole(state, nonsense)
    if proof is None:
        proof = yield from take_by_slices(state, nonsense)
    if proof is not None:
        return complete(source, proof)
    if source.form.box is None:
        reason = "every choice of the form was asked; it has no box for words"
        taken, requests = source.record_count, source.traffic.requests
        return Outcome("exhausted", reason, "", taken, requests, state.size())
    yield from take_by_prefixes(state)
    if _is_filled_first(state):
        return _end_of_filling(state, *(yield from take_by_filling(state)))
    state.set_behaviour((yield from probe_behaviour(source, nonsense)))
    outcome = yield from take_by_words(state)
    if outcome.state == "exhausted" and _falls_short(state, outcome):
        return _end_of_filling(state, *(yield from take_by_filling(state)))
    return outcome


def _is_filled_first(state: Acquisition) -> bool:
    """Tell whether the form has a box for each attribute and none for any words."""
    box = state.source.form.box
    has_boxes = len(text_boxes(state)) >= MIN_BOXES
    return has_boxes and (box is None or box.role != "query_text")


def _falls_short(state: Acquisition, outcome: Outcome) -> bool:
    """Tell whether the words left much that other boxes may reach."""
    size = max(state.size() or 0, outcome.estimate or 0.0)
    has_boxes = len(text_boxes(state)) >= MIN_BOXES
    return has_boxes and state.source.record_count < MAX_SHARE_TO_FILL * size


def _end_of_filling(state: Acquisition, reason: str, estimate: float | None) -> Outcome:
    """Return the outcome of a source whose form was filled."""
    source, size = state.source, state.size()
    if size is not None and source.record_count >= size:
        return complete(source, size_reached(state, size))
    taken, requests = source.record_count, source.traffic.requests
    return Outcome("exhausted", reason, "", taken, requests, estimate)
