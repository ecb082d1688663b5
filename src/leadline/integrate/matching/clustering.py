"""Clusters of records: pairs joined by falling score, as long as no rule is broken."""

from collections.abc import Collection, Iterable, Sequence

import numpy as np
from numpy.typing import NDArray


def groups_of(left: NDArray[np.int64], right: NDArray[np.int64], rows: int) -> NDArray[np.int64]:
    """Connected components of pairs: the number of the group of every row.

    >>> groups_of(np.array([0]), np.array([2]), 3).tolist()
    [0, 1, 0]
    """
    from scipy.sparse import coo_matrix
    from scipy.sparse.csgraph import connected_components

    graph = coo_matrix((np.ones(len(left), dtype=bool), (left, right)), shape=(rows, rows))
    return np.asarray(connected_components(graph, directed=False)[1], dtype=np.int64)


def cluster(
    pairs: Iterable[tuple[int, int, float]],
    sources: Sequence[str],
    *,
    must: Iterable[tuple[int, int]] = (),
    cannot: Iterable[tuple[int, int]] = (),
    repeating: Collection[str] = (),
) -> list[list[int]]:
    """Join rows to clusters; every row is in one, rows and clusters in ascending order.

    ``pairs`` are accepted (row, row, score), ``sources`` the source of each row. A cluster holds
    one record a source, unless the source is ``repeating``. ``must`` and ``cannot`` are a person's
    decisions and go before all.

    >>> cluster([(0, 1, 5.0), (1, 2, 4.0), (0, 2, 1.0)], ["a", "b", "a"])
    [[0, 1], [2]]
    >>> cluster([(0, 1, 5.0)], ["a", "b", "a"], must=[(1, 2)])
    [[0], [1, 2]]
    """
    alone, must = frozenset(sources) - frozenset(repeating), [*must]
    head = list(range(len(sources)))
    joined: dict[int, list[int]] = {}
    forbidden: dict[int, set[int]] = {}
    for first, second in cannot:
        forbidden.setdefault(first, set()).add(second)
        forbidden.setdefault(second, set()).add(first)

    def join(first: int, second: int, *, always: bool) -> None:
        one, other = head[first], head[second]
        if one == other or not (always or may_join(one, other)):
            return
        rows, others = joined.pop(one, [one]), joined.pop(other, [other])
        if len(rows) < len(others):
            one, rows, others = other, others, rows
        for row in others:
            head[row] = one
        joined[one] = rows + others

    def may_join(one: int, other: int) -> bool:
        rows, others = joined.get(one, [one]), joined.get(other, [other])
        if forbidden and any(not forbidden.get(row, set()).isdisjoint(others) for row in rows):
            return False
        held = alone.intersection([sources[row] for row in rows]) if alone else alone
        return held.isdisjoint([sources[row] for row in others])

    if not alone and not forbidden:  # the order is of no account
        ends = np.array([*must, *((first, second) for first, second, _ in pairs)], dtype=np.int64)
        left, right = ends.reshape(-1, 2).T
        head = groups_of(left, right, len(head)).tolist()
        pairs, must = (), []
    for first, second in must:
        join(first, second, always=True)
    for first, second, _ in sorted(pairs, key=lambda pair: (-pair[2], pair[0], pair[1])):
        join(first, second, always=False)
    groups: dict[int, list[int]] = {}
    for row, number in enumerate(head):
        groups.setdefault(number, []).append(row)
    return list(groups.values())
