"""What an answer of an overlapping source will bring: the reward of ``OverlapAware``.

The expected new records of a term ``q`` have two parts. ``rho`` is the share of the records of
other sources that this one holds, too.

Records that no source gave yet:
``unseen * r * e(q) * c(q) * (f(q) + n(q)/L + kappa * u(q)/U) / (F + kappa)``

- ``f(q)``: records holding ``q`` that one query only returned (Good-Turing's singletons), own ones
  and those of overlapping sources (``estimators.pooled_singletons``); ``F`` all of them.
- ``n(q)/L``: share of the ``L`` records taken that hold ``q``, which stands for one more singleton.
- ``u(q)``: records with ``q`` known elsewhere and untested here, ``U`` all of them. As far as other
  sources were taken whole, these are a fair sample of what nobody knows:
  ``kappa = 10,000 * rho * lead^4 + 1``. Otherwise they count little; 1 in the denominator alone
  where nothing is untested or shared.
- ``unseen = max(rest - rho * U, 0.05 * rest)`` of the ``rest`` not taken
  (``estimators.source_size``).
- ``e(q)``: chance that no other source gave them already (``estimators.novelty``).
- ``c(q)``: calibration of the term's column (``knowledge.dynamic``), if sources overlap.
- ``r``: observed over predicted records at this source (``PredictionRatio``).

Records that other sources gave: ``rho(q) * u(q)``, with ``rho(q)`` the measured overlap, by term as
far as terms differ. A record that matches a complete query and did not come back is proven absent
and counts no more; Xian et al. go on expecting it.
"""

from typing import ClassVar, Final, NamedTuple

import numpy as np

from leadline.selection.estimators.novelty import Novelty
from leadline.selection.estimators.pooled_singletons import PooledSingletons
from leadline.selection.estimators.source_size import MIN_SOURCE_OVERLAP, SourceSize
from leadline.selection.knowledge.dynamic import DynamicKnowledge
from leadline.selection.knowledge.statistics import SourceStatistics
from leadline.selection.knowledge.vocabulary import Floats, Terms

MAX_UNTESTED_WEIGHT: Final = 10_000.0
LEAD_POWER: Final = 4
"""Weight of all untested records, in singletons, where the others were taken whole, and how fast it
falls with their lead: it does harm where sources are asked in step."""
MIN_UNSEEN_SHARE: Final = 0.05
"""Share of the records not taken that is presumed to be unknown to all sources."""
OPENING_QUERIES: Final = 10
FOREIGN_TERM_FACTOR: Final = 1e-6
"""In its first ten queries a source is asked terms of other sources only if it has none of its own,
unless a record was shared."""
DECAY_PER_ANSWER: Final = 0.95
PRIOR_RECORDS: Final = 500.0
"""The correction of predictions follows about twenty answers; 500 records as predicted precede."""
OVERFLOW_DECAY: Final = 0.9
OVERFLOW_PRIOR_RECORDS: Final = 100.0
"""Decay and prior, in records, of the correction for answers past the cap."""
MIN_RATIO: Final = 1 / 3
MAX_RATIO: Final = 5.0
"""Bounds of the correction: a source is not given up after a bad start."""
UNPROVEN_PRIOR_TIMES: Final = 4.0
MIN_UNPROVEN_PRIOR: Final = 0.1
"""Prior while no overlap is proven: four times the recent predictions, at least a tenth record."""


class PredictionRatio:
    """Learns by what to multiply predictions; ``prior`` records as predicted count beforehand.

    >>> ratio = PredictionRatio(decay=0.95, prior=20.0)
    >>> ratio.value
    1.0
    >>> for _ in range(30): ratio.add(predicted=10.0, observed=5.0)
    >>> round(ratio.value, 2)
    0.56
    """

    def __init__(self, decay: float, prior: float) -> None:
        self._decay, self._prior = decay, prior
        self._predicted = self._observed = 0.0
        self.value = 1.0

    def add(self, *, predicted: float, observed: float, has_full_prior: bool = True) -> None:
        """Learn from an answer; without ``has_full_prior`` the prior shrinks in a tail."""
        self._predicted = self._decay * self._predicted + predicted
        self._observed = self._decay * self._observed + observed
        prior = self._prior
        if not has_full_prior:
            prior = min(prior, max(UNPROVEN_PRIOR_TIMES * self._predicted, MIN_UNPROVEN_PRIOR))
        ratio = (self._observed + prior) / (self._predicted + prior)
        self.value = min(MAX_RATIO, max(MIN_RATIO, ratio))


class ExpectedYield(NamedTuple):
    """New records by term that no source gave, that others gave, and the result pages of each."""

    unknown: Floats
    known: Floats
    pages: Floats


