"""Crawl by words, one chosen after the other, until none promises anything new.

Which word comes next is not decided here: it may depend on what other sources brought meanwhile.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final

from leadline.crawl.acquire.ask_word import ask_rest, ask_while_new, ask_word, follow_news
from leadline.crawl.acquire.check_words import check_words_from_outside
from leadline.crawl.acquire.form_filling import MIN_BOXES, take_by_filling, text_boxes
from leadline.crawl.acquire.substrings import take_by_substrings
from leadline.crawl.acquire.wildcards import Wildcards, take_by_wildcards
from leadline.crawl.acquisition import taken_whole
from leadline.crawl.events import SizeEstimated, choice_reply
from leadline.crawl.paging.backward import read_ends
from leadline.model import Outcome
from leadline.page.text import words

if TYPE_CHECKING:
    from collections.abc import Iterable

    from leadline.crawl.acquisition import Acquisition
    from leadline.crawl.events import Crawl


MAX_SHARE_TO_FILL: Final = 0.97
"""Share of the estimated size of a source below which its other boxes are filled too."""
MAX_RECORDS_OF_SHORT: Final = 10
"""Records of the longest answer with left out records up to which rare words are asked."""
MAX_IDLE_RARE_WORDS: Final = 10
"""Rare words in a row without an unknown record after which no more are asked."""


def take_by_words(state: Acquisition) -> Crawl[Outcome | None]:
    """Ask chosen words until the source is covered or none is worth asking, then fill its boxes."""
    source, wildcards = state.source, Wildcards()
    yield from take_by_substrings(state)
    while True:
        size = state.size()
        if size is not None and source.record_count >= size:
            yield from ask_outside_words(state)
            if source.record_count == size:
                return taken_whole(source, state.size_proof(size))
        choice = choice_reply((yield state.choice_request()))
        source.journal.tell(SizeEstimated(choice.estimate))
        if choice.word in state.deferred:
            yield from ask_rest(state, choice.word)
        elif choice.word:
            yield from ask_word(state, choice.word, may_wait=True)
        elif (
            not (yield from read_ends(source, state.abandoned))
            and (choice.saturated or not (yield from take_by_wildcards(state, wildcards)))
            and not (yield from ask_outside_words(state))
        ):
            break
    yield from ask_while_new(state, rare_words(state), MAX_IDLE_RARE_WORDS)
    requests, taken = source.traffic.requests, source.record_count
    likely_size = max(state.size() or 0, choice.estimate or 0.0)
    if len(text_boxes(state)) >= MIN_BOXES and taken < MAX_SHARE_TO_FILL * likely_size:
        return (yield from take_by_filling(state))
    return Outcome("exhausted", choice.reason, "", taken, requests, choice.estimate)


def rare_words(state: Acquisition) -> Iterable[str]:
    """Return rare words to ask where only short answers show what long ones leave out, else none.

    Some sources leave records of a low score out of long answers.
    """
    source = state.source
    longest = source.evidence.longest_with_left_out or 0
    if not 0 < longest <= MAX_RECORDS_OF_SHORT:
        return []
    counts = Counter(
        word for text in source.texts_by_key.values() for word in dict.fromkeys(words(text))
    )
    rare = [word for word, times in counts.items() if 1 < times <= longest]
    rare.sort(key=lambda word: (-counts[word], word))
    return (w for w in rare if w not in source.asked and state.behaviour.askable(w))


def ask_outside_words(state: Acquisition) -> Crawl[int]:
    """Ask words from outside of what was taken, until one brings news, and follow them.

    Return the new records.
    """
    before = state.source.record_count
    if state.source.form.box is None:
        return 0
    for word in check_words_from_outside(state.source):
        answer = yield from ask_word(state, word)
        if answer.new:
            yield from follow_news(state, before, word)
            break
    return state.source.record_count - before
