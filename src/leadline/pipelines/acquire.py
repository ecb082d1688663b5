"""Which queries, in which order, until when: whole-database tries with proof, then words.

Where one query reaches everything the ideal is ceil(records / page size) requests. Where none does,
words ranked by the new records a page that they promise (``exchange``), until the source is covered
or the tail brings nothing more.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from leadline.pipelines.acquisition import Acquisition, complete
from leadline.pipelines.by_words import take_by_words
from leadline.pipelines.events import Event, Reply, Turned
from leadline.pipelines.habits import probe_habits
from leadline.pipelines.whole import take_whole

if TYPE_CHECKING:
    from collections.abc import Generator

    from leadline.model import Outcome
    from leadline.pipelines.source import Source


def acquire(source: Source, nonsense: str) -> Generator[Event, Reply, Outcome]:
    """Take the source's records; the probes' answers are taken already."""
    state = Acquisition(source)
    state.largest = max((one.total or 0 for one, _ in source.probed), default=0)
    for walked, reading in source.probed:
        state.first_pages[walked.query] = reading
        yield from state.observe(walked)
    yield Turned("harvesting")
    proof = yield from take_whole(state, nonsense)
    if proof is not None:
        return complete(source, proof)
    state.habits = yield from probe_habits(source, nonsense)
    return (yield from take_by_words(state))
