"""The logistic combiner of features, with the weights that come with the package.

A column has one attribute of several, or none: McFadden's conditional logit. An attribute's chance
is its odds over the sum of the odds of all, where "none" has odds of its own.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final, Literal

from leadline.integrate.schema.features import FEATURES
from leadline.page.data_files import read_table

Labels = Literal["labelled", "unlabelled"]
MAX_REASONS: Final = 3
"""Features that are named as the reasons of a match."""


@dataclass(frozen=True, slots=True)
class Combiner:
    """Weights of ``FEATURES``; ``none`` is the score of no attribute at all."""

    none: float
    weights: tuple[float, ...]

    def chances(self, rivals: Sequence[Sequence[float]]) -> list[float]:
        """Return the chance of each of a column's attributes, from its features with each."""
        scores = [sum(map(float.__mul__, self.weights, features)) for features in rivals]
        top = max([self.none, *scores])
        odds = [math.exp(score - top) for score in scores]
        total = sum(odds) + math.exp(self.none - top)
        return [each / total for each in odds]

    def reasons(self, features: Sequence[float]) -> tuple[str, ...]:
        """Name the features that speak most for a match, the strongest first."""
        parts = sorted(
            (
                (weight * feature, name, feature)
                for weight, name, feature in zip(self.weights, FEATURES, features, strict=True)
            ),
            reverse=True,
        )
        return tuple(
            f"{name} {feature:.2f}" for gain, name, feature in parts[:MAX_REASONS] if gain > 0
        )


@cache
def shipped_combiner(labels: Labels) -> Combiner:
    """Return the package's weights, with names of columns or for values alone."""
    table = read_table("leadline.integrate.schema", "weights.toml")[labels]
    return Combiner(table["none"], tuple(table.get(name, 0.0) for name in FEATURES))
