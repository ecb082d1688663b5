"""How large is a source? Estimates from what queries returned, and which to believe.

A size the source states itself comes first. Else eq. (9) of Xian 2012 turned round,
``|DB| = |DB_local| / P(q_1 or ... or q_m, S_local)``, where other sources overlap enough; else
how often records came back: Chao's lower bound and Lincoln-Petersen, both biased low because a
record that no candidate query holds is never counted. Walks down a form's selects are in
``queries.hd_unbiased``.

>>> size_by_ratio(local=500, matched=200, known=400)
1000.0
>>> chao1(records=100, once=20, twice=10)
120.0
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence


def size_by_ratio(*, local: int, matched: int, known: int) -> float:
    """Eq. (9): ``local`` records taken; the submitted queries match ``matched`` of ``known``.

    The records taken while they match none of the known ones, which says nothing more.
    """
    return local * known / matched if matched else float(local)


def chao1(*, records: int, once: int, twice: int) -> float:
    """Chao 1984: at least ``f1^2 / 2 f2`` more than the records seen; corrected for f2 = 0."""
    unseen = once * once / (2 * twice) if twice else once * (once - 1) / 2
    return records + unseen


def lincoln_petersen(first: int, second: int, both: int) -> float:
    """Two catches and their overlap, in Chapman's form, which is never infinite.

    >>> round(lincoln_petersen(200, 150, 30))
    978
    """
    return (first + 1) * (second + 1) / (both + 1) - 1


def pool_based(degrees: Sequence[Sequence[int]], pool: int) -> float:
    """Bar-Yossef & Gurevich 2007, Broder et al. 2006: the records that a pool of queries reaches.

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
