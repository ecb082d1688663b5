"""GT: one source alone, ranked by Good-Turing singletons, with pages as cost.

A record returned by one query only says that its other terms lead where little was asked yet. So
the reward of a term is the number of local records holding it that exactly one query returned:
``new(q) = unseen * (f1(q) + n(q)/L) / (F1 + 1)``, where ``F1`` counts all such records, ``unseen``
the records not taken yet, and ``n(q)/L``, the share of the ``L`` local records that hold the term,
stands for one more singleton so that a source without any still has a ranking.

The predictions are corrected by what they were worth so far, and a query that would cost many pages
for few new records waits.

>>> from leadline.model import Answer, Ask, Query, Taken
>>> def record(key, text): return Taken(key, frozenset(Query("", w) for w in text.split()))
>>> gt = GoodTuring(page_size=10)
>>> gt.observe(Answer(Ask("s", Query("", "oil")), (record(1, "oil wood"), record(2, "oil boat"),
...                   record(3, "oil boat sea"))))
>>> gt.select().query.value
'boat'
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from leadline.protocols import Prediction
from leadline.selection.estimators.size import chao1
from leadline.selection.keywords.cost import REQUESTS, Costs
from leadline.selection.keywords.statistics import Floats, SourceStatistics
from leadline.selection.knowledge.dynamic import DynamicKnowledge

if TYPE_CHECKING:
    from leadline.model import Answer

MOST_TIMES_SEEN: Final = 50.0
"""An estimate past this many times what was taken says only that little was taken."""
LEAST_UNSEEN: Final = 0.02
"""Share of the records taken that counts as still unseen whatever the estimate says: it is biased
low, and underestimating costs more than overestimating."""
MEMORY: Final = 0.95
"""Weight that the learned correction keeps from query to query: about the last twenty count."""
PATIENCE: Final = 20.0
"""The prediction itself counts like this many records before it is corrected."""


class GoodTuring:
    """A ``Selector`` of one source. ``page_size`` and ``size`` may be set when they become known.

    ``least`` is the expected number of new records a page below which nothing is selected.
    """

    def __init__(
        self,
        *,
        page_size: int = 10,
        cap: int = 0,
        size: float | None = None,
        costs: Costs = REQUESTS,
        least: float = 0.0,
        knowledge: DynamicKnowledge | None = None,
    ) -> None:
        self.page_size, self.cap, self.size = page_size, cap, size
        self.least = least
        self.costs = costs
        self.statistics = SourceStatistics(
            knowledge if knowledge is not None else DynamicKnowledge()
        )
        self._expected: Prediction | None = None
        self._predicted = PATIENCE
        self._found = PATIENCE

    def observe(self, answer: Answer) -> None:
        """Learn from an answer."""
        query = answer.ask.query
        new = self.statistics.take(answer)
        expected, self._expected = self._expected, None
        if expected is not None and expected.query == query and answer.complete:
            self._predicted = MEMORY * self._predicted + (1 - MEMORY) * PATIENCE + expected.new
            self._found = MEMORY * self._found + (1 - MEMORY) * PATIENCE + new

    def select(self) -> Prediction | None:
        """The open term with the most expected new records a page."""
        new, pages = self._rewards()
        best = self.statistics.best(new / self.costs.each(pages), pages)
        if best is None:
            return None
        query = self.statistics.knowledge.vocabulary.query(best)
        cost = self.costs.of(float(pages[best]))
        found = Prediction(query, float(new[best]), float(pages[best]), cost)
        if found.efficiency < self.least:
            return None
        self._expected = found
        return found

    def estimate(self) -> float | None:
        """The size told from outside, else Chao's lower bound."""
        if self.size is not None:
            return max(self.size, float(self.statistics.records))
        if not self.statistics.records:
            return None
        statistics = self.statistics
        size = chao1(records=statistics.records, once=statistics.once, twice=statistics.twice)
        return min(size, MOST_TIMES_SEEN * statistics.records)

    def _rewards(self) -> tuple[Floats, Floats]:
        """Expected new records and pages of every term; 0 for those that are closed."""
        statistics, size = self.statistics, self.statistics.fit()
        local, single = statistics.local[:size], statistics.single[:size]
        records = max(1, statistics.records)
        unseen = max((self.estimate() or 0.0) - records, LEAST_UNSEEN * records)
        scale = unseen / (statistics.once + 1) * self._found / self._predicted
        new = (single + local / records) * scale
        reached = local + new
        if self.cap:
            new *= np.minimum(1.0, self.cap / np.maximum(reached, 1.0))
            reached = np.minimum(reached, self.cap)
        pages = np.ceil(reached / max(1, self.page_size))
        new[statistics.closed[:size]] = 0.0
        return new, np.maximum(pages, 1.0)
