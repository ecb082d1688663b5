"""The Web link graph and its Q values: definitions 5 and 8, Algorithm 3 and eqs. (17) and (18).

Vertices are the links on the way from seeds to result pages, the leaves. Algorithm 3 sweeps over
all edges until nothing changes. Since leaves are not followed, Q has a closed form: the reward
times gamma to the power of the hops to the nearest leaf, less one. Both are here, and agree.

The values of example 1, on a graph of 10 vertices and 11 edges (its edges are reconstructed):

>>> edges = [(1, 2), (2, 3), (1, 4), (4, 5), (5, 6), (2, 5), (7, 5), (4, 7)]
>>> edges += [(7, 8), (8, 9), (9, 10)]
>>> swept = q_by_sweeps(edges, {3, 6, 10}, reward=100.0)
>>> [(vertex, swept[vertex]) for vertex in sorted(swept)]
[(1, 90.0), (2, 100.0), (4, 90.0), (5, 100.0), (7, 90.0), (8, 90.0), (9, 100.0)]
>>> q_by_hops(edges, {3, 6, 10}, reward=100.0) == swept
True
"""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence

GAMMA: Final = 0.9
"""Discount of eq. (11)."""
REWARD: Final = 1.0
"""Reward rd for reaching a leaf; 1 keeps Q comparable with probabilities."""

Edge = tuple[int, int]


def grow_graph(
    results: Iterable[int], parents: Mapping[int, Sequence[int]]
) -> tuple[set[int], list[Edge]]:
    """Return the vertices and edges on the ways back from results to seeds, definition 5.

    Ways follow the first page that showed a link; other known links between vertices are edges too.
    """
    vertices: set[int] = set()
    for result in results:
        vertex: int | None = result
        while vertex is not None and vertex not in vertices:
            vertices.add(vertex)
            vertex = next(iter(parents.get(vertex, ())), None)
    edges = [(p, v) for v in sorted(vertices) for p in parents.get(v, ()) if p in vertices]
    return vertices, edges


def q_by_sweeps(
    edges: Sequence[Edge],
    leaves: Collection[int],
    *,
    reward: float = REWARD,
    gamma: float = GAMMA,
    sweeps: int = 10_000,
) -> dict[int, float]:
    """Return Q of every vertex but leaves by Algorithm 3 (QLAWLG), with at most so many sweeps."""
    children = defaultdict(list)
    for parent, child in edges:
        if parent not in leaves:
            children[parent].append(child)
    q = dict.fromkeys(((p, c) for p in children for c in children[p]), 0.0)
    for _ in range(sweeps):
        changed = False
        for parent, child in q:
            ahead = max((q[child, other] for other in children.get(child, ())), default=0.0)
            value = (reward if child in leaves else 0.0) + gamma * ahead
            changed |= value != q[parent, child]
            q[parent, child] = value
        if not changed:
            break
    return {parent: max(q[parent, child] for child in children[parent]) for parent in children}


def q_by_hops(
    edges: Sequence[Edge],
    leaves: Collection[int],
    *,
    reward: float = REWARD,
    gamma: float = GAMMA,
) -> dict[int, float]:
    """Return Q of every vertex but leaves by its hops to the nearest leaf, in one search."""
    parents = defaultdict(list)
    q = {}
    for parent, child in edges:
        if parent not in leaves:
            parents[child].append(parent)
            q[parent] = 0.0
    edge_of_search = sorted(leaves)
    value, reached = reward, set(leaves)
    while edge_of_search:
        further = []
        for vertex in edge_of_search:
            for parent in parents[vertex]:
                if parent not in reached:
                    reached.add(parent)
                    q[parent] = value
                    further.append(parent)
        edge_of_search = further
        value = gamma * value
    return q
