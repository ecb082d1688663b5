"""How near values of one thing are: pairs that are joined, against pairs that are not.

>>> own, others = np.array([0.01, 0.02, 0.05, 0.9]), np.array([0.8, 0.7, 0.05, np.inf])
>>> most_told(own, others)
(0.02, 0.5)
"""

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

MAX_DISTANCE: Final = 0.2
"""Distance up to which values may be one: of numbers, the logarithm of their ratio."""
MIN_TOLD: Final = 10
"""Joined pairs with both values from which they tell how near values are."""
MIN_GAIN: Final = 0.4
"""How much greater the share of near values is among joined pairs than among others."""
DECOYS: Final = 3
"""Rows with which each left one is paired that is not its own."""


def most_told(own: NDArray[np.float64], others: NDArray[np.float64]) -> tuple[float, float]:
    """Return the distance within which most more of the own pairs lie than of others; how many."""
    if len(own) < 1 or len(others) < 1:
        return 0.0, 0.0
    own, others = np.sort(own), np.sort(others)
    steps = np.unique(own[own <= MAX_DISTANCE])
    if not len(steps):
        return 0.0, 0.0
    more = np.searchsorted(own, steps, "right") / len(own)
    more = more - np.searchsorted(others, steps, "right") / len(others)
    best = int(more.argmax())
    return float(steps[best]), round(float(more[best]), 6)


def decoys(pairs: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return pairs of the same rows that are not joined: each left one with rights of others."""
    turns = range(1, min(DECOYS, len(pairs) - 1) + 1)
    return [
        (left, pairs[place - turn][1]) for turn in turns for place, (left, _) in enumerate(pairs)
    ]


def of_numbers(one: float | None, other: float | None) -> float:
    """Return the distance of two numbers: the logarithm of their ratio; infinite for none."""
    if one is None or other is None or not np.isfinite(one) or not np.isfinite(other):
        return float("inf")
    if one == other:
        return 0.0
    return float(abs(np.log(one / other))) if one * other > 0 else float("inf")
