"""Values of one table that the texts of the other mention, where no column corresponds.

A year has a column in one source and stands inside a title or a text of the other. So the values of
every column without a counterpart are looked for in all texts of the other record. A mention speaks
for a match; another value of the same column in its place speaks against it.

What is mentioned tells little of how alike the compared columns are. So it is weighed by a model of
its own, as a second view (Blum and Mitchell 1998): the log-odds of both are added. It tells records
of one name apart, so all are assigned anew with it.
"""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from leadline.integrate.matching.assignment import assign
from leadline.integrate.matching.comparison import Comparison
from leadline.integrate.matching.threshold import best_cut, chances
from leadline.integrate.matching.training import (
    MIN_EXAMPLES,
    LinearModel,
    Training,
    best_ones,
    decide,
    fit,
    spread,
)
from leadline.integrate.matching.vectors import row_products, term_counts, words

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from leadline.integrate.matching.training import Pairs

MAX_VALUE_WORDS: Final = 10
"""Words of a mean value above which a column holds texts, which are not looked for."""
ROUNDS: Final = 3
MENTIONED: Final = "mentioned"

Columns = dict[str, list[str]]
Features = dict[tuple[str, str], Any]


def compare_mentions(
    left: Columns, right: Columns, rows: NDArray[np.int64], others: NDArray[np.int64]
) -> Comparison:
    """Compare the columns that one table alone has with all texts of the other.

    Tables are texts for comparison by column; ``rows`` and ``others`` are pairs of their rows.

    >>> films = {"year": ["1930", "1977", "1977"]}
    >>> pages = {"text": ["a film of 1930", "also from 1930", "from 1977"]}
    >>> row = np.arange(3)
    >>> compare_mentions(films, pages, row, row).names[:2]
    (('year', 'mentioned'), ('year', 'another mentioned'))
    """
    features = _mentions(left, right, rows, others) | _mentions(right, left, others, rows)
    telling = {name: values for name, values in features.items() if values.std() > 0}
    if not telling:
        return Comparison(np.zeros((len(rows), 0)), ())
    return Comparison(np.column_stack(list(telling.values())), tuple(telling))


def _mentions(
    own: Columns, other: Columns, rows: NDArray[np.int64], others: NDArray[np.int64]
) -> Features:
    """Features of the columns of ``own`` without a counterpart, beyond what is compared anyway."""
    compared = [own[name] for name in own if name in other and _is_short(own[name])]
    known = [set(words(" ".join(cells))) for cells in zip(*compared, strict=True)]
    texts = [" ".join(cells) for cells in zip(*other.values(), strict=True)]
    alone = {name: values for name, values in own.items() if name not in other}
    if known:
        alone = {name: _without(values, known) for name, values in alone.items()}
    alone = {name: values for name, values in alone.items() if _is_short(values)}
    counts, _ = term_counts([*texts, *chain.from_iterable(alone.values())], words)
    counts.data[:] = 1
    frequency = np.bincount(counts[: len(texts)].indices, minlength=counts.shape[1])
    rarity = np.log((1 + len(texts)) / (1 + frequency))
    counts.data = np.sqrt(rarity[counts.indices])
    features: Features = {}
    for number, (name, values) in enumerate(alone.items()):
        start = len(texts) + number * len(values)
        cells = counts[start : start + len(values)]
        domain = np.zeros(counts.shape[1])
        domain[cells.indices] = np.sqrt(rarity[cells.indices])
        size, there = cells @ np.sqrt(rarity), counts[: len(texts)] @ domain
        shared = row_products(counts, start + rows, others)
        share = shared / np.maximum(size[rows], 1e-9)
        rest = np.minimum((there[others] - shared) / np.log(1 + len(texts)), 1)
        features[name, MENTIONED] = share
        features[name, "another mentioned"] = np.where(size[rows] > 0, (1 - share) * rest, 0)
    return features


def _is_short(values: Sequence[str]) -> bool:
    """Whether a column holds different values of a few words, no texts."""
    filled = [value for value in values if value]
    return len(set(filled)) > 1 and sum(map(len, map(words, filled))) <= (
        MAX_VALUE_WORDS * len(filled)
    )


def _without(values: Sequence[str], known: Sequence[set[str]]) -> list[str]:
    """Values without words that the compared columns of their record hold."""
    pairs = zip(values, known, strict=True)
    return [" ".join(word for word in words(value) if word not in held) for value, held in pairs]


def weigh_mentions(training: Training, comparison: Comparison, pairs: Pairs) -> Training:
    """Weigh what is mentioned, assign the records anew with it, and choose the cut.

    Assigned pairs are examples, each as likely as it is a match; all other pairs are
    counter-examples. They learn nothing from each other's features. The new pairs are decided in
    two ways, which are averaged: mentions count in the margins over rivals, or beside them.
    """
    features, assigned = comparison.values, training.assigned
    if training.model is None or not features.shape[1] or len(features) <= len(assigned):
        return training
    likely = chances(training.scores)
    votes = features @ [1 if feature == MENTIONED else -1 for _, feature in comparison.names]
    by_votes = assign(pairs.record, pairs.other, training.pair_scores + votes)
    told = votes[by_votes] >= 1
    if likely.sum() < MIN_EXAMPLES <= told.sum():
        return _begun_with_mentions(training, features, pairs, by_votes, told)
    for _ in range(ROUNDS):
        model = _fit(features, assigned, likely)
        likely = chances(training.scores + model.log_odds(features[assigned]))
    mentioned = model.log_odds(features)
    together = training.pair_scores + mentioned
    assigned = assign(pairs.record, pairs.other, together)
    supposed = best_ones(together[assigned], int(likely.sum()))
    beside = decide(pairs, training.pair_scores, assigned, supposed) + mentioned[assigned]
    scores = (decide(pairs, together, assigned, supposed) + beside) / 2
    model = training.model.beside(model)
    return Training(assigned, scores, best_cut(scores), model, together)


def _fit(
    features: NDArray[np.float64], assigned: NDArray[np.int64], likely: NDArray[np.float64]
) -> LinearModel:
    """Learn from assigned pairs, as likely as they are, and as many others."""
    others = spread(np.setdiff1d(np.arange(len(features)), assigned))
    is_match = np.repeat([True, False], [len(assigned), len(others)])
    against = np.full(len(others), likely.sum() / len(others))
    return fit(features[np.r_[assigned, others]], is_match, weights=np.r_[likely, against])


def _begun_with_mentions(
    training: Training,
    features: NDArray[np.float64],
    pairs: Pairs,
    assigned: NDArray[np.int64],
    told: NDArray[np.bool_],
) -> Training:
    """Begin with the assigned pairs that mentions have ``told``: of one name there are several."""
    assert training.model is not None
    likely = told.astype(float)
    for _ in range(ROUNDS):
        model = _fit(features, assigned, likely)
        together = training.pair_scores + model.log_odds(features)
        assigned = assign(pairs.record, pairs.other, together)
        supposed = best_ones(together[assigned], int(likely.sum()))
        scores = decide(pairs, together, assigned, supposed)
        likely = chances(scores)
    return Training(assigned, scores, best_cut(scores), training.model.beside(model), together)
