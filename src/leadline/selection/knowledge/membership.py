"""What one source has said of every record known: here, absent, or not asked yet.

A query answered completely settles all known records that hold it: those that did not come back
are proven absent. Records that come later from elsewhere are settled by the queries already asked.
From these marks follow the overlap of two sources, and the coverage of eq. (9) of Xian 2012.

>>> from leadline.selection.knowledge.dynamic import DynamicKnowledge
>>> from leadline.model import Query, Taken
>>> known = DynamicKnowledge()
>>> here, there = RecordMembership(known), RecordMembership(known)
>>> sea, fog = (known.vocabulary.number(Query("", word)) for word in ("sea", "fog"))
>>> first, _ = known.add(Taken(1, frozenset([Query("", "sea"), Query("", "fog")])))
>>> second, _ = known.add(Taken(2, frozenset([Query("", "sea")])))
>>> _ = here.note_answer(sea, np.array([first, second]), complete=True, reached=1.0)
>>> there.include_new_records()
>>> there.untested, int(there.untested_by_term[fog])
(2, 1)
>>> _ = there.note_answer(sea, np.array([second]), complete=True, reached=1.0)
>>> there.untested, there.confirmed, there.tested
(0, 1, 2.0)
"""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING, Any, Final

import numpy as np
import numpy.typing as npt

from leadline.selection.knowledge.vocabulary import Numbers, grown

if TYPE_CHECKING:
    from leadline.selection.knowledge.dynamic import DynamicKnowledge

Places = npt.NDArray[np.int64]

RECOUNT: Final = 10
"""Answers after which shared records are counted anew: a pass over all records."""
MOST_CHANGES: Final = 1_000
"""Sets of changed terms kept for a selector that follows changes; older ones are dropped, because
it looks at all terms again long before so many have come."""
LEAST_TESTED: Final = 5.0
PRIOR_LIKENESS: Final = 0.002
PRIOR_PAIRS: Final = 30_000.0
LEAST_STRENGTH: Final = 5.0
MOST_STRENGTH: Final = 10_000.0
"""How much terms differ is measured on those tested that often, over a prior of near equality that
30,000 pairs of records outweigh. A fixed strength of 20 cost 4 % on sources drawn at random."""
UNKNOWN, ELSEWHERE, HERE, ABSENT = range(4)
PRIOR_FOUND: Final = 0.9
PRIOR_TESTED: Final = 3.0
"""Before anything is tested, three of ten records known elsewhere are thought to be here too. It
weighs like three tested: like ten, a source that shares nothing was asked foreign words longer."""


