"""Record linkage: which record of another source shows the same thing.

Sources show one thing with other columns, in another order, with other punctuation. Records are
compared as sets of words and numbers, weighted by rarity. Three conditions link two records. Most
of the shorter one stands in the other (``MIN_CONTAINMENT``). What they share is rarer together than
one record among all (``MIN_EVIDENCE``). No other record fits nearly as well (``MIN_MARGIN``). A
source names a thing once, so two records of one source are never linked.

>>> linker = RecordLinker()
>>> for n in range(99):
...     _ = linker.link("a", n, ["oil", f"painter{n % 13}", f"{1700 + n}"])
>>> linker.link("b", "x", ["painter12", "print", "1712"])
('a', 12)
>>> linker.link("b", "y", ["oil", "painter4"])
('b', 'y')
"""

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Hashable, Iterable, Sequence
from dataclasses import dataclass
from math import log
from typing import Final
from zlib import crc32

from leadline.page.text import fold, terms

MIN_CONTAINMENT: Final = 0.75
"""Share of the weight of the shorter record that must stand in the other."""
MIN_EVIDENCE: Final = 2.0
"""Logarithm of how much rarer the shared words are than one record among all."""
MIN_MARGIN: Final = 0.1
"""Score by which the best candidate must exceed the next one of another thing."""
LOOKUP_WORDS: Final = 8
"""Rarest words of a record by which candidates are looked up."""
MAX_HOLDERS: Final = 60
"""Records that may hold a word by which candidates are looked up."""
MAX_CANDIDATES: Final = 5
"""Records that one record is compared with."""
MAX_COMPARED_WORDS: Final = 80
"""Words of a record that are compared: the beginning identifies a long text."""

EntityId = tuple[str, "Hashable"]
"""Source and key of the record that showed a thing first."""


def record_words(texts: Iterable[str]) -> list[str]:
    """Return all words and numbers of a record's texts.

    >>> record_words(["Étude", "Nr. 12"])
    ['etude', 'nr', '12']
    """
    return [word for text in texts for word in terms(fold(text))]


@dataclass(slots=True)
class _Entity:
    """One thing: its identity, and by number the records that show it, each of another source."""

    identity: EntityId
    records: list[int]


class RecordLinker:
    """Assigns each record to the thing that it shows."""

    def __init__(self) -> None:
        self._records: list[tuple[_Entity, frozenset[str]]] = []
        self._excluded: dict[str, set[int]] = {}
        self._holders: defaultdict[str, list[int]] = defaultdict(list)
        self._counts: Counter[str] = Counter()
        self._linked: dict[EntityId, EntityId] = {}

    def known(self, source: str, key: Hashable) -> EntityId | None:
        """Return the identity of the thing that a record shows, None before it was linked."""
        return self._linked.get((source, key))

    def link(self, source: str, key: Hashable, words: Iterable[str]) -> EntityId:
        """Return the identity of the thing that a record shows; later calls repeat it."""
        own = (source, key)
        if own in self._linked:
            return self._linked[own]
        compared = list(dict.fromkeys(words))[:MAX_COMPARED_WORDS]
        number = self._find(source, compared)
        entity = _Entity(own, []) if number is None else self._records[number][0]
        self._exclude(source, entity)
        self._add(entity, compared)
        self._linked[own] = entity.identity
        return entity.identity

    def _exclude(self, source: str, entity: _Entity) -> None:
        """Register that the next record, of ``source``, shows ``entity``.

        Records of one source are never compared: not the entity's other records with later ones of
        ``source``, nor the next record with records of their sources.
        """
        number = len(self._records)
        for excluded in self._excluded.values():
            if not excluded.isdisjoint(entity.records):
                excluded.add(number)
        entity.records.append(number)
        self._excluded.setdefault(source, set()).update(entity.records)

    def _add(self, entity: _Entity, words: Collection[str]) -> None:
        """Store a record and count its words."""
        number = len(self._records)
        self._records.append((entity, frozenset(words)))
        counts = self._counts
        counts.update(words)
        for word in words:
            if counts[word] <= MAX_HOLDERS:
                self._holders[word].append(number)

    def _find(self, source: str, words: list[str]) -> int | None:
        """Return the number of another source's record that shows the same thing, if one does."""
        excluded = self._excluded.get(source, set())
        if len(excluded) == len(self._records):
            return None
        candidates = Counter(
            number
            for word in self._rarest(words)
            for number in self._holders[word]
            if number not in excluded
        )
        if not candidates:
            return None
        weights = {word: self._weight(word) for word in words}
        scores = [
            (self._score(weights, number), number)
            for number, _ in candidates.most_common(MAX_CANDIDATES)
        ]
        best, place = max(scores)  # of two that are alike, of two things, neither is returned
        entity = self._records[place][0]
        second = max((s for s, n in scores if self._records[n][0] is not entity), default=0.0)
        return place if best >= MIN_CONTAINMENT and best - second >= MIN_MARGIN else None

    def _rarest(self, words: Iterable[str]) -> list[str]:
        """Return the words by which candidates are looked up."""
        counts = self._counts
        known = [(counts[word], word) for word in words if 0 < counts.get(word, 0) <= MAX_HOLDERS]
        return [word for _, word in sorted(known)[:LOOKUP_WORDS]]

    def _score(self, weights: dict[str, float], number: int) -> float:
        """Return the share of the shorter record's weight in the other, 0 without evidence."""
        theirs = self._records[number][1]
        shared = sum(weight for word, weight in weights.items() if word in theirs)
        if shared < log(len(self._records) + 1) + MIN_EVIDENCE:
            return 0.0
        shorter = min(sum(weights.values()), sum(self._weight(word) for word in sorted(theirs)))
        return shared / shorter

    def _weight(self, word: str) -> float:
        """Return the logarithm of a word's rarity."""
        return log((len(self._records) + 1) / (self._counts.get(word, 0) + 0.5)) + 0.1


