"""QuerySelect-DK: rewards from dynamic knowledge (Xian et al. 2012, section 5.2, eqs. 8-11).

For candidates seen in ``DB_local`` the reward is ``num(q, DB) - num(q, DB_local)`` (8) with
``num(q, DB) = |DB_local| * P(q, S_local) / P(q_1 or ... or q_m, S_local)`` (9), for candidates
known only from other sources ``P(q, S_local) * |DB|`` (10); the greedy step takes the greatest
reward by cost (11). ``P(q_1 or ... or q_m)`` is a counter over the records of ``S_local``.

Read literally the first source has no ranking: with ``S_local = DB_local`` every record matches a
submitted query, (9) gives ``num(q, DB_local)`` and every reward is 0. The charitable reading takes
``|DB| * P(q, S_local) - num(q, DB_local)`` for both classes. Both readings have keys of their own.

Differs: a reward is never below 0; ties go to the lower cost, then the queries' own order.

>>> from leadline.model import Answer, Ask, Query, Taken
>>> def record(key, text): return Taken(key, frozenset(Query("", w) for w in text.split()))
>>> answer = Answer(Ask("s", Query("", "oil")), (record(1, "oil wood"), record(2, "oil wood sea")))
>>> literal, kind = QuerySelectDK(literal=True), QuerySelectDK(size=10)
>>> literal.observe(answer), kind.observe(answer), literal.select().new
(None, None, 0.0)
>>> kind.select()
Prediction(query=Query(attribute='', value='wood'), new=8.0, pages=1.0, cost=1.0)
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from leadline.protocols import Prediction
from leadline.selection.estimators.size import chao1, size_by_ratio
from leadline.selection.knowledge.statistics import SourceStatistics
from leadline.selection.knowledge.vocabulary import Floats, grown
from leadline_research.xian2012.cost import REQUESTS, Costs
from leadline_research.xian2012.knowledge import PublishedKnowledge

if TYPE_CHECKING:
    from leadline.model import Answer


class QuerySelectDK:
    """A ``Selector`` of one source over the knowledge shared by all."""

    def __init__(
        self,
        knowledge: PublishedKnowledge | None = None,
        *,
        literal: bool = False,
        page_size: int = 10,
        cap: int = 0,
        size: float | None = None,
        costs: Costs = REQUESTS,
    ) -> None:
        self.knowledge = knowledge if knowledge is not None else PublishedKnowledge()
        self.statistics = SourceStatistics(self.knowledge)
        self.literal, self.costs = literal, costs
        self.page_size, self.cap, self.size = page_size, cap, size
        self._matched = np.zeros(1024, dtype=np.bool_)
        self._matches = 0
        self._read = 0

    def observe(self, answer: Answer) -> None:
        """Take the records in, renew the knowledge, count what the query matches of it."""
        knowledge = self.knowledge
        self.statistics.take(answer)
        knowledge.tick()
        term = knowledge.vocabulary.number(answer.ask.query)
        self._match_new_records()
        self._match(knowledge.holding(term))

    def select(self) -> Prediction | None:
        """Select the candidate of the greatest efficiency, eq. (11)."""
        reward, pages = self._rewards()
        best = self.statistics.best(reward / self.costs.each(pages), pages)
        if best is None:
            return self._unranked() if self.literal else None
        query = self.statistics.knowledge.vocabulary.query(best)
        found = float(pages[best])
        return Prediction(query, float(reward[best]), found, self.costs.of(found))

    def estimate(self) -> float | None:
        """Return the given size, else eq. (9) solved for the size, else Chao's lower bound."""
        statistics = self.statistics
        if self.size is not None:
            return max(self.size, float(statistics.records))
        if not statistics.records:
            return None
        self._match_new_records()
        known = len(statistics.knowledge)
        if known > self._matches:
            ratio = size_by_ratio(local=statistics.records, matched=self._matches, known=known)
            if self._matches:
                return ratio
        return chao1(records=statistics.records, once=statistics.once, twice=statistics.twice)

    def _rewards(self) -> tuple[Floats, Floats]:
        """Compute reward (8)-(10) and interactions (2) of every candidate; 0 for closed ones."""
        self._match_new_records()
        statistics = self.statistics
        size = statistics.fit()
        probability = self.knowledge.probabilities(size)
        whole = probability * (self.estimate() or 0.0)
        local = statistics.local[:size]
        if self.literal:
            submitted = self._matches / max(1, len(statistics.knowledge))
            inside = probability * (statistics.records / submitted if submitted else 0.0)
            whole = np.where(local > 0, inside, whole)
        reward = np.maximum(whole - local, 0.0)
        reward[statistics.closed[:size]] = 0.0
        reachable = np.minimum(whole, self.cap) if self.cap else whole
        return reward, np.maximum(1.0, np.ceil(reachable / max(1, self.page_size)))

    def _unranked(self) -> Prediction | None:
        """Take the first term where the literal reading gives every candidate the reward 0."""
        size = self.statistics.fit()
        count = self.statistics.knowledge.count[:size]
        candidates = np.flatnonzero((count > 0) & ~self.statistics.closed[:size])
        if not len(candidates):
            return None
        vocabulary = self.statistics.knowledge.vocabulary
        return Prediction(vocabulary.query(vocabulary.first(candidates)))

    def _match_new_records(self) -> None:
        """Count the new records of any source that a submitted query matches."""
        knowledge = self.statistics.knowledge
        self._matched = grown(self._matched, len(knowledge))
        self.statistics.fit()
        hits = knowledge.holding_any(self.statistics.submitted, self._read)
        self._matched[self._read : len(knowledge)] = hits
        self._matches += int(hits.sum())
        self._read = len(knowledge)

    def _match(self, numbers: npt.NDArray[np.int64]) -> None:
        """Count the records that the latest query matches."""
        fresh = numbers[~self._matched[numbers]]
        self._matched[fresh] = True
        self._matches += len(fresh)


def query_select_t(
    *,
    literal: bool = False,
    page_size: int = 10,
    cap: int = 0,
    size: float | None = None,
    costs: Costs = REQUESTS,
) -> QuerySelectDK:
    """Create a selector with knowledge of its own source only.

    With ``S_local = DB_local`` eq. (9) gives every candidate the reward 0, so the literal reading
    never selects (its driver falls back on the queries' own order). The charitable reading, ``|DB|
    * num(q, DB_local) / |DB_local| - num(q, DB_local)``, ranks as High-frequency does while only
    queries are counted; with pages as cost the two part.

    >>> from leadline.model import Answer, Ask, Query, Taken
    >>> from leadline_research.xian2012.cost import QUERIES
    >>> def record(key, text): return Taken(key, frozenset(Query("", w) for w in text.split()))
    >>> t = query_select_t(size=100, costs=QUERIES)
    >>> taken = (record(1, "oil sea"), record(2, "oil sea fog"))
    >>> t.observe(Answer(Ask("s", Query("", "oil")), taken))
    >>> t.select().query.value, t.select().new
    ('sea', 98.0)
    """
    return QuerySelectDK(
        PublishedKnowledge(),
        literal=literal,
        page_size=page_size,
        cap=cap,
        size=size,
        costs=costs,
    )
