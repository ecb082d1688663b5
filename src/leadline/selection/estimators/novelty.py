"""Novelty: the chance that no other source already gave the records that a term would bring.

A record that no source knows yet can hold a term only where no other source was asked for it.
``e(q)`` is the product of ``1 - o_j`` over the sources ``j`` that answered ``q`` completely;
``o_j`` is the measured share of this source's records that ``j`` has too. Without it similar
sources ask the same queries in step.

>>> from leadline.selection.knowledge.dynamic import DynamicKnowledge
>>> Novelty(DynamicKnowledge().join()).weights()[:2].tolist()
[1.0, 1.0]
"""

from typing import Final

import numpy as np

from leadline.selection.knowledge.membership import RecordMembership
from leadline.selection.knowledge.vocabulary import Floats

REMEASURE_ANSWERS: Final = 50
"""Answers after which the overlaps, which change slowly, are measured anew."""
PRIOR_TESTED_RECORDS: Final = 10.0
"""Records of no overlap that count before any is tested: overlap is proven, not presumed."""


def proven_overlap(membership: RecordMembership, other: RecordMembership) -> float:
    """Return the share of one source's tested records that another has too, low while unproven."""
    shared, tested = membership.shared_with(other)
    return shared / (tested + PRIOR_TESTED_RECORDS)


class Novelty:
    """e(q) of every term, updated as other sources answer; ``answers`` counts those of this one."""

    def __init__(self, membership: RecordMembership) -> None:
        self._membership = membership
        self._weights: Floats = np.ones(1024)
        self._overlaps: dict[int, float] = {}
        self._read: dict[int, int] = {}
        self.answers = 0
        self._measured_at = 0

    def weights(self) -> Floats:
        """Return e(q) by term."""
        size = len(self._membership.untested_by_term)
        if self.answers - self._measured_at >= REMEASURE_ANSWERS:
            self._measured_at = self.answers
            self._overlaps, self._read = {}, {}
            self._weights[:] = 1.0
        if len(self._weights) < size:
            self._weights = np.concatenate((self._weights, np.ones(size - len(self._weights))))
        for place, other in enumerate(self._membership.memberships):
            read = self._read.get(place, 0)
            if other is not self._membership and read < len(other.complete_terms):
                terms = np.array(other.complete_terms[read:], dtype=np.int64)
                self._weights[terms] *= 1.0 - self._overlap(place, other)
                self._read[place] = len(other.complete_terms)
        return self._weights

    def _overlap(self, place: int, other: RecordMembership) -> float:
        if place not in self._overlaps:
            self._overlaps[place] = proven_overlap(self._membership, other)
        return self._overlaps[place]
