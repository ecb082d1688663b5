"""Which column's words cover the rest of a source most cheaply, played through on kin's records.

A greedy choice takes what brings most now. Where each record has one publisher and each publisher
fewer records than the source shows of an answer, the publishers' answers share nothing: one after
the other they show every record once. Words taken here and there show the same records again. So
the rest of a harvest is played through on a sample of the records that wait, known from sources of
kin: by any words, greedily, and for each column by its words first. The way that takes the fewest
pages is gone until it is played through again. The idea is slice cover (Sheng et al. 2012) with
words of a column in the place of a select's choices.

>>> import numpy as np
>>> known = np.repeat(np.array([1, 0], dtype=np.int32), (5, 10))
>>> model = ScanModel(known, page_size=5, records=60.0, taken=0.0)
>>> for n in range(60):
...     model.add({n // 12: "press"} | ({5 + n // 6: "title"} if n % 6 else {}))
>>> model.best_terms()
[0, 1, 2, 3, 4]
"""

from __future__ import annotations

from dataclasses import dataclass, field
from heapq import heapify, heappop, heapreplace
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Mapping

    from leadline.selection.keywords.overlap_aware import OverlapAware
    from leadline.selection.keywords.statistics import Counts

    Heap = list[tuple[float, int]]
    LabelOf = Callable[[str], Hashable]

MOST_SAMPLED: Final = 1_000
FEWEST_WAITING: Final = 100
EVERY: Final = 10
"""Answers after which the rest is played through again."""
GOAL: Final = 0.95
WORTHWHILE: Final = 0.95
"""A column is kept to if that takes so much less than the greedy choice of any words."""
FADED: Final = 0.5
"""A column is left when its best word brings this share of what the greedy way does on the mean."""


@dataclass(slots=True)
class ScanModel:
    """A sample of the records that wait, each standing for as many of those not taken yet.

    ``known`` counts by term the records taken: they are shown again; ``records`` is the size of
    the source. ``bits`` has by term a bit for each record of the sample.
    """

    known: Counts
    page_size: int
    records: float
    taken: float
    cap: int = 0
    size: int = 0
    bits: dict[int, int] = field(default_factory=dict)
    column: dict[int, Hashable] = field(default_factory=dict)

    def add(self, terms: Mapping[int, Hashable]) -> None:
        """A record that waits: its open terms, and the column of each."""
        bit = 1 << self.size
        self.size += 1
        for term, column in terms.items():
            self.bits[term] = self.bits.get(term, 0) | bit
            self.column[term] = column

    def best_terms(self) -> list[int]:
        """The terms of the column to be asked first, none where any words do as well."""
        scale = (self.records - self.taken) / max(1, self.size)
        wanted = int((GOAL * self.records - self.taken) / scale) if scale > 0 else 0
        if wanted <= 0:
            return []
        pages = {term: self._pages(term, scale) for term in self.bits}
        heap = [(-self.bits[term].bit_count() / cost, term) for term, cost in pages.items()]
        play = _GreedyCover(self.bits, pages, (1 << self.size) - 1, wanted)
        least = play.cost([heap], 0.0)
        floor, least = FADED * wanted / max(least, 1.0), WORTHWHILE * least
        best: list[int] = []
        for first in self._by_column(heap):
            if (cost := play.cost([first, heap], floor)) < least:
                best, least = sorted(term for _, term in first), cost
        return best

    def _by_column(self, heap: Heap) -> list[Heap]:
        columns: dict[Hashable, Heap] = {}
        for promise, term in heap:
            columns.setdefault(self.column[term], []).append((promise, term))
        return list(columns.values())

    def _pages(self, term: int, scale: float) -> float:
        """What an answer costs; past the cap only the first of its records are shown."""
        rows = int(self.known[term]) + scale * self.bits[term].bit_count()
        if 0 < self.cap < rows:
            self.bits[term] = _lowest(self.bits[term], self.cap / rows)
            rows = self.cap
        return max(1.0, rows / self.page_size)


def _lowest(bits: int, share: float) -> int:
    """The lowest of some bits, so large a share of them."""
    for _ in range(bits.bit_count() - int(share * bits.bit_count())):
        bits ^= 1 << (bits.bit_length() - 1)
    return bits


@dataclass(frozen=True, slots=True)
class _GreedyCover:
    """Greedy covers of one sample: of ``whole`` so many records are ``wanted``."""

    bits: Mapping[int, int]
    pages: Mapping[int, float]
    whole: int
    wanted: int

    def cost(self, heaps: list[Heap], floor: float) -> float:
        """Pages that it takes by the terms of one heap after another, of all but the last down to
        a floor of records a page. Gains only fall, so a stale entry is an upper bound.
        """
        left, spent, wanted = self.whole, 0.0, self.wanted
        for number, given in enumerate(heaps, 1):
            heap, least = given.copy(), floor if number < len(heaps) else 0.0
            heapify(heap)
            while heap and wanted > 0 and -heap[0][0] > least:
                promise, term = heap[0]
                new = (self.bits[term] & left).bit_count()
                if -new / self.pages[term] > promise:
                    heapreplace(heap, (-new / self.pages[term], term))
                else:
                    heappop(heap)
                    left &= ~self.bits[term]
                    spent, wanted = spent + self.pages[term], wanted - new
        return spent


@dataclass(slots=True)
class ColumnScan:
    """The column that a source is swept by, looked for anew every few answers."""

    found: list[int] = field(default_factory=list)
    due: int = 0

    def terms(self, selector: OverlapAware, label_of: LabelOf) -> list[int]:
        """The terms of the column that is asked now; none while any words do as well."""
        if selector.statistics.queries >= self.due:
            self.due = selector.statistics.queries + EVERY
            self.found = _model(selector, label_of).best_terms()
        return self.found

    def end(self) -> None:
        """The column is used up."""
        self.found = []


def _model(selector: OverlapAware, label_of: LabelOf) -> ScanModel:
    """The records that wait at a source, or some of them, with the columns of their terms."""
    statistics = selector.statistics
    knowledge = statistics.knowledge
    statistics.fit()
    records = statistics.records + selector.rest()
    model = ScanModel(
        statistics.local, selector.page_size, records, statistics.records, selector.cap
    )
    waiting = selector.membership.untested_records()
    if len(waiting) < FEWEST_WAITING:
        return model
    labels: dict[int, Hashable] = {}
    for number in waiting[:: -(-len(waiting) // MOST_SAMPLED)].tolist():
        terms = [term for term in knowledge.terms(number).tolist() if not statistics.closed[term]]
        for term in terms:
            if term not in labels:
                labels[term] = label_of(knowledge.vocabulary.query(term).value)
        model.add({term: labels[term] for term in terms})
    return model
