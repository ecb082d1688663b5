"""Ranking: which candidates are the records, the choice that AutoRM leaves open (section 7).

A candidate is scored by features that a list of records has whatever its subject (``features``),
and by whether its records are groups of records (``nesting``). The weights are a softmax
regression, the best candidate of a page against all its candidates
(``leadline_research.bench.records.record_weights``). See
docs/decisions/reading-pages.md.

>>> from leadline.page.dom import parse_html
>>> from leadline.mining.candidates import find_candidates
>>> rows = "".join(f"<li><a href=/{n}>Book {n}</a> by <i>Ann</i>, {1900 + n}" for n in range(9))
>>> html = f"<ul class=menu><li><a href=/>Home</a><li><a href=/a>About</a></ul><ol>{rows}</ol>"
>>> page = PageSignatures(parse_html(html, "http://h.test/"))
>>> [len(region.spans) for _, region in rank_candidates(page, find_candidates(page), 1)]
[9]
"""

from functools import cache
from heapq import heapify, heappop, heappush, nsmallest
from math import exp
from operator import mul
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from leadline.mining.features import FeatureExtractor
from leadline.mining.nesting import NestingTest
from leadline.mining.segmentation import CandidateRegion
from leadline.mining.signatures import PageSignatures
from leadline.page.data_files import read_table

MAX_CONTENDERS: Final = 6
"""Candidates that are tested for groups, which takes longer than all other features."""
MAX_RIVAL_DISTANCE: Final = 2.5
"""Difference of log scores up to which a finer candidate can mark a coarser one as groups."""
MAX_LOG_SCORE: Final = 300.0


class RankingWeights(NamedTuple):
    """Fitted weights: by feature, of the results of the nesting test, and a constant."""

    features: dict[str, float]
    groups: float
    enclosed: float
    constant: float

    @property
    def nesting(self) -> tuple[float, float]:
        """Weights of the share of groups and of the share of enclosed records."""
        return self.groups, self.enclosed


@cache
def ranking_weights() -> RankingWeights:
    """Read the weights from ``weights.toml``."""
    return RankingWeights(**read_table("leadline.mining", "weights.toml"))


def rank_candidates(
    page: PageSignatures, candidates: list[CandidateRegion], limit: int
) -> list[tuple[float, CandidateRegion]]:
    """Return the best candidates with their scores, best first."""
    if not candidates:
        return []
    weights = ranking_weights()
    by_feature = np.array(list(weights.features.values()))
    values = FeatureExtractor(page).features(candidates) @ by_feature
    ranked = order_by_value(NestingTest(page), candidates, values, limit, weights.nesting)
    return [
        (exp(min(value + weights.constant, MAX_LOG_SCORE)), candidates[at]) for value, at in ranked
    ]


def order_by_value(
    nesting: NestingTest,
    candidates: list[CandidateRegion],
    values: npt.NDArray[np.float64],
    limit: int,
    nesting_weights: tuple[float, float],
) -> list[tuple[float, int]]:
    """Return values and positions of the best candidates, best first; contenders are tested."""
    heap = [(-value, at, True) for at, value in enumerate(values.tolist())]
    heapify(heap)
    best = [(-value, candidates[at]) for value, at, _ in nsmallest(MAX_CONTENDERS, heap)]
    ranked: list[tuple[float, int]] = []
    tested = 0
    while heap and len(ranked) < limit:
        value, at, is_untested = heappop(heap)
        if is_untested and tested < MAX_CONTENDERS:
            tested += 1
            shares = nesting_shares(nesting, -value, candidates[at], best)
            heappush(heap, (value - sum(map(mul, nesting_weights, shares)), at, False))
        else:
            ranked.append((-value, at))
    return ranked


def nesting_shares(
    nesting: NestingTest,
    value: float,
    region: CandidateRegion,
    best: list[tuple[float, CandidateRegion]],
) -> tuple[float, float]:
    """Return the share of records that are groups, and of records that stand in other records.

    Groups are known by their content, or by a close rival in them.
    """
    rivals = [
        rival for other, rival in best if other > value - MAX_RIVAL_DISTANCE and rival is not region
    ]
    inside = nesting.group_share(region.spans)
    groups = max([inside, *(nesting.contained_share(region, rival) for rival in rivals)])
    return groups, nesting.enclosed_share(region)
