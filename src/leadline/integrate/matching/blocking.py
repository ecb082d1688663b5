"""Blocking: for every record the records of the other source that share most rare terms.

Terms are character 3-grams and words of the whole record, and of its most distinctive column; in
large tables words and pairs of neighbouring words, since no single word is rare there. The
products that this takes are bounded: the most frequent terms are left out where all would take
more. So time and memory grow in proportion to the records.
"""

from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Final

import numpy as np
from numpy.typing import NDArray

from leadline.integrate.matching.vectors import (
    Matrix,
    gram_counts,
    phrase_counts,
    rarity,
    shared_terms,
    term_counts,
    tf_idf,
    words,
)

NEIGHBOURS: Final = 10
"""Candidates of a record by its whole text."""
COLUMN_NEIGHBOURS: Final = 5
"""Candidates of a record by the most distinctive column."""
MAX_PRODUCTS: Final = 200_000_000
"""Products of weights that finding the neighbours of a table may take."""
MAX_GRAM_RECORDS: Final = 50_000
"""Records up to which 3-grams are terms; above that, pairs of neighbouring words are."""
PRODUCTS_AT_A_TIME: Final = 2_000_000
"""Products that are held at once: the memory of more is taken anew from the system each time."""
THREADS: Final = 2
ROWS_TO_PARTITION: Final = 100
"""Rows of like length that are searched for their greatest weights at once."""


def candidate_pairs(
    texts: Mapping[str, Sequence[str]], side: NDArray[np.int64]
) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.float32]]:
    """Return pairs of rows (left < right) that may be one entity, and how alike they are.

    ``texts`` are texts for comparison by column; '' is the whole record, where columns are several.
    ``side`` is the source of each row: 0 or 1. Pairs are of two sources, or within the one. The
    likeness is 0 where a pair was found by one column alone.
    """
    columns = [name for name in texts if name]
    whole = "" if "" in texts else columns[0]
    searched = [(texts[whole], NEIGHBOURS)]
    if len(columns) > 1:
        distinctive = max(columns, key=lambda name: len(set(texts[name])))
        searched.append((texts[distinctive], COLUMN_NEIGHBOURS))
    with ThreadPoolExecutor(THREADS) as pool:
        matrices = [*pool.map(_vectors, [values for values, _ in searched])]
    rows = [np.flatnonzero(side == number) for number in (0, 1)]
    dirty = not len(rows[1])
    found, weights = [], []
    for number, (matrix, (_, count)) in enumerate(zip(matrices, searched, strict=True)):
        for here, there in [(0, 0)] if dirty else [(0, 1), (1, 0)]:
            left, right, weight = _neighbours(matrix, rows[here], rows[there], count)
            found.append(np.minimum(left, right) * len(side) + np.maximum(left, right))
            weights.append(weight if not number else np.zeros_like(weight))
    pairs, first = np.unique(np.concatenate(found), return_index=True)
    return pairs // len(side), pairs % len(side), np.concatenate(weights)[first]


def _vectors(texts: Sequence[str]) -> Matrix:
    from scipy.sparse import hstack

    if len(texts) > MAX_GRAM_RECORDS:
        kinds = [*phrase_counts(texts)]
    else:
        kinds = [gram_counts(texts)[0], term_counts(texts, words)[0]]
    return hstack([shared_terms(tf_idf(counts, rarity(counts))) for counts in kinds]).tocsr()


def _neighbours(
    matrix: Matrix, rows: NDArray[np.int64], others: NDArray[np.int64], count: int
) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.float32]]:
    """Pairs of some rows with the ``count`` most similar of some others, itself aside; weights."""
    within = rows is others
    right = _without_frequent(matrix[rows], matrix[others]).T.tocsr()

    def neighbours(
        start: int, end: int
    ) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.float32]]:
        part = rows[start:end]
        products = (matrix[part] @ right).tocsr()
        row = np.repeat(np.arange(len(part), dtype=np.int32), np.diff(products.indptr))
        column, weight = products.indices, products.data
        if within:
            weight[column == row + start] = 0
        best = _best_of_rows(row, weight, count)
        best = best[weight[best] > 0]
        return part[row[best]], others[column[best]], weight[best]

    starts = _starts(matrix[rows], right)
    with ThreadPoolExecutor(THREADS) as pool:
        parts = list(pool.map(neighbours, starts, [*starts[1:], len(rows)]))
    firsts, seconds, weights = zip(*parts, strict=True)
    return np.concatenate(firsts), np.concatenate(seconds), np.concatenate(weights)


def _starts(left: Matrix, right: Matrix) -> list[int]:
    """First rows of the parts that take a bounded number of products, at least one row each."""
    products = np.r_[0, np.cumsum(np.diff(right.indptr)[left.indices])][left.indptr]
    return np.flatnonzero(np.diff(products[:-1] // PRODUCTS_AT_A_TIME, prepend=-1)).tolist()


def _best_of_rows(
    row: NDArray[np.int32], weight: NDArray[np.float32], count: int
) -> NDArray[np.int64]:
    """Places of the ``count`` greatest weights of every row; ``row`` ascends, the first wins ties.

    >>> _best_of_rows(np.array([0, 0, 0, 1]), np.array([1.0, 3.0, 3.0, 2.0]), 2).tolist()
    [1, 2, 3]
    """
    lengths = np.bincount(row)
    starts = np.cumsum(lengths) - lengths
    least = np.full(len(lengths), -np.inf, dtype=weight.dtype)
    long = np.flatnonzero(lengths > count)
    long = long[np.argsort(lengths[long], kind="stable")]
    for begin in range(0, len(long), ROWS_TO_PARTITION):
        some = long[begin : begin + ROWS_TO_PARTITION]
        width = np.arange(lengths[some[-1]])
        places = np.minimum(starts[some, None] + width, len(weight) - 1)
        table = np.where(width < lengths[some, None], weight[places], -np.inf)
        least[some] = np.partition(table, -count, axis=1)[:, -count]
    near = np.flatnonzero(weight >= least[row])
    near = near[np.lexsort((-weight[near], row[near]))]
    found = np.bincount(row[near], minlength=len(lengths))
    rank = np.arange(len(near)) - np.repeat(np.cumsum(found) - found, found)
    return near[rank < count]


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
