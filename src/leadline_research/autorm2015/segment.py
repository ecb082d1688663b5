"""Coarse regions and their boundaries: AutoRM Algorithms 2, 3 and 4 (sections 4 and 5).

Known from the paper: the interval merging (Algorithm 2), the scan over all possible first heads
that stops at a subset (Algorithm 3), the two forms of boundaries and that both are tried where
separators occur (Algorithm 4). Reconstructed: the measure of quality (5.2), the procedures of the
separator-based (5.4) and head-order-based (5.5) cuts and of the tail of the last record (5.6).

>>> siblings = Siblings.of("1 2 3 1 2 4", separators="")
>>> find_regions(siblings, 0, 6)
[(0, 4)]
>>> segment_region(siblings, 0, 4)
[(0, 2), (3, 4)]
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from itertools import pairwise
from math import sqrt
from typing import TYPE_CHECKING, Final

from leadline_research.autorm2015.similarity import TREE_THRESHOLD, tree_similarity

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

Part = tuple[int, int]
"""First and last index of a candidate record among its siblings, separators trimmed."""
MIN_QUALITY: Final = 0.3
MIN_TRIED_HEADS: Final = 8
MAX_HEAD_STEPS: Final = 200_000
"""All heads of a region are tried, as in the paper, as long as heads times nodes stay below this;
of the longest regions only the first ones. (The first eight of any region, which an earlier state
tried, cost half a point of F1 and no less time.)
"""
MAX_COHESION_SAMPLES: Final = 6
"""Distinct trees compared for cohesion."""


@dataclass(slots=True)
class Siblings:
    """Children of one parent: tree cluster, leaf clusters as bits (0 for a separator), structure
    (told apart for separators) and amount of content of each.
    """

    cluster: list[int]
    leaves: list[int]
    structure: list[int]
    content: list[int]

    @classmethod
    def of(cls, clusters: str, separators: str = "") -> Siblings:
        """Siblings from cluster numbers alone: every cluster a leaf kind of its own."""
        numbers = [int(word) for word in clusters.split()]
        apart = {int(word) for word in separators.split()}
        leaves = [0 if number in apart else 1 << number for number in numbers]
        return cls(numbers, leaves, numbers, [int(bits > 0) for bits in leaves])

    def tree(self, part: Part) -> int:
        """The leaf clusters of a record: of the tree with an artificial root over its nodes."""
        bits = 0
        for at in range(part[0], part[1] + 1):
            bits |= self.leaves[at]
        return bits

    def trim(self, start: int, stop: int) -> Part | None:
        """The part between two indexes without separators at its ends, None if none is left."""
        while start < stop and not self.leaves[start]:
            start += 1
        while start < stop and not self.leaves[stop - 1]:
            stop -= 1
        return (start, stop - 1) if start < stop else None


def find_regions(siblings: Siblings, start: int, stop: int) -> list[Part]:
    """Algorithm 2, idenCGRegion: index intervals of clusters of non-separators, merged while they
    intersect. Intervals without any cluster of two nodes are left out (reconstructed).
    """
    spans: dict[int, list[int]] = {}
    for at in range(start, stop):
        if siblings.leaves[at]:
            spans.setdefault(siblings.cluster[at], []).append(at)
    merged: list[list[int]] = []
    for members in sorted(spans.values()):
        low, high, several = members[0], members[-1], len(members) > 1
        if merged and low <= merged[-1][1]:
            merged[-1][1] = max(merged[-1][1], high)
            merged[-1][2] |= several
        else:
            merged.append([low, high, several])
    return [(low, high) for low, high, several in merged if several]


def segment_region(siblings: Siblings, low: int, high: int) -> list[Part]:
    """Algorithm 3, segCGRegion: the best of the sets of records that begin at possible heads."""
    found: list[list[Part]] = []
    heads = [at for at in range(low, high + 1) if siblings.leaves[at]]
    for head in heads[: max(MIN_TRIED_HEADS, MAX_HEAD_STEPS // (high - low + 1))]:
        records = mine_with_head(siblings, head, high)
        if not records:
            continue
        if any(_is_subset(records, other) for other in found):
            break
        found.append(records)
    best = max(found, key=lambda records: quality(siblings, records, (low, high)), default=[])
    return best if best and quality(siblings, best, (low, high)) > MIN_QUALITY else []


def _is_subset(records: list[Part], other: list[Part]) -> bool:
    known = set(other)
    return all(record in known for record in records)


def mine_with_head(siblings: Siblings, head: int, high: int) -> list[Part]:
    """Algorithm 4, mineWithHead: by head order, and by separators where there are any."""
    by_order = by_head_order(siblings, head, high)
    if all(siblings.leaves[at] for at in range(head, high + 1)):
        return by_order
    by_separators = by_separator(siblings, head, high)
    both = (by_separators, by_order)
    return max(both, key=lambda records: quality(siblings, records, (head, high)))


def by_separator(siblings: Siblings, head: int, high: int) -> list[Part]:
    """Records divided by identical separators, runs of nodes without content (form 1)."""
    runs = _separator_runs(siblings, head, high)
    names = {tuple(siblings.structure[a:b]): None for a, b in runs}
    names.update({(name,): None for run in list(names) for name in run})
    found: list[list[Part]] = []
    for name in names:
        edges = [head]
        for a, b in runs:
            if _holds(siblings.structure[a:b], name):
                edges += [a, b]
        edges.append(high + 1)
        pairs = zip(edges[::2], edges[1::2], strict=True)
        parts = [part for a, b in pairs if (part := siblings.trim(a, b))]
        found.append(_similar_prefix(siblings, parts))
    return _best(siblings, found, (head, high))


def _separator_runs(siblings: Siblings, head: int, high: int) -> list[Part]:
    """Runs of separators as half-open index intervals."""
    runs: list[Part] = []
    for at in range(head, high + 1):
        if not siblings.leaves[at]:
            if runs and runs[-1][1] == at:
                runs[-1] = (runs[-1][0], at + 1)
            else:
                runs.append((at, at + 1))
    return runs


def _holds(run: Sequence[int], name: tuple[int, ...]) -> bool:
    size = len(name)
    return any(tuple(run[at : at + size]) == name for at in range(len(run) - size + 1))


def by_head_order(siblings: Siblings, head: int, high: int) -> list[Part]:
    """Records whose fields come in a fixed order: a record ends where the order starts again."""
    return _best(
        siblings,
        [
            _from_starts(siblings, _heads(siblings, head, high), high),
            _from_starts(siblings, _restarts(siblings, head, high), high),
            _from_starts(siblings, _heads(siblings, head, high), high, stopping=True),
        ],
        (head, high),
    )


def _heads(siblings: Siblings, head: int, high: int) -> list[int]:
    """5.5 (a): the nodes of the head's cluster."""
    wanted = siblings.cluster[head]
    return [at for at in range(head, high + 1) if siblings.cluster[at] == wanted]


