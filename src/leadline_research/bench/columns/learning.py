"""Weights of the combiner, from columns whose attributes are known: conditional logit."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from leadline.integrate.schema.combiner import Combiner
from leadline.integrate.schema.features import FEATURES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

L2: Final = 0.1
"""Strength of the pull of weights to zero; the bias is free."""
SYNONYMS: Final = FEATURES.index("same meaning of the name")
ROUNDS: Final = 80
MIN_STEP, MAX_STEP = 1e-6, 1.0

Lesson = tuple[list[tuple[float, ...]], int]
"""Features of a column with each attribute, and the place of the right one (-1: none)."""


def learn_combiner(lessons: Sequence[Lesson], first: int = 0) -> Combiner:
    """Learn weights of the features from ``first`` on; none is below zero: all are likenesses."""
    count = len(lessons[0][0][0])
    used = list(range(first, count))
    while True:
        weights = _conditional_logit(
            [(np.array(rivals)[:, used], right) for rivals, right in lessons]
        )
        if weights[1:].min(initial=0.0) >= 0.0:
            break
        used = [at for at, weight in zip(used, weights[1:], strict=True) if weight > 0]
    by_feature = dict(zip(used, map(float, weights[1:]), strict=True))
    return Combiner(float(weights[0]), tuple(by_feature.get(at, 0.0) for at in range(count)))


def without_synonyms(lesson: Lesson) -> Lesson:
    """Return a lesson as if the list of synonyms knew none of its names."""
    rivals, right = lesson
    return [(*row[:SYNONYMS], 0.0, *row[SYNONYMS + 1 :]) for row in rivals], right


def _conditional_logit(lessons: Sequence[tuple[NDArray[np.float64], int]]) -> NDArray[np.float64]:
    """Return the weight of "none" and of each feature, by Newton's method with an L2 penalty."""
    size = lessons[0][0].shape[1] + 1
    penalty = np.full(size, L2)
    penalty[0] = 1e-6
    choices = [
        np.vstack([np.eye(1, size), np.hstack([np.zeros((len(rivals), 1)), rivals])])
        for rivals, _ in lessons
    ]
    places = [right + 1 for _, right in lessons]
    weights = np.zeros(size)
    for _ in range(ROUNDS):
        slope, curve = penalty * weights, np.diag(penalty)
        for inputs, place in zip(choices, places, strict=True):
            scores = inputs @ weights
            chances = np.exp(scores - scores.max())
            chances /= chances.sum()
            mean = chances @ inputs
            slope = slope + mean - inputs[place]
            curve = curve + (inputs.T * chances) @ inputs - np.outer(mean, mean)
        step = np.linalg.solve(curve, slope)
        weights = weights - step * min(1.0, MAX_STEP / max(1e-12, float(np.abs(step).max())))
        if np.abs(step).max() < MIN_STEP:
            break
    return weights


def as_toml(combiner: Combiner) -> str:
    """Return the weights as ``weights.toml`` holds them."""
    lines = [f"none = {combiner.none:.3f}"]
    lines += [
        f'"{name}" = {weight:.3f}'
        for name, weight in zip(FEATURES, combiner.weights, strict=True)
        if weight
    ]
    return "\n".join(lines)
