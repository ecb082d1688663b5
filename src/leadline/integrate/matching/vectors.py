"""Sparse vectors of texts: weights of words, of character 3-grams and of numbers.

A row is a text, a column a term; rows have length 1 unless they are empty.
"""

from __future__ import annotations

from collections import defaultdict
from itertools import chain, count
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
Term = str | int
"""A word, or the code of a 3-gram."""


def words(text: str) -> list[str]:
    """Return the words of a text for comparison."""
    return text.split()


def digits(text: str) -> list[str]:
    """Return the runs of digits of a text for comparison."""
    return DIGIT_RUN.findall(text)


def term_counts(
    texts: Sequence[str], terms_of: Callable[[str], Iterable[str]]
) -> tuple[Matrix, list[str]]:
    """Count terms: a matrix of texts by terms, and the terms in order of first appearance."""
    columns, ends, vocabulary = _numbered(texts, terms_of)
    return _counts(columns, ends, len(vocabulary)), vocabulary


def phrase_counts(texts: Sequence[str]) -> Matrix:
    """Count words and pairs of neighbouring words: these are rare where no word is.

    >>> phrase_counts(["an old book", "old", "", "an old"]).sum(axis=0).tolist()
    [[2.0, 3.0, 1.0, 2.0, 1.0]]
    """
    from scipy.sparse import hstack

    columns, ends, vocabulary = _numbered(texts, words)
    pairs = columns[:-1].astype(np.int64) * len(vocabulary) + columns[1:]
    within = np.ones(len(pairs) + 1, dtype=bool)
    within[ends[1:] - 1] = False
    phrases, numbers = np.unique(pairs[within[:-1]], return_inverse=True)
    pair_ends = np.r_[0, np.cumsum(within)][ends]
    neighbours = _counts(numbers.astype(np.int32), pair_ends, len(phrases))
    return hstack([_counts(columns, ends, len(vocabulary)), neighbours]).tocsr()


def _numbered(
    texts: Sequence[str], terms_of: Callable[[str], Iterable[str]]
) -> tuple[NDArray[np.int32], NDArray[np.int64], list[str]]:
    """Numbers of the terms of all texts, where each text ends, and the terms."""
    vocabulary: defaultdict[str, int] = defaultdict(count().__next__)
    rows = [[*map(vocabulary.__getitem__, terms_of(text))] for text in texts]
    ends = np.cumsum([0, *map(len, rows)])
    columns = np.fromiter(chain.from_iterable(rows), dtype=np.int32, count=int(ends[-1]))
    return columns, ends, list(vocabulary)


def _counts(columns: NDArray[np.int32], ends: NDArray[np.int64], terms: int) -> Matrix:
    from scipy.sparse import csr_matrix

    ones = np.ones(len(columns), dtype=np.float32)
    counts = csr_matrix((ones, columns, ends), shape=(len(ends) - 1, max(1, terms)))
    counts.sum_duplicates()
    return counts


def gram_counts(texts: Sequence[str]) -> tuple[Matrix, list[int]]:
    """Count character 3-grams, and list their codes; a text begins and ends with a blank."""
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
    return counts, vocabulary.tolist()


def rarity(counts: Matrix, times: NDArray[np.int64] | None = None) -> NDArray[np.float64]:
    """Weight of each term: the logarithm of how seldom a text has it, plus 1.

    ``times`` says how often each text occurs.
    """
    number = np.ones(counts.shape[0], dtype=np.int64) if times is None else times
    repeated = np.repeat(number, np.diff(counts.indptr))
    frequency = np.bincount(counts.indices, weights=repeated, minlength=counts.shape[1])
    return np.asarray(np.log((1 + number.sum()) / (1 + frequency)) + 1)


class Rarity:
    """Weights of terms that were counted; others weigh as those of one text.

    >>> rarity = Rarity(*term_counts(["an emma", "an ulysses"], words), np.array([1, 2]))
    >>> rarity.of(["an", "ulysses", "emma", "walden"]).round(2).tolist()
    [1.0, 1.29, 1.69, 1.69]
    """

    def __init__(self, counts: Matrix, terms: Sequence[Term], times: NDArray[np.int64]) -> None:
        """Count the texts with each term; ``times`` says how often each text occurs."""
        weights = rarity(counts, times)
        self._weights = dict(zip(terms, weights.tolist(), strict=False))
        self._new = float(np.log((1 + times.sum()) / 2)) + 1
        self.most = float(weights.max(initial=1.0))
        """Weight of the rarest term."""

    def of(self, terms: Iterable[Term]) -> NDArray[np.float64]:
        """Weights of some terms."""
        return np.array([self._weights.get(term, self._new) for term in terms])


def tf_idf(counts: Matrix, weights: NDArray[np.float64]) -> Matrix:
    """Weigh counts by 1 + log(count) and the weights of terms; rows get length 1."""
    weighted = counts.copy()
    weighted.data = (1 + np.log(weighted.data)) * weights[weighted.indices]
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
        products[part] = np.asarray(
            matrix[left[part]].multiply(matrix[right[part]]).sum(axis=1)
        ).ravel()
    return products
