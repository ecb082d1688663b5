"""What one source gave so far, counted by term: the figures that every selector ranks by.

Counts are updated with each answer: records that hold a term, records that exactly one query
returned (Good-Turing's singletons), and queries that were asked.

>>> from leadline.model import Ask, Taken
>>> oil, wood = Query("", "oil"), Query("", "wood")
>>> statistics = SourceStatistics(RecordIndex())
>>> both, only = Taken(1, frozenset({oil, wood})), Taken(2, frozenset({oil}))
>>> statistics.take(Answer(Ask("s", oil), (both, only)))
2
"""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from leadline.model import Answer, Query
from leadline.selection.knowledge.record_index import RecordIndex
from leadline.selection.knowledge.vocabulary import (
    Floats,
    Numbers,
    Places,
    TermNumbers,
    Terms,
    grown,
)


class SourceStatistics:
    """Counts of one source over the terms and records of a (perhaps shared) knowledge.

    By term: ``local`` records that hold it, ``single`` of them returned by one query only,
    ``closed`` terms that are asked no more, ``submitted`` terms that were asked. In all: ``once``
    and ``twice`` are records returned by one and by two queries.
    """

    def __init__(self, knowledge: RecordIndex) -> None:
        self.knowledge = knowledge
        self.records = self.once = self.twice = 0
        self.queries = 0
        self.local: TermNumbers = np.zeros(1024, dtype=np.int32)
        self.single: TermNumbers = np.zeros(1024, dtype=np.int32)
        self.closed: npt.NDArray[np.bool_] = np.zeros(1024, dtype=np.bool_)
        self.submitted: npt.NDArray[np.bool_] = np.zeros(1024, dtype=np.bool_)
        self._times: TermNumbers = np.zeros(1024, dtype=np.int32)

    def fit(self) -> int:
        """Make room for all known terms; return how many they are."""
        size = len(self.knowledge.vocabulary)
        self.local = grown(self.local, size)
        self.single = grown(self.single, size)
        self.closed = grown(self.closed, size)
        self.submitted = grown(self.submitted, size)
        return size

    def singletons(self, which: Terms) -> Floats:
        """Return the singletons of some terms, plus the share of local records that hold each.

        The share keeps a ranking where no singleton is left.
        """
        share: Floats = self.local[which] / max(1, self.records)
        return share + self.single[which]

    @property
    def singleton_weights(self) -> Numbers:
        """What a term's singletons count, by term."""
        return self.single

    def refuse(self, query: Query) -> int:
        """Never offer this query for this source; return its number."""
        number = self.knowledge.vocabulary.number(query)
        self.fit()
        self.closed[number] = True
        return number

    def holds(self, number: int) -> bool:
        """Whether the record of this number was taken from this source."""
        return number < len(self._times) and bool(self._times[number])

    def take(self, answer: Answer) -> int:
        """Count an answer; return how many of its records are new for this source."""
        self.ask(answer)
        return self.count(self.number(answer))

    def ask(self, answer: Answer) -> None:
        """Count the query of an answer as asked."""
        number = self.refuse(answer.ask.query)
        self.submitted[number] = True
        self.queries += 1

    def number(self, answer: Answer) -> list[int]:
        """Return the numbers of an answer's records, each once."""
        add = self.knowledge.add
        return list(dict.fromkeys([add(taken)[0] for taken in answer.records]))

    def count(self, numbers: Sequence[int] | Places) -> int:
        """Count numbered records as returned once more; return how many are new."""
        self.fit()
        self._times = grown(self._times, len(self.knowledge))
        given = np.asarray(numbers, dtype=np.int64)
        times = self._times[given]
        fresh, again = given[times == 0], given[times == 1]
        third = int((times == 2).sum())
        self._times[given] += 1
        self.records += len(fresh)
        self.once += len(fresh) - len(again)
        self.twice += len(again) - third
        if len(fresh):
            self._count_fresh(fresh, self.knowledge.terms_of(fresh))
        if len(again):
            self._count_again(again, self.knowledge.terms_of(again))
        return len(fresh)

    def _count_fresh(self, numbers: Places, terms: TermNumbers) -> None:
        """Count records that came for the first time; ``terms`` are theirs, one by one."""
        np.add.at(self.local, terms, 1)
        np.add.at(self.single, terms, 1)
        self.knowledge.add_owner(numbers)

    def _count_again(self, numbers: Places, terms: TermNumbers) -> None:
        """Count records that came for the second time: they are singletons no more."""
        np.subtract.at(self.single, terms, 1)

    def best(self, scores: Floats, tie: Floats | None = None) -> int | None:
        """Return the open term of the highest score above 0; ties: lower ``tie``, term order."""
        top = scores.max(initial=0.0)
        if not top > 0:
            return None
        ties: Numbers = np.flatnonzero(scores == top).astype(np.int32)
        if tie is not None and len(ties) > 1:
            costs = tie[ties]
            ties = ties[costs == costs.min()]
        return self.knowledge.vocabulary.first(ties)
