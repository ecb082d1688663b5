"""Which of the known records a source holds: confirmed, absent, or untested.

A query answered completely tests all known records that hold it. Those that did not come back are
proven absent. Records that come later from other sources are tested by the queries already asked.
From these marks follow the overlap of two sources, and the coverage of eq. (9) of Xian 2012.
"""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt

from leadline.selection.knowledge.record_index import RecordIndex
from leadline.selection.knowledge.statistics import SourceStatistics
from leadline.selection.knowledge.vocabulary import Floats, Places, TermNumbers, Terms, grown

RECOUNT_ANSWERS: Final = 10
"""Answers after which shared records are counted anew, which reads all records."""
RECOUNT_GROWTH: Final = 1.02
"""Growth of the known records from which shared records are counted anew."""
MIN_TESTED_RECORDS: Final = 5.0
"""Tested records of a term from which it says how much terms differ."""
PRIOR_CORRELATION: Final = 0.002
"""Likeness of two records of one term that is presumed: terms hardly differ."""
PRIOR_PAIRS: Final = 30_000.0
"""Pairs of tested records that the presumed likeness weighs like."""
MIN_STRENGTH: Final = 5.0
MAX_STRENGTH: Final = 10_000.0
"""Tested records that the overlap of all terms may weigh like, beside those of one term."""
PRIOR_CONFIRMED: Final = 0.9
PRIOR_TESTED: Final = 3.0
"""Records that count as confirmed, and as tested, before any is tested: three of ten."""

UNKNOWN, ELSEWHERE, HERE, ABSENT = range(4)
"""Marks of a record at a source; ``ELSEWHERE``: known from another source and untested here."""


