"""Rivals of record matching: likeness of texts, Auto-FuzzyJoin, and Splink 5 on DuckDB."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from leadline.integrate.matching.assignment import assign
from leadline.integrate.matching.blocking import candidate_pairs
from leadline.integrate.matching.comparison import Column
from leadline.integrate.matching.splink_matcher import splink_scores
from leadline.integrate.matching.text import comparison_text
from leadline_research.bench.matching.autofj import fuzzy_join

if TYPE_CHECKING:
    from leadline_research.bench.matching.data import MatchSet

Ranked = tuple[list[tuple[int, int, float]], float]

TOKEN_SET_THRESHOLD: Final = 0.8
TF_IDF_THRESHOLD: Final = 0.5
JARO_WINKLER_THRESHOLD: Final = 0.85


def token_set_pairs(pool: MatchSet) -> Ranked:
    """Join records by the token-set ratio of their whole texts, one to one."""
    return _by_likeness(pool, "shared words", TOKEN_SET_THRESHOLD)


def tf_idf_pairs(pool: MatchSet) -> Ranked:
    """Join records by the cosine of the rare 3-grams of their whole texts, one to one."""
    return _by_likeness(pool, "gram cosine", TF_IDF_THRESHOLD)


def jaro_winkler_pairs(pool: MatchSet) -> Ranked:
    """Join records by the Jaro-Winkler similarity of their whole texts, one to one."""
    return _by_likeness(pool, "beginning", JARO_WINKLER_THRESHOLD)


def autofj_pairs(pool: MatchSet) -> Ranked:
    """Join records by Auto-FuzzyJoin on their whole texts, the first table being the reference."""
    rows = len(pool.left)
    ranked, threshold = fuzzy_join(_whole_texts(pool), rows, one_table=pool.right is None)
    if pool.right is None:
        return [(min(a, b), max(a, b), score) for a, b, score in ranked], threshold
    return [(a, b - rows, score) for a, b, score in ranked], threshold


def _whole_texts(pool: MatchSet) -> list[str]:
    shared = [
        name for name in pool.left[0] if name != "id" and (not pool.right or name in pool.right[0])
    ]
    rows = [*pool.left, *(pool.right or [])]
    return [comparison_text(" ".join(row[name] for name in shared)) for row in rows]


def _by_likeness(pool: MatchSet, feature: str, threshold: float) -> Ranked:
    texts, rows = _whole_texts(pool), len(pool.left)
    side = np.repeat([0, 1], [rows, len(texts) - rows])
    first, second, _ = candidate_pairs({"text": texts}, side)
    scores = Column(texts, None).features(first, second)[feature]
    places = assign(first, second, scores) if pool.right is not None else range(len(first))
    shift = rows if pool.right is not None else 0
    return [(int(first[p]), int(second[p]) - shift, float(scores[p])) for p in places], threshold


def splink_pairs(pool: MatchSet) -> Ranked:
    """Join records by Splink, one to one where there are two tables."""
    right = pool.columns(pool.right) if pool.right is not None else None
    found = splink_scores(pool.columns(pool.left), right)
    if right is None:
        return [(min(a, b), max(a, b), score) for a, b, score in found], 0.0
    left_rows = np.array([a for a, _, _ in found], dtype=np.int64)
    right_rows = np.array([b for _, b, _ in found], dtype=np.int64) + len(pool.left)
    scores = np.array([score for _, _, score in found])
    return [found[place] for place in assign(left_rows, right_rows, scores)], 0.0
