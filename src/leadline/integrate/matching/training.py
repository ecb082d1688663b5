"""Self-training: a linear model of pairs that learns from its own surest pairs.

Each round assigns records one to one by the score, takes the likely pairs as examples and all
their rivals as counter-examples, and fits a logistic regression. A second model decides about the
assigned pairs: from the score and its margins over the rivals of both records. Its
counter-examples are what the records would be joined to without their partners.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from leadline.integrate.matching.assignment import assign, rivals, without_partner
from leadline.integrate.matching.threshold import best_cut, chances, valley, with_share

ROUNDS: Final = 4
MARGIN_ROUNDS: Final = 30
FIRST_EXAMPLES: Final = 0.5
"""Share of the smaller source that is first supposed to have partners."""
MIN_EXAMPLES: Final = 5
IMPROBABLE_WEIGHTS: Final = ((0.1, 0.0), (0.0, 1.0))
"""Weights of improbable pairs as counter-examples, one model each: of every pair, where one of a
match's own counts 1; and of all together, as a multiple of all those."""
LOW_SHARE: Final = 0.01
"""Quantile of the scores that stands for having no rival."""
RIDGE: Final = 20.0
"""Penalty of squared weights of standardised features."""
MARGIN_RIDGE: Final = 0.01
"""Penalty of the second model: it has three features and as many examples as there are records."""
MAX_EXAMPLES: Final = 20_000
"""Counter-examples of a round, evenly spread over all rivals; examples too, within one source."""
FOLDS: Final = 3
"""Parts of the records; a part is scored by a model that did not learn from it."""
NEWTON_STEPS: Final = 25
TOLERANCE: Final = 1e-6


@dataclass(frozen=True, slots=True)
class LinearModel:
    """A logistic regression on standardised features: log-odds = weights * z + intercept."""

    mean: NDArray[np.float64]
    scale: NDArray[np.float64]
    weights: NDArray[np.float64]
    intercept: float

    def log_odds(self, features: NDArray[np.float64]) -> NDArray[np.float64]:
        """Log-odds of each row of features."""
        weights = self.weights / self.scale
        return np.asarray(features @ weights + (self.intercept - self.mean @ weights))

    def beside(self, other: LinearModel) -> LinearModel:
        """Return the model of the features of both, side by side."""
        mean, scale = np.r_[self.mean, other.mean], np.r_[self.scale, other.scale]
        weights = np.r_[self.weights, other.weights]
        return LinearModel(mean, scale, weights, self.intercept + other.intercept)


@dataclass(frozen=True, slots=True)
class Training:
    """Outcome: assigned pairs (places among the candidates), their log-odds and the threshold."""

    assigned: NDArray[np.int64]
    scores: NDArray[np.float64]
    threshold: float
    model: LinearModel | None
    pair_scores: NDArray[np.float64]
    """Score of every candidate pair, before margins over rivals."""


@dataclass(frozen=True, slots=True)
class Pairs:
    """Candidate pairs between two sources; ``record`` is the side with fewer records."""

    record: NDArray[np.int64]
    other: NDArray[np.int64]
    records: int
    """Number of rows of both sources together."""
    smaller: int
    """Number of rows of the source with fewer."""


def fit(
    features: NDArray[np.float64],
    is_match: NDArray[np.bool_],
    penalty: float = RIDGE,
    weights: NDArray[np.float64] | None = None,
) -> LinearModel:
    """Fit a logistic regression with a ridge by Newton's method; examples may have weights."""
    weight = np.ones(len(features)) if weights is None else weights
    mean = np.average(features, axis=0, weights=weight)
    scale = np.sqrt(np.average((features - mean) ** 2, axis=0, weights=weight))
    scale = np.where(scale > 0, scale, 1)
    design = np.column_stack([(features - mean) / scale, np.ones(len(features))])
    ridge = np.full(design.shape[1], penalty)
    ridge[-1] = 1e-6
    target = is_match.astype(float)
    solution = np.zeros(design.shape[1])
    for _ in range(NEWTON_STEPS):
        chance = 1 / (1 + np.exp(-np.clip(design @ solution, -30, 30)))
        slope = design.T @ (weight * (chance - target)) + ridge * solution
        spread = np.maximum(weight * chance * (1 - chance), 1e-9)
        weighted = design * np.sqrt(spread)[:, None]
        curve = weighted.T @ weighted + np.diag(ridge)  # a product with itself costs half
        step = np.linalg.solve(curve, slope)
        solution -= step
        if np.abs(step).max() < TOLERANCE:
            break
    return LinearModel(mean, scale, solution[:-1], float(solution[-1]))


def train(
    features: NDArray[np.float64],
    pairs: Pairs,
    scores: NDArray[np.float64],
    said: Sequence[tuple[int, bool]] = (),
) -> Training:
    """Learn from the first ``scores`` which assigned pairs are matches.

    ``said`` holds a person's decisions: the place of a candidate pair and whether it is a match.
    Improbable pairs are counter-examples too, unless no match is left then: few matches among many
    records say too little of false pairs.
    """
    learned = _train(features, pairs, scores, said, IMPROBABLE_WEIGHTS)
    if (learned.scores >= learned.threshold).any():
        return learned
    return _train(features, pairs, scores, said, ((0.0, 0.0),))


