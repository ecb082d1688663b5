"""The threshold: chances of a match and the cut of greatest expected F1, without labels.

A model of examples and counter-examples gives a likelihood ratio for each joined pair. The share of
records that have a partner is not that of the examples; it is estimated from the ratios themselves
(Saerens, Latinne and Decaestecker 2002). So the threshold holds whatever that share is.
"""

from typing import Final

import numpy as np
from numpy.typing import NDArray

HISTOGRAM_BINS: Final = 100
SHARE_ROUNDS: Final = 200
SHARE_TOLERANCE: Final = 1e-6
LEAST_MATCHES: Final = 0.5
"""Matches, and records without a match, that are always supposed."""
MAX_LOG_ODDS: Final = 50.0


def with_share(log_ratios: NDArray[np.float64], records: int) -> NDArray[np.float64]:
    """Log-odds of a match from log likelihood ratios of pairs, one of each of ``records`` at most.

    The share of records with a match is found by expectation maximisation, from one half.

    >>> ratios = np.array([9.0, 9.0, -9.0, -9.0, -9.0, -9.0, -9.0, -9.0])
    >>> round(float(chances(with_share(ratios, 8)).sum()), 2)
    2.0
    """
    least = LEAST_MATCHES / records
    share, log_odds = 0.5, log_ratios
    for _ in range(SHARE_ROUNDS):
        previous = share
        log_odds = np.asarray(log_ratios + np.log(share / (1 - share)))
        share = float(np.clip(chances(log_odds).sum() / records, least, 1 - least))
        if abs(share - previous) < SHARE_TOLERANCE:
            break
    return log_odds


def chances(log_odds: NDArray[np.float64]) -> NDArray[np.float64]:
    """Probabilities of log-odds."""
    return np.asarray(1 / (1 + np.exp(-np.clip(log_odds, -MAX_LOG_ODDS, MAX_LOG_ODDS))))


def best_cut(log_odds: NDArray[np.float64]) -> float:
    """The cut of log-odds that gives the greatest expected F1; infinity is to join nothing.

    To join nothing is right (1) if there is no match, and wrong (0) otherwise.

    >>> best_cut(np.array([4.0, -3.0, 3.0, -0.2])), best_cut(np.array([-1.0, -3.0]))
    (-0.2, inf)
    """
    ordered = np.sort(log_odds)[::-1]
    chance = chances(ordered)
    f1 = 2 * np.cumsum(chance) / (np.arange(1, len(ordered) + 1) + chance.sum())
    no_match = float(np.exp(-np.logaddexp(0, ordered).sum()))
    return float(ordered[f1.argmax()]) if f1.max() >= no_match else float("inf")


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
