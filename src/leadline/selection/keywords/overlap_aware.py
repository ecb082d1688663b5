"""DKR, the default: dynamic knowledge where sources overlap, Good-Turing where they do not.

``Reward = rho(q) * u(q) + unseen * e(q) * (f(q) + kappa * u(q)/U + n(q)/L) / (F + kappa)``, where

- ``u(q)``: records with ``q`` known elsewhere that no complete query on this source has matched,
  ``U`` all such records. A record that matches a complete query and did not come back is proven
  absent and counts no more (the paper's method goes on expecting it).
- ``f(q)``: local records holding ``q`` that one query only returned, where pages cost nothing
  weighed by how many answers they came from (``selection.estimators.answer_dispersion``), and as
  far as others overlap and are open theirs too (``selection.estimators.pooled_singletons``); ``F``
  all such records.
- ``rho``: the overlap as measured, (known elsewhere and found here + 3) / (tested + 10), and
  ``rho(q)`` the same of the records that hold ``q``, as far as terms are found to differ: sources
  that specialise share much of one subject and nothing of another.
- ``n(q)/L``: share of the records taken that hold ``q``, one more singleton: where no singleton is
  left the tail goes on by it.
- ``kappa = 10,000 * rho * a^4 + 1`` with ``a`` how far the others are ahead: of what others took
  whole, what waits here is a fair sample of what nobody knows, of what they took by the same
  queries it is not; where nothing waits or is shared it is 1 in the denominator only;
  ``unseen = max(N - L - rho * U, 0.05 * (N - L))`` with ``N`` the size estimate and ``L`` the
  records taken.
- ``e(q)``: the chance that no other source was asked for it already
  (``selection.estimators.novelty``).

What no source knows yet is expected by count and corrected by what such expectations were worth, in
the column of the term and of late (``selection.knowledge.yield_calibration``, where there are
several sources), and at this source.

With ``rho`` and ``o`` near 0 it becomes GT, so knowledge of a disjoint source does no harm. The
first ten queries are in a source's own terms unless a record is shared. Which source goes next is
then told by the pace of each (``selection.estimators.recent_yield``): the best term of its own is
expected to bring what the last ones did, and terms of others are asked where they promise more.

Past the cap an answer holds mostly records of high rank that were seen before: what such answers
brought of what was expected is learned and applied.

>>> from leadline.model import Answer, Ask, Query, Taken
>>> def record(key, text): return Taken(key, frozenset(Query("", w) for w in text.split()))
>>> shared = DynamicKnowledge()
>>> first, second = OverlapAware(shared), OverlapAware(shared)
>>> first.observe(Answer(Ask("a", Query("", "sea")), (record(1, "sea fog"), record(2, "sea fog"))))
>>> second.select().query.value
'fog'
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np
import numpy.typing as npt

from leadline.protocols import Prediction
from leadline.selection.estimators.answer_dispersion import AnswerDispersion
from leadline.selection.estimators.block_argmax import BlockArgmax
from leadline.selection.estimators.novelty import REFRESH, Novelty
from leadline.selection.estimators.pooled_singletons import PooledSingletons
from leadline.selection.estimators.recent_yield import RecentYield
from leadline.selection.estimators.size import Recaptures, chao1, size_by_ratio
from leadline.selection.keywords.cost import REQUESTS, Costs
from leadline.selection.keywords.statistics import Floats, SourceStatistics
from leadline.selection.knowledge.dynamic import DynamicKnowledge
from leadline.selection.knowledge.membership import RecordMembership

if TYPE_CHECKING:
    from leadline.model import Answer

KAPPA: Final = 10_000.0
KAPPA_POWER: Final = 4
"""Weight of what is known elsewhere, in singletons, where the others were taken whole: there it
takes 2 % off the queries to 95 %. Where sources go in step it does harm: 1,000 at any lead cost
12 % of the queries to 80 % on six pools, so it falls with the fourth power of their lead."""
LEAST_UNSEEN: Final = 0.05
SOLID_SHARED: Final = 30
SOLID_RHO: Final = 0.1
"""Shared records, and overlap, from which eq. (9) says something of a source's size."""
ROUND_UP: Final = 1.5
LEAST_REST: Final = 0.02
"""Chao's bound is low; 30 % too low costs 11-49 % more queries, 50 % too high 10-28 %. Both
matter as far as the other sources are open: eq. (9) is right once those are taken."""
RULE_OF_TEN: Final = 10.0
"""After ``m`` queries that found nothing more, up to three in ``m`` of what there is may still be
missed (the rule of three), and answers overlap, so ten. Chao's bound knows records only: a source
whose queries stayed within one cluster of it looked exhausted, and was left for 1,500 queries while
a disjoint one was asked to its last record. There 80 % took 1,719 queries before and 379 now.
"""
MOST_TIMES_TAKEN: Final = 50.0
"""An estimate past this many times what was taken says only that little was taken."""
FEW_QUERIES: Final = 30
MOST_MISTAKEN: Final = 4.0
FREE: Final = 10.0
"""An answer teaches no more than that four times what came, and ten, was expected: one gross
mistake about a source hardly known would weigh for hundreds of answers."""
MANY_TERMS: Final = 50_000
"""Candidates from which a scan of all of them, most of a millisecond, gives way to blocks, whose
scores of unchanged terms may be a few answers old: 2,863 queries to 80 % beside 2,861."""
MEMORY: Final = 0.95
PATIENCE: Final = 500.0
PATIENT_TIMES: Final = 4.0
LEAST_PATIENCE: Final = 0.1
LEAST_WORTH: Final = 1 / 3
MOST_WORTH: Final = 5.0
"""Predictions are corrected by what the last twenty or so were worth, slowly and within bounds: a
source is not given up after a bad start. Under a cap it saves 5-20 % of the requests. What was
predicted counts like 500 records; where no overlap is proven yet like four times the last twenty,
which saves a pair of sources that overlap 19 of 190 requests. Where records are known elsewhere it
made the second source 10 % dearer."""
OPENING: Final = 10
STRANGER: Final = 1e-6
"""In its first ten queries a source is asked terms of others only if it has none of its own, unless
a record was shared: three sources that share nothing spent 2 to 4 of their first 25 queries on
them. Never to ask them costs 5 to 10 % of the queries to 90 % on parts of one documentation."""
OVERFLOW_MEMORY: Final = 0.9
OVERFLOW_PRIOR: Final = 100.0


