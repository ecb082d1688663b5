"""What one source gave so far, counted by term: the figures that every selector ranks by.

Counts are kept as answers come and never rescanned: how many records hold a term, how many of
them were returned by exactly one query (Good-Turing's singletons), which queries were asked.

>>> from leadline.selection.knowledge.dynamic import DynamicKnowledge
>>> from leadline.model import Answer, Ask, Query, Taken
>>> oil, ink, wood = (Query("", value) for value in ("oil", "ink", "wood"))
>>> statistics = SourceStatistics(DynamicKnowledge())
>>> both, only = Taken(1, frozenset({oil, wood})), Taken(2, frozenset({oil}))
>>> statistics.take(Answer(Ask("s", oil), (both, only)))
2
>>> statistics.take(Answer(Ask("s", wood), (both,)))
0
>>> statistics.records, statistics.once, statistics.twice
(2, 1, 1)
>>> statistics.asked(oil), statistics.asked(ink)
(True, False)
"""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from leadline.selection.knowledge.membership import MOST_CHANGES
from leadline.selection.knowledge.vocabulary import Numbers, grown

if TYPE_CHECKING:
    from collections.abc import Sequence

    from leadline.model import Answer, Query
    from leadline.selection.estimators.answer_dispersion import AnswerDispersion
    from leadline.selection.knowledge.dynamic import DynamicKnowledge

Counts = npt.NDArray[np.int32]
Floats = npt.NDArray[np.float64]


class SourceStatistics:
    """Counts of one source over the terms and records of a (perhaps shared) knowledge.

    ``spread`` weighs singletons by the answers they came from, for who ranks by that.
    """

    def __init__(self, knowledge: DynamicKnowledge, spread: AnswerDispersion | None = None) -> None:
        self.knowledge = knowledge
        self.spread = spread
        self.records = 0
        self.once = 0
        self.twice = 0
        self.queries = 0
        self.interactions = 0
        self.local: Counts = np.zeros(1024, dtype=np.int32)
        self.single: Counts = np.zeros(1024, dtype=np.int32)
        self.closed: npt.NDArray[np.bool_] = np.zeros(1024, dtype=np.bool_)
        self.submitted: npt.NDArray[np.bool_] = np.zeros(1024, dtype=np.bool_)
        self._times: npt.NDArray[np.int32] = np.zeros(1024, dtype=np.int32)
        self._asked: dict[Query, int] = {}
        self.changes: deque[Numbers] = deque(maxlen=MOST_CHANGES)

    def fit(self) -> int:
        """How many terms are known, after making room for all of them in the arrays."""
        size = len(self.knowledge.vocabulary)
        self.local = grown(self.local, size)
        self.single = grown(self.single, size)
        self.closed = grown(self.closed, size)
        self.submitted = grown(self.submitted, size)
        if self.spread is not None:
            self.spread.fit(size)
        return size

    def asked(self, query: Query) -> bool:
        """Whether this source was asked the query."""
        return query in self._asked

    def refuse(self, query: Query) -> int:
        """Never offer this query for this source; its number."""
        number = self.knowledge.vocabulary.number(query)
        self.fit()
        self.closed[number] = True
        self.changes.append(np.array([number], dtype=np.int32))
        return number

    def holds(self, number: int) -> bool:
        """Whether the record of this number was taken from this source."""
        return number < len(self._times) and bool(self._times[number])

    def take(self, answer: Answer) -> int:
        """Note an answer; the number of records that are new for this source."""
        number = self.refuse(answer.ask.query)
        self.submitted[number] = True
        self._asked[answer.ask.query] = len(answer.records)
        self.queries += 1
        self.interactions += answer.interactions
        return self.count(self.number(answer))

    def number(self, answer: Answer) -> list[int]:
        """The numbers of an answer's records, each once."""
        add = self.knowledge.add
        return list(dict.fromkeys([add(taken)[0] for taken in answer.records]))

    def count(self, numbers: Sequence[int]) -> int:
        """Count records, numbered by the knowledge, as returned once more."""
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
            terms = self.knowledge.terms_of(fresh)
            np.add.at(self.local, terms, 1)
            np.add.at(self.single, terms, 1)
            self.changes.append(terms)
            self.knowledge.own(fresh)
            if self.spread is not None:
                self.spread.came(fresh, terms, self.knowledge.lengths(fresh))
                self.spread.weigh(terms, self.single)
        if len(again):
            terms = self.knowledge.terms_of(again)
            np.subtract.at(self.single, terms, 1)
            self.changes.append(terms)
            if self.spread is not None:
                self.spread.again(again)
                self.spread.weigh(terms, self.single)
        return len(fresh)

    def best(self, scores: Floats, tie: Floats | None = None) -> int | None:
        """The open term of the highest score above 0; ties: lower ``tie``, then term order."""
        if not len(scores):
            return None
        top = scores.max()
        if not top > 0:
            return None
        ties: Numbers = np.flatnonzero(scores == top).astype(np.int32)
        if tie is not None and len(ties) > 1:
            costs = tie[ties]
            ties = ties[costs == costs.min()]
        return self.knowledge.vocabulary.first(ties)
