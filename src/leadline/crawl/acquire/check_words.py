"""Words to check with after everything seems taken: of the records taken, and from outside."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from heapq import nsmallest
from itertools import islice, zip_longest
from typing import TYPE_CHECKING, Final

from leadline.crawl.events import in_steps
from leadline.crawl.probe.words import all_text, language, option_texts, own_text
from leadline.crawl.state.packed_rows import TEXTS_PER_STEP
from leadline.page.dom import parse
from leadline.page.text import document_frequencies, fold, unaccented, words
from leadline.selection.probing.outside_words import (
    MAX_OUTSIDE_WORDS,
    outside_words,
    year_before,
)
from leadline.selection.probing.probe_words import probe_words
from leadline.selection.probing.stopwords import guess_language
from leadline.selection.probing.whole_database import MAX_SAMPLED_RECORDS, MIN_CHECK_WORDS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from leadline.crawl.acquisition import Acquisition
    from leadline.crawl.events import Crawl
    from leadline.crawl.state.source import SourceState

WORDS_PER_STEP: Final = 5_000
"""Words that are compared before others are served."""
MAX_KNOWN_SHARE_OF_PAGE: Final = 0.75
"""Share of a page that a check word's known records may fill, so that unknown ones show too."""
MAX_RECORDS_OF_RARE: Final = 6
"""Records of a rare word: few enough for an answer that leaves nothing out, many for a draw."""


def check_words_from_outside(source: SourceState, most: int = MAX_OUTSIDE_WORDS) -> tuple[str, ...]:
    """Return words of the site's own pages, of other languages, and a year, not asked yet.

    Some sources show old records only to a query that names their year.
    """
    if source.entry is None:
        return ()
    entry = parse(source.entry)
    text = own_text(entry)
    spoken = language(entry) or guess_language(text if words(text) else all_text(entry))
    of_site = probe_words(text, option_texts(source.form.interface), spoken)
    texts = islice(source.texts_by_key.values(), MAX_SAMPLED_RECORDS)
    year = filter(None, [year_before(texts)])
    return (*outside_words(of_site, spoken, source.asked, most), *year)


def check_words(state: Acquisition, claimed: str = "") -> Crawl[Iterator[str]]:
    """Return words to check with: a frequent one, one whose answer fits on a page, a rare one, ...

    Frequent words look into the bulk; a word whose whole answer is seen says more about what is
    missing than the first page of thousands, which shows the same records first time and again. A
    rare word shows what ranks too low for a long answer.
    None holds the query that is ``claimed`` to give all: where parts of words are found, what
    "painting" finds is found by "a" too, and so it checks nothing.
    """
    source = state.source
    counts: Counter[str] = Counter()
    yield from in_steps(
        source.texts_by_key.values(),
        TEXTS_PER_STEP,
        lambda texts: counts.update(document_frequencies(texts)),
    )
    most = 0.5 * source.record_count
    part = fold(claimed).strip()
    best = _BestWords(max(1, MAX_KNOWN_SHARE_OF_PAGE * source.answers.largest_page))

    def weigh(entries: list[tuple[str, int]]) -> None:
        best.add(
            (word, times)
            for word, times in entries
            if times <= most and word not in source.asked and not (part and part in fold(word))
        )

    yield from in_steps(counts.items(), WORDS_PER_STEP, weigh)
    return best.words()


@dataclass(slots=True)
class _BestWords:
    """The few best words of each kind, of many that come in parts, each with its records.

    An answer of up to ``page`` records fits on a page.
    """

    page: float
    frequent: list[tuple[str, int]] = field(default_factory=list)
    whole: list[tuple[str, int]] = field(default_factory=list)
    rare: list[tuple[str, int]] = field(default_factory=list)

    def add(self, entries: Iterable[tuple[str, int]]) -> None:
        """Count in some words."""
        some = list(entries)
        fitting = [entry for entry in some if entry[1] <= self.page]
        self.frequent = nsmallest(2 * MIN_CHECK_WORDS, [*self.frequent, *some], key=_by_records)
        self.whole = nsmallest(4 * MIN_CHECK_WORDS, [*self.whole, *fitting], key=_by_spelling)
        again = [entry for entry in fitting if 1 < entry[1] <= MAX_RECORDS_OF_RARE]
        self.rare = nsmallest(2 * MIN_CHECK_WORDS, [*self.rare, *again], key=_by_spelling)

    def words(self) -> Iterator[str]:
        """Return the words of all kinds in turns."""
        whole = self.whole
        turns = zip_longest(self.frequent, whole[::2], self.rare, whole[1::2])
        return (entry[0] for turn in turns for entry in turn if entry)


def _by_records(entry: tuple[str, int]) -> tuple[int, str]:
    word, times = entry
    return -times, word


def _by_spelling(entry: tuple[str, int]) -> tuple[bool, int, str]:
    word, times = entry
    return unaccented(word) != word, -times, word