MIN_SHARED_RECORDS: Final = 5
MIN_SHARED_SHARE: Final = 0.03
"""Records that two sources must share, at least, and their share of the smaller number compared: a
few things of one name are found between any two large sources."""
FULLY_COMPARED_RECORDS: Final = 2_000
"""First records of a source that are all compared."""
WORDS_PER_DRAWN_WORD: Final = 128
"""One word in so many is drawn; then one record in five to eight is compared, if it is long."""
SAMPLED_WORD: Final = re.compile(r"[^\W_]{4,}")

Sample = tuple[str, bool]
"""Records of a source: all that were compared, or (True) those of them with a drawn word."""


class OverlapDetector:
    """Compares records of sources, and decides which sources overlap.

    Comparing every record of every source would cost as much as all other work, and most sources
    share nothing. Of each source only the first records are compared (``record_linkage``). Of later
    records a coordinated sample is compared, those that hold a drawn word: another source's view of
    the same thing holds that word too. Two sources overlap if enough of the records compared, or of
    the sample alone, are shown by both.

    >>> detector = OverlapDetector()
    >>> for n in range(40):
    ...     detector.add("a", n, [f"print by painter{n}", f"{1700 + n}"])
    >>> for n in range(30, 60):
    ...     detector.add("b", n, [f"{1700 + n}", f"painter{n}, a print"])
    >>> detector.overlapping("b"), detector.overlapping("c")
    (['a'], [])
    """

    def __init__(self) -> None:
        self._linker = RecordLinker()
        self._added: Counter[str] = Counter()
        self._compared: Counter[Sample] = Counter()
        self._shared: defaultdict[Sample, Counter[str]] = defaultdict(Counter)

    def add(self, source: str, key: Hashable, texts: Sequence[str]) -> None:
        """Add a record, once, by the texts of its fields."""
        self._added[source] += 1
        is_drawn = _holds_drawn_word(texts)
        if not is_drawn and self._added[source] > FULLY_COMPARED_RECORDS:
            return
        first_source, _ = self._linker.link(source, key, record_words(texts))
        for sample in ((source, False), (source, True)) if is_drawn else ((source, False),):
            self._compared[sample] += 1
            self._shared[sample][first_source] += first_source != source

    def overlapping(self, source: str) -> list[str]:
        """Return the sources whose records were among those that this source showed later."""
        others = dict.fromkeys(first for first in self._shared[source, False] if first != source)
        return [
            other
            for other in others
            if self._overlap(source, other, False) or self._overlap(source, other, True)
        ]

    def _overlap(self, source: str, other: str, only_drawn: bool) -> bool:
        """Whether two sources share enough of the records in a sample."""
        shared = self._shared[source, only_drawn][other]
        smaller = min(self._compared[source, only_drawn], self._compared[other, only_drawn])
        return shared >= MIN_SHARED_RECORDS and shared >= MIN_SHARED_SHARE * smaller


def _holds_drawn_word(texts: Sequence[str]) -> bool:
    words = SAMPLED_WORD.findall(" ".join(texts).lower())
    return any(crc32(word.encode("utf-8", "replace")) % WORDS_PER_DRAWN_WORD == 0 for word in words)
