"""Why two records were joined, or not: the parts of the score of a pair, greatest first."""

from dataclasses import dataclass

import numpy as np

from leadline.integrate.matching.matcher import Matching


@dataclass(frozen=True, slots=True)
class Reason:
    """A feature of a pair: its value, and what it adds to the log-odds of a match."""

    column: str
    feature: str
    value: float
    weight: float


@dataclass(frozen=True, slots=True)
class PairExplanation:
    """What is known of a pair of rows.

    ``score`` is the log-odds by the values alone, ``final`` with the margins over rivals (None: one
    of the records is assigned to another, whose place is ``rival``).
    """

    score: float
    final: float | None
    threshold: float
    reasons: tuple[Reason, ...]
    rival: tuple[int, int] | None = None

    @property
    def accepted(self) -> bool:
        """Whether the pair was joined."""
        return self.final is not None and self.final >= self.threshold


def explain_pair(matching: Matching, left: int, right: int) -> PairExplanation | None:
    """Explain a pair of rows; None if they were never compared, since they share no rare term."""
    training = matching.training
    places = np.flatnonzero((matching.left == left) & (matching.right == right))
    if training is None or not len(places):
        return None
    place = int(places[0])
    reasons: tuple[Reason, ...] = ()
    if training.model is not None:
        comparison, model = matching.compare(places[:1]), training.model
        features = comparison.values[0]
        parts = (features - model.mean) / model.scale * model.weights
        order = np.argsort(-np.abs(parts), kind="stable")
        names = comparison.names
        reasons = tuple(
            Reason(names[k][0], names[k][1], float(features[k]), float(parts[k]))
            for k in order.tolist()
        )
    final = next((p.score for p in matching.ranked if (p.left, p.right) == (left, right)), None)
    rival = None
    if final is None:
        rival = next(
            ((p.left, p.right) for p in matching.ranked if left == p.left or right == p.right), None
        )
    score = float(training.pair_scores[place])
    return PairExplanation(score, final, matching.threshold, reasons, rival)
