"""Self-training within one source: which of its records describe the same entity.

The first examples are the pairs above the valley between low and high scores; pairs between groups
of joined records are counter-examples. Each round takes the pairs that are more likely than not.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

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
        examples, against = spread(np.flatnonzero(chosen)), spread(np.flatnonzero(rival))
        places = np.r_[examples, against]
        model = fit(features[places], np.repeat([True, False], [len(examples), len(against)]))
        scores = model.log_odds(features)
        cut = 0.0
    return Training(np.arange(len(left)), scores, cut, model, scores)


def _best_of_records(
    left: NDArray[np.int64], right: NDArray[np.int64], scores: NDArray[np.float64], rows: int
) -> NDArray[np.float64]:
    best, _, _ = best_two(np.r_[left, right], np.r_[scores, scores], rows)
    return best[np.isfinite(best)]
