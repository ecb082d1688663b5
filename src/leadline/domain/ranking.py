"""Vectors of values, best first: the ranking phi of Lin 2016, 4.2, eq. (5), walked lazily.

Every place offers values with a confidence pv, falling; a vector takes one of each. phi_r is the
weakest confidence ("fuzzy", the paper's), the mean, or 1 - prod(1 - pv) (the last two from HiWE).
The product V_1 x ... x V_n is never built: a heap holds index vectors, and a vector's successors
move one index on. Ties go to the higher mean, then to the earlier values.

>>> offers = [[("余华", 1.0), ("刘慈欣", 0.6)], [("活着", 0.8), ("三体", 0.75)]]
>>> [score for _, score in ranked(offers)]
[0.8, 0.75, 0.6, 0.6]
"""

from __future__ import annotations

import heapq
from dataclasses import dataclass
from math import prod
from typing import TYPE_CHECKING, Final, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

Value = TypeVar("Value")

MOST_WAITING: Final = 100_000
"""Vectors kept waiting; beyond them the tail of the ranking is given up."""

RANKINGS: Final[dict[str, Callable[[Sequence[float]], float]]] = {
    "fuzzy": min,
    "average": lambda pvs: sum(pvs) / len(pvs),
    "probabilistic": lambda pvs: 1.0 - prod(1.0 - pv for pv in pvs),
}


@dataclass(frozen=True, slots=True)
class Slot:
    """What can be bound together: one control, or the two ends of a range.

    ``offers`` are values (one for each of ``names``) with their confidence, falling.
    ``attribute`` is the attribute they come from, '' for a control's own choices. ``optional``
    says that it may stay unbound.
    """

    names: tuple[str, ...]
    offers: tuple[tuple[tuple[str, ...], float], ...]
    attribute: str = ""
    optional: bool = True


def ranked(
    offers: Sequence[Sequence[tuple[Value, float]]], ranking: str = "fuzzy"
) -> Iterator[tuple[tuple[Value, ...], float]]:
    """Value vectors by falling phi; nothing if a place offers no value."""
    if not offers or not all(offers):
        return
    phi = RANKINGS[ranking]

    def entry(at: tuple[int, ...]) -> tuple[float, float, tuple[int, ...]]:
        pvs = [offer[i][1] for offer, i in zip(offers, at, strict=True)]
        return (-phi(pvs), -sum(pvs) / len(pvs), at)

    first = (0,) * len(offers)
    waiting, seen = [entry(first)], {first}
    while waiting:
        score, _, at = heapq.heappop(waiting)
        yield tuple(offer[i][0] for offer, i in zip(offers, at, strict=True)), -score
        for place, offer in enumerate(offers):
            following = (*at[:place], at[place] + 1, *at[place + 1 :])
            fits = following[place] < len(offer) and len(waiting) < MOST_WAITING
            if fits and following not in seen:
                seen.add(following)
                heapq.heappush(waiting, entry(following))
