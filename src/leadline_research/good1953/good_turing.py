"""GT: one source alone, ranked by Good-Turing singletons, with pages as cost.

A record returned by one query only says that its other terms lead where little was asked yet. The
reward of a term is the number of local records holding it that exactly one query returned:
``new(q) = unseen * (f1(q) + n(q)/L) / (F1 + 1)``. ``F1`` counts all such records, ``unseen`` the
records not taken yet. ``n(q)/L``, the share of the ``L`` local records that hold the term, stands
for one more singleton, so that a source without any still has a ranking.

Predictions are corrected by what they were worth so far. A query that would cost many pages for few
new records waits.

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
from leadline.selection.estimators.source_size import MAX_TIMES_TAKEN
from leadline.selection.knowledge.record_index import RecordIndex
from leadline.selection.knowledge.statistics import SourceStatistics
from leadline_research.xian2012.cost import REQUESTS, Costs

if TYPE_CHECKING:
    from leadline.model import Answer
    from leadline.selection.knowledge.vocabulary import Floats

MIN_UNSEEN_SHARE_OF_TAKEN: Final = 0.02
"""Share of the records taken that counts as still unseen: estimates are biased low, and
underestimating costs more than overestimating."""
KEPT_PER_QUERY: Final = 0.95
"""Weight that the learned correction keeps from query to query: about the last twenty count."""
PRIOR_PREDICTED_RECORDS: Final = 20.0
"""Records as predicted that count before the first answer."""


class GoodTuring:
    """A ``Selector`` of one source. ``page_size`` and ``size`` may be set when they become known.

    ``min_efficiency``: expected new records a page below which nothing is selected.
    """

    def __init__(
        self,
        *,
        page_size: int = 10,
        cap: int = 0,
        size: float | None = None,
        costs: Costs = REQUESTS,
        min_efficiency: float = 0.0,
    ) -> None:
        self.page_size, self.cap, self.size = page_size, cap, size
        self.min_efficiency = min_efficiency
        self.costs = costs
        self.statistics = SourceStatistics(RecordIndex())
        self._expected: Prediction | None = None
        self._predicted = self._observed = PRIOR_PREDICTED_RECORDS

    def observe(self, answer: Answer) -> None:
        """Learn from an answer."""
        new = self.statistics.take(answer)
        expected, self._expected = self._expected, None
        if expected is not None and expected.query == answer.ask.query and answer.complete:
            prior = (1 - KEPT_PER_QUERY) * PRIOR_PREDICTED_RECORDS
            self._predicted = KEPT_PER_QUERY * self._predicted + prior + expected.new
            self._observed = KEPT_PER_QUERY * self._observed + prior + new

    def select(self) -> Prediction | None:
        """Return the open term with the most expected new records a page."""
        new, pages = self._rewards()
        best = self.statistics.best(new / self.costs.each(pages), pages)
        if best is None:
            return None
        query = self.statistics.knowledge.vocabulary.query(best)
        cost = self.costs.of(float(pages[best]))
        prediction = Prediction(query, float(new[best]), float(pages[best]), cost)
        if prediction.efficiency < self.min_efficiency:
            return None
        self._expected = prediction
        return prediction

    def estimate(self) -> float | None:
        """Return the size known from outside, else Chao's lower bound."""
        statistics = self.statistics
        if self.size is not None:
            return max(self.size, float(statistics.records))
        if not statistics.records:
            return None
        size = chao1(records=statistics.records, once=statistics.once, twice=statistics.twice)
        return min(size, MAX_TIMES_TAKEN * statistics.records)

    def _rewards(self) -> tuple[Floats, Floats]:
        """Return expected new records and pages of every term; no new ones for closed terms."""
        statistics, size = self.statistics, self.statistics.fit()
        records = max(1, statistics.records)
        unseen = max((self.estimate() or 0.0) - records, MIN_UNSEEN_SHARE_OF_TAKEN * records)
        scale = unseen / (statistics.once + 1) * self._observed / self._predicted
        new = statistics.singletons(slice(0, size)) * scale
        reached = statistics.local[:size] + new
        if self.cap:
            new *= np.minimum(1.0, self.cap / np.maximum(reached, 1.0))
            reached = np.minimum(reached, self.cap)
        pages = np.ceil(reached / max(1, self.page_size))
        new[statistics.closed[:size]] = 0.0
        return new, np.maximum(pages, 1.0)
