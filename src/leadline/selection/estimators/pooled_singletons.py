"""Pooled singletons: Good-Turing over what all overlapping sources took together.

A record that only one query returned says that its other terms lead where little was asked yet
(Good-Turing). A small source, or a rare term, has few such records. Sources that overlap are
samples of one population, so the singletons of a term at other sources count too, unless the term
itself was asked there.

A source counts as far as its overlap is proven and as far as it is still open: the singletons of
a source that was taken whole mean nothing. ``lead`` says how far others are ahead; then their
records that are untested here are the better sample of what nobody knows.

>>> from leadline.selection.knowledge.dynamic import DynamicKnowledge
>>> pooled = PooledSingletons(DynamicKnowledge().join())
>>> pooled.renew(10), pooled.once, pooled.lead()
(False, 0.0, 0.0)
"""

from typing import Final

import numpy as np

from leadline.selection.estimators.novelty import proven_overlap
from leadline.selection.knowledge.membership import RecordMembership
from leadline.selection.knowledge.statistics import SourceStatistics
from leadline.selection.knowledge.vocabulary import Floats

SINGLETON_WEIGHT: Final = 3.0
"""Weight of a singleton elsewhere, in own singletons."""
FULL_OVERLAP: Final = 0.1
"""Proven overlap from which another source counts in full."""
MIN_OPEN_SHARE: Final = 0.01
"""Open share of this source that is presumed at least."""
RENEW_GROWTH: Final = 0.05
MAX_RENEW_ANSWERS: Final = 50
"""Growth of all answers after which the pool is counted anew, at most so many for each source."""


class PooledSingletons:
    """Weighted singletons of other sources: ``single`` by term, ``once`` in all."""

    def __init__(self, membership: RecordMembership) -> None:
        self._membership = membership
        self.single: Floats = np.zeros(1024)
        self.once = 0.0
        self._answers = 0

    def renew(self, size: int) -> bool:
        """Count anew, for ``size`` terms, if enough answers came; return whether they did."""
        if len(self.single) < size:
            more = max(size - len(self.single), len(self.single))
            self.single = np.concatenate((self.single, np.zeros(more)))
        memberships = self._membership.memberships
        if len(memberships) < 2:
            return False
        answers = sum(membership.answers for membership in memberships)
        due = max(1.0, min(RENEW_GROWTH * self._answers, MAX_RENEW_ANSWERS * len(memberships)))
        if answers < self._answers + due:
            return False
        self._answers = answers
        self._count()
        return True

    def lead(self) -> float:
        """Return how far others are ahead: 1 when all were taken whole, 0 when none is ahead."""
        others = self._membership.others
        if not others:
            return 0.0
        return 1.0 - sum(self._relative_openness(other) for other in others) / len(others)

    def _count(self) -> None:
        self.single[:] = 0.0
        self.once = 0.0
        for other in self._membership.others:
            statistics = other.statistics
            if statistics is None or not statistics.singleton_weights.any():
                continue
            overlap = min(1.0, proven_overlap(self._membership, other) / FULL_OVERLAP)
            weight = SINGLETON_WEIGHT * overlap * self._relative_openness(other)
            if weight:
                known = _unasked_singletons(statistics)[: len(self.single)]
                self.single[: len(known)] += weight * known
                self.once += weight * statistics.once

    def _relative_openness(self, other: RecordMembership) -> float:
        """Return how open another source is in proportion to this one, at most 1."""
        return min(1.0, other.open_share / max(self._membership.open_share, MIN_OPEN_SHARE))


def _unasked_singletons(statistics: SourceStatistics) -> Floats:
    """Return singletons by term, 0 for closed terms: an asked term returned them itself."""
    weights, closed = statistics.singleton_weights, statistics.closed
    size = min(len(weights), len(closed))
    singletons: Floats = 1.0 * weights[:size] * ~closed[:size]
    return singletons