class OverlapAware:
    """A ``Selector`` of one source over the knowledge shared by all.

    ``by_page``: an answer may be left behind any page, so what its last page lacks costs nothing.
    """

    def __init__(
        self,
        knowledge: DynamicKnowledge | None = None,
        *,
        page_size: int = 10,
        cap: int = 0,
        size: float | None = None,
        costs: Costs = REQUESTS,
        by_page: bool = False,
    ) -> None:
        self._spread = None if costs.of(2.0) > costs.of(1.0) else AnswerDispersion()
        known = knowledge if knowledge is not None else DynamicKnowledge()
        self.statistics = SourceStatistics(known, self._spread)
        self.membership = RecordMembership(self.statistics.knowledge)
        self.page_size, self.cap, self.size, self.costs = page_size, cap, size, costs
        self._by_page = by_page
        self._exclusive = Novelty(self.membership)
        self._pooled = PooledSingletons(self.membership)
        self._expected: Prediction | None = None
        self._counted = 0, 0.0, 0.0
        self._largest = 0
        self.recaptures = Recaptures()
        self._blocks: BlockArgmax | None = None
        self._stale = 0
        self._pace = RecentYield()
        self._trust = 1.0
        self._over = _PredictionRatio(OVERFLOW_MEMORY, OVERFLOW_PRIOR)
        self._worth = _PredictionRatio(MEMORY, PATIENCE)

    def observe(self, answer: Answer) -> None:
        """Take the records in; those known elsewhere are found, or proven absent, or wait on."""
        statistics, membership = self.statistics, self.membership
        membership.include_new_records()
        term = statistics.knowledge.vocabulary.number(answer.ask.query)
        numbers = np.asarray(statistics.number(answer), dtype=np.int64)
        reached = 1.0
        if not answer.complete and answer.total:
            reached = min(1.0, len(numbers) / answer.total)
        membership.note_answer(term, numbers, complete=answer.complete, reached=reached)
        before, shown = (
            statistics.records,
            int(statistics.local[term]) if term < len(statistics.local) else 0,
        )
        if self._spread is not None:
            statistics.fit()
            self._spread.asked(term, statistics.single)
        new = statistics.take(answer)
        self._recapture(answer, before=before, again=len(numbers) - new, shown=shown)
        self._learn(answer, new)
        self._largest = max(self._largest, answer.total or 0 if answer.exact else 0)
        membership.size, membership.taken = self.estimate() or 0.0, statistics.records
        membership.single = statistics.single if self._spread is None else self._spread.weights
        membership.closed = statistics.closed
        membership.once = statistics.once
        self._exclusive.count += 1
        self._stale += 1

    def settle(self, answer: Answer) -> None:
        """All that holds the term of this answer is known: those here came, no other is here."""
        statistics = self.statistics
        term = statistics.knowledge.vocabulary.number(answer.ask.query)
        here = [n for n in statistics.knowledge.holding(term).tolist() if statistics.holds(n)]
        self.membership.note_answer(
            term, np.array(here, dtype=np.int64), complete=True, reached=1.0
        )
        shown = set(statistics.number(answer))
        statistics.count([number for number in here if number not in shown])

    def select(self, among: npt.NDArray[np.int64] | None = None) -> Prediction | None:
        """The open term of the greatest expected yield by cost, of all or ``among`` some."""
        self.membership.include_new_records()
        size = self.statistics.fit()
        if self._pooled.renew(size):
            self._blocks = None
        if among is not None:
            best = self._best_among(among)
        else:
            best = self._best_of_all(size) if size < MANY_TERMS else self._best_of_blocks(size)
        if best is None:
            return None
        unknown, known, pages = (float(part[0]) for part in self._parts(np.array([best])))
        query = self.statistics.knowledge.vocabulary.query(best)
        self._counted = best, unknown, known
        reward = self._trust * unknown + known
        self._expected = Prediction(query, reward, pages, self.costs.of(pages))
        return self._expected

    def estimate(self) -> float | None:
        """The size told from outside, else the larger of Chao's bound and eq. (9) turned round.

        Past a cap each answer shows the records of high rank, others come once, and Chao's bound
        is 31 % high where eq. (9) is 5 % off, and 26 % low where nothing is shared: there eq. (9)
        goes first, then what stated totals say.
        """
        statistics = self.statistics
        if self.size is not None:
            return max(self.size, float(statistics.records))
        if not statistics.records:
            return None
        ratio = self.by_ratio()
        if self.cap and ratio:
            return max(ratio, float(statistics.records), float(self._largest))
        if self.cap and self.recaptures.again >= SOLID_SHARED:
            return max(self.recaptures.size, float(statistics.records), float(self._largest))
        bound = chao1(records=statistics.records, once=statistics.once, twice=statistics.twice)
        bound = min(bound, MOST_TIMES_TAKEN * statistics.records)
        return max(bound, ratio, float(self._largest))

    def _recapture(self, answer: Answer, *, before: int, again: int, shown: int) -> None:
        """Count the answer as a catch, where it is known how many match."""
        if answer.complete:
            came = len(answer.records)
            self.recaptures.whole(before=before, matching=came, again=again, shown=shown)
        elif answer.total and answer.exact:
            self.recaptures.cut(before=before, matching=answer.total, shown=max(again, shown))

    def by_ratio(self) -> float:
        """Eq. (9) turned round over the records that others have, 0 where few are shared."""
        membership = self.membership
        tested, both = membership.tested_elsewhere()
        if both < SOLID_SHARED or membership.overlap < SOLID_RHO:
            return 0.0
        known = tested + membership.untested
        return size_by_ratio(local=self.statistics.records, matched=tested, known=known)

    def _best_of_all(self, size: int) -> int | None:
        scores, pages = self._all_scores(size)
        return self.statistics.best(scores, pages)

    def _best_among(self, terms: npt.NDArray[np.int64]) -> int | None:
        scores = self._scores(*self._parts(terms))
        top = scores.max(initial=0.0)
        if not top > 0:
            return None
        return self.statistics.knowledge.vocabulary.first(terms[scores == top].astype(np.int32))

    def _best_of_blocks(self, size: int) -> int | None:
        """The same over blocks: only changed terms are scored anew between refreshes."""
        changes = [self.statistics.changes, self.membership.changes, self._exclusive.changes]
        if self._blocks is None or self._blocks.size < size or self._stale >= REFRESH:
            scores = np.zeros(size + size // 4)
            scores[:size] = self._all_scores(size)[0]
            self._blocks, self._stale = BlockArgmax(scores), 0
        else:
            touched = [places for change in changes for places in change]
            if touched:
                places = np.unique(np.concatenate(touched))
                self._blocks.update(places, self._scores(*self._parts(places)))
        for change in changes:
            change.clear()
        if not self._blocks.top > 0:
            return None
        ties = self._blocks.ties()
        pages = self._parts(ties)[2]
        return self.statistics.knowledge.vocabulary.first(ties[pages == pages.min()])

    def _all_scores(self, size: int) -> tuple[Floats, Floats]:
        """Scores and pages of all terms; of a source by itself, the best has the pace."""
        unknown, known, pages = self._parts(slice(0, size))
        self._trust = 1.0
        if self._pace.rate and not self._is_related():
            best = float((unknown / self.costs.each(pages)).max(initial=0.0))
            self._trust = self._pace.rate / best if best else 1.0
        return self._scores(unknown, known, pages), pages

    def _scores(self, unknown: Floats, known: Floats, pages: Floats) -> Floats:
        scores: Floats = (self._trust * unknown + known) / self.costs.each(pages)
        return scores

    def _is_related(self) -> bool:
        """Whether others share something with it; else its terms are ranked as GT does."""
        return self.membership.confirmed > 0 and self.membership.overlap >= SOLID_RHO

    def _parts(self, which: slice | npt.NDArray[Any]) -> tuple[Floats, Floats, Floats]:
        """Of some terms: expected records that nobody knows, and that others know, and the pages.

        0 for terms that are closed.
        """
        statistics = self.statistics
        held, is_open = self.membership.untested_by_term[which], ~statistics.closed[which]
        by_known, by_single = self._factors()
        unknown: Floats = by_single * (self._singletons(which) + self._pooled.single[which])
        unknown += by_known * held
        unknown *= self._exclusive.weights()[which] * is_open
        if self._is_related():
            unknown *= statistics.knowledge.yield_calibration.ratios(which)
        known = self.membership.overlap_by_term(which) * held * is_open
        if not self.membership.confirmed and statistics.queries < OPENING:
            known *= STRANGER
        reached = statistics.local[which] + unknown + known
        if self.cap:
            over = reached > self.cap
            share = self.cap / reached[over] * self._over.ratio
            unknown[over] *= share
            known[over] *= share
            reached = np.minimum(reached, self.cap)
        pages = reached / max(1, self.page_size)
        return unknown, known, np.maximum(1.0, pages if self._by_page else np.ceil(pages))

    def _singletons(self, which: slice | npt.NDArray[Any]) -> Floats:
        """Own singletons of some terms, and what stands for one where there are none."""
        statistics, spread = self.statistics, self._spread
        found: Floats = statistics.local[which] / max(1, statistics.records)
        if spread is None:
            return found + statistics.single[which]
        return spread.records_each * (found + spread.weights[which])

    def _factors(self) -> tuple[float, float]:
        """What a record known elsewhere, and a local singleton, say of records nobody knows."""
        rho, waiting = self.membership.overlap, self.membership.untested
        rest = self.rest()
        kappa = 0.0
        if waiting and self._is_related():
            kappa = KAPPA * rho * self._pooled.ahead() ** KAPPA_POWER + 1.0
        unseen = max(rest - rho * waiting, LEAST_UNSEEN * rest)
        by_single = (
            self._worth.ratio
            * unseen
            / (self.statistics.once + self._pooled.once + max(kappa, 1.0))
        )
        return (kappa * by_single / waiting if waiting else 0.0), by_single

    def _learn(self, answer: Answer, new: int) -> None:
        """What the prediction was worth: overflowing answers and whole ones apart."""
        expected, self._expected = self._expected, None
        if expected is None or expected.query != answer.ask.query:
            return
        self._pace.note(
            came=new - self.membership.confirmed_last, cost=self.costs.of(answer.interactions)
        )
        read = self._part_read(answer)
        may_wait = self._by_page and read < 1 and not 0 < self.cap < (answer.total or 0)
        if answer.complete or may_wait:
            self._learn_unknown(new - self.membership.confirmed_last, read)
        else:
            _, unknown, known = self._counted
            self._over.note(read * (unknown + known), new)

    def _part_read(self, answer: Answer) -> float:
        """How much of what can be read of an answer was read: its first page may be all for now."""
        if answer.complete or not answer.total or not self._by_page:
            return 1.0
        return min(1.0, len(answer.records) / min(answer.total, self.cap or answer.total))

    def _learn_unknown(self, came: int, read: float) -> None:
        """What came that no source had: beside what was expected, by column and at this source."""
        term, expected, _ = self._counted
        expected *= read / self._worth.ratio
        alone = len(self.statistics.knowledge.memberships) == 1
        self._worth.note(expected, came, settled=alone or self.by_ratio() > 0)
        if not self._is_related():
            return
        yield_calibration = self.statistics.knowledge.yield_calibration
        ratio = float(yield_calibration.ratios(np.array([term]))[0])
        bounded = min(expected / ratio, MOST_MISTAKEN * came + FREE)
        yield_calibration.note(term, expected=bounded, came=came)

    def rest(self) -> float:
        """Records not taken yet, rounded up; a source hardly asked may be as large as any."""
        records = self.statistics.records
        rest = max((self.estimate() or 1.0) - records, 0.0)
        if self.size is not None:
            return max(rest, 1.0)
        others = [p for p in self.statistics.knowledge.memberships if p is not self.membership]
        if not any(other.taken for other in others):
            return max(rest, LEAST_REST * records)
        rest = max(rest, RULE_OF_TEN * records / max(RULE_OF_TEN, self.statistics.queries))
        sizes = sum(other.size for other in others)
        open_part = 1.0 - min(1.0, sum(p.taken for p in others) / sizes) if sizes else 1.0
        rest *= 1.0 + (ROUND_UP - 1.0) * open_part
        rest += LEAST_REST * open_part * records + 1.0
        if self.statistics.queries >= FEW_QUERIES:
            return rest
        return max([rest, *(other.size for other in others)])


class _PredictionRatio:
    """What came by what was predicted, the latest answers counting most."""

    def __init__(self, memory: float, patience: float) -> None:
        self._memory, self._patience = memory, patience
        self._predicted = self._came = 0.0
        self.ratio = 1.0

    def note(self, predicted: float, came: float, *, settled: bool = True) -> None:
        """An answer came; ``settled`` keeps the whole patience in a tail too."""
        self._predicted = self._memory * self._predicted + predicted
        self._came = self._memory * self._came + came
        patience = self._patience
        if not settled:
            patience = min(patience, max(PATIENT_TIMES * self._predicted, LEAST_PATIENCE))
        ratio = (self._came + patience) / (self._predicted + patience)
        self.ratio = min(MOST_WORTH, max(LEAST_WORTH, ratio))
