"""Size estimates that the product does not use: two catches, and pools of queries."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence


def lincoln_petersen(first: int, second: int, both: int) -> float:
    """Return the size by two catches and their overlap, in Chapman's form, never infinite.

    >>> round(lincoln_petersen(200, 150, 30))
    978
    """
    return (first + 1) * (second + 1) / (both + 1) - 1


def pool_based(degrees: Sequence[Sequence[int]], pool: int) -> float:
    """Return the records that a pool reaches (Bar-Yossef & Gurevich 2007, Broder et al. 2006).

    ``degrees`` has one entry a query drawn at random from a pool of ``pool`` queries: for each
    record it returned, how many queries of the pool match that record. A record counts one over
    that number, so records that many queries reach do not count more.

    >>> pool_based([[1, 2], [2]], pool=10)
    10.0
    """
    if not degrees:
        return 0.0
    weights = [sum(1.0 / max(1, degree) for degree in of_query) for of_query in degrees]
    return pool * sum(weights) / len(weights)
