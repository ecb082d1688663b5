"""Matching of two tables, or of one with itself, without labels.

>>> books = ["Emma", "Ulysses", "Walden", "Faust", "Hamlet", "Don Quixote", "Dead Souls"]
>>> matching = match({"title": books}, {"title": [f"{book} (novel)" for book in books[::-1]]})
>>> sorted((pair.left, pair.right) for pair in matching.accepted)[:3]
[(0, 6), (1, 5), (2, 4)]
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from typing import Final

import numpy as np
from numpy.typing import NDArray

from leadline.integrate.matching.assignment import rivals
from leadline.integrate.matching.blocking import candidate_pairs
from leadline.integrate.matching.classes import OpenClass, SecondLook
from leadline.integrate.matching.comparison import Comparer, Comparison
from leadline.integrate.matching.duplicates import Candidates, train_within
from leadline.integrate.matching.glued_columns import glued
from leadline.integrate.matching.levels import level_columns
from leadline.integrate.matching.mentions import compare_mentions, weigh_mentions
from leadline.integrate.matching.readings import read_alike
from leadline.integrate.matching.text import comparison_columns
from leadline.integrate.matching.threshold import best_cut, chances
from leadline.integrate.matching.training import Pairs, Training, train
from leadline.integrate.matching.twins import Twins

REFUSED: Final = 50.0
"""What log-odds a pair loses that the second look refuses."""
MAX_RELATIVES: Final = 10_000
"""Like pairs of rows of one table that are looked at, evenly spread."""
MAX_QUESTIONS: Final = 3
SAMPLES: Final = 3
"""Pairs of a class that a person is shown."""


@dataclass(frozen=True, slots=True)
class MatchedPair:
    """Two rows and the log-odds that they are one entity."""

    left: int
    right: int
    score: float


@dataclass(frozen=True, slots=True)
class Matching:
    """Candidate pairs of two tables and what was decided about them.

    ``left`` are rows of the first table, ``right`` of the second one (of the first, if there is no
    other). ``ranked`` are pairs that could be accepted, best first; those from ``threshold`` are.
    """

    left: NDArray[np.int64]
    right: NDArray[np.int64]
    compare: Callable[[NDArray[np.int64]], Comparison]
    """Gives the features of candidate pairs, by their places."""
    training: Training | None
    ranked: tuple[MatchedPair, ...]
    threshold: float
    questions: tuple[OpenClass, ...] = ()
    """Classes of pairs that only a person can decide, the most telling first."""
    many: str = ""
    """Side ("left" or "right") of which several rows may belong to one row of the other."""

    @property
    def accepted(self) -> tuple[MatchedPair, ...]:
        """Pairs that are one entity."""
        return tuple(pair for pair in self.ranked if pair.score >= self.threshold)

    @property
    def likely(self) -> tuple[MatchedPair, ...]:
        """Pairs that are alike enough to be one, refused or not."""
        return (*self.accepted, *self.refused)

    @property
    def refused(self) -> tuple[MatchedPair, ...]:
        """Pairs that evidence speaks against: no chain of other pairs joins them."""
        return tuple(pair for pair in self.ranked if pair.score <= -REFUSED / 2)


def match(
    left: Mapping[str, Sequence[str]],
    right: Mapping[str, Sequence[str]] | None = None,
    *,
    decisions: Mapping[tuple[int, int], bool] | None = None,
) -> Matching:
    """Match the rows of two tables one to one, or find duplicates in one table.

    Tables are cells by column; columns of one name correspond, others are looked for in the texts
    of the other table. ``decisions`` says of (row of the left, row of the right) whether they are
    one entity. Linear algebra takes one thread meanwhile: on a busy machine several wait for each
    other, at full load.
    """
    from threadpoolctl import threadpool_limits

    with threadpool_limits(1, "blas"):
        return _match(left, right, decisions or {})


def _match(
    left: Mapping[str, Sequence[str]],
    right: Mapping[str, Sequence[str]] | None,
    decisions: Mapping[tuple[int, int], bool],
) -> Matching:
    if right is not None:
        left, right = glued(left, right)
    read, other_read = read_alike(left, right)
    cells = {
        name: [*column.cells, *(other_read[name].cells if right else ())]
        for name, column in read.items()
    }
    rows = len(next(iter(left.values()), ()))
    others = len(next(iter(right.values()), ())) if right else 0
    if not cells or not rows or (right is not None and not others):
        return nothing()
    texts = _texts(cells)
    side = np.repeat([0, 1], [rows, others])
    found = Candidates(*candidate_pairs(texts, side))
    if not len(found.left) and (right is None or not decisions):
        return nothing()
    whole = "" if "" in texts else next(iter(cells))
    comparer = Comparer(texts, cells)
    compared: Callable[[NDArray[np.int64]], Comparison]
    said: list[tuple[int, bool]] = []
    twins: Twins | None = None
    if right is None:
        found, names, training = train_within(found, comparer, whole, rows)
        first, second = found.left, found.right
        compared = partial(_compared, comparer, found, names)
    else:
        first, second = _with_decided(found.left, found.right, decisions, rows, others)
        comparison = comparer.compare(first, second)
        said = _places(first, second, decisions, rows)
        mentioned = compare_mentions(left, right, first, second - rows)
        rest = [] if mentioned.names else _side_by_side(left, right, (rows, others))
        told = [texts[name] for name in cells]
        twins = Twins(told, rest, rows, (first, second), [place for place, _ in said])
        at = twins.places
        ends = (second[at], first[at]) if others <= rows else (first[at], second[at])
        pairs = Pairs(*ends, rows + others, min(rows, others))
        own = comparison.at(at)
        said_here = [(int(np.searchsorted(at, place)), same) for place, same in said]
        training = train(own.values, pairs, own.first_scores(whole), said_here)
        training = weigh_mentions(training, mentioned.at(at), pairs)
        if len(texts) == 1 and not mentioned.names:
            training = with_general(training, general_log_odds(own, pairs))
        training = twins.all_of(training)
        compared = comparison.beside(mentioned).at
    columns, is_wide = level_columns(read, other_read), max(len(left), len(right or ())) > 1
    within = lru_cache(1)(partial(_relatives, texts, rows)) if is_wide else list
    look = SecondLook(columns, (first, second), rows, one_table=right is None, relatives=within)
    shift = rows if right is not None else 0
    matching = Matching(first, second - shift, compared, training, (), training.threshold)
    return _looked_at(matching, look, training, dict(said), twins)


def _relatives(
    texts: Mapping[str, Sequence[str]], rows: int
) -> list[tuple[float, list[tuple[int, int]]]]:
    """Return like pairs of rows of either table, and how many each stands for."""
    found = []
    for start, end in ((0, rows), (rows, None)):
        own = {name: values[start:end] for name, values in texts.items()}
        left, right, _ = candidate_pairs(own, np.zeros(len(own[next(iter(own))]), dtype=int))
        step = len(left) // MAX_RELATIVES + 1
        pairs = zip((left[::step] + start).tolist(), (right[::step] + start).tolist(), strict=True)
        found.append((float(step), [*pairs]))
    return found


def _side_by_side(
    left: Mapping[str, Sequence[str]], right: Mapping[str, Sequence[str]], sizes: tuple[int, int]
) -> list[list[str]]:
    """Return all columns of both tables, those of one alone with nothing for the other's rows."""
    rows, others = ([""] * size for size in sizes)
    return [[*left.get(name, rows), *right.get(name, others)] for name in {**left, **right}]


