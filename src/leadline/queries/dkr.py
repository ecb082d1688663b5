"""DKR, the default: dynamic knowledge where sources overlap, Good-Turing where they do not.

``Reward = rho * u(q) + unseen * (f1(q) + kappa * u(q) / U) / (F1 + kappa)``, where

- ``u(q)``: records with ``q`` known elsewhere that no complete query on this source has matched,
  ``U`` all such records. A record that matches a complete query and did not come back is proven
  absent and counts no more (the paper's method goes on expecting it).
- ``f1(q)``: local records holding ``q`` that one query only returned, ``F1`` all such records.
- ``rho``: the overlap as measured, (known elsewhere and found here + 3) / (tested + 10).
- ``kappa = 100 * rho + 1``; ``unseen = max(N - L - rho * U, 0.05 * (N - L))`` with ``N`` the size
  estimate and ``L`` the records taken.

With ``rho`` near 0 it becomes GT, so knowledge of a disjoint source does no harm.

>>> from leadline.model import Answer, Ask, Query, Taken
>>> def record(key, text): return Taken(key, frozenset(Query("", w) for w in text.split()))
>>> shared = DynamicKnowledge()
>>> first, second = OverlapAware(shared), OverlapAware(shared)
>>> first.observe(Answer(Ask("a", Query("", "sea")), (record(1, "sea fog"), record(2, "sea fog"))))
>>> second.select().query.value
'fog'
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np
import numpy.typing as npt

from leadline.knowledge.dynamic import DynamicKnowledge
from leadline.knowledge.vocabulary import grown
from leadline.protocols import Prediction
from leadline.queries.cost import REQUESTS, Costs
from leadline.queries.ledger import Counts, Floats, Ledger
from leadline.queries.size import chao1

if TYPE_CHECKING:
    from leadline.model import Answer

UNKNOWN, ELSEWHERE, HERE, ABSENT = range(4)
PRIOR_FOUND: Final = 3.0
PRIOR_TESTED: Final = 10.0


class OverlapAware:
    """A ``Selector`` of one source over the knowledge shared by all."""

    def __init__(
        self,
        knowledge: DynamicKnowledge | None = None,
        *,
        page_size: int = 10,
        cap: int = 0,
        size: float | None = None,
        costs: Costs = REQUESTS,
    ) -> None:
        self.ledger = Ledger(knowledge if knowledge is not None else DynamicKnowledge())
        self.page_size, self.cap, self.size, self.costs = page_size, cap, size, costs
        self.elsewhere: Counts = np.zeros(1024, dtype=np.int32)
        self.waiting = 0
        self.found = 0.0
        self.tested = 0.0
        self._complete: npt.NDArray[np.bool_] = np.zeros(1024, dtype=np.bool_)
        self._state: npt.NDArray[np.int8] = np.zeros(1024, dtype=np.int8)
        self._read = 0

    @property
    def rho(self) -> float:
        """The measured share of records known elsewhere that this source has too."""
        return min(1.0, (self.found + PRIOR_FOUND) / (self.tested + PRIOR_TESTED))

    def observe(self, answer: Answer) -> None:
        """Take the records in; those known elsewhere are found, or proven absent, or wait on."""
        self._catch_up()
        ledger, knowledge = self.ledger, self.ledger.knowledge
        term = knowledge.vocabulary.number(answer.ask.query)
        numbers = np.asarray(ledger.number(answer), dtype=np.int64)
        self._fit()
        expected = knowledge.holding(term)
        expected = expected[self._state[expected] == ELSEWHERE]
        reached = 1.0
        if not answer.complete and answer.total:
            reached = min(1.0, len(numbers) / answer.total)
        came = numbers[self._state[numbers] == ELSEWHERE]
        self.found += len(came)
        self.tested += max(len(came), reached * len(expected))
        self._forget(came)
        self._state[numbers] = HERE
        ledger.take(answer)
        if answer.complete:
            self._complete[term] = True
            absent = expected[self._state[expected] == ELSEWHERE]
            self._forget(absent)
            self._state[absent] = ABSENT
        self._read = len(knowledge)

    def select(self) -> Prediction | None:
        """The open term of the greatest expected yield by cost."""
        reward, pages = self._rewards()
        best = self.ledger.best(reward / self.costs.each(pages), pages)
        if best is None:
            return None
        query = self.ledger.knowledge.vocabulary.query(best)
        found = float(pages[best])
        return Prediction(query, float(reward[best]), found, self.costs.of(found))

    def estimate(self) -> float | None:
        """Stated size, else eq. (9) turned round, else Chao's bound."""
        ledger = self.ledger
        if self.size is not None:
            return max(self.size, float(ledger.records))
        if not ledger.records:
            return None
        knowledge = ledger.knowledge
        state, owners = self._state[: self._read], knowledge.owners[: self._read]
        both = int((owners[state == HERE] > 1).sum())
        tested = both + int((state == ABSENT).sum())
        if both >= 30:
            return ledger.records * (tested + self.waiting) / tested
        return chao1(records=ledger.records, once=ledger.once, twice=ledger.twice)

    def _rewards(self) -> tuple[Floats, Floats]:
        self._catch_up()
        ledger = self.ledger
        size = self._fit()
        u, single = self.elsewhere[:size], ledger.single[:size]
        by_known, by_single = self._factors()
        reward = by_known * u + by_single * single
        reward[ledger.closed[:size]] = 0.0
        reached = ledger.local[:size] + reward
        if self.cap:
            reached = np.minimum(reached, self.cap)
        return reward, np.maximum(1.0, np.ceil(reached / max(1, self.page_size)))

    def _factors(self) -> tuple[float, float]:
        """What one record known elsewhere, and one local singleton, say about new records."""
        rho, records = self.rho, self.ledger.records
        rest = max((self.estimate() or 1.0) - records, 0.0)
        kappa = 100 * rho + 1
        unseen = max(rest - rho * self.waiting, 0.05 * rest)
        by_single = unseen / (self.ledger.once + kappa)
        by_known = rho + (kappa * by_single / self.waiting if self.waiting else 0.0)
        return by_known, by_single

    def _catch_up(self) -> None:
        """Records that other sources brought since: waiting, or already proven absent."""
        knowledge = self.ledger.knowledge
        if self._read == len(knowledge):
            return
        self._fit()
        absent = knowledge.holding_any(self._complete, self._read)
        numbers = np.arange(self._read, len(knowledge))
        self._state[numbers] = np.where(absent, ABSENT, ELSEWHERE)
        waiting = numbers[~absent]
        np.add.at(self.elsewhere, knowledge.terms_of(waiting), 1)
        self.waiting += len(waiting)
        self._read = len(knowledge)

    def _forget(self, numbers: npt.NDArray[np.int64]) -> None:
        """These records wait no more."""
        np.subtract.at(self.elsewhere, self.ledger.knowledge.terms_of(numbers), 1)
        self.waiting -= len(numbers)

    def _fit(self) -> int:
        size = self.ledger.fit()
        self.elsewhere = grown(self.elsewhere, size)
        self._complete = grown(self._complete, size)
        self._state = grown(self._state, len(self.ledger.knowledge))
        return size
