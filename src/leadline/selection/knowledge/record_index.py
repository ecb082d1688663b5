"""Records by number, with the terms of each, and the records that hold a term.

Grow-only: two indexes merge by adding the records of one to the other.

>>> from leadline.model import Query
>>> index = RecordIndex()
>>> for key, values in ((1, "oil wood"), (2, "oil"), (2, "oil"), (3, "ink paper")):
...     _ = index.add(Taken(key, frozenset(Query("", v) for v in values.split())))
>>> len(index), index.count[:2].tolist(), index.holding(0).tolist()  # of oil, of wood; of oil
(3, [2, 1], [0, 1])
"""

from collections.abc import Hashable, Iterable
from typing import Final

import numpy as np
import numpy.typing as npt

from leadline.model import Taken
from leadline.selection.knowledge.vocabulary import (
    Places,
    TermNumbers,
    Vocabulary,
    concatenated_ranges,
    grown,
)

SEGMENT_TERMS: Final = 1 << 16
"""Terms of records that are sorted together; fewer are scanned."""


class RecordIndex:
    """Numbered records. ``count``: records by term; ``owners``: sources that gave each record."""

    def __init__(self, vocabulary: Vocabulary | None = None) -> None:
        self.vocabulary = vocabulary if vocabulary is not None else Vocabulary()
        self.count = np.zeros(1024, dtype=np.int32)
        self.owners = np.zeros(1024, dtype=np.int16)
        self._number: dict[Hashable, int] = {}
        self._flat = np.zeros(4096, dtype=np.int32)
        self._start = np.zeros(1024, dtype=np.int64)
        self._segments: list[npt.NDArray[np.uint16]] = []

    def __len__(self) -> int:
        return len(self._number)

    def find(self, key: Hashable) -> int | None:
        """Return the number of a record, or None."""
        return self._number.get(key)

    def keys(self) -> Iterable[Hashable]:
        """Return the keys of all records, in order of arrival."""
        return self._number

    def add(self, taken: Taken) -> tuple[int, bool]:
        """Add a record; return its number, and whether it is new here."""
        known = self._number.get(taken.key)
        if known is not None:
            return known, False
        number = len(self._number)
        self._number[taken.key] = number
        terms = self.vocabulary.numbers(taken.terms)
        begin = int(self._start[number])
        end = begin + len(terms)
        self._start = grown(self._start, number + 2)
        self._flat = grown(self._flat, end)
        self._flat[begin:end] = terms
        self._start[number + 1] = end
        self.count = grown(self.count, len(self.vocabulary))
        self.count[terms] += 1
        self.owners = grown(self.owners, number + 1)
        return number, True

    def add_owner(self, numbers: Places) -> None:
        """Count one more source that has these records."""
        self.owners[numbers] += 1

    def terms(self, number: int) -> TermNumbers:
        """Return the terms of one record, rising."""
        terms: TermNumbers = self._flat[self._start[number] : self._start[number + 1]]
        return terms

    def terms_of(self, numbers: Places) -> TermNumbers:
        """Return the terms of several records, one record after another."""
        terms: TermNumbers = self._flat[
            concatenated_ranges(self._start[numbers], self.lengths(numbers))
        ]
        return terms

    def lengths(self, numbers: Places) -> Places:
        """Return how many terms each of several records has."""
        lengths: Places = self._start[numbers + 1] - self._start[numbers]
        return lengths

    def holding(self, term: int) -> Places:
        """Return the numbers of all records that hold a term, rising.

        Terms are sorted in segments of one size, the latest are scanned, so no call takes long.
        """
        end = int(self._start[len(self)])
        while end - len(self._segments) * SEGMENT_TERMS >= SEGMENT_TERMS:
            first = len(self._segments) * SEGMENT_TERMS
            order = np.argsort(self._flat[first : first + SEGMENT_TERMS], kind="stable")
            self._segments.append(order.astype(np.uint16))
        parts = [self._in_segment(number, term) for number in range(len(self._segments))]
        late = len(self._segments) * SEGMENT_TERMS
        parts.append(np.flatnonzero(self._flat[late:end] == term) + late)
        places = np.concatenate(parts)
        holders: Places = np.searchsorted(self._start[: len(self) + 1], places, side="right") - 1
        return holders

    def _in_segment(self, number: int, term: int) -> Places:
        """Return the places of a term in a sorted segment, rising."""
        order, first = self._segments[number], number * SEGMENT_TERMS
        terms = self._flat[first : first + SEGMENT_TERMS]
        begin, end = np.searchsorted(terms, (term, term + 1), sorter=order)
        places: Places = order[begin:end].astype(np.int64) + first
        return places

    def holding_any(self, flags: npt.NDArray[np.bool_], first: int) -> npt.NDArray[np.bool_]:
        """Return, for each record from number ``first`` on, whether it holds a flagged term."""
        bounds = self._start[first : len(self) + 1]
        hits = flags[self._flat[bounds[0] : bounds[-1]]]
        sums = np.concatenate(([0], np.cumsum(hits)))[bounds - bounds[0]]
        holds: npt.NDArray[np.bool_] = sums[1:] > sums[:-1]
        return holds