def _restarts(siblings: Siblings, head: int, high: int) -> list[int]:
    """5.5 (b): a head that occurs several times in a record starts one only after a later field."""
    rank: dict[int, int] = {}
    starts, later = [head], False
    for at in range(head, high + 1):
        if siblings.leaves[at]:
            place = rank.setdefault(siblings.cluster[at], len(rank))
            if place == 0 and later:
                starts.append(at)
                later = False
            later = later or place > 1
    return starts


def _from_starts(
    siblings: Siblings, starts: list[int], high: int, *, stopping: bool = False
) -> list[Part]:
    """Parts from start to start; with ``stopping``, 5.5 (c): nodes of a cluster that only comes
    last in parts, and not in all of them, are headings between records and belong to none.
    """
    edges = [*starts[1:], high + 1]
    parts = [part for a, b in zip(starts, edges, strict=True) if (part := siblings.trim(a, b))]
    if stopping:
        last = Counter(siblings.cluster[part[1]] for part in parts[:-1] if part[0] < part[1])
        whole = Counter(siblings.cluster[at] for a, b in parts for at in range(a, b + 1))
        foreign = {name for name, times in last.items() if whole[name] == times < len(parts) - 1}
        parts = [
            part
            for a, b in parts
            if (part := siblings.trim(a, b + (siblings.cluster[b] not in foreign)))
        ]
    return _similar_prefix(siblings, parts)


def _similar_prefix(siblings: Siblings, parts: list[Part]) -> list[Part]:
    """The longest prefix of parts that are each similar to an earlier one; the last with its tail
    repaired (5.6).
    """
    kept: list[Part] = []
    seen: dict[int, None] = {}
    for part in parts:
        if kept:
            part = _without_tail(siblings, kept, part) if part == parts[-1] else part
        tree = siblings.tree(part)
        if kept and all(tree_similarity(tree, other) < TREE_THRESHOLD for other in seen):
            break
        seen[tree] = None
        kept.append(part)
    return kept if len(kept) > 1 else []


def _without_tail(siblings: Siblings, kept: list[Part], part: Part) -> Part:
    """5.6: the last record ends before a cluster that no earlier one has; none is as long."""
    known = {siblings.cluster[at] for a, b in kept for at in range(a, b + 1)}
    longest = max(b - a for a, b in kept)
    stop = part[0] + 1
    while stop <= min(part[1], part[0] + longest) and siblings.cluster[stop] in known:
        stop += 1
    return siblings.trim(part[0], stop) or part


def _best(siblings: Siblings, found: Iterable[list[Part]], region: Part) -> list[Part]:
    return max(found, key=lambda records: quality(siblings, records, region), default=[])


def quality(siblings: Siblings, records: list[Part], region: Part) -> float:
    """Reconstructed from "two properties of a good set": its records are similar to each other,
    in their trees and in the number of their nodes of each cluster, and they explain the content
    of their region. cohesion * sqrt(coverage) * (1 - 0.5 / records).
    """
    if len(records) < 2:
        return 0.0
    whole = sum(siblings.content[region[0] : region[1] + 1])
    held = sum(sum(siblings.content[a : b + 1]) for a, b in records)
    together = cohesion([siblings.tree(record) for record in records])
    together *= _regularity(siblings, records)
    return together * sqrt(held / (whole or 1)) * (1 - 0.5 / len(records))


def _regularity(siblings: Siblings, records: list[Part]) -> float:
    """Mean similarity of neighbouring records by their nodes, each cluster as often as it comes:
    a note in front of the first record is of a cluster that the record has, but once too many.
    """
    if all(a == b for a, b in records):
        return 1.0
    counts = [
        Counter(siblings.cluster[at] for at in range(a, b + 1) if siblings.leaves[at])
        for a, b in records
    ]
    near = [
        (one & other).total() / max(one.total(), other.total()) for one, other in pairwise(counts)
    ]
    return sum(near) / len(near)


def cohesion(trees: Sequence[int]) -> float:
    """Mean similarity of pairs of trees, over the most common ones."""
    common = Counter(trees).most_common(MAX_COHESION_SAMPLES)
    total = pairs = 0.0
    for at, (tree, times) in enumerate(common):
        total += times * (times - 1) / 2
        pairs += times * (times - 1) / 2
        for other, more in common[at + 1 :]:
            total += times * more * tree_similarity(tree, other)
            pairs += times * more
    return total / pairs if pairs else 0.0
