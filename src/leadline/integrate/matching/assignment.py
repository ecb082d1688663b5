"""One-to-one assignment, and what a record would be joined to if its partner were missing."""

import numpy as np
from numpy.typing import NDArray

Ends = tuple["NDArray[np.int64]", "NDArray[np.int64]"]
"""The records at both ends of each pair; they may be of one source or of two."""


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
    ends: Ends, scores: NDArray[np.float64], records: int
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return, for both ends of each pair, the best score of their other pairs (-inf: none)."""
    best, second, place = best_two(np.r_[ends], np.r_[scores, scores], records)
    place %= max(1, len(scores))
    own = np.arange(len(scores))
    first, other = (np.where(place[end] == own, second[end], best[end]) for end in ends)
    return first, other


def without_partner(
    ends: Ends, scores: NDArray[np.float64], assigned: NDArray[np.int64], records: int
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the pair that each end of assigned pairs would get without its partner (-1: none).

    The other record must be free, or prefer it to its own partner.
    """
    own = np.full(records, -np.inf)
    for end in ends:
        own[end[assigned]] = scores[assigned]
    is_open = np.r_[scores >= own[ends[1]], scores >= own[ends[0]]]
    is_open[np.r_[assigned, assigned + len(scores)]] = False
    places = np.flatnonzero(is_open)
    _, _, best = best_two(np.r_[ends][places], np.r_[scores, scores][places], records)
    pair_of = np.r_[places % max(1, len(scores)), -1]
    return pair_of[best[ends[0][assigned]]], pair_of[best[ends[1][assigned]]]
