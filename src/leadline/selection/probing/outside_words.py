"""Check words from outside of the records that are known.

A collection that the empty query leaves out has other words than the records taken: another
language, another kind, no year. Words of known records cannot find it. Asked instead are words that
the site itself uses, common words of other languages, and for every two of them a name or a thing
in its own, which stand in records of any kind.

>>> outside_words(("maps", "letters"), "en", asked={"maps"})[:5]
('in', 'de', '2020', 'a', '10')
"""

import re
from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from itertools import chain, islice, zip_longest
from math import log
from typing import Final

from leadline.page.data_files import LEXICON_FILE, read_table
from leadline.selection.probing.stopwords import LANGUAGE_OF_TAG, common_words, content_words
from leadline.selection.probing.whole_database import MIN_CHECKS_OF_BOUND

WORDS_OF_LANGUAGES: Final[tuple[tuple[str, str], ...]] = tuple(
    (language, word)
    for language, word in read_table("leadline.selection.probing", LEXICON_FILE)[
        "words_of_languages"
    ]
)
"""Common words, each with the language that it tells most of; '' stands for many languages.

Some of English are no grammar: some engines drop its grammar words. "a" is also an initial of
names, and finds whatever is written in Latin letters where parts of words are found.
"""
FURTHER_WORDS: Final = ("william", "s")
"""Asked last, where many words are wanted."""
YEAR: Final = re.compile(r"(?<![0-9])(?:1[0-9]{3}|20[0-9]{2})(?![0-9])", re.ASCII)
MIN_YEARS_OF_TEN: Final = 6
YEARS_OF_BEGINNING: Final = 10
YEARS_BACK: Final = (1, 2, 4, 8)
"""Years back from a beginning that are asked; the first alone where it is sudden."""
MIN_RISE: Final = 16.0
"""Logarithm of how much likelier two rates of records a year are than one, from which a beginning
is sudden."""
MIN_SHARE_OF_DECADE: Final = 0.2
"""Records of ten years over those of the fullest ten, from which they are no shelf marks."""
MAX_SITE_WORDS: Final = 3
"""Words of the site's own pages that are asked."""
WORDS_BEFORE_SITE: Final = 5
"""Words that stand in texts of many kinds and are asked first: those of the site find least."""
MAX_OUTSIDE_WORDS: Final = 14
MAX_OUTSIDE_WORDS_OF_PROOF: Final = 28
"""Words asked before a size that the source states is believed, until enough found records."""
MIN_OUTSIDE_FOUND: Final = 4
"""Words from outside that must find records, so that a stated size counts as checked by them, and
so that a low bound ends the asking of such words."""
MAX_SILENT_OUTSIDE: Final = 5
"""Such words in a row that find no record, after which only years are asked: they draw nothing."""
YEAR_DIGITS: Final = 4
MIN_KNOWN_FOUND: Final = 3
"""Words of known records that must find some, whatever others found: only they are rare."""


@dataclass(slots=True)
class CheckDraws:
    """Words that found records, of known ones and from outside, and outside ones without, in a row.

    ``is_stated``: all is taken that the source says it holds.
    """

    wanted: int
    is_stated: bool
    known: int = 0
    outside: int = 0
    silent: int = 0
    without_records: int = 0

    @property
    def owes_outside(self) -> bool:
        """Whether a stated size wants more words from outside that find records."""
        return self.is_stated and self.outside < MIN_OUTSIDE_FOUND

    def worth(self, word: str, *, is_outside: bool, is_bounded: bool) -> bool:
        """Tell whether another word is worth its request.

        Words from outside look for what no record tells of: a few that find records, or some in a
        row that find none, are enough, but for years and where a stated size is to be proven. Those
        of known records find some nearly always, so they bring the bound down.
        """
        checks, is_enough = self.known + self.outside, self.outside >= MIN_OUTSIDE_FOUND
        least = MIN_CHECKS_OF_BOUND if is_bounded else self.wanted
        if not is_outside:
            is_short = checks < least or self.known < MIN_KNOWN_FOUND
            return is_short or (not is_bounded and self.known < self.wanted)
        if is_year(word):
            return True
        if self.is_stated:
            return checks < least or not (is_enough and is_bounded)
        return not is_enough and self.silent < MAX_SILENT_OUTSIDE

    def add(self, *, found: bool, is_outside: bool) -> None:
        """Count a word that was asked."""
        if is_outside:
            self.outside, self.silent = self.outside + found, 0 if found else self.silent + 1
        else:
            self.known += found
            self.without_records += not found


def is_year(word: str) -> bool:
    """Tell whether a word may be a year: news of "10" say nothing of 9 and 11."""
    return word.isdecimal() and len(word) == YEAR_DIGITS


def outside_words(
    site_words: Sequence[str], language: str, asked: Collection[str], most: int = MAX_OUTSIDE_WORDS
) -> tuple[str, ...]:
    """Return words to check with: likely ones, of the site, of other languages, of its own."""
    short = language.partition("-")[0].partition("_")[0].lower()
    own = LANGUAGE_OF_TAG.get(short, short)
    foreign = [word for spoken, word in WORDS_OF_LANGUAGES if spoken != own]
    native = [*content_words(language), *common_words(language)]
    of_site = [word for word in site_words if word not in asked][:MAX_SITE_WORDS]
    mixed = list(chain(*zip_longest(foreign[::2], foreign[1::2], native)))
    ordered = chain(mixed[:WORDS_BEFORE_SITE], of_site, mixed[WORDS_BEFORE_SITE:])
    last = FURTHER_WORDS if most > MAX_OUTSIDE_WORDS else ()
    first = islice(dict.fromkeys(filter(None, (*ordered, *last))), most)
    return tuple(word for word in first if word not in asked)


def years_before(texts: Iterable[str]) -> tuple[str, ...]:
    """Return the years before the first of those that records show, none where they show none.

    Years stand close together, and more often than other numbers of four digits. Titles name some
    earlier ones too, so they begin where the records a year rise at once. Where they rise slowly
    the year before the first may hold no record, and some before it are asked too.

    >>> years_before([f"Emma, {year}, no. {2 * year % 1000 + 1000}" for year in range(1815, 1850)])
    ('1814', '1813', '1811', '1807')
    >>> years_before([f"Emma, {1815 + number // 3}" for number in range(60)] + ["Of 1810"])
    ('1814',)
    """
    years = Counter(int(year) for text in texts for year in YEAR.findall(text))

    def shown(first: int) -> list[int]:
        return [years[near] for near in range(first, first + YEARS_OF_BEGINNING) if near in years]

    decades = {year: shown(year) for year in years}
    least = MIN_SHARE_OF_DECADE * max(map(sum, decades.values()), default=0)
    close = [
        year
        for year, times in decades.items()
        if len(times) >= MIN_YEARS_OF_TEN and sum(times) >= least
    ]

    def rise(year: int) -> tuple[float, int]:
        before, since = sum(shown(year - YEARS_OF_BEGINNING)), sum(decades[year])
        mean = max(before, (before + since) / 2)
        rates = ((rate, rate / mean) for rate in (before, since) if rate)
        return sum(rate * log(ratio) for rate, ratio in rates), -year

    first = min(close, default=0)
    near = [year for year in close if year < first + YEARS_OF_BEGINNING]
    begin = max(near, key=rise, default=0)
    if near and rise(begin)[0] >= MIN_RISE:
        return (str(begin - 1),)
    return tuple(str(first - years_back) for years_back in YEARS_BACK if near)
