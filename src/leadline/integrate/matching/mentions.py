"""Values of one table that the texts of the other mention, where no column corresponds.

A year has a column in one source and stands inside a title or a text of the other. So the values of
every column without a counterpart are looked for in all texts of the other record. A mention speaks
for a match; another value of the same column in its place speaks against it.

What is mentioned tells little of how alike the compared columns are. So it is weighed by a model of
its own, as a second view (Blum and Mitchell 1998): the log-odds of both are added. It tells records
of one name apart, so all are assigned anew with it.

A number is more than a mention where it stands first: in a short cell, or where a text begins. If
the surest pairs tell the same number, a pair that tells two is refused.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import chain, islice
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from leadline.integrate.matching.assignment import assign
from leadline.integrate.matching.comparison import Comparison
from leadline.integrate.matching.text import comparison_columns
from leadline.integrate.matching.threshold import best_cut, chances
from leadline.integrate.matching.training import (
    MIN_EXAMPLES,
    LinearModel,
    Pairs,
    Training,
    best_ones,
    decide,
    fit,
    spread,
)
from leadline.integrate.matching.vectors import row_products, term_counts, words

MAX_VALUE_WORDS: Final = 10
"""Words of a mean value above which a column holds texts, which are not looked for."""
ROUNDS: Final = 3
MENTIONED: Final = "mentioned"
NUMBER_FIRST, OTHER_FIRST = "number first", "other number first"
FIRST_WORDS: Final = 10
"""Words of a cell that say first of what it speaks; those of the compared columns do not count."""
CUT: Final = ("...", "\u2026")
"""Beginnings of a text from whose middle a passage was cut."""
SURER: Final = 0.5
"""Share of the joined pairs, the surest, that say whether records of one entity tell one number."""
MIN_TOLD: Final = 10
"""Of the surest pairs those, at least, whose records tell one number."""
MIN_AGREEING: Final = 0.9
"""Their share, at least, of the surest pairs whose records both tell a number."""
CONTRADICTION: Final = 10.0
"""What log-odds such a pair loses."""

Columns = dict[str, list[str]]
Features = dict[tuple[str, str], Any]


def compare_mentions(
    left: Mapping[str, Sequence[str]],
    right: Mapping[str, Sequence[str]],
    rows: NDArray[np.int64],
    others: NDArray[np.int64],
) -> Comparison:
    """Compare the columns that one table alone has with all texts of the other.

    Tables are cells by column; ``rows`` and ``others`` are pairs of their rows.

    >>> films = {"year": ["1930", "1977", "1977"]}
    >>> pages = {"text": ["a film of 1930", "also from 1930", "from 1977"]}
    >>> row = np.arange(3)
    >>> compare_mentions(films, pages, row, row).names[:2]
    (('year', 'mentioned'), ('year', 'another mentioned'))
    """
    texts, other_texts = comparison_columns(left), comparison_columns(right)
    features = _mentions(texts, other_texts, rows, others)
    features |= _mentions(other_texts, texts, others, rows)
    beginnings = _beginnings(left, texts, other_texts), _beginnings(right, other_texts, texts)
    features |= _first_numbers(_alone(texts, other_texts), beginnings[1], rows, others)
    features |= _first_numbers(_alone(other_texts, texts), beginnings[0], others, rows)
    telling = {name: values for name, values in features.items() if values.std() > 0}
    if not telling:
        return Comparison(np.zeros((len(rows), 0)), ())
    return Comparison(np.column_stack(list(telling.values())), tuple(telling))


def _beginnings(cells: Mapping[str, Sequence[str]], own: Columns, other: Columns) -> list[set[str]]:
    """The first words of all cells of each record; a passage from the middle of a text has none."""
    known = _known(own, other)
    found: list[set[str]] = [set() for _ in known]
    for name, values in own.items():
        for held, compared, cell, text in zip(found, known, cells[name], values, strict=True):
            if not cell.startswith(CUT):
                held.update(islice((w for w in words(text) if w not in compared), FIRST_WORDS))
    return found


def _known(own: Columns, other: Columns) -> list[set[str]]:
    """Words of each record that are compared anyway, in short columns of both tables."""
    compared = [own[name] for name in own if name in other and _is_short(own[name])]
    if not compared:
        return [set() for _ in next(iter(own.values()))]
    return [set(words(" ".join(cells))) for cells in zip(*compared, strict=True)]


def _mentions(
    own: Columns, other: Columns, rows: NDArray[np.int64], others: NDArray[np.int64]
) -> Features:
    """Features of the columns of ``own`` without a counterpart, beyond what is compared anyway."""
    texts = [" ".join(cells) for cells in zip(*other.values(), strict=True)]
    alone = _alone(own, other)
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


def _alone(own: Columns, other: Columns) -> Columns:
    """Short columns without a counterpart, without what is compared anyway."""
    known = _known(own, other)
    alone = {name: _without(values, known) for name, values in own.items() if name not in other}
    return {name: values for name, values in alone.items() if _is_short(values)}


def _first_numbers(
    own: Columns, beginnings: list[set[str]], rows: NDArray[np.int64], others: NDArray[np.int64]
) -> Features:
    """Whether a number of a cell, or another one of its column, is told first by the other record.

    ``own`` are columns without a counterpart. Numbers that most records tell say nothing.
    """
    texts = [" ".join(filter(_has_digit, held)) for held in beginnings]
    numbers = {
        name: [" ".join(filter(_has_digit, words(value))) for value in values]
        for name, values in own.items()
    }
    counts, _ = term_counts([*texts, *chain.from_iterable(numbers.values())], words)
    counts.data[:] = 1
    frequency = np.bincount(counts[: len(texts)].indices, minlength=counts.shape[1])
    features: Features = {}
    for number, (name, values) in enumerate(numbers.items()):
        start = len(texts) + number * len(values)
        cells = counts[start : start + len(values)]
        domain = np.zeros(counts.shape[1])
        domain[cells.indices] = 1
        domain[frequency > len(texts) / 2] = 0
        told, there = cells @ domain > 0, counts[: len(texts)] @ domain > 0
        both = told[rows] & there[others]
        shares = row_products(counts, start + rows, others) > 0
        features[name, NUMBER_FIRST] = (both & shares).astype(float)
        features[name, OTHER_FIRST] = (both & ~shares).astype(float)
    return features


def _has_digit(word: str) -> bool:
    return any(map(str.isdigit, word))


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
    assigned = training.assigned
    is_told = np.array([name[1] in (NUMBER_FIRST, OTHER_FIRST) for name in comparison.names], bool)
    features = np.where(is_told, 0, comparison.values)
    if training.model is None or is_told.all() or len(features) <= len(assigned):
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
    found = _assigned_anew(training, pairs, model.log_odds(features), likely)
    numbers = _contradictions(comparison, found)
    model = replace(model, weights=model.weights + numbers.weights)
    if numbers.weights.any():
        against = numbers.log_odds(comparison.values)
        scores = found.scores + against[found.assigned]
        together, cut = found.pair_scores + against, best_cut(scores)
        found = Training(found.assigned, scores, cut, None, together)
    return replace(found, model=training.model.beside(model))


def _assigned_anew(
    training: Training, pairs: Pairs, mentioned: NDArray[np.float64], likely: NDArray[np.float64]
) -> Training:
    """Assign all records by the sum of both views, and decide about the pairs."""
    together = training.pair_scores + mentioned
    assigned = assign(pairs.record, pairs.other, together)
    supposed = best_ones(together[assigned], int(likely.sum()))
    beside = decide(pairs, training.pair_scores, assigned, supposed) + mentioned[assigned]
    scores = (decide(pairs, together, assigned, supposed) + beside) / 2
    return Training(assigned, scores, best_cut(scores), None, together)


def _contradictions(comparison: Comparison, found: Training) -> LinearModel:
    """The model of numbers that the records of one entity cannot tell differently."""
    joined = found.scores >= found.threshold
    surer = found.assigned[joined & best_ones(found.scores, int(joined.sum() * SURER))]
    told = comparison.values[surer].sum(axis=0)
    of_name = dict(zip(comparison.names, told.tolist(), strict=True))
    weights = np.zeros(len(told))
    for place, (column, feature) in enumerate(comparison.names):
        agreeing = of_name.get((column, NUMBER_FIRST), 0.0)
        least = max(MIN_AGREEING * (agreeing + told[place]), MIN_TOLD)
        if feature == OTHER_FIRST and agreeing >= least:
            weights[place] = -CONTRADICTION
    return LinearModel(np.zeros(len(told)), np.ones(len(told)), weights, 0.0)


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
