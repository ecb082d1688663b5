"""Sparse vectors of texts: weights of words, of character 3-grams and of numbers.

A row is a text, a column a term; rows have length 1 unless they are empty.
"""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from leadline.integrate.matching.text import DIGIT_RUN

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from numpy.typing import NDArray

SEPARATOR: Final = 10
"""Code point between joined texts: no text for comparison has a line feed."""
CODE_BITS: Final = 21
"""Bits of a code point: three of them fit into an integer."""
PAIRS_AT_A_TIME: Final = 200_000

Matrix = Any
"""A sparse matrix of scipy in rows (CSR)."""


def words(text: str) -> list[str]:
    """Return the words of a text for comparison."""
    return text.split()


def digits(text: str) -> list[str]:
    """Return the runs of digits of a text for comparison."""
    return DIGIT_RUN.findall(text)


def term_counts(texts: Sequence[str], terms_of: Callable[[str], Iterable[str]]) -> Matrix:
    """Count terms: a matrix of texts by terms, in order of first appearance."""
    from scipy.sparse import csr_matrix

    vocabulary: dict[str, int] = {}
    rows = [[vocabulary.setdefault(t, len(vocabulary)) for t in terms_of(text)] for text in texts]
    ends = np.cumsum([0, *map(len, rows)])
    columns = np.fromiter(chain.from_iterable(rows), dtype=np.int32, count=int(ends[-1]))
    ones = np.ones(len(columns), dtype=np.float32)
    counts = csr_matrix((ones, columns, ends), shape=(len(texts), max(1, len(vocabulary))))
    counts.sum_duplicates()
    return counts


def gram_counts(texts: Sequence[str]) -> Matrix:
    """Count character 3-grams; a text begins and ends with a blank."""
    from scipy.sparse import csr_matrix

    joined = "\n".join(f" {text} " for text in texts)
    codes = np.frombuffer(joined.encode("utf-32-le"), dtype=np.uint32).astype(np.int64)
    grams = (codes[:-2] << (2 * CODE_BITS)) | (codes[1:-1] << CODE_BITS) | codes[2:]
    ends = codes == SEPARATOR
    whole = ~(ends[:-2] | ends[1:-1] | ends[2:])
    rows = np.cumsum(ends)[:-2][whole]
    vocabulary, columns = np.unique(grams[whole], return_inverse=True)
    ones = np.ones(len(columns), dtype=np.float32)
    shape = (len(texts), max(1, len(vocabulary)))
    counts = csr_matrix((ones, (rows, columns)), shape=shape)
    counts.sum_duplicates()
    return counts


def rarity(counts: Matrix) -> NDArray[np.float64]:
    """Weight of each term: the logarithm of how seldom it occurs, plus 1."""
    rows = counts.shape[0]
    frequency = np.bincount(counts.indices, minlength=counts.shape[1])
    return np.asarray(np.log((1 + rows) / (1 + frequency)) + 1)


def tf_idf(counts: Matrix) -> Matrix:
    """Weigh counts by 1 + log(count) and rarity; rows get length 1."""
    weighted = counts.copy()
    weighted.data = (1 + np.log(weighted.data)) * rarity(counts)[weighted.indices]
    return unit_rows(weighted)


def unit_rows(matrix: Matrix) -> Matrix:
    """Return the matrix with rows of length 1; empty rows stay empty."""
    lengths = np.sqrt(np.asarray(matrix.multiply(matrix).sum(axis=1)).ravel())
    matrix.data = matrix.data / np.repeat(np.where(lengths > 0, lengths, 1), np.diff(matrix.indptr))
    return matrix.astype(np.float32)


def row_products(
    matrix: Matrix, left: NDArray[np.int64], right: NDArray[np.int64]
) -> NDArray[np.float64]:
    """Scalar products of pairs of rows."""
    products = np.zeros(len(left))
    for start in range(0, len(left), PAIRS_AT_A_TIME):
        part = slice(start, start + PAIRS_AT_A_TIME)
        products[part] = matrix[left[part]].multiply(matrix[right[part]]).sum(axis=1).ravel()
    return products
