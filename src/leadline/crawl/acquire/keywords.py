"""Crawl by words, one chosen after the other, until none promises anything new.

``selection.coordinator`` decides which comes next: that depends on what other sources bring, too.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Final

from leadline.crawl.acquire.ask_word import ask_while_new, ask_word
from leadline.crawl.acquire.check_words import (
    check_words_from_outside,
    checks_wanted,
    narrow_pairs,
)
from leadline.crawl.acquire.form_filling import MIN_BOXES, take_by_filling, text_boxes
from leadline.crawl.acquisition import NO_WORD_LEFT, Acquisition, taken_whole, try_query
from leadline.crawl.client import ask_and_read
from leadline.crawl.events import Crawl, SizeEstimated, choice_reply
from leadline.crawl.state.query_form import ADDRESS
from leadline.crawl.state.source import SourceState
from leadline.forms.link_facets import letter_addresses
from leadline.model import Outcome
from leadline.page.dom import parse
from leadline.page.text import document_frequencies, fold, terms, words
from leadline.selection.probing.known_numbers import known_numbers, said_forms
from leadline.selection.probing.outside_words import YEARS_BACK, CheckDraws, is_year
from leadline.selection.probing.whole_database import MAX_SAMPLED_RECORDS, words_in_every_record

MAX_SHARE_TO_FILL: Final = 0.97
"""Share of the estimated size of a source below which its other boxes are filled too."""
MAX_IDLE_RARE_WORDS: Final = 10
"""Rare words in a row without an unknown record after which no more are asked."""
MAX_IDLE_PAIRS: Final = 30
"""Queries of several words in a row without an unknown record, where answers are one page."""
MAX_IDLE_AGAIN: Final = 10
"""Such queries in a row in a further round, after one that ended with idle ones."""
MAX_IDLE_NUMBERS: Final = 30
"""Numbers in a row without news that end it: one record has several, whose answers are alike."""
LETTERS_LOOKED_AT: Final = 4
"""Lists by letter of which the first page is read: where all is known, no more are."""
MAX_TOTAL_TO_HELD: Final = 1.1
"""Total of a word over the known records that hold it up to which records seem to be missing."""
MIN_IDLE_YEARS: Final = 3
MAX_IDLE_YEARS: Final = 20
"""Years in a row without news after which no further one is asked: the fewest, and two more for
each year of the longest gap so far."""
MAX_IDLE_WORDS: Final = 5
"""Words of unforeseen records in a row without an unknown one after which no more are asked."""
MAX_PARTS_BY_LENGTH: Final = {1: 12, 3: 12}
"""Parts that are asked, by their letters."""
MIN_SHARE_BY_LENGTH: Final = {1: 0.3, 3: 0.1}
"""Share of the records seen that must show a part, by its letters."""
LETTERS_OF_LONG_PART: Final = 3
MAX_RECORDS_COUNTED: Final = 2_000
MAX_CHARACTERS_COUNTED: Final = 1_000
MIN_NEW_RECORDS_PER_PAGE: Final = 1.0
MAX_IDLE_PARTS: Final = 2
"""Parts in a row with fewer new records a page after which no further part is asked.

