"""Order of acquisition: whole-database tries with proof, slices, prefixes, forms, then words.

Where one query reaches everything the ideal is ceil(records / page size) requests. Where none does,
words are ranked by the new records a page that they promise (``selection.coordinator``), until the
source is covered or little is new.
"""

from collections.abc import Callable

from leadline.crawl.acquire.form_filling import MIN_BOXES, take_by_filling, text_boxes
from leadline.crawl.acquire.keywords import take_by_words
from leadline.crawl.acquire.slices import take_by_slices
from leadline.crawl.acquire.whole_database import take_whole
from leadline.crawl.acquisition import BEFORE_WORDS, Acquisition
from leadline.crawl.events import Crawl, StateChanged
from leadline.crawl.probe.engine_behaviour import probe_behaviour
from leadline.crawl.restricted import take_part
from leadline.crawl.script.call import take_by_call
from leadline.crawl.state.source import SourceState
from leadline.model import Outcome

Stage = Callable[[Acquisition], Crawl[Outcome | None]]


def begin_acquisition(source: SourceState) -> Acquisition:
    """Begin to take the records of a source; the probes' answers are taken already."""
    state = Acquisition(source)
    totals = [walk.total or 0 for walk, _ in source.probes.answers]
    state.largest_total = max(totals, default=0)
    for walk, reading in source.probes.answers:
        state.keep_first_page(walk.query, reading)
        state.observe(walk.progress)
    source.journal.tell(StateChanged("harvesting"))
    return state


def stages_before_words(state: Acquisition) -> tuple[Stage, ...]:
    """Return ways to take a source, cheapest first; one that returns an outcome ends the crawl."""
    if state.source.form.alternatives:
        return (take_part,)
    if state.source.form.call is not None:
        return take_by_call, take_whole
    if state.source.form.parts:
        return take_by_slices, _take_by_parts
    return take_whole, take_by_slices, _take_by_parts


def _take_by_parts(state: Acquisition) -> Crawl[Outcome | None]:
    """Let parts ask before words are chosen."""
    yield from BEFORE_WORDS.pass_by(state.source, state)
    return state.end


def stages_by_words(state: Acquisition) -> tuple[Stage, ...]:
    """Return what remains: the boxes of a form that has one for each attribute, else words."""
    box = state.source.form.box
    has_boxes = len(text_boxes(state)) >= MIN_BOXES
    if has_boxes and (box is None or box.role != "query_text"):
        return take_by_filling, probe_behaviour, take_by_words
    return probe_behaviour, take_by_words
