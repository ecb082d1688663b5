"""Words to check with after everything seems taken: of the records taken, and from outside."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from heapq import nsmallest
from itertools import chain, combinations, islice, zip_longest
from typing import Final

from leadline.crawl.acquisition import Acquisition
from leadline.crawl.events import Crawl, in_steps
from leadline.crawl.probe.words import option_texts, own_text, spoken_language
from leadline.crawl.state.evidence import MAX_KNOWN_SHARE_OF_PAGE, MAX_RECORDS_OF_RARE
from leadline.crawl.state.packed_rows import TEXTS_PER_STEP
from leadline.crawl.state.source import SourceState
from leadline.forms.submit.encoding import encode_text
from leadline.page.dom import Document, parse
from leadline.page.text import document_frequencies, fold, script, unaccented, words
from leadline.selection.probing.outside_words import MAX_OUTSIDE_WORDS, outside_words, years_before
from leadline.selection.probing.probe_words import probe_words
from leadline.selection.probing.stopwords import common_words
from leadline.selection.probing.whole_database import (
    MAX_SAMPLED_RECORDS,
    MIN_CHECK_WORDS,
    MIN_CHECKS_OF_BOUND,
)

WORDS_PER_STEP: Final = 5_000
"""Words that are compared before others are served."""
MAX_PAIRED_WORDS: Final = 200
"""Words that make pairs: the rarest of those that are not rare enough by themselves."""
MAX_PAIRED_OF_RECORD: Final = 20


def checks_wanted(source: SourceState) -> int:
    """Return how many words must bring nothing new after a whole walk, by what may be missing."""
    wanted = source.task.bound_wanted
    if wanted >= 1.0:
        return 0
    return MIN_CHECK_WORDS if source.evidence.leaves_more_than(wanted) else MIN_CHECKS_OF_BOUND


def check_words_from_outside(
    source: SourceState, most: int = MAX_OUTSIDE_WORDS, *, is_proof: bool = False
) -> tuple[str, ...]:
    """Return words of the site's own pages, of other languages, and years, not asked yet.

    Words of the site that known records hold are none: its pages may name some of its records. Nor
    are words in letters that the form cannot send, or that neither records nor the page show; with
    ``is_proof`` those come first: a part in other letters is what a stated size may leave out. Some
    sources show old records only to a query that names their year.
    """
    if source.entry is None:
        return ()
    entry = parse(source.entry)
    text = own_text(entry)
    spoken = spoken_language(entry, text)
    texts = list(islice(source.texts_by_key.values(), MAX_SAMPLED_RECORDS))
    known = document_frequencies(texts)
    shown = probe_words(text, option_texts(source.form.interface), spoken)
    of_site = tuple(word for word in shown if word not in known)
    outside = outside_words(of_site, spoken, source.asked, most)
    charset = source.form.interface.charset if source.form.interface else "utf-8"
    shown_letters = letters_of(entry, known)
    sent = [word for word in outside if b"&#" not in encode_text(word, charset)]
    usual = [word for word in sent if script(word) in shown_letters]
    others = [word for word in sent if word not in usual] if is_proof else []
    return (*others, *usual, *years_before(texts))


def letters_of(page: Document, known: Iterable[str]) -> set[str]:
    """Return the scripts of known words and of a page, of the languages that it names too.

    >>> from leadline.page.dom import parse_html
    >>> page = parse_html("<a href=/ru hreflang=ru>Search in Russian</a>", "http://h.test/")
    >>> sorted(letters_of(page, ["\u82b1"]))
    ['', 'cyrillic', 'han', 'latin']
    """
    nodes = (node for tag in ("a", "link") for node in page.elements(tag))
    named = filter(None, (page.attribute(node, "hreflang") for node in nodes))
    native = (word for language in {*named} for word in common_words(language)[:1])
    return {"", "latin", *map(script, chain(known, page.visible_text(0).split(), native))}


def check_words(state: Acquisition, claimed: str = "") -> Crawl[Iterator[str]]:
    """Return words to check with: a frequent one, one whose answer fits on a page, a rare one, ...

    Frequent words look into the bulk; a word whose whole answer is seen says more about what is
    missing than the first page of thousands, which shows the same records first time and again. A
    rare word shows what ranks too low for a long answer.
    None holds the query that is ``claimed`` to give all: where parts of words are found, what
    "painting" finds is found by "a" too, and so it checks nothing. Where the columns are known in
    which words are looked up, no other column gives any.
    """
    source = state.source
    columns = source.form.call.searched if source.form.call is not None else ()
    counts: Counter[str] = Counter()
    yield from in_steps(
        source.texts_by_key.of_columns(columns),
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
    if best.rare:
        return best.words()
    texts = source.texts_by_key.of_columns(columns)
    return best.words(narrow_pairs(texts, counts, MAX_RECORDS_OF_RARE))


def narrow_pairs(
    texts: Iterable[str], counts: Mapping[str, int], most: int, *, size: int = 2
) -> list[str]:
    """Return pairs of words that 2 to ``most`` known records hold, the commonest first.

    Where no word is rare only a pair of them has a short answer. ``counts`` are records by word.
    Three or more words are a ``size`` of their own.
    """
    longer = ((times, word) for word, times in counts.items() if times > most)
    paired = {word for _, word in nsmallest(MAX_PAIRED_WORDS, longer)}
    pairs: Counter[tuple[str, ...]] = Counter()
    for text in islice(texts, MAX_SAMPLED_RECORDS):
        held = sorted(paired.intersection(words(text)))[: MAX_PAIRED_OF_RECORD // (size - 1)]
        pairs.update(combinations(held, size))
    found = [(-times, pair) for pair, times in pairs.items() if 1 < times <= most]
    return [" ".join(pair) for _, pair in sorted(found)]


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

    def words(self, pairs: list[str] | None = None) -> Iterator[str]:
        """Return the words of all kinds in turns; ``pairs`` of words stand in for rare ones."""
        kinds = (self.frequent, self.whole, self.rare)
        frequent, whole, rare = ([word for word, _ in kind] for kind in kinds)
        often, between = (whole, rare) if pairs is None else (pairs, whole)
        turns = chain.from_iterable(zip_longest(frequent, often[::2], between, often[1::2]))
        return filter(None, turns)


def _by_records(entry: tuple[str, int]) -> tuple[int, str]:
    return -entry[1], entry[0]


def _by_spelling(entry: tuple[str, int]) -> tuple[bool, int, str]:
    return unaccented(entry[0]) != entry[0], -entry[1], entry[0]
