"""What one column of texts says of matches in general: a few weights, learned once from labels.

Where tables share one column, and few of their records are the same, their own pairs teach little.
So the log-odds of a model of other tables are averaged with theirs; it counts as much as some
matches of their own do. The weights are those that ``bench/learn_general.py`` finds on
labelled joins of names.
"""

from dataclasses import replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from leadline.integrate.matching.assignment import rivals
from leadline.integrate.matching.comparison import Comparison
from leadline.integrate.matching.threshold import best_cut, chances
from leadline.integrate.matching.training import Pairs, Training

FEATURES: Final = ("gram cosine", "beginning", "digits", "rare differing on both")
WEIGHTS: Final = (3.64, 2.1, 3.07, -0.92, 5.39, 0.54)
"""Weights of the features, and of the margin of the first one over the other pairs of the record of
the smaller table, and of the other record."""
INTERCEPT: Final = -6.35
WORTH: Final = 60.0
"""Matches of the tables' own that count as much as the general model."""
MAX_SHARE: Final = 0.5
"""Weight of the general model at most: tables that share nothing have look-alikes, too."""
MAX_OWN: Final = 4.0
"""Log-odds of the tables' own model above which more means nothing: it may be sure, and wrong."""


def general_facts(comparison: Comparison, pairs: Pairs) -> NDArray[np.float64]:
    """Facts of every pair that ``WEIGHTS`` are of; without a rival the margin is that over 0."""
    places = [[name for _, name in comparison.names].index(feature) for feature in FEATURES]
    facts = comparison.values[:, places]
    likeness = facts[:, 0]
    others = rivals((pairs.record, pairs.other), likeness, pairs.records)
    return np.column_stack([facts, *(likeness - np.maximum(other, 0) for other in others)])


def general_log_odds(comparison: Comparison, pairs: Pairs) -> NDArray[np.float64]:
    """Log-odds of every pair by the general model."""
    return np.asarray(general_facts(comparison, pairs) @ np.array(WEIGHTS) + INTERCEPT)


def with_general(training: Training, general: NDArray[np.float64]) -> Training:
    """Average the log-odds of assigned pairs with the ``general`` ones, and choose the cut anew."""
    own = np.clip(training.scores, -MAX_OWN, MAX_OWN)
    share = min(MAX_SHARE, WORTH / (WORTH + float(chances(own).sum())))
    scores = own + share * (general[training.assigned] - own)
    return replace(training, scores=scores, threshold=best_cut(scores))