def _looked_at(
    matching: Matching,
    look: SecondLook,
    training: Training,
    said: Mapping[int, bool],
    twins: Twins | None,
) -> Matching:
    """Rank assigned pairs, with what the second look adds, and below them what it refuses."""
    scores = dict(zip(training.assigned.tolist(), training.scores.tolist(), strict=True))
    threshold = matching.threshold
    joined = [place for place, score in scores.items() if score >= threshold]
    found = look.judge(joined, training.pair_scores, said, scores)
    for place in found.refused:
        scores[place] = min(scores.get(place, 0.0), threshold) - REFUSED
    if found.added and np.isinf(threshold):
        threshold = max(scores.values(), default=0.0) + 1
    scores |= {place: threshold for place in found.added if place not in found.refused}
    if twins and twins.side:
        scores |= twins.beside({n: score for n, score in scores.items() if score >= threshold})
    order = sorted(scores, key=lambda place: -scores[place])
    left, right = matching.left, matching.right
    ranked = [MatchedPair(int(left[n]), int(right[n]), scores[n]) for n in order]
    questions = []
    for names, places in found.open.items():
        ends = left[places[:SAMPLES]].tolist(), right[places[:SAMPLES]].tolist()
        questions.append(OpenClass(*names, len(places), tuple(zip(*ends, strict=True))))
    questions.sort(key=lambda each: -each.pairs)
    return replace(
        matching,
        ranked=tuple(ranked),
        threshold=threshold,
        questions=tuple(questions[:MAX_QUESTIONS]),
        many=found.many or (twins.side if twins else ""),
    )


