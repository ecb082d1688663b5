"""The default selector: dynamic knowledge where sources overlap, Good-Turing elsewhere.

Benches and the page of papers call it DKR. The term of the greatest expected yield by cost is asked
next (``keywords.yield_model``; eq. (11) of Xian et al. 2012). Where nothing is shared this is
Good-Turing, so knowledge of a disjoint source does no harm. The best own term of such a source is
expected to bring what the last answers did (``RecentYield``), so that sources can be compared.

>>> from leadline.model import Ask, Taken
>>> def record(key, text): return Taken(key, frozenset(Query("", w) for w in text.split()))
>>> shared = DynamicKnowledge()
>>> first, second = OverlapAware(shared), OverlapAware(shared)
>>> first.observe(Answer(Ask("a", Query("", "sea")), (record(1, "sea fog"), record(2, "sea fog"))))
>>> second.select().query.value
'fog'
"""

from collections.abc import Iterator
from typing import Any, Final, NamedTuple, TypeVar

import numpy as np

from leadline.model import Answer, Query
from leadline.protocols import Prediction
from leadline.selection.keywords.yield_model import ExpectedYield, YieldModel
from leadline.selection.knowledge.dynamic import DynamicKnowledge
from leadline.selection.knowledge.vocabulary import Floats, Places

MIN_TERMS_FOR_SHORTLIST: Final = 50_000
"""Terms from which only the best ones, and those that came since, are scored for each choice."""
SHORTLIST_TERMS: Final = 4_096
RENEW_ANSWERS: Final = 20
"""Answers after which the shortlist is drawn up anew from all terms."""
COUNTED_PER_STEP: Final = 5_000
"""Records of an answer that are counted before others are served."""
MAX_OVERPREDICTION: Final = 4.0
FREE_OVERPREDICTION: Final = 10.0
"""Predicted records that an answer teaches at most: four times the observed ones, and ten. One
gross mistake about a source hardly known would weigh for hundreds of answers."""
REMEMBERED_ANSWERS: Final = 10.0
"""Productive answers that are remembered."""


class RecentYield:
    """New records by cost of the last ten answers that brought some; 0 before the first.

    Counts tell badly what a term brings once few records are left. A source slows down slowly, so
    its latest answers predict its next one.

    >>> recent = RecentYield()
    >>> for _ in range(40): recent.add(records=1, cost=2.0)
    >>> for _ in range(20): recent.add(records=0, cost=1.0)
    >>> round(recent.rate, 2)
    0.25
    """

    def __init__(self) -> None:
        self._records = self._cost = 0.0

    def add(self, *, records: float, cost: float) -> None:
        """Add an answer: its new records and its cost."""
        kept = 1.0 - min(records, 1.0) / REMEMBERED_ANSWERS
        self._records = self._records * kept + records
        self._cost = self._cost * kept + cost

    @property
    def rate(self) -> float:
        """New records for a cost of one."""
        return self._records / self._cost if self._cost else 0.0


_Pages = TypeVar("_Pages", float, Floats)


class Expectation(NamedTuple):
    """The term that was selected last; its new records that none gave yet, and that others gave."""

    query: Query
    unknown: float
    known: float


