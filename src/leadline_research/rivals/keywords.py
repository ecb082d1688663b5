"""The selectors that others are measured against, under the names of their papers.

Graph-Based: Wu et al., ICDE 2006, greedy link: the unqueried value of greatest degree in the
attribute-value graph of what was taken. High-frequency: Barbosa & Freire, SBBD 2004: the unqueried
keyword in most records taken. Zipf and Random: the baselines of Lin et al. 2016: the new word seen
most often on the result pages (a record shown twice counts twice), and any new word.

Each looks at one source only. None knows costs, caps or sizes.

>>> from leadline.model import Answer, Ask, Query, Taken
>>> def record(key, text): return Taken(key, frozenset(Query("", w) for w in text.split()))
>>> answer = Answer(Ask("s", Query("", "oil")), (record(1, "oil sea fog"), record(2, "oil sea"),
...                 record(3, "oil cat dog owl")))
>>> found = []
>>> for selector in (GraphBased(), HighFrequency()):
...     selector.observe(answer)
...     found.append(selector.select().query.value)
>>> found
['cat', 'sea']
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from leadline.protocols import Prediction
from leadline.selection.estimators.size import chao1
from leadline.selection.knowledge.dynamic import DynamicKnowledge
from leadline.selection.knowledge.statistics import SourceStatistics
from leadline.selection.knowledge.vocabulary import Floats, grown

if TYPE_CHECKING:
    from random import Random

    from leadline.model import Answer


class _Ranked:
    """A selector that takes the open term of the highest score."""

    def __init__(self, knowledge: DynamicKnowledge | None = None) -> None:
        self.statistics = SourceStatistics(
            knowledge if knowledge is not None else DynamicKnowledge()
        )

    def observe(self, answer: Answer) -> None:
        """Count what came."""
        self.statistics.take(answer)

    def select(self) -> Prediction | None:
        """The open term seen here that scores highest; ties in the terms' own order."""
        size = self.statistics.fit()
        open_terms = (self.statistics.local[:size] > 0) & ~self.statistics.closed[:size]
        best = self.statistics.best(np.where(open_terms, self._scores(size), 0.0))
        if best is None:
            return None
        return Prediction(self.statistics.knowledge.vocabulary.query(best))

    def estimate(self) -> float | None:
        """Chao's lower bound."""
        statistics = self.statistics
        if not statistics.records:
            return None
        return chao1(records=statistics.records, once=statistics.once, twice=statistics.twice)

    def _scores(self, size: int) -> Floats:
        raise NotImplementedError


class HighFrequency(_Ranked):
    """Key 'hf'."""

    def _scores(self, size: int) -> Floats:
        return self.statistics.local[:size].astype(np.float64)


class Zipf(_Ranked):
    """Key 'zipf'."""

    def __init__(self, knowledge: DynamicKnowledge | None = None) -> None:
        super().__init__(knowledge)
        self._shown = np.zeros(1024, dtype=np.int64)

    def observe(self, answer: Answer) -> None:
        """Count what came, and what was shown."""
        super().observe(answer)
        self._shown = grown(self._shown, self.statistics.fit())
        numbers = np.asarray(self.statistics.number(answer), dtype=np.int64)
        np.add.at(self._shown, self.statistics.knowledge.terms_of(numbers), 1)

    def _scores(self, size: int) -> Floats:
        return grown(self._shown, size)[:size].astype(np.float64)


class RandomWord(_Ranked):
    """Key 'random': needs a seeded generator, so that a run repeats."""

    def __init__(self, rng: Random, knowledge: DynamicKnowledge | None = None) -> None:
        super().__init__(knowledge)
        self._rng = rng

    def select(self) -> Prediction | None:
        """Any open term seen here, all alike."""
        size = self.statistics.fit()
        candidates = np.flatnonzero(
            (self.statistics.local[:size] > 0) & ~self.statistics.closed[:size]
        )
        if not len(candidates):
            return None
        chosen = int(candidates[self._rng.randrange(len(candidates))])
        return Prediction(self.statistics.knowledge.vocabulary.query(chosen))


class GraphBased(_Ranked):
    """Key 'gb': degrees count different neighbours, kept as edges not seen before arrive."""

    def __init__(self, knowledge: DynamicKnowledge | None = None) -> None:
        super().__init__(knowledge)
        self._degree = np.zeros(1024, dtype=np.int64)
        self._edges = _Codes()

    def observe(self, answer: Answer) -> None:
        """Add the new records' values and edges to the graph."""
        knowledge, held = self.statistics.knowledge, self.statistics.holds
        fresh = [n for n in self.statistics.number(answer) if not held(n)]
        self.statistics.take(answer)
        self._degree = grown(self._degree, self.statistics.fit())
        if not fresh:
            return
        codes = np.concatenate([_edges(knowledge.terms(number)) for number in fresh])
        new = self._edges.add(codes)
        np.add.at(self._degree, new >> 32, 1)
        np.add.at(self._degree, new & 0xFFFFFFFF, 1)

    def _scores(self, size: int) -> Floats:
        return grown(self._degree, size)[:size].astype(np.float64)


def _edges(terms: npt.NDArray[Any]) -> npt.NDArray[np.int64]:
    """All pairs of a record's terms, the smaller number in the upper half of the code."""
    left, right = np.triu_indices(len(terms), 1)
    wide = terms.astype(np.int64)
    codes: npt.NDArray[np.int64] = (wide[left] << 32) | wide[right]
    return codes


class _Codes:
    """A grow-only set of integers as sorted runs, each larger than all later ones together."""

    def __init__(self) -> None:
        self._runs: list[npt.NDArray[np.int64]] = []

    def add(self, codes: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
        """Add codes; those that are new."""
        new = np.unique(codes)
        for run in self._runs:
            places = np.searchsorted(run, new)
            inside = places < len(run)
            known = np.zeros(len(new), dtype=np.bool_)
            known[inside] = run[places[inside]] == new[inside]
            new = new[~known]
        if len(new):
            self._runs.append(new)
        while len(self._runs) > 1 and len(self._runs[-2]) < 2 * len(self._runs[-1]):
            last = self._runs.pop()
            self._runs[-1] = np.sort(np.concatenate((self._runs[-1], last)))
        return new
