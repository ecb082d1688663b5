"""Bound on the share of a source that is missing, from whole answers as draws of records.

Of ``r`` records drawn blindly, all known, up to ``3 / r`` of what there is may be unknown (rule of
three, 95 %). With ``n`` unknown ones among them it is the upper limit of a Poisson mean over ``r``.
Answers late in a crawl say most, so the latest ones that give the smallest bound are used.

>>> round(missing_share([(10, 0)] * 20), 4)
0.0148
>>> round(missing_share([(10, 10)] * 9 + [(10, 0)] * 20), 4)
0.0148
>>> missing_share([(2, 0)]) is None
True
"""

from collections.abc import Sequence
from itertools import accumulate
from math import sqrt
from typing import Final

MIN_ANSWERS: Final = 4
"""Whole answers below which nothing is said."""
ONE_SIDED_95: Final = 1.645
"""Quantile of the normal distribution for a limit that holds in 95 of 100 cases."""


def poisson_limit(events: int) -> float:
    """Return the upper 95 % limit of a Poisson mean (Wilson and Hilferty 1931).

    >>> [round(poisson_limit(n), 1) for n in (0, 1, 5)]
    [3.0, 4.7, 10.5]
    """
    k = events + 1
    return float(k * (1.0 - 1.0 / (9.0 * k) + ONE_SIDED_95 / (3.0 * sqrt(k))) ** 3)


def missing_share(draws: Sequence[tuple[int, int]]) -> float | None:
    """Return the bound, at most 1; ``draws`` are records and new ones of each whole answer."""
    latest = draws[::-1]
    records = list(accumulate(drawn for drawn, _ in latest))
    news = list(accumulate(new for _, new in latest))
    bounds = [
        poisson_limit(new) / drawn
        for drawn, new in zip(records[MIN_ANSWERS - 1 :], news[MIN_ANSWERS - 1 :], strict=True)
        if drawn
    ]
    return min(1.0, *bounds) if bounds else None
