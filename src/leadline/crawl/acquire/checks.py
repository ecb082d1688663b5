"""Words asked after everything seems taken: one that brings news shows that it was not.

Half of the words come from the records taken, half from outside of them
(``selection.probing.outside_words``).
"""

from __future__ import annotations

from dataclasses import replace
from itertools import chain, zip_longest
from typing import TYPE_CHECKING, Final

from leadline.crawl.acquire.try_query import try_query
from leadline.crawl.probe.words import all_text, language, option_texts, own_text
from leadline.page.dom import parse
from leadline.page.text import fold, unaccented, words
from leadline.selection.probing.outside_words import outside_words
from leadline.selection.probing.probe_words import probe_words
from leadline.selection.probing.stopwords import guess_language
from leadline.selection.probing.whole_database import MIN_CHECK_WORDS, checks_for

if TYPE_CHECKING:
    from collections.abc import Iterator

    from leadline.crawl.acquire.partitions import Parts
    from leadline.crawl.acquisition import Acquisition
    from leadline.crawl.events import Crawl
    from leadline.crawl.state.source import SourceState

MAX_KNOWN_SHARE_OF_PAGE: Final = 0.75
"""Share of a page that a check word's known records may fill, so that unknown ones show too."""
MAX_CHECKS_WITHOUT_RECORDS: Final = 20
"""Words of known records that find nothing after which nothing can be checked so."""


def check_claim(state: Acquisition, claimed: str, parts: Parts) -> Crawl[None]:
    """Ask words after a whole walk, in the parts of the source in turn, until one brings news.

    Each is written in the way that finds any record. A word that finds none is no check: the
    engine takes no such words, or no record holds it.
    """
    checks = news = without_records = 0
    source, wanted = state.source, checks_for(claimed)
    outside = check_words_from_outside(source)
    known = check_words(state, claimed)
    paired = chain.from_iterable(zip_longest(known, outside))
    for number, word in enumerate(word for word in paired if word):
        is_outside = word in outside
        if not is_outside and checks >= wanted:
            continue
        outcome, part = None, parts.parts[number % len(parts.parts)]
        for form in [word] if is_outside else state.spellings(word):
            text = source.bind(((source.form.box_name, form), *part)) if part else form
            new = yield from try_query(state, text, "check")
            if new is not None and state.tries[-1].walked:
                outcome = new
                break
        if outcome is not None:
            checks, news = checks + (not is_outside), news + outcome
        elif not is_outside:
            without_records += 1
        if without_records >= MAX_CHECKS_WITHOUT_RECORDS or news:
            break
    state.update_try(claimed, replace(state.try_of(claimed), checks=checks, news=news))


def check_words_from_outside(source: SourceState) -> tuple[str, ...]:
    """Return words of the site's own pages, and of other languages, that were not asked yet."""
    if source.entry is None:
        return ()
    entry = parse(source.entry)
    text = own_text(entry)
    spoken = language(entry) or guess_language(text if words(text) else all_text(entry))
    of_site = probe_words(text, option_texts(source.form.interface), spoken)
    return outside_words(of_site, spoken, source.asked)


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
