"""Blocking: for every record the records of the other source that share most rare terms.

Terms are character 3-grams and words of the whole record, and of its most distinctive column. The
products that this takes are bounded: the most frequent terms are left out where all would take
more. So time and memory grow in proportion to the records.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Final

import numpy as np

from leadline.integrate.matching.vectors import Matrix, gram_counts, term_counts, tf_idf, words

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

NEIGHBOURS: Final = 10
"""Candidates of a record by its whole text."""
COLUMN_NEIGHBOURS: Final = 5
"""Candidates of a record by the most distinctive column."""
MAX_PRODUCTS: Final = 1_000_000_000
"""Products of weights that finding the neighbours of a table may take."""
MAX_GRAM_RECORDS: Final = 50_000
"""Records up to which 3-grams are terms: above that, words are rare enough and much fewer."""
ROWS_AT_A_TIME: Final = 1_000


def candidate_pairs(
    texts: Mapping[str, Sequence[str]], side: NDArray[np.int64]
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return pairs of rows (left < right) that may be one entity.

    ``texts`` are texts for comparison by column; '' is the whole record, where columns are several.
    ``side`` is the source of each row: 0 or 1. Pairs are of two sources, or within the one.
    """
    columns = [name for name in texts if name]
    whole = "" if "" in texts else columns[0]
    vectors = [(_vectors(texts[whole]), NEIGHBOURS)]
    if len(columns) > 1:
        distinctive = max(columns, key=lambda name: len(set(texts[name])))
        vectors.append((_vectors(texts[distinctive]), COLUMN_NEIGHBOURS))
    rows = [np.flatnonzero(side == number) for number in (0, 1)]
    dirty = not len(rows[1])
    found: list[NDArray[np.int64]] = []
    for matrix, count in vectors:
        for here, there in [(0, 0)] if dirty else [(0, 1), (1, 0)]:
            left, right = _neighbours(matrix, rows[here], rows[there], count)
            low, high = np.minimum(left, right), np.maximum(left, right)
            found.append((low * len(side) + high)[low < high])
    pairs = np.unique(np.concatenate(found))
    return pairs // len(side), pairs % len(side)


def _vectors(texts: Sequence[str]) -> Matrix:
    from scipy.sparse import hstack

    weights = tf_idf(term_counts(texts, words))
    if len(texts) > MAX_GRAM_RECORDS:
        return weights
    return hstack([tf_idf(gram_counts(texts)), weights]).tocsr()


def _neighbours(
    matrix: Matrix, rows: NDArray[np.int64], others: NDArray[np.int64], count: int
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Pairs of each of some rows with the ``count`` most similar of some others, itself aside."""
    within = rows is others
    right = _without_frequent(matrix[rows], matrix[others]).T.tocsr()
    firsts, seconds = [], []
    for start in range(0, len(rows), ROWS_AT_A_TIME):
        part = rows[start : start + ROWS_AT_A_TIME]
        products = (matrix[part] @ right).tocsr()
        row = np.repeat(np.arange(len(part)), np.diff(products.indptr))
        column, weight = products.indices, products.data
        if within:
            other = column != row + start
            row, column, weight = row[other], column[other], weight[other]
        best = _best_of_rows(row, weight, count)
        firsts.append(part[row[best]])
        seconds.append(others[column[best]])
    return np.concatenate(firsts), np.concatenate(seconds)


def _best_of_rows(
    row: NDArray[np.int64], weight: NDArray[np.float64], count: int
) -> NDArray[np.int64]:
    """Places of the ``count`` greatest weights of every row; ``row`` ascends, the first wins ties.

    >>> _best_of_rows(np.array([0, 0, 0, 1]), np.array([1.0, 3.0, 3.0, 2.0]), 2).tolist()
    [1, 2, 3]
    """
    ends = np.flatnonzero(np.diff(row, append=-1)) + 1
    places = [np.zeros(0, dtype=np.int64)]
    for start, end in pairwise([0, *ends.tolist()]):
        weights = weight[start:end]
        near = np.arange(len(weights))
        if len(weights) > count:
            near = np.flatnonzero(weights >= np.partition(weights, -count)[-count])
        places.append(start + near[np.argsort(-weights[near], kind="stable")][:count])
    return np.concatenate(places)


def _without_frequent(left: Matrix, right: Matrix) -> Matrix:
    """The right matrix without the terms that would take too many products."""
    terms = right.shape[1]
    frequency = np.bincount(right.indices, minlength=terms)
    products = np.bincount(left.indices, minlength=terms) * frequency
    order = np.argsort(frequency, kind="stable")
    too_many = np.cumsum(products[order]) > MAX_PRODUCTS
    if not too_many.any():
        return right
    dropped = np.zeros(terms, dtype=bool)
    dropped[order[too_many]] = True
    kept = right.copy()
    kept.data = np.where(dropped[kept.indices], 0, kept.data)
    kept.eliminate_zeros()
    return kept
