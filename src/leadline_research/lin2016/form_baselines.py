"""Rivals of DKS on forms: Random and Zipf of Lin 2016, section 5.

Each takes an unused word of the result pages: a random one (Random, as Wu et al. 2006), or the most
frequent one (Zipf, as Jiang et al. 2010). The first words come from the sample sites of the domain
knowledge. The papers do not say which of several boxes takes the word. Here a random box takes it,
since neither method reads labels.

Two rivals are stronger than the paper's, because the bench gives them the column of each box.
``told`` puts a word into the box of its column. ``values`` does so with whole values.

>>> from random import Random
>>> from leadline.domain.model import DomainAttribute, DomainKnowledge
>>> from leadline_research.lin2016.assignments import TrialSetting
>>> dk = DomainKnowledge("b", [DomainAttribute("title")])
>>> _ = dk.add("title", "sea"), dk.add("title", "deep sea")
>>> filler = zipf(TrialSetting(dk, list, False, list, ("t",), Random(1)))
>>> next(filler).values
(('t', 'sea'),)
"""

from __future__ import annotations

import heapq
from collections import Counter
from typing import TYPE_CHECKING

from leadline.model import Assignment
from leadline.page.text import words

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from random import Random

    from leadline.selection.forms.protocol import Filler, FormAnswer
    from leadline_research.lin2016.assignments import TrialSetting

Term = tuple[str, str]
"""A column ('' if unknown) and a word or value of it."""


def random_word(setting: TrialSetting) -> Filler:
    """Put a random new word into a random box."""
    seen = _Seen()
    return _run(setting, seen, seen.any)


def zipf(setting: TrialSetting) -> Filler:
    """Put the most frequent new word into a random box."""
    seen = _Seen()
    return _run(setting, seen, seen.most)


def random_told(setting: TrialSetting) -> Filler:
    """Put a random new word into the box of its column."""
    seen = _Seen(told=True)
    return _run(setting, seen, seen.any)


def zipf_told(setting: TrialSetting) -> Filler:
    """Put the most frequent new word into the box of its column."""
    seen = _Seen(told=True)
    return _run(setting, seen, seen.most)


def zipf_values(setting: TrialSetting) -> Filler:
    """Put the most frequent new value into the box of its column."""
    seen = _Seen(told=True, whole=True)
    return _run(setting, seen, seen.most)


class _Seen:
    """Words of pages with their frequencies; used words are left out.

    ``told`` keeps words of different columns apart, ``whole`` takes values for words.
    """

    def __init__(self, *, told: bool = False, whole: bool = False) -> None:
        self.told, self._whole = told, whole
        self._shown: Counter[Term] = Counter()
        self._arrival: dict[Term, int] = {}
        self._open: list[Term] = []
        self._used: set[Term] = set()
        self._heap: list[tuple[int, int, Term]] = []

    def read(self, fields: Iterable[tuple[str, str]], times: int = 1) -> None:
        """Count the words of a record's fields."""
        for column, value in fields:
            for word in [" ".join(value.split())] if self._whole else words(value):
                term = (column if self.told else "", word)
                if term not in self._arrival:
                    self._arrival[term] = len(self._arrival)
                    self._open.append(term)
                self._shown[term] += times
                if term not in self._used:
                    entry = (-self._shown[term], self._arrival[term], term)
                    heapq.heappush(self._heap, entry)

    def any(self, rng: Random) -> Term | None:
        """Use a random new word."""
        if not self._open:
            return None
        at = rng.randrange(len(self._open))
        self._open[at], self._open[-1] = self._open[-1], self._open[at]
        term = self._open.pop()
        self._used.add(term)
        return term

    def most(self, rng: Random) -> Term | None:
        """Use the most frequent new word, the first seen of equals."""
        while self._heap:
            shown, _, term = heapq.heappop(self._heap)
            if term not in self._used and -shown == self._shown[term]:
                self._used.add(term)
                return term
        return None


def _run(setting: TrialSetting, seen: _Seen, pick: Callable[[Random], Term | None]) -> Filler:
    box_of = {column: box for box, column in setting.column_of}
    for attribute in setting.knowledge.attributes:
        for instance in setting.knowledge.instances(attribute.name):
            seen.read([(attribute.name, instance.value)], instance.seen)
    while (term := pick(setting.rng)) is not None:
        column, word = term
        if seen.told and column not in box_of:
            continue
        box = box_of[column] if seen.told else setting.rng.choice(setting.boxes)
        answer: FormAnswer = yield Assignment(((box, word),))
        for row in answer.rows():
            seen.read(row)
