"""Comparison of candidate pairs, column by column: a matrix of pairs by features.

Missing values give 0 and are features of their own. The whole record is compared as one more
column, since sources put the same words into different columns. Two values are compared once,
however many pairs hold them.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from leadline.integrate.matching.text import number_of
from leadline.integrate.matching.vectors import (
    Matrix,
    Rarity,
    digits,
    gram_counts,
    row_products,
    term_counts,
    tf_idf,
    words,
)

MAX_COMPARED_CHARACTERS: Final = 200
"""Characters of a text that are compared letter by letter; the time is quadratic."""
MIN_NUMERIC_SHARE: Final = 0.2
"""Share of pairs with two numbers above which numbers are compared."""
NUMBER_STEEPNESS: Final = 5.0
"""A relative difference of 1/5 of two numbers counts 1/e."""
MAX_RARITY: Final = 5.0
"""Shared or differing rarity, as a multiple of a unique word's, above which more means nothing."""
MAX_COUNTED: Final = 50_000
"""Values of a column, evenly spread over the rows, that say how rare a term is."""
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

    def at(self, places: NDArray[np.int64]) -> Comparison:
        """Features of some of the pairs."""
        return Comparison(self.values[places], self.names)

    def beside(self, other: Comparison) -> Comparison:
        """Features of the same pairs, side by side."""
        values = np.column_stack([self.values, other.values])
        return Comparison(values, self.names + other.names)


