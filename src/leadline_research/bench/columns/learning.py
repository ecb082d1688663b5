"""Weights of the combiner from columns whose attributes are known: logistic regression."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from leadline.integrate.schema.combiner import Combiner
from leadline.integrate.schema.features import FEATURES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

L2: Final = 0.3
"""Strength of the pull of weights to zero; the bias is free."""
ROUNDS: Final = 50
MIN_STEP: Final = 1e-6

Lesson = tuple[tuple[float, ...], bool]
"""Features of a column and an attribute, and whether the column holds it."""


def learn_combiner(lessons: Sequence[Lesson], first: int = 0) -> Combiner:
    """Learn weights of the features from ``first`` on; none is below zero: all are likenesses."""
    rows = np.array([features for features, _ in lessons], dtype=float)
    held = np.array([held for _, held in lessons], dtype=float)
    used = list(range(first, rows.shape[1]))
    while True:
        inputs = np.hstack([np.ones((len(rows), 1)), rows[:, used]])
        weights = _regression(inputs, held)
        if weights[1:].min(initial=0.0) >= 0.0:
            break
        used = [at for at, weight in zip(used, weights[1:], strict=True) if weight > 0]
    by_feature = dict(zip(used, map(float, weights[1:]), strict=True))
    return Combiner(
        float(weights[0]), tuple(by_feature.get(at, 0.0) for at in range(rows.shape[1]))
    )


def _regression(inputs: NDArray[np.float64], held: NDArray[np.float64]) -> NDArray[np.float64]:
    """Logistic regression by Newton's method with an L2 penalty; the first input is the bias."""
    penalty = np.full(inputs.shape[1], L2)
    penalty[0] = 1e-6
    weights = np.zeros(inputs.shape[1])
    for _ in range(ROUNDS):
        guess = 1.0 / (1.0 + np.exp(-np.clip(inputs @ weights, -30, 30)))
        slope = inputs.T @ (guess - held) + penalty * weights
        curve = (inputs.T * (guess * (1 - guess))) @ inputs + np.diag(penalty)
        step = np.linalg.solve(curve, slope)
        weights = weights - step
        if np.abs(step).max() < MIN_STEP:
            break
    return weights


def as_toml(combiner: Combiner) -> str:
    """Return the weights as ``weights.toml`` holds them."""
    lines = [f"bias = {combiner.bias:.3f}"]
    lines += [
        f'"{name}" = {weight:.3f}'
        for name, weight in zip(FEATURES, combiner.weights, strict=True)
        if weight
    ]
    return "\n".join(lines)
