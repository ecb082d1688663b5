"""Sparse vectors of texts: weights of words, of character 3-grams and of numbers.

A row is a text, a column a term; rows have length 1 unless they are empty.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from itertools import chain, count
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from leadline.integrate.matching.text import DIGIT_RUN

SEPARATOR: Final = 10
"""Code point between joined texts: no text for comparison has a line feed."""
CODE_BITS: Final = 21
"""Bits of a code point: three of them fit into an integer."""
PAIRS_AT_A_TIME: Final = 200_000
TEXTS_AT_A_TIME: Final = 20_000
"""Texts whose words are hashed at once: a letter takes some 40 bytes meanwhile."""
HASH_FACTOR: Final = np.uint64(0x9E3779B97F4A7C15)
NEIGHBOUR_FACTOR: Final = np.uint64(0xC2B2AE3D27D4EB4F)
"""Odd numbers without a pattern, for hashes of words and of two neighbours."""

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
    vocabulary: defaultdict[str, int] = defaultdict(count().__next__)
    rows = [[*map(vocabulary.__getitem__, terms_of(text))] for text in texts]
    ends = np.cumsum([0, *map(len, rows)])
    columns = np.fromiter(chain.from_iterable(rows), dtype=np.int32, count=int(ends[-1]))
    return _counts(columns, ends, len(vocabulary)), list(vocabulary)


def phrase_counts(texts: Sequence[str]) -> tuple[Matrix, Matrix]:
    """Count words, and pairs of neighbouring words: these are rare where no word is.

    Words are told apart by their hashes; two of one hash are one term.

    >>> [each.sum(axis=0).tolist() for each in phrase_counts(["old old book", "old", "", "a old"])]
    [[[4.0, 1.0, 1.0]], [[1.0, 1.0, 1.0]]]
    """
    starts = range(0, len(texts), TEXTS_AT_A_TIME)
    parts = [_word_hashes(texts[start : start + TEXTS_AT_A_TIME]) for start in starts]
    hashes = np.concatenate([hashes for hashes, _ in parts])
    ends = np.cumsum(np.concatenate([[0], *(numbers for _, numbers in parts)]))
    within = np.ones(len(hashes), dtype=bool)
    within[ends[1:][ends[1:] > 0] - 1] = False
    pairs = (hashes * NEIGHBOUR_FACTOR + np.roll(hashes, -1))[within]
    pair_ends = np.r_[0, np.cumsum(within)][ends]
    return _hashed_counts(hashes, ends), _hashed_counts(pairs, pair_ends)


def _word_hashes(texts: Sequence[str]) -> tuple[NDArray[np.uint64], NDArray[np.int64]]:
    """Hashes of the words of some texts, one after another, and the number of words of each.

    A hash is the sum of the bytes of a word, each times a power of a number, modulo 2 ** 64.
    """
    data = np.frombuffer("\n".join([*texts, ""]).encode(), dtype=np.uint8)
    ends = np.flatnonzero(data <= ord(" "))
    starts = np.r_[0, ends[:-1] + 1]
    filled = starts < ends
    words_of = np.diff(np.r_[0, np.cumsum(filled)[data[ends] == SEPARATOR]])
    starts, lengths = starts[filled], (ends - starts)[filled]
    firsts = np.cumsum(lengths) - lengths
    place = np.arange(lengths.sum()) - np.repeat(firsts, lengths)
    powers = np.full(lengths.max(initial=0) + 1, HASH_FACTOR).cumprod()
    terms = data[np.repeat(starts, lengths) + place] * powers[place]
    return np.add.reduceat(terms, firsts) if len(firsts) else terms, words_of


def _hashed_counts(hashes: NDArray[np.uint64], ends: NDArray[np.int64]) -> Matrix:
    vocabulary, numbers = np.unique(hashes, return_inverse=True)
    return _counts(numbers.astype(np.int32), ends, len(vocabulary))


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


def shared_terms(matrix: Matrix) -> Matrix:
    """Leave out the terms that one row has alone.

    >>> shared_terms(term_counts(["an emma", "an ulysses"], words)[0]).toarray().tolist()
    [[1.0], [1.0]]
    """
    from scipy.sparse import csr_matrix

    is_shared = np.bincount(matrix.indices, minlength=matrix.shape[1]) > 1
    kept, number = is_shared[matrix.indices], np.cumsum(is_shared, dtype=np.int32) - 1
    ends = np.r_[0, np.cumsum(kept)][matrix.indptr]
    shape = (matrix.shape[0], max(1, int(is_shared.sum())))
    return csr_matrix((matrix.data[kept], number[matrix.indices[kept]], ends), shape=shape)


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
