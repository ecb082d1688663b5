"""Column scan: which column's words cover the rest of a source most cheaply.

A greedy choice takes what brings most now. Words of one column may share nothing, as publishers do:
one after the other they show every record once. Words taken here and there show records again. So
the rest of a harvest is simulated on a sample of the records known from overlapping sources:
greedily by any words, and for each column by its words first. The cheapest way is followed until it
is simulated again. The idea is slice cover (Sheng et al. 2012) with words of a column in place of
the choices of a select.

>>> import numpy as np
>>> known = np.repeat(np.array([1, 0], dtype=np.int32), (5, 10))
>>> model = ScanModel(known, page_size=5, records=60.0, taken=0.0)
>>> for n in range(60):
...     model.add({n // 12: "press"} | ({5 + n // 6: "title"} if n % 6 else {}))
>>> model.best_terms()
[0, 1, 2, 3, 4]
"""

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass, field
from heapq import heapify, heappop, heapreplace
from typing import Final

from leadline.selection.keywords.overlap_aware import OverlapAware
from leadline.selection.knowledge.vocabulary import TermNumbers

Heap = list[tuple[float, int]]
ColumnOf = Callable[[str], Hashable]

MAX_SIMULATED_RECORDS: Final = 1_000
MIN_UNTESTED_RECORDS: Final = 100
"""Untested records below which nothing is simulated."""
RENEW_ANSWERS: Final = 10
"""Answers after which the rest is simulated again."""
COVERAGE_GOAL: Final = 0.95
"""Share of the source that a simulation covers."""
MAX_COST_SHARE: Final = 0.95
"""Pages of a column scan, in those of the greedy choice, up to which the column is preferred."""
MIN_RELATIVE_YIELD: Final = 0.5
"""Records a page of a column's best word, in the mean of the greedy choice, below which the column
is left."""


@dataclass(slots=True)
class ScanModel:
    """A sample of the untested records, each standing for as many records not taken yet.

    ``known`` counts, by term, the records taken: they are shown again. ``records`` is the size of
    the source. ``bits`` has, by term, a bit for each record of the sample.
    """

    known: TermNumbers
    page_size: int
    records: float
    taken: float
    cap: int = 0
    size: int = 0
    bits: dict[int, int] = field(default_factory=dict)
    column: dict[int, Hashable] = field(default_factory=dict)

    def add(self, terms: Mapping[int, Hashable]) -> None:
        """Add a record by its open terms, each with its column."""
        bit = 1 << self.size
        self.size += 1
        for term, column in terms.items():
            self.bits[term] = self.bits.get(term, 0) | bit
            self.column[term] = column

    def best_terms(self) -> list[int]:
        """Return the terms of the column to ask first, none where any words do as well."""
        scale = (self.records - self.taken) / max(1, self.size)
        wanted = int((COVERAGE_GOAL * self.records - self.taken) / scale) if scale > 0 else 0
        if wanted <= 0:
            return []
        pages = {term: self._pages(term, scale) for term in self.bits}
        heap = [(-self.bits[term].bit_count() / cost, term) for term, cost in pages.items()]
        least = self._cost([heap], pages, wanted, 0.0)
        floor, least = MIN_RELATIVE_YIELD * wanted / max(least, 1.0), MAX_COST_SHARE * least
        best: list[int] = []
        for column in self._by_column(heap):
            if (cost := self._cost([column, heap], pages, wanted, floor)) < least:
                best, least = sorted(term for _, term in column), cost
        return best

    def _cost(
        self, heaps: list[Heap], pages: Mapping[int, float], wanted: int, floor: float
    ) -> float:
        """Return the pages that the terms of one heap after another take, the best first.

        All heaps but the last are left at ``floor`` records a page. Gains only fall, so a stale
        entry is an upper bound.
        """
        left, spent = (1 << self.size) - 1, 0.0
        for number, given in enumerate(heaps, 1):
            heap, least = given.copy(), floor if number < len(heaps) else 0.0
            heapify(heap)
            while heap and wanted > 0 and -heap[0][0] > least:
                promise, term = heap[0]
                new = (self.bits[term] & left).bit_count()
                if -new / pages[term] > promise:
                    heapreplace(heap, (-new / pages[term], term))
                else:
                    heappop(heap)
                    left &= ~self.bits[term]
                    spent, wanted = spent + pages[term], wanted - new
        return spent

    def _by_column(self, heap: Heap) -> list[Heap]:
        columns: dict[Hashable, Heap] = {}
        for promise, term in heap:
            columns.setdefault(self.column[term], []).append((promise, term))
        return list(columns.values())

    def _pages(self, term: int, scale: float) -> float:
        """Return what an answer costs; past the cap only the first of its records are shown."""
        rows = int(self.known[term]) + scale * self.bits[term].bit_count()
        if 0 < self.cap < rows:
            self.bits[term] = _lowest_bits(self.bits[term], self.cap / rows)
            rows = self.cap
        return max(1.0, rows / self.page_size)


def _lowest_bits(bits: int, share: float) -> int:
    """Return the lowest ``share`` of the set bits."""
    for _ in range(bits.bit_count() - int(share * bits.bit_count())):
        bits ^= 1 << (bits.bit_length() - 1)
    return bits


@dataclass(slots=True)
class ColumnScan:
    """The column that a source is scanned by, chosen anew every few answers."""

    current: list[int] = field(default_factory=list)
    due: int = 0

    def terms(self, selector: OverlapAware, column_of: ColumnOf) -> list[int]:
        """Return the terms of the column that is asked now; none while any words do as well."""
        if selector.statistics.queries >= self.due:
            self.due = selector.statistics.queries + RENEW_ANSWERS
            self.current = _model(selector, column_of).best_terms()
        return self.current

    def end(self) -> None:
        """Leave the column: its words are used up."""
        self.current = []


def _model(selector: OverlapAware, column_of: ColumnOf) -> ScanModel:
    """Return a sample of the untested records, with the columns of their open terms."""
    statistics, knowledge = selector.statistics, selector.knowledge
    statistics.fit()
    records = statistics.records + selector.remaining()
    model = ScanModel(
        statistics.local, selector.page_size, records, statistics.records, selector.cap
    )
    untested = selector.membership.untested_records()
    if len(untested) < MIN_UNTESTED_RECORDS:
        return model
    columns: dict[int, Hashable] = {}
    for number in untested[:: -(-len(untested) // MAX_SIMULATED_RECORDS)].tolist():
        terms = [term for term in knowledge.terms(number).tolist() if not statistics.closed[term]]
        for term in terms:
            if term not in columns:
                columns[term] = column_of(knowledge.vocabulary.query(term).value)
        model.add({term: columns[term] for term in terms})
    return model
