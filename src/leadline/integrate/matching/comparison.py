"""Comparison of candidate pairs, column by column: a matrix of pairs by features.

Missing values give 0 and are features of their own. The whole record is compared as one more
column, since sources put the same words into different columns.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from leadline.integrate.matching.text import number_of
from leadline.integrate.matching.vectors import (
    digits,
    gram_counts,
    rarity,
    row_products,
    term_counts,
    tf_idf,
    words,
)

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

MAX_COMPARED_CHARACTERS: Final = 200
"""Characters of a text that are compared letter by letter; the time is quadratic."""
MIN_NUMERIC_SHARE: Final = 0.2
"""Share of pairs with two numbers above which numbers are compared."""
NUMBER_STEEPNESS: Final = 5.0
"""A relative difference of 1/5 of two numbers counts 1/e."""
MAX_RARITY: Final = 5.0
"""Shared or differing rarity, as a multiple of a unique word's, above which more means nothing."""
SIMPLE: Final = ("gram cosine", "word cosine", "word order aside", "beginning")
"""Features of the whole record whose mean is the first score."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """Features of pairs: ``values`` has a row for each pair, ``names`` are (column, feature)."""

    values: NDArray[np.float64]
    names: tuple[tuple[str, str], ...]

    def first_scores(self, whole: str) -> NDArray[np.float64]:
        """Mean of the plain similarities of the column ``whole``, from 0 to 1."""
        places = [
            place
            for place, (column, feature) in enumerate(self.names)
            if column == whole and feature in SIMPLE
        ]
        return np.asarray(self.values[:, places].mean(axis=1))

    def beside(self, other: Comparison) -> Comparison:
        """Features of the same pairs, side by side."""
        values = np.column_stack([self.values, other.values])
        return Comparison(values, self.names + other.names)


def compare(
    texts: Mapping[str, Sequence[str]],
    raw: Mapping[str, Sequence[str]],
    left: NDArray[np.int64],
    right: NDArray[np.int64],
) -> Comparison:
    """Compare pairs of rows; ``raw`` holds the cells themselves, for numbers."""
    features: dict[tuple[str, str], NDArray[np.float64]] = {}
    for column, values in texts.items():
        filled = np.array([bool(value) for value in values])
        both, neither = filled[left] & filled[right], ~(filled[left] | filled[right])
        for name, feature in _text_features(values, left, right).items():
            features[column, name] = np.where(both, feature, 0.0)
        if column:
            features |= {(column, n): f for n, f in _numbers(raw[column], left, right).items()}
            features[column, "equal"] = both & _equal(values, left, right)
        if not both.all():
            features[column, "none"] = neither
            features[column, "one side"] = ~(both | neither)
    return Comparison(np.column_stack(list(features.values())).astype(float), tuple(features))


def _equal(
    values: Sequence[str], left: NDArray[np.int64], right: NDArray[np.int64]
) -> NDArray[np.bool_]:
    codes: dict[str, int] = {}
    numbers = np.array([codes.setdefault(value, len(codes)) for value in values])
    return np.asarray(numbers[left] == numbers[right])


def _text_features(
    texts: Sequence[str], left: NDArray[np.int64], right: NDArray[np.int64]
) -> dict[str, NDArray[np.float64]]:
    counts = term_counts(texts, words)
    return {
        "gram cosine": row_products(tf_idf(gram_counts(texts)), left, right),
        "word cosine": row_products(tf_idf(counts), left, right),
        **_letter_features(texts, left, right),
        **_digit_features(texts, left, right),
        **_rare_words(counts, left, right),
    }


def _letter_features(
    texts: Sequence[str], left: NDArray[np.int64], right: NDArray[np.int64]
) -> dict[str, NDArray[np.float64]]:
    from rapidfuzz import fuzz, process
    from rapidfuzz.distance import JaroWinkler, Levenshtein

    short = [text[:MAX_COMPARED_CHARACTERS] for text in texts]
    dense = [text.replace(" ", "") for text in short]
    firsts, seconds = [short[row] for row in left.tolist()], [short[row] for row in right.tolist()]
    dense_firsts = [dense[row] for row in left.tolist()]
    dense_seconds = [dense[row] for row in right.tolist()]

    def percent(scorer: object) -> NDArray[np.float64]:
        return process.cpdist(firsts, seconds, scorer=scorer) / 100  # type: ignore[arg-type]

    likeness = Levenshtein.normalized_similarity
    return {
        "beginning": process.cpdist(firsts, seconds, scorer=JaroWinkler.normalized_similarity),
        "letters": process.cpdist(dense_firsts, dense_seconds, scorer=likeness),
        "word order aside": percent(fuzz.token_sort_ratio),
        "shared words": percent(fuzz.token_set_ratio),
        "part": percent(fuzz.partial_ratio),
    }


def _digit_features(
    texts: Sequence[str], left: NDArray[np.int64], right: NDArray[np.int64]
) -> dict[str, NDArray[np.float64]]:
    """Overlap of runs of digits (1/2 where a side has none), and whether both have others."""
    counts = term_counts(texts, digits)
    counts.data[:] = 1
    shared = row_products(counts, left, right)
    number = np.diff(counts.indptr)
    fewer = np.minimum(number[left], number[right])
    more = np.maximum(number[left], number[right])
    overlap = np.where(fewer > 0, shared / np.maximum(fewer, 1), 0.5)
    return {
        "digits": overlap,
        "other digits": ((shared < fewer) & (shared < more)).astype(float),
    }


def _rare_words(
    counts: object, left: NDArray[np.int64], right: NDArray[np.int64]
) -> dict[str, NDArray[np.float64]]:
    """Rarity of shared words, and of words that one side alone has."""
    matrix = counts.copy()  # type: ignore[attr-defined]
    weights = rarity(matrix)
    matrix.data = np.sqrt(weights[matrix.indices])
    shared = row_products(matrix, left, right)
    total = np.asarray(matrix.multiply(matrix).sum(axis=1)).ravel()
    lone, other = total[left] - shared, total[right] - shared
    fewer, more = np.minimum(lone, other), np.maximum(lone, other)
    most = float(weights.max(initial=1.0))
    return {
        "rare shared": np.minimum(shared / most, MAX_RARITY),
        "rare differing": np.minimum(more / most, MAX_RARITY),
        "rare differing on both": np.minimum(np.maximum(fewer, 0) / most, MAX_RARITY),
        "contained": shared / np.maximum(shared + fewer, 1e-9),
    }


def _numbers(
    cells: Sequence[str], left: NDArray[np.int64], right: NDArray[np.int64]
) -> dict[str, NDArray[np.float64]]:
    """Likeness of two numbers; nothing for a column that holds few."""
    values = np.array([number_of(cell) for cell in cells])
    first, second = values[left], values[right]
    known = np.isfinite(first) & np.isfinite(second)
    if known.mean() < MIN_NUMERIC_SHARE:
        return {}
    first, second = np.where(known, first, 0), np.where(known, second, 0)
    size = np.maximum(np.maximum(np.abs(first), np.abs(second)), 1e-9)
    difference = np.abs(first - second) / size
    return {
        "number": np.where(known, np.exp(-NUMBER_STEEPNESS * difference), 0.0),
        "same number": (known & (difference == 0)).astype(float),
    }
