"""Self-training within one source: which of its records describe the same entity.

The first examples are the pairs above the valley between low and high scores; pairs of a joined
record with one of another group are counter-examples. Each round takes the pairs that are more
likely than not. Sameness is transitive, so no cut may leave many joined groups open.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from concurrent.futures import ThreadPoolExecutor
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from leadline.integrate.matching.assignment import best_two
from leadline.integrate.matching.blocking import THREADS
from leadline.integrate.matching.clustering import groups_of
from leadline.integrate.matching.comparison import Comparer, Comparison
from leadline.integrate.matching.threshold import valley
from leadline.integrate.matching.training import (
    MIN_EXAMPLES,
    ROUNDS,
    LinearModel,
    Training,
    fit,
    spread,
)

MIN_CLOSED: Final = 0.9
"""Share of chains of two joined pairs whose ends are joined too."""
STEP: Final = 0.9
"""Share of the pairs that is kept where too few chains are closed."""
MAX_LEARNED: Final = 100_000
"""Pairs up to which all are learned from, and compared in all features."""
DOUBTFUL: Final = 0.002
"""Share of duplicates that a glance may miss, and of false ones that it may take."""
PAIRS_AT_A_TIME: Final = 100_000


class Candidates(NamedTuple):
    """Candidate pairs of one source."""

    left: NDArray[np.int64]
    right: NDArray[np.int64]
    likeness: NDArray[np.float32]
    """A similarity that is known already."""

    def at(self, places: NDArray[np.int64] | NDArray[np.bool_]) -> Candidates:
        """Some of the pairs."""
        return Candidates(self.left[places], self.right[places], self.likeness[places])


def train_within(
    pairs: Candidates, comparer: Comparer, whole: str, rows: int
) -> tuple[Candidates, tuple[tuple[str, str], ...], Training]:
    """Learn which candidate pairs of one source are duplicates; all pairs count as assigned.

    Return the pairs that may be, the names of the features, and what was learned.
    """
    seeds, places = _sample(pairs, rows)
    sample = pairs.at(places)
    comparison = comparer.compare(sample.left, sample.right)
    model, scores, cut = _learn(comparison, sample, whole, seeds)
    names, is_same = comparison.names, scores >= cut
    if len(places) == len(pairs.left) or model is None or is_same.all() or not is_same.any():
        pairs = sample
    else:
        taught = comparer.glance(*sample), is_same
        pairs, scores = _score(pairs, comparer, names, model, cut, taught)
    return pairs, names, Training(np.arange(len(scores)), scores, cut, model, scores)


def _learn(
    comparison: Comparison, pairs: Candidates, whole: str, seeds: NDArray[np.bool_]
) -> tuple[LinearModel | None, NDArray[np.float64], float]:
    """Learn a model, the score of every pair, and the cut."""
    left, right, rows = pairs.left, pairs.right, len(seeds)
    model: LinearModel | None = None
    features, scores = comparison.values, comparison.first_scores(whole)
    best, _, _ = best_two(np.r_[left, right], np.r_[scores, scores], rows)
    cut = _closed_cut(left, right, scores, rows, valley(best[np.isfinite(best) & seeds]))
    for _ in range(ROUNDS):
        chosen = scores >= cut
        group = groups_of(left[chosen], right[chosen], rows)
        joined = np.bincount(group)[group] > 1
        rival = (group[left] != group[right]) & (joined[left] | joined[right])
        if chosen.sum() < MIN_EXAMPLES or not rival.any():
            break
        examples, against = spread(np.flatnonzero(chosen)), spread(np.flatnonzero(rival))
        places = np.r_[examples, against]
        model = fit(features[places], np.repeat([True, False], [len(examples), len(against)]))
        scores = model.log_odds(features)
        cut = _closed_cut(left, right, scores, rows, 0.0)
    return model, scores, cut


def _sample(pairs: Candidates, rows: int) -> tuple[NDArray[np.bool_], NDArray[np.int64]]:
    """Choose rows evenly, and all pairs among them and their neighbours: so chains stay whole.

    All rows are chosen if the pairs are not too many.
    """
    step = 1
    while True:
        seeds = np.zeros(rows, dtype=bool)
        seeds[::step] = True
        touching = seeds[pairs.left] | seeds[pairs.right]
        near = seeds.copy()
        near[pairs.left[touching]] = near[pairs.right[touching]] = True
        places = np.flatnonzero(near[pairs.left] & near[pairs.right])
        if len(places) <= MAX_LEARNED or step > rows:
            return seeds, places
        step *= 2


def _score(
    pairs: Candidates,
    comparer: Comparer,
    names: Collection[tuple[str, str]],
    model: LinearModel,
    cut: float,
    taught: tuple[NDArray[np.float64], NDArray[np.bool_]],
) -> tuple[Candidates, NDArray[np.float64]]:
    """Score pairs in all features where a glance leaves open whether they are duplicates.

    What a glance says is learned from pairs that were ``taught``: their features, and whether they
    are. Pairs that cannot be duplicates are left out; those that must be have its log-odds, or
    ``cut``.
    """
    seen, is_same = taught
    rough = fit(seen, is_same)
    odds = rough.log_odds(seen)
    wrong = np.sort(odds[~is_same])[::-1]
    low = float(np.quantile(odds[is_same], DOUBTFUL))
    high = float(wrong[min(int(DOUBTFUL * is_same.sum()), len(wrong) - 1)])

    def glanced(places: NDArray[np.int64]) -> NDArray[np.float64]:
        return rough.log_odds(comparer.glance(*pairs.at(places)))

    def compared(places: NDArray[np.int64]) -> NDArray[np.float64]:
        ends = pairs.left[places], pairs.right[places]
        return model.log_odds(comparer.compare(*ends, names).values)

    scores = _by_parts(glanced, np.arange(len(pairs.left)))
    is_open = np.flatnonzero((scores >= low) & (scores <= high))
    open_scores = _by_parts(compared, is_open)
    may_be = scores >= low
    scores = np.maximum(scores, cut)
    scores[is_open] = open_scores
    return pairs.at(may_be), scores[may_be]


def _by_parts(
    score: Callable[[NDArray[np.int64]], NDArray[np.float64]], places: NDArray[np.int64]
) -> NDArray[np.float64]:
    """Score places in parts of bounded size, by several threads."""
    parts = [
        places[start : start + PAIRS_AT_A_TIME] for start in range(0, len(places), PAIRS_AT_A_TIME)
    ]
    with ThreadPoolExecutor(THREADS) as pool:
        return np.concatenate([np.zeros(0), *pool.map(score, parts)])


def _closed_cut(
    left: NDArray[np.int64],
    right: NDArray[np.int64],
    scores: NDArray[np.float64],
    rows: int,
    least: float,
) -> float:
    """Find the lowest cut, ``least`` or above, from which enough chains of pairs are closed."""
    from scipy.sparse import coo_matrix

    order = np.argsort(-scores, kind="stable")
    number = above = int((scores >= least).sum())
    while number >= MIN_EXAMPLES:
        ends = (left[order[:number]], right[order[:number]])
        joined = coo_matrix((np.ones(number), ends), shape=(rows, rows)).tocsr()
        joined = joined + joined.T
        degree = np.bincount(np.r_[ends], minlength=rows)
        closed = (joined @ joined).multiply(joined).sum()
        if closed >= MIN_CLOSED * (degree * (degree - 1)).sum():
            return max(least, float(scores[order[number - 1]]))
        number = int(number * STEP)
    return least if number == above else float("inf")