class YieldModel:
    """Expected yield of every term of one source, over the knowledge shared by all.

    ``page_size`` and ``cap`` (records that an answer shows at most, 0 for all) may be set when they
    become known. ``by_page``: an answer may be left behind any page, so a page may count in part.
    ``counts`` makes the statistics of the source.
    """

    counts: ClassVar[type[SourceStatistics]] = SourceStatistics

    def __init__(
        self,
        knowledge: DynamicKnowledge | None = None,
        *,
        page_size: int = 10,
        cap: int = 0,
        size: float | None = None,
        by_page: bool = False,
    ) -> None:
        self.knowledge = knowledge if knowledge is not None else DynamicKnowledge()
        self.statistics = self.counts(self.knowledge)
        self.membership = self.knowledge.join()
        self.source_size = SourceSize(self.statistics, self.membership, size)
        self.page_size, self.cap, self.by_page = page_size, cap, by_page
        self.novelty = Novelty(self.membership)
        self.pooled = PooledSingletons(self.membership)
        self.correction = PredictionRatio(DECAY_PER_ANSWER, PRIOR_RECORDS)
        self.overflow = PredictionRatio(OVERFLOW_DECAY, OVERFLOW_PRIOR_RECORDS)

    @property
    def is_related(self) -> bool:
        """Whether another source is known to share records with this one."""
        return self.membership.confirmed > 0 and self.membership.overlap >= MIN_SOURCE_OVERLAP

    def remaining(self) -> float:
        """Return the estimated records not taken yet."""
        return self.source_size.remaining(cap=self.cap)

    def expected_yield(self, which: Terms) -> ExpectedYield:
        """Return what an answer to each of some terms is expected to bring; 0 for closed terms."""
        is_open = ~self.statistics.closed[which]
        unknown = self._by_counts(which)
        unknown *= self.novelty.weights()[which] * is_open
        unknown *= self._column_calibration(which)
        known = self._known_elsewhere(which) * is_open
        known *= self._opening_factor()
        reached = self.statistics.local[which] + unknown + known
        reached = self._cut_at_cap(reached, unknown, known)
        return ExpectedYield(unknown, known, self._pages(reached))

    def _by_counts(self, which: Terms) -> Floats:
        """Return records that no source gave, by singletons and by untested records."""
        by_singleton, by_untested = self._count_weights()
        singletons = self.statistics.singletons(which) + self.pooled.single[which]
        unknown: Floats = by_singleton * singletons
        unknown += by_untested * self.membership.untested_by_term[which]
        return unknown

    def _count_weights(self) -> tuple[float, float]:
        """Return the unseen records that one singleton, and one untested record, stand for."""
        overlap, untested = self.membership.overlap, self.membership.untested
        rest = self.remaining()
        kappa = 0.0
        if untested and self.is_related:
            kappa = MAX_UNTESTED_WEIGHT * overlap * self.pooled.lead() ** LEAD_POWER + 1.0
        unseen = max(rest - overlap * untested, MIN_UNSEEN_SHARE * rest)
        singletons = self.statistics.once + self.pooled.once + max(kappa, 1.0)
        by_singleton = self.correction.value * unseen / singletons
        return by_singleton, (kappa * by_singleton / untested if untested else 0.0)

    def _column_calibration(self, which: Terms) -> Floats | float:
        """Return what answers of the terms' columns brought over what was predicted."""
        return self.knowledge.yield_calibration.ratios(which) if self.is_related else 1.0

    def _known_elsewhere(self, which: Terms) -> Floats:
        """Return untested records that other sources gave and this one is expected to hold."""
        untested = self.membership.untested_by_term[which]
        return self.membership.overlap_by_term(which) * untested

    def _opening_factor(self) -> float:
        """Return what terms of other sources count in a source that has shared nothing yet."""
        is_opening = self.statistics.queries < OPENING_QUERIES
        return FOREIGN_TERM_FACTOR if is_opening and not self.membership.confirmed else 1.0

    def _cut_at_cap(self, reached: Floats, unknown: Floats, known: Floats) -> Floats:
        """Scale down, in place, what answers past the cap bring; return the records they show.

        Such answers show mostly records of high rank that were seen before; how much less they
        bring than their share is learned (``overflow``).
        """
        if not self.cap:
            return reached
        over = reached > self.cap
        share = self.cap / reached[over] * self.overflow.value
        unknown[over] *= share
        known[over] *= share
        return np.minimum(reached, self.cap)

    def _pages(self, reached: Floats) -> Floats:
        """Return the result pages that answers of so many records take, at least one."""
        pages = reached / max(1, self.page_size)
        return np.maximum(1.0, pages if self.by_page else np.ceil(pages))
