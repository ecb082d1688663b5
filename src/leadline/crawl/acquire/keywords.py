"""Crawl by words, one chosen after the other, until none promises anything new.

Which word comes next is not decided here: it may depend on what other sources brought meanwhile.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from leadline.crawl.acquire.ask_word import ask_rest, ask_word
from leadline.crawl.acquire.substrings import take_by_substrings
from leadline.crawl.acquire.wildcards import Wildcards, take_by_wildcards
from leadline.crawl.acquisition import complete
from leadline.crawl.events import SizeEstimated, choice_reply
from leadline.crawl.paging.backward import read_ends
from leadline.model import Outcome
from leadline.selection.probing.whole_database import Proof

if TYPE_CHECKING:
    from leadline.crawl.acquisition import Acquisition
    from leadline.crawl.events import Crawl


def take_by_words(state: Acquisition) -> Crawl[Outcome]:
    """Ask chosen words until the source is covered or none is worth asking."""
    source, wildcards = state.source, Wildcards()
    yield from take_by_substrings(state)
    while True:
        size = state.size()
        if size is not None and source.record_count >= size:
            return complete(source, size_reached(state, size))
        choice = choice_reply((yield state.choice_request()))
        source.journal.tell(SizeEstimated(choice.estimate))
        if choice.word in state.deferred:
            yield from ask_rest(state, choice.word)
        elif choice.word:
            yield from ask_word(state, choice.word, may_wait=True)
        elif not (yield from read_ends(source, state.abandoned)) and (
            choice.saturated or not (yield from take_by_wildcards(state, wildcards))
        ):
            break
    return Outcome(
        "exhausted",
        choice.reason,
        "",
        source.record_count,
        source.traffic.requests,
        choice.estimate,
    )


def size_reached(state: Acquisition, size: int) -> Proof:
    """Return the proof that as many records were taken as the source says it holds."""
    sentence = f"the source says it holds {size:,} records and that many different ones were taken"
    return Proof("constant", "", state.source.record_count, sentence)
