"""Ranks records by BM25F over attributes (Robertson, Zaragoza and Taylor 2004).

Each attribute has a weight and its own normalisation of length. The term frequencies of all
attributes are added with their weights before they are saturated, so that a word in title and
subject does not count twice.

>>> emma, life = [("title", "Emma")], [("title", "Life"), ("note", "quotes Emma")]
>>> scores = Bm25f({"title": 3.0}).scores(["emma"], [life, emma], {"emma": 2}, 10)
>>> scores[1] > scores[0] > 0
True
"""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import log
from typing import Final

from leadline.ask.terms import index_terms

SATURATION: Final = 1.2
"""k1 of BM25."""
LENGTH_NORMALISATION: Final = 0.5
"""b of BM25, lower than the usual .75: attributes of records are short."""
DEFAULT_WEIGHT: Final = 1.0

Values = list[tuple[str, str]]
"""Attributes and values of a record."""


@dataclass(frozen=True, slots=True)
class Bm25f:
    """BM25F with weights by attribute; an attribute without one has `DEFAULT_WEIGHT`."""

    weights: Mapping[str, float] = field(default_factory=dict)

    def scores(
        self,
        terms: Sequence[str],
        records: Sequence[Values],
        frequencies: Mapping[str, int],
        size: int,
    ) -> list[float]:
        """Score records for terms of ``index_terms``.

        ``frequencies`` says how many of ``size`` records hold a term.
        """
        parts = self.parts(terms, records, frequencies, size)
        return [sum(each.values()) for each in parts]

    def parts(
        self,
        terms: Sequence[str],
        records: Sequence[Values],
        frequencies: Mapping[str, int],
        size: int,
    ) -> list[dict[str, float]]:
        """Return what each attribute gives to the score of each record."""
        counted = [_counted(values) for values in records]
        lengths: defaultdict[str, list[int]] = defaultdict(list)
        for record in counted:
            for name, counts in record.items():
                lengths[name].append(counts.total())
        mean = {name: sum(each) / len(each) for name, each in lengths.items()}
        idf = {term: _idf(frequencies.get(term, 0), size) for term in dict.fromkeys(terms)}
        return [self._parts_of(record, idf, mean) for record in counted]

    def _parts_of(
        self,
        record: Mapping[str, Counter[str]],
        idf: Mapping[str, float],
        mean: Mapping[str, float],
    ) -> dict[str, float]:
        parts: defaultdict[str, float] = defaultdict(float)
        for term, rarity in idf.items():
            weighted = {
                name: self.weights.get(name, DEFAULT_WEIGHT)
                * counts[term]
                / _length(counts, mean[name])
                for name, counts in record.items()
                if term in counts
            }
            total = sum(weighted.values())
            if total <= 0:
                continue
            score = rarity * total / (SATURATION + total)
            for name, share in weighted.items():
                parts[name] += score * share / total
        return dict(parts)


def _counted(values: Values) -> dict[str, Counter[str]]:
    counts: dict[str, Counter[str]] = {}
    for name, value in values:
        counts.setdefault(name, Counter()).update(index_terms(value))
    return counts


def _length(counts: Counter[str], mean: float) -> float:
    """Return how long a value is beside others of its attribute, softened."""
    ratio = counts.total() / mean if mean else 1.0
    return 1 - LENGTH_NORMALISATION + LENGTH_NORMALISATION * ratio


def _idf(frequency: int, size: int) -> float:
    return log(1 + (max(size, frequency) - frequency + 0.5) / (frequency + 0.5))