def _train(
    features: NDArray[np.float64],
    pairs: Pairs,
    scores: NDArray[np.float64],
    said: Sequence[tuple[int, bool]],
    improbable: Sequence[tuple[float, float]],
) -> Training:
    said_places = np.array([place for place, _ in said], dtype=np.int64)
    said_yes = np.array([yes for _, yes in said], dtype=bool)
    first = scores[assign(pairs.record, pairs.other, scores)]
    examples = min(int(pairs.smaller * FIRST_EXAMPLES), int((first >= valley(first)).sum()))
    model: LinearModel | None = None
    for round_number in range(ROUNDS + 1):
        assigned = assign(pairs.record, pairs.other, scores)
        supposed = best_ones(scores[assigned], examples)
        outcome = decide(pairs, scores, assigned, supposed, improbable)
        likely = outcome > 0 if (outcome > 0).sum() >= MIN_EXAMPLES else supposed
        chosen = assigned[likely]
        if round_number == ROUNDS or len(chosen) < MIN_EXAMPLES:
            break
        examples = len(chosen)
        involved = np.zeros(pairs.records, dtype=bool)
        involved[pairs.record[chosen]] = involved[pairs.other[chosen]] = True
        rival = involved[pairs.record] | involved[pairs.other]
        rival[chosen] = False
        rival[said_places] = False
        chosen = np.setdiff1d(chosen, said_places)
        against = spread(np.flatnonzero(rival))
        places = np.r_[chosen, against, said_places]
        is_match = np.r_[np.ones(len(chosen), bool), np.zeros(len(against), bool), said_yes]
        model = fit(features[places], is_match)
        scores = _cross_fitted(features, places, is_match, pairs.record)
    return Training(assigned, outcome, best_cut(outcome), model, scores)


def spread(places: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return at most ``MAX_EXAMPLES`` places, evenly spread over all."""
    return places[:: len(places) // MAX_EXAMPLES + 1]


def best_ones(scores: NDArray[np.float64], number: int) -> NDArray[np.bool_]:
    """Tell which scores are among the best ``number``, at least one."""
    place = min(max(number, 1), len(scores))
    return np.asarray(scores >= np.partition(scores, -place)[-place])


def _cross_fitted(
    features: NDArray[np.float64],
    places: NDArray[np.int64],
    is_match: NDArray[np.bool_],
    record: NDArray[np.int64],
) -> NDArray[np.float64]:
    """Log-odds of all pairs; a record's pairs are scored by a model that learned from others.

    Otherwise rivals of examples would score lower than false pairs that were no counter-examples.
    """
    scores = np.zeros(len(features))
    fold = record % FOLDS
    for number in range(FOLDS):
        other = fold[places] != number
        if not is_match[other].any():
            other[:] = True
        model = fit(features[places[other]], is_match[other])
        scores[fold == number] = model.log_odds(features[fold == number])
    return scores


def decide(
    pairs: Pairs,
    scores: NDArray[np.float64],
    assigned: NDArray[np.int64],
    supposed: NDArray[np.bool_],
    improbable: Sequence[tuple[float, float]] = IMPROBABLE_WEIGHTS,
) -> NDArray[np.float64]:
    """Log-odds of assigned pairs by their margins over rivals; some are ``supposed`` matches.

    Expectation maximisation: pairs count as examples as likely as they are, and what either of
    their records would be joined to without the other are the counter-examples. A record of the
    larger source chooses among fewer, so it counts less. The pairs themselves are
    counter-examples, as unlikely as they are. Their right weight is not known: the log-odds of
    several weights ``improbable`` are averaged.
    """
    ends, records = (pairs.record, pairs.other), pairs.records
    floor = float(np.quantile(scores, LOW_SHARE))
    without = scores.copy()
    without[assigned] = -np.inf
    best = [np.maximum(of_end, floor) for of_end in rivals(ends, scores, records)]
    alone = [np.maximum(of_end, floor) for of_end in rivals(ends, without, records)]
    own_facts = _margins(scores, *best)[assigned]
    instead = without_partner(ends, scores, assigned, records)
    first_facts = _margins(scores, alone[0], best[1])[instead[0]]
    other_facts = _margins(scores, best[0], alone[1])[instead[1]]
    facts, has = np.r_[own_facts, first_facts, other_facts, own_facts], np.r_[instead] >= 0
    is_match = np.repeat([True, False], [len(assigned), len(has) + len(assigned)])
    first = np.asarray(scores[assigned] - scores[assigned][supposed].min(initial=np.inf))
    found = []
    for each, together in improbable:
        likely, log_odds = supposed.astype(float), first
        for _ in range(MARGIN_ROUNDS):
            against = np.r_[likely, likely * pairs.smaller / (records - pairs.smaller)] * has
            unlikely = 1 - likely
            all_of_it = against.sum() / max(unlikely.sum(), TOLERANCE)
            against = np.r_[against, (each + together * all_of_it) * unlikely]
            if min(likely.sum(), against.sum()) < 1:
                break
            balance = likely.sum() / against.sum()
            model = fit(facts, is_match, MARGIN_RIDGE, np.r_[likely, against * balance])
            log_odds = with_share(model.log_odds(own_facts), pairs.smaller)
            likely = chances(log_odds)
        found.append(log_odds)
    return np.asarray(np.mean(found, axis=0))


def _margins(
    scores: NDArray[np.float64], best: NDArray[np.float64], best_other: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Score of each pair and its margins over the best rivals at both ends."""
    return np.column_stack([scores, scores - best, scores - best_other])
