"""How large is a source? Estimates from what queries returned, and which to believe.

A size the source states itself comes first. Else eq. (9) of Xian 2012 turned round,
``|DB| = |DB_local| / P(q_1 or ... or q_m, S_local)``, where other sources overlap enough; else
how often records came back: Chao's lower bound and Lincoln-Petersen, both biased low because a
record that no candidate query holds is never counted.

>>> size_by_ratio(local=500, matched=200, known=400)
1000.0
>>> chao1(records=100, once=20, twice=10)
120.0
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from random import Random


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


def hd_unbiased(
    count: Callable[[tuple[str, ...]], int | None],
    levels: Sequence[Sequence[str]],
    rng: Random,
) -> tuple[float, int]:
    """HD-UNBIASED-SIZE (Dasgupta et al., SIGMOD 2010): one random drill-down, and its queries.

    ``levels`` are the choices of the form's categorical controls, ``count`` says how many records
    match a prefix of choices, None when the answer overflows. At an overflowing node a branch is
    drawn; an empty one gives way to the next that is not, so that the walk never ends in nothing,
    and the chance of a branch is one plus the empty ones before it. The estimate is the count at
    the end by the chance of getting there: unbiased, with a large variance; take the mean of many.

    >>> from random import Random
    >>> tree = {(): None, ("a",): 3, ("b",): 0, ("c",): 5}
    >>> values = [hd_unbiased(tree.get, [["a", "b", "c"]], Random(n))[0] for n in range(300)]
    >>> 7.5 < sum(values) / 300 < 8.5
    True
    """
    asked: dict[tuple[str, ...], int | None] = {}

    def ask(node: tuple[str, ...]) -> int | None:
        if node not in asked:
            asked[node] = count(node)
        return asked[node]

    node: tuple[str, ...] = ()
    chance = 1.0
    for level in levels:
        here = ask(node)
        if here is not None:
            return here / chance, len(asked)
        size = len(level)
        start = rng.randrange(size)
        steps = next((n for n in range(size) if ask((*node, level[(start + n) % size])) != 0), None)
        if steps is None:
            return 0.0, len(asked)
        place = (start + steps) % size
        empty = next(n for n in range(size) if ask((*node, level[(place - 1 - n) % size])) != 0)
        chance *= (empty + 1) / size
        node = (*node, level[place])
    return (ask(node) or 0) / chance, len(asked)
