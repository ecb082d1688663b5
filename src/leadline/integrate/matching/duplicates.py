"""Self-training within one source: which of its records describe the same entity.

The first examples are the pairs above the valley between low and high scores; pairs between groups
of joined records are counter-examples. Each round takes the pairs that are more likely than not.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from leadline.integrate.matching.assignment import best_two
from leadline.integrate.matching.clustering import groups_of
from leadline.integrate.matching.threshold import Threshold
from leadline.integrate.matching.training import MIN_EXAMPLES, ROUNDS, LinearModel, Training, fit

if TYPE_CHECKING:
    from numpy.typing import NDArray

HISTOGRAM_BINS: Final = 100


def train_within(
    features: NDArray[np.float64],
    left: NDArray[np.int64],
    right: NDArray[np.int64],
    scores: NDArray[np.float64],
    rows: int,
) -> Training:
    """Learn which candidate pairs of one source are duplicates; all pairs count as assigned."""
    model: LinearModel | None = None
    cut = valley(_best_of_records(left, right, scores, rows))
    for _ in range(ROUNDS):
        chosen = scores >= cut
        group = groups_of(left[chosen], right[chosen], rows)
        rival = group[left] != group[right]
        if chosen.sum() < MIN_EXAMPLES or not rival.any():
            break
        places = np.r_[np.flatnonzero(chosen), np.flatnonzero(rival)]
        is_match = np.r_[np.ones(int(chosen.sum()), bool), np.zeros(int(rival.sum()), bool)]
        model = fit(features[places], is_match)
        scores = model.log_odds(features)
        cut = 0.0
    lone = rows - len(np.unique(np.r_[left[scores >= cut], right[scores >= cut]]))
    return Training(np.arange(len(left)), scores, Threshold(cut, cut, lone, 0.0), model, scores)


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


def _best_of_records(
    left: NDArray[np.int64], right: NDArray[np.int64], scores: NDArray[np.float64], rows: int
) -> NDArray[np.float64]:
    best, _, _ = best_two(np.r_[left, right], np.r_[scores, scores], rows)
    return best[np.isfinite(best)]
