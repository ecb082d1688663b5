"""Learns the weights of attributes in ranking from a person's choices.

A choice says that one shown row was right. Every other shown row makes a pair with it, and the
logistic loss of the pairs is minimised (pairwise, as RankNet with a linear model), drawn towards
the weights of the start. Rows that stand first are chosen more often only because they are seen, so
a choice counts as much as it is unlikely to be seen: by the inverse propensity of its place
(Joachims, Swaminathan and Schnabel 2017). What was learned is used only if one half of the choices
predicts the other better than the start does.

>>> title, note = {"title": 1.0}, {"note": 1.0}
>>> choices = [LoggedChoice("emma", (note, title), 1)] * 20
>>> learned = learn_weights(choices, {"title": 1.0, "note": 1.0})
>>> learned["title"] > 1.5 > 0.8 > learned["note"]
True
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Final

import numpy as np
import numpy.typing as npt

from leadline.domain.model import DomainKnowledge

Floats = npt.NDArray[np.float64]

MAIN_WEIGHT: Final = 2.0
"""Weight at the start of a main attribute of the domain, or of a title where none is known."""
OTHER_WEIGHT: Final = 1.0
TITLE_NAME: Final = "title"
LEAST_WEIGHT, MOST_WEIGHT = 0.05, 20.0
PRIOR_STRENGTH: Final = 1.0
"""Strength with which weights are drawn to those of the start, beside the sum over choices."""
LEARNING_ROUNDS: Final = 200
MAX_PROPENSITY_WEIGHT: Final = 10.0
MAX_LEARNED_CHOICES: Final = 500
"""Choices that are learned from, the latest."""


@dataclass(frozen=True, slots=True)
class LoggedChoice:
    """Rows that were shown for a query, in order, and the place of the chosen one.

    A row is what each attribute gives to its score at weight 1 (``Bm25f.parts``).
    """

    query: str
    shown: tuple[Mapping[str, float], ...]
    chosen: int


@dataclass(frozen=True, slots=True)
class MovedWeight:
    """An attribute, its weight at the start and now, and in how many choices it spoke."""

    attribute: str
    start: float
    now: float
    choices: int


def start_weights(domain: DomainKnowledge | None) -> dict[str, float]:
    """Return the weights that the domain's knowledge gives; without it titles count twice."""
    if domain is None or not domain.attributes:
        return {TITLE_NAME: MAIN_WEIGHT}
    return {
        each.name: MAIN_WEIGHT if each.main else OTHER_WEIGHT + each.affinity / 2
        for each in domain.attributes
    }


def learn_weights(choices: Sequence[LoggedChoice], start: Mapping[str, float]) -> dict[str, float]:
    """Return weights after choices; those of the start where choices do not bear each other out."""
    pairs = _pairs_of(choices[-MAX_LEARNED_CHOICES:], start)
    halves = [pairs.of_choices(pairs.choices % 2 == side) for side in (0, 1)]
    learned = sum(
        halves[1 - side].loss(_fitted(half, pairs.start)) for side, half in enumerate(halves)
    )
    is_borne_out = learned < pairs.loss(pairs.start)
    weights = _fitted(pairs, pairs.start) if is_borne_out else pairs.start
    return dict(zip(pairs.names, weights.tolist(), strict=True))


def moved_weights(choices: Sequence[LoggedChoice], start: Mapping[str, float]) -> list[MovedWeight]:
    """Return every weight with what it was at the start, the most moved first."""
    learned = learn_weights(choices, start)
    pairs = _pairs_of(choices[-MAX_LEARNED_CHOICES:], start)
    moved = [
        MovedWeight(
            name,
            float(pairs.start[column]),
            learned[name],
            len(np.unique(pairs.choices[pairs.differences[:, column] != 0])),
        )
        for column, name in enumerate(pairs.names)
    ]
    return sorted(moved, key=lambda each: (-abs(each.now - each.start), each.attribute))


@dataclass(frozen=True, slots=True)
class _Pairs:
    """Chosen rows beside others: a row of ``differences`` a pair, a column an attribute.

    ``weights`` are those of the pairs, ``choices`` the numbers of the choices that they come from,
    ``start`` the weights of the attributes at the start.
    """

    names: tuple[str, ...]
    start: Floats
    differences: Floats
    weights: Floats
    choices: npt.NDArray[np.int64]

    def of_choices(self, kept: npt.NDArray[np.bool_]) -> _Pairs:
        """Return some of the pairs."""
        parts = self.differences[kept], self.weights[kept], self.choices[kept]
        return _Pairs(self.names, self.start, *parts)

    def loss(self, weights: Floats) -> float:
        """Return the logistic loss of the pairs."""
        return float(self.weights @ np.logaddexp(0.0, -(self.differences @ weights)))


def _pairs_of(choices: Sequence[LoggedChoice], start: Mapping[str, float]) -> _Pairs:
    """Compare each chosen row with the others; a name that only choices know has a column too."""
    names = tuple(sorted({n for each in choices for row in each.shown for n in row} | set(start)))
    places = {name: place for place, name in enumerate(names)}
    differences, weights, numbers = [np.zeros((0, len(names)))], list[float](), list[int]()
    for number, choice in enumerate(choices):
        others = len(choice.shown) - 1
        if not 0 <= choice.chosen <= others or not others:
            continue
        rows = np.zeros((others + 1, len(names)))
        for row, parts in zip(rows, choice.shown, strict=True):
            row[[places[name] for name in parts]] = list(parts.values())
        differences.append(np.delete(rows[choice.chosen] - rows, choice.chosen, axis=0))
        weights += [min(MAX_PROPENSITY_WEIGHT, choice.chosen + 1.0) / others] * others
        numbers += [number] * others
    return _Pairs(
        names,
        np.array([start.get(name, OTHER_WEIGHT) for name in names]),
        np.vstack(differences),
        np.array(weights),
        np.array(numbers, np.int64),
    )


def _fitted(pairs: _Pairs, start: Floats) -> Floats:
    """Return weights that fit pairs, by accelerated gradient steps (Beck and Teboulle 2009)."""
    steepest = PRIOR_STRENGTH + (pairs.weights @ pairs.differences**2).sum() / 4
    weights = ahead = start
    momentum = 1.0
    for _ in range(LEARNING_ROUNDS):
        push = pairs.weights / (1.0 + np.exp(np.clip(pairs.differences @ ahead, -50, 50)))
        slope = PRIOR_STRENGTH * (ahead - start) - push @ pairs.differences
        before, weights = weights, np.clip(ahead - slope / steepest, LEAST_WEIGHT, MOST_WEIGHT)
        later = (1 + sqrt(1 + 4 * momentum**2)) / 2
        ahead = weights + (momentum - 1) / later * (weights - before)
        momentum = later
    return weights