def _compared(
    comparer: Comparer,
    pairs: Candidates,
    names: tuple[tuple[str, str], ...],
    places: NDArray[np.int64],
) -> Comparison:
    return comparer.compare(pairs.left[places], pairs.right[places], names)


def _texts(cells: Mapping[str, Sequence[str]]) -> dict[str, list[str]]:
    """Texts for comparison by column; '' is the whole record."""
    columns = comparison_columns(cells)
    whole = [" ".join(filter(None, row)) for row in zip(*columns.values(), strict=True)]
    return columns | {"": whole} if len(columns) > 1 else columns


def _with_decided(
    first: NDArray[np.int64],
    second: NDArray[np.int64],
    decisions: Mapping[tuple[int, int], bool],
    rows: int,
    others: int,
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Candidate pairs and those that a person decided about."""
    width = rows + others
    shift = rows if others else 0
    said = [min(a, b + shift) * width + max(a, b + shift) for a, b in decisions]
    codes = np.union1d(first * width + second, np.array(said, dtype=np.int64))
    return codes // width, codes % width


def _places(
    first: NDArray[np.int64],
    second: NDArray[np.int64],
    decisions: Mapping[tuple[int, int], bool],
    rows: int,
) -> list[tuple[int, bool]]:
    """Places of decided pairs among the candidates."""
    if not decisions:
        return []
    place = {pair: n for n, pair in enumerate(zip(first.tolist(), second.tolist(), strict=True))}
    return [(place[left, right + rows], yes) for (left, right), yes in decisions.items()]


def nothing() -> Matching:
    """Return the matching of tables that share no column, or have no rows."""
    none = np.zeros(0, dtype=np.int64)
    return Matching(none, none, Comparison(np.zeros((0, 0)), ()).at, None, (), 0.0)


FEATURES: Final = ("gram cosine", "beginning", "digits", "rare differing on both")
WEIGHTS: Final = (3.64, 2.1, 3.07, -0.92, 5.39, 0.54)
"""Weights of the features, and of the margin of the first one over the other pairs of the record of
the smaller table, and of the other record."""
INTERCEPT: Final = -6.35
WORTH: Final = 60.0
"""Matches of the tables' own that count as much as the general model."""
MAX_SHARE: Final = 0.5
"""Weight of the general model at most: tables that share nothing have look-alikes, too."""
MAX_OWN: Final = 4.0
"""Log-odds of the tables' own model above which more means nothing: it may be sure, and wrong."""


def general_facts(comparison: Comparison, pairs: Pairs) -> NDArray[np.float64]:
    """Facts of every pair that ``WEIGHTS`` are of; without a rival the margin is that over 0."""
    places = [[name for _, name in comparison.names].index(feature) for feature in FEATURES]
    facts = comparison.values[:, places]
    likeness = facts[:, 0]
    others = rivals((pairs.record, pairs.other), likeness, pairs.records)
    return np.column_stack([facts, *(likeness - np.maximum(other, 0) for other in others)])


def general_log_odds(comparison: Comparison, pairs: Pairs) -> NDArray[np.float64]:
    """Log-odds of every pair by the general model."""
    return np.asarray(general_facts(comparison, pairs) @ np.array(WEIGHTS) + INTERCEPT)


def with_general(training: Training, general: NDArray[np.float64]) -> Training:
    """Average the log-odds of assigned pairs with the ``general`` ones, and choose the cut anew.

    Where tables share one column, and few of their records are the same, their own pairs teach
    little. The weights are those that ``bench/learn_general.py`` finds on labelled joins of names.
    """
    own = np.clip(training.scores, -MAX_OWN, MAX_OWN)
    share = min(MAX_SHARE, WORTH / (WORTH + float(chances(own).sum())))
    scores = own + share * (general[training.assigned] - own)
    return replace(training, scores=scores, threshold=best_cut(scores))
