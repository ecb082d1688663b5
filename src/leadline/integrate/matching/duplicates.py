"""Self-training within one source: which of its records describe the same entity.

The first examples are the pairs above the valley between low and high scores; pairs of a joined
record with one of another group are counter-examples. Each round takes the pairs that are more
likely than not. Sameness is transitive, so no cut may leave many joined groups open.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from leadline.integrate.matching.assignment import best_two
from leadline.integrate.matching.clustering import groups_of
from leadline.integrate.matching.threshold import valley
from leadline.integrate.matching.training import (
    MIN_EXAMPLES,
    ROUNDS,
    LinearModel,
    Training,
    fit,
    spread,
)

if TYPE_CHECKING:
    from numpy.typing import NDArray

MIN_CLOSED: Final = 0.9
"""Share of chains of two joined pairs whose ends are joined too."""
STEP: Final = 0.9
"""Share of the pairs that is kept where too few chains are closed."""


def train_within(
    features: NDArray[np.float64],
    left: NDArray[np.int64],
    right: NDArray[np.int64],
    scores: NDArray[np.float64],
    rows: int,
) -> Training:
    """Learn which candidate pairs of one source are duplicates; all pairs count as assigned."""
    model: LinearModel | None = None
    best, _, _ = best_two(np.r_[left, right], np.r_[scores, scores], rows)
    cut = _closed_cut(left, right, scores, rows, valley(best[np.isfinite(best)]))
    for _ in range(ROUNDS):
        chosen = scores >= cut
        group = groups_of(left[chosen], right[chosen], rows)
        joined = np.bincount(group)[group] > 1
        rival = (group[left] != group[right]) & (joined[left] | joined[right])
        if chosen.sum() < MIN_EXAMPLES or not rival.any():
            break
        examples, against = spread(np.flatnonzero(chosen)), spread(np.flatnonzero(rival))
        places = np.r_[examples, against]
        model = fit(features[places], np.repeat([True, False], [len(examples), len(against)]))
        scores = model.log_odds(features)
        cut = _closed_cut(left, right, scores, rows, 0.0)
    return Training(np.arange(len(left)), scores, cut, model, scores)


def _closed_cut(
    left: NDArray[np.int64],
    right: NDArray[np.int64],
    scores: NDArray[np.float64],
    rows: int,
    least: float,
) -> float:
    """Find the lowest cut, ``least`` or above, from which enough chains of pairs are closed."""
    from scipy.sparse import coo_matrix

    order = np.argsort(-scores, kind="stable")
    number = above = int((scores >= least).sum())
    while number >= MIN_EXAMPLES:
        ends = (left[order[:number]], right[order[:number]])
        joined = coo_matrix((np.ones(number), ends), shape=(rows, rows)).tocsr()
        joined = joined + joined.T
        degree = np.bincount(np.r_[ends], minlength=rows)
        closed = (joined @ joined).multiply(joined).sum()
        if closed >= MIN_CLOSED * (degree * (degree - 1)).sum():
            return max(least, float(scores[order[number - 1]]))
        number = int(number * STEP)
    return least if number == above else float("inf")
