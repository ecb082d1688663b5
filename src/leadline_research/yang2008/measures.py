"""Measures of results: precision, recall, F1, medians, and the rates of Yang 2008.

>>> measure(right=3, given=4, wanted=6)
Score(precision=0.75, recall=0.5)
>>> round(measure(right=3, given=4, wanted=6).f1, 2)
0.6
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence


@dataclass(frozen=True, slots=True)
class Score:
    """Precision and recall; F1 is their harmonic mean."""

    precision: float
    recall: float

    @property
    def f1(self) -> float:
        total = self.precision + self.recall
        return 2 * self.precision * self.recall / total if total else 0.0


def measure(*, right: int, given: int, wanted: int) -> Score:
    """Score ``right`` hits among ``given`` answers, of ``wanted`` that exist.

    No answer is perfect where none is wanted.
    """
    precision = right / given if given else float(not wanted)
    recall = right / wanted if wanted else float(not given)
    return Score(precision, recall)


def macro(scores: Sequence[Score]) -> Score:
    """Average precisions and recalls; every score has equal weight."""
    if not scores:
        return Score(0.0, 0.0)
    size = len(scores)
    return Score(sum(s.precision for s in scores) / size, sum(s.recall for s in scores) / size)


def median(values: Sequence[float]) -> float:
    """Return the middle value, or the mean of the two middle ones; 0 without values.

    >>> median([3, 1, 2]), median([4, 1, 2, 3])
    (2, 2.5)
    """
    ordered = sorted(values)
    middle = len(ordered) // 2
    if not ordered:
        return 0.0
    return ordered[middle] if len(ordered) % 2 else (ordered[middle - 1] + ordered[middle]) / 2


def pass_rate(selected: int, having: int) -> float:
    """Compute Cth = Np / Nd of Yang 2008, eq. (4): sites selected by sites with an answer.

    Wrongly selected sites count too, so report precision beside it.

    >>> round(pass_rate(67, 68), 3)
    0.985
    """
    return selected / having if having else 1.0


def record_recall(found: int, there: int) -> float:
    """Compute Cac = Nk / Nf of Yang 2008, eq. (5): right records taken by records that fit.

    >>> round(record_recall(2766, 2837), 3)
    0.975
    """
    return found / there if there else 1.0
