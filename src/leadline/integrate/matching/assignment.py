"""One-to-one assignment, and what a record would be joined to if its partner were missing."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray


def assign(
    left: NDArray[np.int64], right: NDArray[np.int64], scores: NDArray[np.float64]
) -> NDArray[np.int64]:
    """Choose pairs greedily by score so that no record is in two; return their places.

    >>> assign(np.array([0, 0, 1]), np.array([5, 6, 5]), np.array([0.9, 0.2, 0.8])).tolist()
    [0]
    """
    taken: set[int] = set()
    chosen = []
    lefts, rights = left.tolist(), right.tolist()
    for place in np.argsort(-scores, kind="stable").tolist():
        if lefts[place] not in taken and rights[place] not in taken:
            taken |= {lefts[place], rights[place]}
            chosen.append(place)
    return np.array(chosen, dtype=np.int64)


def best_two(
    record: NDArray[np.int64], scores: NDArray[np.float64], records: int
) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.int64]]:
    """Best and second score of the pairs of each record, and the place of the best (-1: none)."""
    best, second = np.full(records, -np.inf), np.full(records, -np.inf)
    place = np.full(records, -1, dtype=np.int64)
    if len(record):
        order = np.lexsort((-scores, record))
        owner = record[order]
        first = np.r_[True, owner[1:] != owner[:-1]]
        next_one = np.r_[False, first[:-1]] & ~first
        best[owner[first]], place[owner[first]] = scores[order][first], order[first]
        second[owner[next_one]] = scores[order][next_one]
    return best, second, place


def rivals(
    record: NDArray[np.int64], scores: NDArray[np.float64], records: int
) -> NDArray[np.float64]:
    """For each pair the best score among the other pairs of its record (-inf without one)."""
    best, second, place = best_two(record, scores, records)
    return np.where(place[record] == np.arange(len(record)), second[record], best[record])


def without_partner(
    record: NDArray[np.int64],
    other: NDArray[np.int64],
    scores: NDArray[np.float64],
    assigned: NDArray[np.int64],
    records: int,
) -> NDArray[np.int64]:
    """For each assigned pair the pair that ``record`` would get without its partner (-1: none).

    The other record must be free, or prefer it to its own partner.
    """
    own = np.full(records, -np.inf)
    for end in (record, other):
        own[end[assigned]] = scores[assigned]
    open_pairs = scores >= own[other]
    open_pairs[assigned] = False
    places = np.flatnonzero(open_pairs)
    _, _, best = best_two(record[places], scores[places], records)
    wanted = best[record[assigned]]
    if not len(places):
        return wanted
    return np.where(wanted >= 0, places[np.maximum(wanted, 0)], -1)