class RecordMembership:
    """Marks of one source over the records of a shared knowledge; grows as that grows.

    ``held`` counts, by term, the records known elsewhere that wait to be tested here, ``waiting``
    them all; ``size`` is what the source is thought to hold and ``taken``
    how much of it was taken. ``complete`` flags the terms that
    were answered completely, ``settled`` lists them. ``single`` and ``once`` are the source's own
    singletons, weighed by term and counted in all, and ``closed`` its terms that are asked no more:
    told by who keeps them, read by the other sources.
    """

    def __init__(self, knowledge: DynamicKnowledge) -> None:
        self.knowledge = knowledge
        self.untested_by_term: Numbers = np.zeros(1024, dtype=np.int32)
        self.complete: npt.NDArray[np.bool_] = np.zeros(1024, dtype=np.bool_)
        self.complete_terms: list[int] = []
        self._found_of = np.zeros(1024)
        self._tested_of = np.zeros(1024)
        self._strength = (0, MOST_STRENGTH)
        self.confirmed_last = 0
        self.untested = 0
        self.size = 0.0
        self.taken = 0
        self.single: npt.NDArray[Any] = np.zeros(0)
        self.closed: npt.NDArray[np.bool_] = np.zeros(0, dtype=np.bool_)
        self.once = 0
        self.confirmed = 0
        self.tested = 0.0
        self.changes: deque[Numbers] = deque(maxlen=MOST_CHANGES)
        self._mark: npt.NDArray[np.int8] = np.zeros(1024, dtype=np.int8)
        self._read = 0
        self._answers = 0
        self._counted = (0, 0)
        self._settled = (0, 0)
        knowledge.memberships.append(self)

    @property
    def overlap(self) -> float:
        """The measured share of the records known elsewhere that this source has too."""
        return min(1.0, (self.confirmed + PRIOR_FOUND) / (self.tested + PRIOR_TESTED))

    @property
    def answers(self) -> int:
        """How many queries the source answered."""
        return self._answers

    @property
    def open_part(self) -> float:
        """The share of the source that was not taken yet, as far as its size is known."""
        return max(0.0, 1.0 - self.taken / self.size) if self.size else 1.0

    def overlap_by_term(self, which: slice | npt.NDArray[Any]) -> npt.NDArray[np.float64]:
        """For some terms: the chance that a record known elsewhere that holds it is here too.

        What was tested of the term itself counts as far as terms are found to differ: sources
        that specialise share much of one subject and nothing of another.
        """
        answers, strength = self._strength
        if self._answers - answers >= RECOUNT:
            strength = self._measure_strength()
            self._strength = self._answers, strength
        chance: npt.NDArray[np.float64] = self._found_of[which] + strength * self.overlap
        return chance / (self._tested_of[which] + strength)

    def _measure_strength(self) -> float:
        """How many tested records ``rho`` counts like, beside those of a term itself.

        By moments of the beta-binomial: how far the found of the terms spread beyond what chance
        does is their likeness within a term, and its inverse the strength.
        """
        rho = min(1.0, self.confirmed / max(self.tested, 1.0))
        chance = rho * (1.0 - rho)
        tested = self._tested_of[self._tested_of >= LEAST_TESTED]
        found = self._found_of[self._tested_of >= LEAST_TESTED]
        if not chance:
            return MOST_STRENGTH
        pairs = float((tested * (tested - 1.0)).sum()) * chance + PRIOR_PAIRS * chance
        apart = float(((found - tested * rho) ** 2 - tested * chance).sum())
        likeness = (apart + PRIOR_LIKENESS * PRIOR_PAIRS * chance) / pairs
        return min(MOST_STRENGTH, max(LEAST_STRENGTH, 1.0 / max(likeness, 1e-9) - 1.0))

    def fit(self) -> int:
        """The number of terms known, after making room for them."""
        size = len(self.knowledge.vocabulary)
        self.untested_by_term = grown(self.untested_by_term, size)
        self.complete = grown(self.complete, size)
        self._found_of = grown(self._found_of, size)
        self._tested_of = grown(self._tested_of, size)
        self._mark = grown(self._mark, len(self.knowledge))
        return size

    def include_new_records(self) -> None:
        """Records that other sources brought since: waiting, or absent by what was asked."""
        knowledge = self.knowledge
        self.fit()
        if self._read == len(knowledge):
            return
        absent = knowledge.holding_any(self.complete, self._read)
        numbers = np.arange(self._read, len(knowledge))
        self._mark[numbers] = np.where(absent, ABSENT, ELSEWHERE)
        waiting = numbers[~absent]
        terms = knowledge.terms_of(waiting)
        np.add.at(self.untested_by_term, terms, 1)
        self.changes.append(terms)
        self.untested += len(waiting)
        self._read = len(knowledge)

    def note_answer(self, term: int, numbers: Places, *, complete: bool, reached: float) -> Places:
        """A query came back with these records; those of them that waited.

        Call ``catch_up`` before the answer's records enter the knowledge. ``reached`` is the share
        of the answer that could be taken.
        """
        self.fit()
        self._answers += 1
        expected = self.knowledge.holding(term)
        expected = expected[self._mark[expected] == ELSEWHERE]
        came: Places = numbers[self._mark[numbers] == ELSEWHERE]
        self.confirmed_last = len(came)
        self.confirmed += len(came)
        self.tested += max(float(len(came)), reached * len(expected))
        np.add.at(self._found_of, self.knowledge.terms_of(came), 1.0)
        share = 1.0 if complete else reached
        np.add.at(self._tested_of, self.knowledge.terms_of(expected), share)
        self._forget(came)
        self._mark[numbers] = HERE
        if complete:
            if not self.complete[term]:
                self.complete_terms.append(term)
            self.complete[term] = True
            absent = expected[self._mark[expected] == ELSEWHERE]
            self._forget(absent)
            self._mark[absent] = ABSENT
        self._read = len(self.knowledge)
        return came

    def untested_records(self) -> Places:
        """The records known elsewhere that wait to be tested here."""
        self.include_new_records()
        found: Places = np.flatnonzero(self._mark[: self._read] == ELSEWHERE)
        return found

    def shared_with(self, other: RecordMembership) -> tuple[int, int]:
        """Of the records here that were tested at ``other``: how many it has, and how many."""
        both = min(self._read, other._read)
        theirs = other._mark[:both][self._mark[:both] == HERE]
        shared = int((theirs == HERE).sum())
        return shared, shared + int((theirs == ABSENT).sum())

    def tested_elsewhere(self) -> tuple[int, int]:
        """Records that other sources have: those settled here, and those here too.

        Counted anew after some answers only.
        """
        answers, known = self._counted
        if self._answers - answers >= RECOUNT or self._read > 1.02 * known:
            marks = self._mark[: self._read]
            both = int((self.knowledge.owners[: self._read][marks == HERE] > 1).sum())
            self._settled = both + int((marks == ABSENT).sum()), both
            self._counted = self._answers, self._read
        return self._settled

    def _forget(self, numbers: Places) -> None:
        terms = self.knowledge.terms_of(numbers)
        np.subtract.at(self.untested_by_term, terms, 1)
        self.changes.append(terms)
        self.untested -= len(numbers)