class OverlapAware(YieldModel):
    """A ``Selector`` of one source over the knowledge shared by all; options of `YieldModel`."""

    def __init__(self, knowledge: DynamicKnowledge | None = None, **options: Any) -> None:
        super().__init__(knowledge, **options)
        self.expectation: Expectation | None = None
        self._recent = RecentYield()
        self._trust = 1.0
        self._shortlist: Places | None = None
        self._shortlisted_terms = 0
        self._answers_since = 0

    @property
    def size(self) -> float | None:
        """The size of the source that is known from outside."""
        return self.source_size.stated

    @size.setter
    def size(self, size: float | None) -> None:
        self.source_size.stated = size

    def estimate(self) -> float | None:
        """Return the estimated size of the source in records, None before any record."""
        return self.source_size.estimate(cap=self.cap)

    def cost(self, pages: _Pages) -> _Pages:
        """Return what answers of so many pages cost: a request a page."""
        return pages

    def observe(self, answer: Answer) -> None:
        """Learn from an answer: confirm the records known elsewhere, or prove them absent."""
        self.expect(answer.ask.query)
        for _ in self.observing(answer):
            pass

    def expect(self, query: Query) -> int:
        """Prepare for the answer to a query, before its records enter the knowledge."""
        self.membership.include_new_records()
        return self.knowledge.vocabulary.number(query)

    def observing(self, answer: Answer) -> Iterator[None]:
        """Learn in steps from an answer that was expected."""
        statistics, membership = self.statistics, self.membership
        term = self.knowledge.vocabulary.number(answer.ask.query)
        added: dict[int, None] = {}
        for first in range(0, len(answer.records), COUNTED_PER_STEP):
            some = answer.records[first : first + COUNTED_PER_STEP]
            added.update(dict.fromkeys([self.knowledge.add(taken)[0] for taken in some]))
            yield
        numbers = np.fromiter(added, dtype=np.int64, count=len(added))
        reached = 1.0
        if not answer.complete and answer.total:
            reached = min(1.0, len(numbers) / answer.total)
        membership.note_answer(term, numbers, complete=answer.complete, reached=reached)
        before = statistics.records
        shown = int(statistics.local[term]) if term < len(statistics.local) else 0
        statistics.ask(answer)
        new = 0
        for first in range(0, len(numbers), COUNTED_PER_STEP):
            new += statistics.count(numbers[first : first + COUNTED_PER_STEP])
            yield
        self.source_size.note_answer(answer, before=before, again=len(numbers) - new, shown=shown)
        self._learn(answer, new)
        membership.size, membership.taken = self.estimate() or 0.0, statistics.records
        membership.statistics = statistics
        self.novelty.answers += 1
        self._answers_since += 1

    def settle(self, answer: Answer) -> None:
        """Take an answer as whole: all records that hold its term are known.

        Those taken from here came again, no other record of the term is here.
        """
        statistics = self.statistics
        term = self.knowledge.vocabulary.number(answer.ask.query)
        here = [n for n in self.knowledge.holding(term).tolist() if statistics.holds(n)]
        self.membership.note_answer(
            term, np.array(here, dtype=np.int64), complete=True, reached=1.0
        )
        shown = set(statistics.number(answer))
        statistics.count([number for number in here if number not in shown])

    def select(self, among: Places | None = None) -> Prediction | None:
        """Return the open term of the greatest expected yield by cost, of all or ``among`` some."""
        self.membership.include_new_records()
        size = self.statistics.fit()
        if self.pooled.renew(size):
            self._shortlist = None
        if among is None and size >= MIN_TERMS_FOR_SHORTLIST:
            among = self._best_terms(size)
        if among is not None:
            best = self._best_among(among)
        else:
            best = self.statistics.best(*self._all_scores(size))
        if best is None:
            return None
        unknown, known, pages = (float(part[0]) for part in self.expected_yield(np.array([best])))
        query = self.knowledge.vocabulary.query(best)
        new = self._trust * unknown + known
        self.expectation = Expectation(query, unknown, known)
        return Prediction(query, new, pages, self.cost(pages))

    def repeat(self, expectation: Expectation | None) -> None:
        """Expect what an earlier run expected here, without predicting it again.

        A shortlist is drawn up when it was then.
        """
        if expectation is not None and self.statistics.fit() >= MIN_TERMS_FOR_SHORTLIST:
            self.select()
        self.expectation = expectation

    def _best_among(self, terms: Places) -> int | None:
        """Return the best of some terms."""
        scores = self._scores(self.expected_yield(terms))
        top = scores.max(initial=0.0)
        return self.knowledge.vocabulary.first(terms[scores == top]) if top > 0 else None

    def _best_terms(self, size: int) -> Places:
        """Return the terms that were best when the shortlist was drawn up, and all later ones."""
        shortlist = self._shortlist
        is_due = self._answers_since >= RENEW_ANSWERS
        if shortlist is None or is_due or self.statistics.closed[shortlist].all():
            scores, _ = self._all_scores(size)
            first = max(0, size - SHORTLIST_TERMS)
            shortlist = self._shortlist = np.sort(np.argpartition(scores, first)[first:])
            self._shortlisted_terms, self._answers_since = size, 0
        return np.concatenate((shortlist, np.arange(self._shortlisted_terms, size)))

    def _all_scores(self, size: int) -> tuple[Floats, Floats]:
        """Return scores and pages of all terms; alone, the best term has the recent yield."""
        expected = self.expected_yield(slice(0, size))
        self._trust = 1.0
        if self._recent.rate and not self.is_related:
            best = float((expected.unknown / self.cost(expected.pages)).max(initial=0.0))
            self._trust = self._recent.rate / best if best else 1.0
        return self._scores(expected), expected.pages

    def _scores(self, expected: ExpectedYield) -> Floats:
        """Return expected new records by cost, eq. (11)."""
        scores: Floats = self._trust * expected.unknown + expected.known
        return scores / self.cost(expected.pages)

    def _learn(self, answer: Answer, new: int) -> None:
        """Hold an answer against what was expected: overflowing and whole answers apart."""
        selected, self.expectation = self.expectation, None
        if selected is None or selected.query != answer.ask.query:
            return
        unknown = new - self.membership.confirmed_last
        self._recent.add(records=unknown, cost=self.cost(float(answer.interactions)))
        read = self._share_read(answer)
        is_within_cap = not 0 < self.cap < (answer.total or 0)
        if answer.complete or (self.by_page and read < 1 and is_within_cap):
            self._learn_unknown(selected, unknown, read)
        else:
            predicted = read * (selected.unknown + selected.known)
            self.overflow.add(predicted=predicted, observed=new)

    def _share_read(self, answer: Answer) -> float:
        """Return the share of an answer's reachable records that was read: perhaps one page."""
        if answer.complete or not answer.total or not self.by_page:
            return 1.0
        return min(1.0, len(answer.records) / min(answer.total, self.cap or answer.total))

    def _learn_unknown(self, selected: Expectation, observed: int, read: float) -> None:
        """Learn from records that no source had: at this source, and by the term's column."""
        predicted = selected.unknown * (read / self.correction.value)
        is_alone = len(self.membership.memberships) == 1
        has_full_prior = is_alone or self.source_size.by_ratio() > 0
        self.correction.add(predicted=predicted, observed=observed, has_full_prior=has_full_prior)
        if not self.is_related:
            return
        calibration = self.knowledge.yield_calibration
        term = self.knowledge.vocabulary.number(selected.query)
        ratio = float(calibration.ratios(np.array([term]))[0])
        bounded = min(predicted / ratio, MAX_OVERPREDICTION * observed + FREE_OVERPREDICTION)
        calibration.add(term, predicted=bounded, observed=observed)
