"""Records by number, with the terms of each, and the records that hold a term.

Grow-only: two indexes merge by adding the records of one to the other.

>>> from leadline.model import Query, Taken
>>> index = RecordIndex()
>>> for key, values in ((1, "oil wood"), (2, "oil"), (2, "oil"), (3, "ink paper")):
...     _ = index.add(Taken(key, frozenset(Query("", v) for v in values.split())))
>>> len(index), index.count[:2].tolist(), index.holding(0).tolist()  # of oil, of wood; of oil
(3, [2, 1], [0, 1])
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from leadline.selection.knowledge.vocabulary import (
    Numbers,
    Places,
    TermNumbers,
    Vocabulary,
    concatenated_ranges,
    grown,
)

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable

    import numpy.typing as npt

    from leadline.model import Taken

MAX_UNINDEXED_TERMS: Final = 50_000
"""Terms of records not indexed yet that a scan may read."""


class RecordIndex:
    """Numbered records. ``count``: records by term; ``owners``: sources that gave each record."""

    def __init__(self, vocabulary: Vocabulary | None = None) -> None:
        self.vocabulary = vocabulary if vocabulary is not None else Vocabulary()
        self.count = np.zeros(1024, dtype=np.int32)
        self.owners = np.zeros(1024, dtype=np.int16)
        self._number: dict[Hashable, int] = {}
        self._flat = np.zeros(4096, dtype=np.int32)
        self._start = np.zeros(1024, dtype=np.int64)
        self._indexed = 0
        self._holders = np.zeros(0, dtype=np.int64)
        self._places = np.zeros(0, dtype=np.int64)

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

        Old records answer from an index by term, the latest are scanned. The index is renewed when
        the scanned part is large, so a record is indexed only a few times.
        """
        end = int(self._start[len(self)])
        if end - self._indexed > max(MAX_UNINDEXED_TERMS, self._indexed // 4):
            self._index(end)
        places = np.flatnonzero(self._flat[self._indexed : end] == term) + self._indexed
        late = np.searchsorted(self._start[: len(self) + 1], places, side="right") - 1
        if term + 1 >= len(self._places):
            return late
        early = self._holders[self._places[term] : self._places[term + 1]]
        return np.concatenate((early, late))

    def holding_any(self, flags: npt.NDArray[np.bool_], first: int) -> npt.NDArray[np.bool_]:
        """Return, for each record from number ``first`` on, whether it holds a flagged term."""
        bounds = self._start[first : len(self) + 1]
        hits = flags[self._flat[bounds[0] : bounds[-1]]]
        sums = np.concatenate(([0], np.cumsum(hits)))[bounds - bounds[0]]
        holds: npt.NDArray[np.bool_] = sums[1:] > sums[:-1]
        return holds

    def _index(self, end: int) -> None:
        """Renew the index by term over all records."""
        flat = self._flat[:end]
        order: Numbers = np.argsort(flat, kind="stable")
        self._holders = np.searchsorted(self._start[: len(self) + 1], order, side="right") - 1
        counts = np.bincount(flat, minlength=len(self.vocabulary))
        self._places = np.concatenate(([0], np.cumsum(counts)))
        self._indexed = end
