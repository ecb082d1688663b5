"""Rivals in choosing sources for a query from samples of them: CORI and ReDDE.

CORI (Callan, Lu and Croft 1995) treats a source as a document whose term frequencies are document
frequencies. ReDDE (Si and Callan 2003) ranks all sampled records in one index and lets each record
stand for size / sample of its source, down to a small share of all records.

>>> stats = {"a": SampleStatistics(100, 5_000, {"tea": 40}), "b": SampleStatistics(100, 5_000, {})}
>>> scores = cori(["tea"], stats)
>>> scores["a"] > scores["b"] == 0.4
True
>>> redde(["b", "a", "b"], {"a": 10, "b": 10}, {"a": 1_000, "b": 100}, share=0.5)
{'b': 20.0, 'a': 100.0}
"""

from __future__ import annotations

from dataclasses import dataclass
from math import log
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

DEFAULT_BELIEF: Final = 0.4
"""b of CORI."""
REDDE_SHARE: Final = 0.003
"""Share of all records down to which ReDDE counts."""


@dataclass(frozen=True, slots=True)
class SampleStatistics:
    """A sample: number of records and words, and document frequencies of terms."""

    records: int
    words: int
    frequencies: Mapping[str, int]


def cori(terms: Sequence[str], samples: Mapping[str, SampleStatistics]) -> dict[str, float]:
    """Return CORI's belief for each source: the mean of b + (1 - b) T I over the terms."""
    mean_words = sum(each.words for each in samples.values()) / max(1, len(samples))
    having = {
        term: sum(1 for each in samples.values() if each.frequencies.get(term)) for term in terms
    }
    scores = {}
    for source, each in samples.items():
        beliefs = []
        for term in terms:
            frequency = each.frequencies.get(term, 0)
            weight = frequency / (frequency + 50 + 150 * each.words / max(1.0, mean_words))
            rarity = log((len(samples) + 0.5) / max(1, having[term])) / log(len(samples) + 1.0)
            beliefs.append(DEFAULT_BELIEF + (1 - DEFAULT_BELIEF) * weight * rarity)
        scores[source] = sum(beliefs) / len(beliefs) if beliefs else DEFAULT_BELIEF
    return scores


def redde(
    ranking: Sequence[str],
    samples: Mapping[str, int],
    sizes: Mapping[str, float],
    *,
    share: float = REDDE_SHARE,
) -> dict[str, float]:
    """Return the estimated number of relevant records of each source.

    ``ranking`` names the source of each sampled record, the best first; ``samples`` and ``sizes``
    are numbers of records.
    """
    scores = dict.fromkeys(dict.fromkeys(ranking), 0.0)
    rank, limit = 0.0, share * sum(sizes.values())
    for source in ranking:
        if rank >= limit and rank > 0:
            break
        factor = sizes[source] / max(1, samples[source])
        scores[source] += factor
        rank += factor
    return scores
