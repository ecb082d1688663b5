"""Rivals of record matching: the token-set ratio, and Splink 5 on DuckDB."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from leadline.integrate.matching.assignment import assign
from leadline.integrate.matching.blocking import candidate_pairs
from leadline.integrate.matching.splink_matcher import splink_scores
from leadline.integrate.matching.text import comparison_text

if TYPE_CHECKING:
    from leadline_research.bench.matching.data import MatchSet

Ranked = tuple[list[tuple[int, int, float]], float]

TOKEN_SET_THRESHOLD: Final = 0.8


def token_set_pairs(pool: MatchSet) -> Ranked:
    """Join records one to one by the token-set ratio of their whole texts."""
    from rapidfuzz import fuzz, process

    rows = [*pool.left, *(pool.right or [])]
    shared = [
        name for name in pool.left[0] if name != "id" and (not pool.right or name in pool.right[0])
    ]
    texts = [comparison_text(" ".join(row[name] for name in shared)) for row in rows]
    side = np.repeat([0, 1], [len(pool.left), len(rows) - len(pool.left)])
    first, second, _ = candidate_pairs({"text": texts}, side)
    left, right = [texts[row] for row in first.tolist()], [texts[row] for row in second.tolist()]
    scores = process.cpdist(left, right, scorer=fuzz.token_set_ratio) / 100
    places = assign(first, second, scores) if pool.right is not None else range(len(first))
    shift = len(pool.left) if pool.right is not None else 0
    ranked = [(int(first[p]), int(second[p]) - shift, float(scores[p])) for p in places]
    return ranked, TOKEN_SET_THRESHOLD


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