What is known holds the parts asked, so the next commonest may stand beside them everywhere.
"""


def take_by_words(state: Acquisition) -> Crawl[Outcome | None]:
    """Ask chosen words until the source is covered or none is worth asking, then fill its boxes."""
    source = state.source
    yield from take_by_substrings(state)
    while True:
        size = state.size()
        if size is not None and source.record_count >= size:
            yield from ask_outside_words(state)
            if source.record_count == size:
                return taken_whole(source, state.size_proof(size))
        choice = choice_reply((yield state.choice_request()))
        source.journal.tell(SizeEstimated(choice.estimate))
        state.settle(choice.settled)
        if choice.word:
            yield from ask_word(state, choice.word, may_wait=True)
        elif (choice.saturated or not (yield from _take_by_parts(state))) and not (
            yield from ask_outside_words(state)
        ):
            break
    known = source.record_count
    yield from ask_while_new(state, narrow_queries(state), MAX_IDLE_RARE_WORDS)
    patience = MAX_IDLE_PAIRS
    while is_best_few(state) and source.record_count > known:
        known = source.record_count
        yield from ask_while_new(state, narrow_queries(state), patience)
        patience = MAX_IDLE_AGAIN
    if numbers := numbers_to_ask(source):
        fresh = (number for number in numbers if number not in source.asked)
        yield from ask_while_new(state, fresh, MAX_IDLE_NUMBERS)
    likely_size = max(state.size() or 0, choice.estimate or 0.0)
    filled = None
    if (
        len(text_boxes(state)) >= MIN_BOXES
        and source.record_count < MAX_SHARE_TO_FILL * likely_size
    ):
        filled = yield from take_by_filling(state)
    return filled or source.outcome("exhausted", choice.reason, estimate=choice.estimate)


def numbers_to_ask(source: SourceState) -> Iterator[str] | None:
    """Return numbers and codes, where only these find anything or a person said one; else None.

    Where no word found anything they are of the form of what did.
    """
    draws, said = source.evidence.draws, said_forms(source.task.said("ask"))
    if draws and not (source.evidence.shows_alike or said):
        return None
    found_by = [] if draws else [walk.query for walk, _ in source.probes.answers]
    page = "" if source.entry is None else parse(source.entry).visible_text(0)
    forms = said or said_forms(found_by)
    return known_numbers(source.texts_by_key.since, forms, MAX_IDLE_NUMBERS, page)


def _take_by_parts(state: Acquisition) -> Crawl[bool]:
    """Let parts ask what no word does; tell whether any found new records."""
    before = state.source.record_count
    yield from NO_WORD_LEFT.pass_by(state.source, state)
    return state.source.record_count > before


def is_best_few(state: Acquisition) -> bool:
    """Return whether answers are one page of what was found, and no more."""
    source = state.source
    return 0 < (source.answers.cap or source.evidence.cut_size) <= source.answers.largest_page


def narrow_queries(state: Acquisition) -> Iterable[str]:
    """Return rare words and pairs of words where only short answers show all they find, or none.

    An engine that takes any of the words shows first what holds both: among its best few, new ones.
    """
    source, behaviour = state.source, state.behaviour
    most = source.evidence.most_of_narrow(source.answers.largest_page, source.answers.cap)
    if not most:
        return []
    counts = document_frequencies(source.texts_by_key.values())
    rare = [word for word, times in counts.items() if 1 < times <= most]
    rare.sort(key=lambda word: (-counts[word], word))
    for size in (2, 3) if is_best_few(state) else (2,) if not behaviour.relaxes else ():
        rare += narrow_pairs(source.texts_by_key.values(), counts, most, size=size)
    return (w for w in rare if w not in source.asked and behaviour.askable(w))


def ask_outside_words(state: Acquisition) -> Crawl[int]:
    """Ask words from outside of what was taken, until one brings news, and follow them.

    Lists by letter beside the form come first, if they show known records and others. Return the
    new records.
    """
    source, before = state.source, state.source.record_count
    if source.form.box is None or not checks_wanted(source):
        return 0
    lists = [] if source.entry is None else letter_addresses(parse(source.entry))
    lists = [source.bind(((ADDRESS, url),)) for url in lists]
    known, new, step = 0, 0, max(1, len(lists) // LETTERS_LOOKED_AT)
    for query in () if {*lists} & {*source.asked} else lists[1::step]:
        if (reading := (yield from ask_and_read(source, query, "check"))) is not None:
            state.keep_first_page(query, reading)
            known += sum(key in source.texts_by_key for key in reading.keys)
            new += sum(key not in source.texts_by_key for key in reading.keys)
    if known and new:
        yield from ask_while_new(state, lists, len(lists))
    draws = CheckDraws(0, is_stated=False)
    for word in (*[one.query for one in state.tries], *check_words_from_outside(state.source)):
        if not draws.worth(word, is_outside=True, is_bounded=True):
            continue
        found = yield from try_query(state, word, "check")
        if found is not None:
            draws.add(found=state.tries[-1].walked > 0, is_outside=True)
        if (owes := owes_records(state, word)) or found:
            yield from follow_news(state, before, word, is_owed=owes)
            if source.record_count > before:
                break
    return state.source.record_count - before


def owes_records(state: Acquisition, word: str) -> bool:
    """Tell whether a word of which one page was read states a few more records than known hold it.

    Where it states many more, the source finds parts of words, or texts that it does not show.
    """
    if word not in state.first_pages:
        return False
    tried, texts = state.try_of(word), state.source.texts_by_key.values()
    total = (tried.total or 0) if tried.exact and word.isalnum() else 0
    held = sum(fold(word) in terms(text) for text in texts) if total > tried.walked else total
    return held < total <= MAX_TOTAL_TO_HELD * held


def follow_news(
    state: Acquisition, first: int, found_by: str, *, is_owed: bool = False
) -> Crawl[None]:
    """Walk the answer with news, and ask words of the records since the ``first``, commonest first.

    An answer that owes records is walked to its end. Where a year found news those before and after
    it are asked too, while they find some.

    Those records were unforeseen: no word of the records before found them. What is known of words
    speaks of the records before, so these words would not be chosen, until the news are the most.
    """
    source, gap = state.source, 0
    sample = islice(source.texts_by_key.values(), MAX_SAMPLED_RECORDS)
    labels = words_in_every_record([words(text) for text in sample])
    if not is_year(found_by) or 2 * (source.record_count - first) >= state.tries[-1].walked:
        yield from ask_word(state, found_by, to_its_end=is_owed)

    def next_word() -> str:
        if source.record_count >= 2 * first:
            return ""
        counts = document_frequencies(source.texts_by_key.since(first))
        passed = {*source.asked, *labels}
        fresh = (word for word, _ in counts.most_common() if word not in passed)
        return next((word for word in fresh if state.behaviour.askable(word)), "")

    yield from ask_while_new(state, iter(next_word, ""), MAX_IDLE_WORDS)
    for direction in (-1, 1) if is_year(found_by) else ():
        year, idle = int(found_by) + direction, 0
        later = range(int(found_by) + 1, int(found_by) + YEARS_BACK[-1])
        gap = max(gap, sum(str(near) in source.asked for near in later))  # asked in vain
        while year > 0 and idle < min(MAX_IDLE_YEARS, MIN_IDLE_YEARS + 2 * gap):
            new = yield from try_query(state, str(year), "word")
            if new and 2 * new >= state.tries[-1].walked:  # else it stands in many records
                yield from ask_word(state, str(year))
            state.first_pages.pop(str(year), None)
            year, gap = year + direction, max(gap, idle if new else 0)
            idle = 0 if new else idle + 1


def take_by_substrings(state: Acquisition) -> Crawl[None]:
    """Ask for parts of words, each found in many records, until two in a row bring little."""
    asked = state.source.asked
    length = 1 if state.behaviour.shortest == 1 else LETTERS_OF_LONG_PART
    parts = common_parts(state.source.texts_by_key.values(), length)[: MAX_PARTS_BY_LENGTH[length]]
    fresh = (part for part in parts if part not in asked and state.behaviour.askable(part))
    return ask_while_new(state, fresh, MAX_IDLE_PARTS, MIN_NEW_RECORDS_PER_PAGE)


def common_parts(texts: Iterable[str], length: int) -> list[str]:
    """Return parts of words, of ``length`` letters, that many texts hold, the commonest first.

    >>> common_parts(["Prune", "Cherry", "Damson", "Peach", "Lemon"], 1)[:4]
    ['e', 'n', 'a', 'c']
    >>> common_parts(["painting", "print", "printing plate", "paint"], 3)
    ['int', 'ain', 'ing', 'nti', 'pai', 'pri', 'rin', 'tin']
    >>> common_parts(["水彩画", "油画", "版画"], 1)
    ['画']
    """
    counts: Counter[str] = Counter()
    number = 0
    for text in islice(texts, MAX_RECORDS_COUNTED):
        number += 1
        folded = text[:MAX_CHARACTERS_COUNTED].casefold()
        parts = {folded[at : at + length] for at in range(len(folded) - length + 1)}
        counts.update(part for part in parts if part.isalpha())
    least = max(2, MIN_SHARE_BY_LENGTH[length] * number)
    kept = [part for part, times in counts.items() if times >= least]
    return sorted(kept, key=lambda part: (-counts[part], part))
