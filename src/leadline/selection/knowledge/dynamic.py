"""Dynamic knowledge: what all sources gave so far (Xian et al. 2012, section 5.1, eqs. 3-7).

``DK = {<q, P(q, S_local)>}`` with ``P(q, S_local) = num(q, S_local) / |S_local|`` (3). New
candidates enter and every probability is renewed as records arrive (4)(5). Until ``S_local`` holds
``full_from`` records (M) the probabilities follow every query; past it every ``every`` queries (K)
(6)(7), K doubling whenever ``S_local`` doubles if ``grows``.

Grow-only: two knowledges merge by adding the records of one to the other.

>>> from leadline.model import Query, Taken
>>> known = DynamicKnowledge()
>>> for key, values in ((1, "oil wood"), (2, "oil"), (2, "oil"), (3, "ink paper")):
...     _ = known.add(Taken(key, frozenset(Query("", v) for v in values.split())))
>>> known.tick()
>>> len(known), known.probabilities(2).tolist()  # of oil, of wood
(3, [0.6666666666666666, 0.3333333333333333])
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np
import numpy.typing as npt

from leadline.selection.knowledge.vocabulary import Numbers, Vocabulary, grown, stretches
from leadline.selection.knowledge.yield_calibration import YieldCalibration

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable

    from leadline.model import Taken
    from leadline.selection.knowledge.membership import RecordMembership


MOST_SCANNED: Final = 50_000
"""Terms of records not indexed yet: a scan of so many takes 20 microseconds."""
FULL_FROM: Final = 10_000
"""M: records of ``S_local`` from which its probabilities need not follow every query."""


class DynamicKnowledge:
    """The records of all sources (``S_local``) by number, and how often each term is in them.

    ``count`` is exact at once; ``published`` is what selectors of the paper may see, renewed by
    ``tick`` after each query as M and K say; ``owners`` counts the sources that gave a record,
    ``memberships`` are what those sources said of the records that others gave,
    ``yield_calibration`` what answers brought beside what was expected.
    """

    def __init__(
        self,
        vocabulary: Vocabulary | None = None,
        *,
        every: int = 1,
        full_from: int = FULL_FROM,
        grows: bool = False,
    ) -> None:
        self.vocabulary = vocabulary if vocabulary is not None else Vocabulary()
        self.count = np.zeros(1024, dtype=np.int32)
        self.published = self.count
        self.published_size = 0
        self._every, self._full_from, self._grows = every, full_from, grows
        self._since = 0
        self._number: dict[Hashable, int] = {}
        self._flat = np.zeros(4096, dtype=np.int32)
        self._start = np.zeros(1024, dtype=np.int64)
        self.memberships: list[RecordMembership] = []
        self.yield_calibration = YieldCalibration(self.vocabulary)
        self.owners = np.zeros(1024, dtype=np.int16)
        self._indexed = 0
        self._holders = np.zeros(0, dtype=np.int64)
        self._places = np.zeros(0, dtype=np.int64)

    def __len__(self) -> int:
        return len(self._number)

    def find(self, key: Hashable) -> int | None:
        """The number of a record, or None."""
        return self._number.get(key)

    def keys(self) -> Iterable[Hashable]:
        """The keys of all records, in order of arrival."""
        return self._number

    def add(self, taken: Taken) -> tuple[int, bool]:
        """The number of a record, and whether it is new here."""
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

    def terms(self, number: int) -> Numbers:
        """The terms of one record, rising."""
        found: Numbers = self._flat[self._start[number] : self._start[number + 1]]
        return found

    def terms_of(self, numbers: npt.NDArray[np.int64]) -> Numbers:
        """The terms of several records, one after another."""
        found: Numbers = self._flat[stretches(self._start[numbers], self.lengths(numbers))]
        return found

    def lengths(self, numbers: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
        """How many terms each of several records has."""
        found: npt.NDArray[np.int64] = self._start[numbers + 1] - self._start[numbers]
        return found

    def holding(self, term: int) -> npt.NDArray[np.int64]:
        """The numbers of all records that hold a term, rising.

        Old records answer from an index by term, the latest are scanned; the index is renewed
        when they are many, so a record is indexed a few times in its life.
        """
        end = int(self._start[len(self)])
        if end - self._indexed > max(MOST_SCANNED, self._indexed // 4):
            self._index(end)
        found = np.flatnonzero(self._flat[self._indexed : end] == term) + self._indexed
        late = np.searchsorted(self._start[: len(self) + 1], found, side="right") - 1
        if term + 1 >= len(self._places):
            return late
        early = self._holders[self._places[term] : self._places[term + 1]]
        return np.concatenate((early, late))

    def own(self, numbers: npt.NDArray[np.int64]) -> None:
        """One more source has these records."""
        self.owners[numbers] += 1

    def holding_any(self, flags: npt.NDArray[np.bool_], first: int) -> npt.NDArray[np.bool_]:
        """For each record from number ``first`` on: does it hold a term that is flagged?"""
        bounds = self._start[first : len(self) + 1]
        hits = flags[self._flat[bounds[0] : bounds[-1]]]
        sums = np.concatenate(([0], np.cumsum(hits)))[bounds - bounds[0]]
        found: npt.NDArray[np.bool_] = sums[1:] > sums[:-1]
        return found

    def tick(self) -> None:
        """A query of any source is over: publish when M and K say so."""
        self._since += 1
        size = len(self)
        if size < self._full_from or self._since >= self._interval(size):
            self._since = 0
            unhurried = size >= self._full_from and self._interval(size) > 1
            self.published = self.count.copy() if unhurried else self.count
            self.published_size = size

    def probabilities(self, size: int) -> npt.NDArray[np.float64]:
        """P(q, S_local) as published, eq. (3), for the terms numbered below ``size``."""
        result: npt.NDArray[np.float64] = np.zeros(size)
        seen = min(size, len(self.published))
        result[:seen] = self.published[:seen] / max(1, self.published_size)
        return result

    def _index(self, end: int) -> None:
        """Renew the index by term over all records."""
        flat = self._flat[:end]
        order = np.argsort(flat, kind="stable")
        self._holders = np.searchsorted(self._start[: len(self) + 1], order, side="right") - 1
        counts = np.bincount(flat, minlength=len(self.vocabulary))
        self._places = np.concatenate(([0], np.cumsum(counts)))
        self._indexed = end

    def _interval(self, size: int) -> int:
        if not self._grows or size < self._full_from:
            return self._every
        return self._every << (size // max(1, self._full_from)).bit_length() - 1