class RecordMembership:
    """Marks of one source over the records of a shared knowledge; grows as that grows.

    ``untested`` counts the records known elsewhere that no query has tested here,
    ``untested_by_term`` those that hold a term. ``confirmed`` of ``tested`` records were here;
    ``confirmed_last`` is that number for the last answer. ``complete`` flags the terms that were
    answered completely, ``complete_terms`` lists them in order. ``size`` (estimated records),
    ``taken`` and ``statistics`` are written by the selector of this source and read by the others.
    """

    def __init__(self, knowledge: RecordIndex, memberships: list[RecordMembership]) -> None:
        self.knowledge = knowledge
        self.memberships = memberships
        memberships.append(self)
        self.untested = self.confirmed = self.confirmed_last = self.answers = 0
        self.tested = 0.0
        self.untested_by_term: TermNumbers = np.zeros(1024, dtype=np.int32)
        self.complete: npt.NDArray[np.bool_] = np.zeros(1024, dtype=np.bool_)
        self.complete_terms: list[int] = []
        self.size = 0.0
        self.taken = 0
        self.statistics: SourceStatistics | None = None
        self._confirmed_by_term = np.zeros(1024)
        self._tested_by_term = np.zeros(1024)
        self._strength = (0, MAX_STRENGTH)
        self._mark: npt.NDArray[np.int8] = np.zeros(1024, dtype=np.int8)
        self._read = 0
        self._counted = (0, 0)
        self._tested_elsewhere = (0, 0)

    @property
    def others(self) -> list[RecordMembership]:
        """The memberships of all other sources."""
        return [membership for membership in self.memberships if membership is not self]

    @property
    def overlap(self) -> float:
        """Measured share of the records known elsewhere that this source has too (rho)."""
        return min(1.0, (self.confirmed + PRIOR_CONFIRMED) / (self.tested + PRIOR_TESTED))

    @property
    def open_share(self) -> float:
        """Share of the source that was not taken yet; 1 while its size is unknown."""
        return max(0.0, 1.0 - self.taken / self.size) if self.size else 1.0

    def overlap_by_term(self, which: Terms) -> Floats:
        """Return, for some terms, the chance that a record known elsewhere is here too.

        Tests of records of the term itself count as far as terms are found to differ.
        """
        answers, strength = self._strength
        if self.answers - answers >= RECOUNT_ANSWERS:
            strength = self._measure_strength()
            self._strength = self.answers, strength
        chance: Floats = self._confirmed_by_term[which] + strength * self.overlap
        return chance / (self._tested_by_term[which] + strength)

    def _measure_strength(self) -> float:
        """Measure how many tested records the common overlap weighs like, beside those of a term.

        By moments of the beta-binomial: the spread of the terms' overlaps beyond chance is the
        correlation within a term. Its inverse is the strength.
        """
        overlap = min(1.0, self.confirmed / max(self.tested, 1.0))
        variance = overlap * (1.0 - overlap)
        is_judged = self._tested_by_term >= MIN_TESTED_RECORDS
        tested, confirmed = self._tested_by_term[is_judged], self._confirmed_by_term[is_judged]
        if not variance:
            return MAX_STRENGTH
        pairs = float((tested * (tested - 1.0)).sum()) * variance + PRIOR_PAIRS * variance
        excess = float(((confirmed - tested * overlap) ** 2 - tested * variance).sum())
        correlation = (excess + PRIOR_CORRELATION * PRIOR_PAIRS * variance) / pairs
        return min(MAX_STRENGTH, max(MIN_STRENGTH, 1.0 / max(correlation, 1e-9) - 1.0))

    def fit(self) -> int:
        """Make room for all known terms; return how many they are."""
        size = len(self.knowledge.vocabulary)
        self.untested_by_term = grown(self.untested_by_term, size)
        self.complete = grown(self.complete, size)
        self._confirmed_by_term = grown(self._confirmed_by_term, size)
        self._tested_by_term = grown(self._tested_by_term, size)
        self._mark = grown(self._mark, len(self.knowledge))
        return size

    def include_new_records(self) -> None:
        """Mark the records that other sources brought since as untested, or absent if excluded."""
        knowledge = self.knowledge
        self.fit()
        if self._read == len(knowledge):
            return
        absent = knowledge.holding_any(self.complete, self._read)
        numbers = np.arange(self._read, len(knowledge))
        self._mark[numbers] = np.where(absent, ABSENT, ELSEWHERE)
        untested = numbers[~absent]
        np.add.at(self.untested_by_term, knowledge.terms_of(untested), 1)
        self.untested += len(untested)
        self._read = len(knowledge)

    def note_answer(self, term: int, numbers: Places, *, complete: bool, reached: float) -> None:
        """Mark the records of an answer as here; those that a complete one lacks as absent.

        Call ``include_new_records`` before the answer's records enter the knowledge. ``reached`` is
        the share of the answer that could be taken.
        """
        self.fit()
        self.answers += 1
        expected = self.knowledge.holding(term)
        expected = expected[self._mark[expected] == ELSEWHERE]
        came: Places = numbers[self._mark[numbers] == ELSEWHERE]
        self.confirmed_last = len(came)
        self.confirmed += len(came)
        self.tested += max(float(len(came)), reached * len(expected))
        np.add.at(self._confirmed_by_term, self.knowledge.terms_of(came), 1.0)
        share = 1.0 if complete else reached
        np.add.at(self._tested_by_term, self.knowledge.terms_of(expected), share)
        self._drop_untested(came)
        self._mark[numbers] = HERE
        if complete:
            if not self.complete[term]:
                self.complete_terms.append(term)
            self.complete[term] = True
            absent = expected[self._mark[expected] == ELSEWHERE]
            self._drop_untested(absent)
            self._mark[absent] = ABSENT
        self._read = len(self.knowledge)

    def untested_records(self) -> Places:
        """Return the records known elsewhere that no query has tested here."""
        self.include_new_records()
        records: Places = np.flatnonzero(self._mark[: self._read] == ELSEWHERE)
        return records

    def shared_with(self, other: RecordMembership) -> tuple[int, int]:
        """Return how many records here ``other`` has too, and how many were tested there."""
        both = min(self._read, other._read)
        theirs = other._mark[:both][self._mark[:both] == HERE]
        shared = int((theirs == HERE).sum())
        return shared, shared + int((theirs == ABSENT).sum())

    def tested_elsewhere(self) -> tuple[int, int]:
        """Return how many records of other sources were tested here, and how many were here.

        Counted anew after some answers only.
        """
        answers, known = self._counted
        is_due = self.answers - answers >= RECOUNT_ANSWERS or self._read > RECOUNT_GROWTH * known
        if is_due:
            marks = self._mark[: self._read]
            both = int((self.knowledge.owners[: self._read][marks == HERE] > 1).sum())
            self._tested_elsewhere = both + int((marks == ABSENT).sum()), both
            self._counted = self.answers, self._read
        return self._tested_elsewhere

    def _drop_untested(self, numbers: Places) -> None:
        """Count records as untested no more."""
        np.subtract.at(self.untested_by_term, self.knowledge.terms_of(numbers), 1)
        self.untested -= len(numbers)
