"""The threshold: how many joined pairs are false, estimated without labels.

A record whose partner is missing is joined to something else. What accepted records would be
joined to without their partners tells how such false pairs score. The estimate therefore holds
whatever share of the records has a partner.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

MAX_FALSE_SHARE: Final = 0.05
"""Share of false pairs among those that are accepted as examples."""
MIN_ACCEPTED: Final = 5
HISTOGRAM_BINS: Final = 100
PSEUDO_FALSE: Final = 1.0
"""Pairs added to the false ones that were seen: few examples prove little."""
ROUNDS: Final = 6
LOW_QUANTILES: Final = tuple(tenth / 10 for tenth in range(5, 10))
"""Quantiles of false scores at which records without partner are counted."""


@dataclass(frozen=True, slots=True)
class Threshold:
    """Cuts of scores, with what is estimated at the best one.

    ``accept`` is the cut of the examples. ``best`` is that of the greatest estimated F1, and never
    above ``accept``. ``unmatched`` is the estimated number of records without partner, ``f1`` the
    estimated F1.
    """

    accept: float
    best: float
    unmatched: float
    f1: float


def find_threshold(
    scores: NDArray[np.float64], false_scores: NDArray[np.float64], records: int, cut: float
) -> Threshold:
    """Estimate the threshold from scores of assigned pairs and of those without the partner.

    ``false_scores`` belong to the same records (-inf: joined to nothing), ``records`` is the number
    of records on the smaller side. ``cut`` is where the examples are first supposed to begin.
    """
    finite = np.r_[scores, false_scores[np.isfinite(false_scores)]]
    floor = float(finite.min()) - 1
    lone = np.where(np.isfinite(false_scores), false_scores, floor)
    best = np.r_[scores, np.full(max(0, records - len(scores)), floor)]
    cuts = np.unique(scores)[::-1]
    joined = len(scores) - np.searchsorted(np.sort(scores), cuts, side="left").astype(float)
    for _ in range(ROUNDS):
        known = lone[scores >= cut]
        unmatched = _unmatched(best, known)
        above = len(known) - np.searchsorted(np.sort(known), cuts, side="left")
        false = unmatched * (above + PSEUDO_FALSE) / (len(known) + PSEUDO_FALSE)
        seen = unmatched * above / len(known)
        share = np.minimum.accumulate((seen / joined)[::-1])[::-1]
        good = np.flatnonzero(share <= MAX_FALSE_SHARE)
        few = min(len(cuts) - 1, max(MIN_ACCEPTED, len(cuts) // 10))
        previous, cut = cut, float(cuts[good[-1] if len(good) else few])
        if cut == previous:
            break
    true = np.maximum(joined - false, 0)
    f1 = 2 * true / (joined + max(len(best) - unmatched, float(true.max())))
    best_cut = min(cut, float(cuts[f1.argmax()]))
    return Threshold(cut, best_cut, unmatched, float(f1.max()))


def valley(scores: NDArray[np.float64]) -> float:
    """The cut that divides scores into two groups of least variance (Otsu 1979).

    >>> bool(0.2 < valley(np.array([0.1, 0.15, 0.2, 0.8, 0.85, 0.9])) <= 0.8)
    True
    """
    counts, edges = np.histogram(scores, bins=HISTOGRAM_BINS)
    middle = (edges[:-1] + edges[1:]) / 2
    low, total = np.cumsum(counts), counts.sum()
    low_sum = np.cumsum(counts * middle)
    high = np.maximum(total - low, 1e-9)
    gap = low_sum / np.maximum(low, 1e-9) - (low_sum[-1] - low_sum) / high
    between = low * (total - low) * gap**2
    return float(edges[int(between.argmax()) + 1])


def _unmatched(best: NDArray[np.float64], false_scores: NDArray[np.float64]) -> float:
    """Number of records without partner: no more than low scores are left to them."""
    estimates = [float(len(best))]
    for low in np.quantile(false_scores, LOW_QUANTILES):
        share = float((false_scores <= low).mean())
        estimates.append((int((best <= low).sum()) + 1) / share)
    return min(estimates)