class Column:
    """Values of a column: each of them once, and its number for every row."""

    def __init__(self, texts: Sequence[str], cells: Sequence[str] | None) -> None:
        """Number the values; ``cells`` are those that texts were made from, for numbers."""
        number: dict[str, int] = {}
        self.codes = np.array([number.setdefault(t, len(number)) for t in texts], dtype=np.int32)
        self.values = list(number)
        self.filled = np.array([bool(value) for value in self.values])[self.codes]
        self.cells = cells
        self.rarity = -np.log(np.bincount(self.codes) / len(self.codes))
        some, times = np.unique(self.codes[:: len(texts) // MAX_COUNTED + 1], return_counts=True)
        counted = [self.values[code] for code in some.tolist()]
        self.gram_rarity = Rarity(*gram_counts(counted), times)
        self.word_rarity = Rarity(*term_counts(counted, words), times)

    def features(
        self, left: NDArray[np.int64], right: NDArray[np.int64]
    ) -> dict[str, NDArray[np.float64]]:
        """Features of the texts of pairs of rows; 0 where a side has none."""
        both = np.flatnonzero(self.filled[left] & self.filled[right])
        first = self.codes[left[both]].astype(np.int64)
        second = self.codes[right[both]]
        pairs, place = np.unique(first * len(self.values) + second, return_inverse=True)
        used, ends = np.unique(np.divmod(pairs, len(self.values)), return_inverse=True)
        texts = [self.values[code] for code in used.tolist()] or [""]
        features = {}
        for name, of_pairs in self._text_features(texts, *ends.reshape(2, -1)).items():
            features[name] = np.zeros(len(left))
            features[name][both] = of_pairs[place]
        return features

    def _text_features(
        self, texts: Sequence[str], left: NDArray[np.int64], right: NDArray[np.int64]
    ) -> dict[str, NDArray[np.float64]]:
        grams, codes = gram_counts(texts)
        counts, terms = term_counts(texts, words)
        weights = self.word_rarity.of(terms)
        return {
            "gram cosine": row_products(tf_idf(grams, self.gram_rarity.of(codes)), left, right),
            "word cosine": row_products(tf_idf(counts, weights), left, right),
            **_letter_features(texts, left, right),
            **_digit_features(texts, left, right),
            **_rare_words(counts, weights, self.word_rarity.most, left, right),
        }

    def equal(self, left: NDArray[np.int64], right: NDArray[np.int64]) -> NDArray[np.bool_]:
        """Tell which pairs of rows have one text."""
        return np.asarray((self.codes[left] == self.codes[right]) & self.filled[left])

    def numbers(
        self, left: NDArray[np.int64], right: NDArray[np.int64], least: float
    ) -> dict[str, NDArray[np.float64]]:
        """Likeness of numbers; nothing where less than the share ``least`` of pairs has two."""
        rows, ends = np.unique(np.r_[left, right], return_inverse=True)
        cells = self.cells or ()
        known = {cell: number_of(cell) for cell in {cells[row] for row in rows.tolist()}}
        values = np.array([known[cells[row]] for row in rows.tolist()])
        first, second = values[ends].reshape(2, -1)
        return _numbers(first, second, least)


class Comparer:
    """Compares pairs of rows of a table, or of two tables one below the other."""

    def __init__(
        self, texts: Mapping[str, Sequence[str]], cells: Mapping[str, Sequence[str]]
    ) -> None:
        """Take texts for comparison by column ('' is the whole record), and the cells."""
        self.columns = {name: Column(values, cells.get(name)) for name, values in texts.items()}

    def compare(
        self,
        left: NDArray[np.int64],
        right: NDArray[np.int64],
        names: Collection[tuple[str, str]] | None = None,
    ) -> Comparison:
        """Compare pairs of rows: by all features that tell of these pairs, or by some ``names``."""
        features: dict[tuple[str, str], NDArray[np.float64]] = {}
        for name, column in self.columns.items():
            one, other = column.filled[left], column.filled[right]
            own = column.features(left, right)
            if name and (names is None or (name, "number") in names):
                own |= column.numbers(left, right, 0 if names else MIN_NUMERIC_SHARE)
            if name:
                own["equal"] = column.equal(left, right).astype(float)
            if names is not None or not (one & other).all():
                own["none"] = (~(one | other)).astype(float)
                own["one side"] = (one ^ other).astype(float)
            features |= {(name, feature): values for feature, values in own.items()}
        chosen = tuple(features if names is None else names)
        return Comparison(np.column_stack([features[name] for name in chosen]), chosen)

    def glance(
        self, left: NDArray[np.int64], right: NDArray[np.int64], likeness: NDArray[np.float32]
    ) -> NDArray[np.float64]:
        """Compare pairs at a glance: what is equal, how rare that is, and what is missing.

        ``likeness`` is a similarity that is known already.
        """
        features: list[NDArray[Any]] = [likeness]
        for name, column in self.columns.items():
            if name:
                one, other = column.filled[left], column.filled[right]
                equal = column.equal(left, right)
                features += [equal, equal * column.rarity[column.codes[left]], one ^ other]
        return np.column_stack(features).astype(float)


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
        return process.cpdist(firsts, seconds, scorer=scorer, workers=-1) / 100  # type: ignore[arg-type]

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
    counts, _ = term_counts(texts, digits)
    counts.data[:] = 1
    shared = row_products(counts, left, right)
    number = np.diff(counts.indptr)
    fewer = np.minimum(number[left], number[right])
    more = np.maximum(number[left], number[right])
    overlap = np.where(fewer > 0, shared / np.maximum(fewer, 1), 0.5)
    return {"digits": overlap, "other digits": ((shared < fewer) & (shared < more)).astype(float)}


def _rare_words(
    counts: Matrix,
    weights: NDArray[np.float64],
    most: float,
    left: NDArray[np.int64],
    right: NDArray[np.int64],
) -> dict[str, NDArray[np.float64]]:
    """Rarity of shared words, and of words that one side alone has."""
    matrix = counts.copy()
    matrix.data = np.sqrt(weights[matrix.indices])
    shared = row_products(matrix, left, right)
    total = np.asarray(matrix.multiply(matrix).sum(axis=1)).ravel()
    lone, other = total[left] - shared, total[right] - shared
    fewer, more = np.minimum(lone, other), np.maximum(lone, other)
    return {
        "rare shared": np.minimum(shared / most, MAX_RARITY),
        "rare differing": np.minimum(more / most, MAX_RARITY),
        "rare differing on both": np.minimum(np.maximum(fewer, 0) / most, MAX_RARITY),
        "contained": shared / np.maximum(shared + fewer, 1e-9),
    }


def _numbers(
    first: NDArray[np.float64], second: NDArray[np.float64], least: float
) -> dict[str, NDArray[np.float64]]:
    known = np.isfinite(first) & np.isfinite(second)
    if known.mean() < least:
        return {}
    first, second = np.where(known, first, 0), np.where(known, second, 0)
    size = np.maximum(np.maximum(np.abs(first), np.abs(second)), 1e-9)
    difference = np.abs(first - second) / size
    return {
        "number": np.where(known, np.exp(-NUMBER_STEEPNESS * difference), 0.0),
        "same number": (known & (difference == 0)).astype(float),
    }
