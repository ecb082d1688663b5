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

from dataclasses import dataclass
from math import exp, log1p
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from leadline.domain.model import DomainKnowledge

MAIN_WEIGHT: Final = 2.0
"""Weight at the start of a main attribute of the domain, or of a title where none is known."""
OTHER_WEIGHT: Final = 1.0
TITLE_NAME: Final = "title"
LEAST_WEIGHT, MOST_WEIGHT = 0.05, 20.0
PRIOR_STRENGTH: Final = 1.0
"""Strength with which weights are drawn to those of the start, beside the sum over choices."""
LEARNING_ROUNDS: Final = 200
STEP: Final = 0.5
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
    choices = choices[-MAX_LEARNED_CHOICES:]
    halves = choices[::2], choices[1::2]
    given = _fitted([], start, choices)
    learned = sum(_loss(halves[1 - side], _fitted(halves[side], start, choices)) for side in (0, 1))
    return _fitted(choices, start, choices) if learned < _loss(choices, given) else given


def _loss(choices: Sequence[LoggedChoice], weights: Mapping[str, float]) -> float:
    """Return the logistic loss of the pairs of choices."""
    pairs = [pair for choice in choices for pair in _pairs(choice)]
    margins = [(sum(weights[n] * v for n, v in each.items()), weight) for each, weight in pairs]
    return sum(weight * log1p(exp(min(50.0, -margin))) for margin, weight in margins)


def _fitted(
    choices: Sequence[LoggedChoice], start: Mapping[str, float], known: Sequence[LoggedChoice]
) -> dict[str, float]:
    """Return weights that fit choices, for all attributes of the known ones."""
    pairs = [pair for choice in choices for pair in _pairs(choice)]
    names = sorted({n for choice in known for row in choice.shown for n in row} | set(start))
    weights = {name: start.get(name, OTHER_WEIGHT) for name in names}
    if not pairs:
        return weights
    total = PRIOR_STRENGTH + sum(weight for _, weight in pairs)
    for _ in range(LEARNING_ROUNDS):
        slope = {n: PRIOR_STRENGTH * (weights[n] - start.get(n, OTHER_WEIGHT)) for n in names}
        for difference, weight in pairs:
            margin = sum(weights[name] * value for name, value in difference.items())
            push = weight / (1.0 + exp(min(50.0, max(-50.0, margin))))
            for name, value in difference.items():
                slope[name] -= push * value
        scale = STEP * len(names) / total
        weights = {
            n: min(MOST_WEIGHT, max(LEAST_WEIGHT, w - scale * slope[n])) for n, w in weights.items()
        }
    return weights


def moved_weights(choices: Sequence[LoggedChoice], start: Mapping[str, float]) -> list[MovedWeight]:
    """Return every weight with what it was at the start, the most moved first."""
    learned = learn_weights(choices, start)
    spoke = dict.fromkeys(learned, 0)
    for choice in choices[-MAX_LEARNED_CHOICES:]:
        for name in {name for difference, _ in _pairs(choice) for name in difference}:
            spoke[name] += 1
    moved = [
        MovedWeight(name, start.get(name, OTHER_WEIGHT), now, spoke[name])
        for name, now in learned.items()
    ]
    return sorted(moved, key=lambda each: (-abs(each.now - each.start), each.attribute))


def _pairs(choice: LoggedChoice) -> Iterator[tuple[dict[str, float], float]]:
    """Return the differences of the chosen row to the others, each with its weight."""
    if not 0 <= choice.chosen < len(choice.shown):
        return
    right = choice.shown[choice.chosen]
    others = [row for place, row in enumerate(choice.shown) if place != choice.chosen]
    weight = min(MAX_PROPENSITY_WEIGHT, float(choice.chosen + 1)) / max(1, len(others))
    for row in others:
        names = right.keys() | row.keys()
        difference = {n: right.get(n, 0.0) - row.get(n, 0.0) for n in names}
        difference = {name: value for name, value in difference.items() if value}
        if difference:
            yield difference, weight
