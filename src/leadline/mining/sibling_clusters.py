"""Clusters of siblings: by their leaf kinds, by tag and class, by tag alone.

AutoRM (Shi et al. 2015, section 2.2) clusters sibling trees by the similarity of their leaves. The
children of all parents of one path are clustered together. Most of them share tag and leaf kinds
with many others, so the few distinct variants are compared instead of the children.

>>> from leadline.page.dom import parse_html
>>> html = "<ul><li><b>A</b> 1<li>x<li><b>B</b> 2</ul>"
>>> page = PageSignatures(parse_html(html, "http://h.test/"))
>>> cluster_siblings(SiblingGroup.from_child_lists(page, [page.document.children(3)]))
[[4, 8, 10], [4, 10]]
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cached_property
from heapq import nlargest
from itertools import pairwise
from operator import eq, itemgetter
from typing import Final

from leadline.mining.signatures import PageSignatures, similarity

Variant = tuple[str, int, list[int]]
"""Tag, leaf kinds, and the siblings that have exactly these."""

MIN_CLUSTER_SIMILARITY: Final = 0.5
"""h of section 2.2: siblings more similar than this belong to one cluster."""
MIN_HEAD_SIMILARITY: Final = 0.75
"""Similarity above which siblings are alternating heads of records."""
MAX_RECORD_SIBLINGS: Final = 4
"""Siblings of a record whose head alternates with what follows it."""
MAX_CLUSTERS: Final = 12
"""Clusters kept of one group; siblings of further clusters are ignored."""

MIN_LONGEST_SHARE: Final = 0.2
"""Share of a group's children that a long child list needs to be segmented by itself."""
MAX_LONGEST: Final = 2
"""Longest child lists of a group that are segmented by themselves."""


class SiblingGroup:
    """Children of parents of one path in a row; ``edges`` delimit the children of each parent.

    ``tags`` and ``kinds`` hold the tag and the leaf kinds of each child, ``path_ids`` its path.
    """

    def __init__(self, page: PageSignatures, nodes: list[int], edges: list[int]) -> None:
        self.page, self.nodes, self.edges = page, nodes, edges
        at = itemgetter(*nodes) if len(nodes) > 1 else lambda values: (values[nodes[0]],)
        self.tags: tuple[str, ...] = at(page.document.tag)
        self.kinds: tuple[int, ...] = at(page.leaf_kinds)

    @classmethod
    def from_child_lists(
        cls, page: PageSignatures, child_lists: Sequence[list[int]]
    ) -> SiblingGroup:
        """Make a group of the child lists of several parents."""
        edges = [0]
        for children in child_lists:
            edges.append(edges[-1] + len(children))
        return cls(page, [child for children in child_lists for child in children], edges)

    @cached_property
    def path_ids(self) -> tuple[int, ...]:
        """The path number of each child."""
        return tuple(map(self.page.path_ids.__getitem__, self.nodes))

    @cached_property
    def _position_of(self) -> dict[int, int]:
        return {node: at for at, node in enumerate(self.nodes)}

    def positions(self, members: list[int]) -> set[int]:
        """Return the positions of some children in the row."""
        return set(map(self._position_of.__getitem__, members))

    def longest_lists(self) -> list[SiblingGroup]:
        """Return the longest child lists of several: like parents may hold unlike things."""
        least = max(3, MIN_LONGEST_SHARE * len(self.nodes))
        lists = [(b - a, -a) for a, b in pairwise(self.edges) if b - a >= least]
        widths = nlargest(MAX_LONGEST, lists) if len(self.edges) > 2 else []
        return [
            SiblingGroup(self.page, self.nodes[-start : width - start], [0, width])
            for width, start in widths
        ]

    def repeats_a_tag(self) -> bool:
        """Tell whether some parent has two children of one tag."""
        tags, edges = self.tags, self.edges
        if len(tags) > (len(edges) - 1) * len(set(tags)):
            return True
        return len(edges) > 2 and any(len(set(tags[a:b])) < b - a for a, b in pairwise(edges))

    @cached_property
    def variants(self) -> list[Variant]:
        """Children grouped by equal tag and leaf kinds, largest groups first."""
        tags, kinds = self.tags, self.kinds
        count = len(kinds)
        if kinds.count(kinds[0]) == count == tags.count(tags[0]):
            return [(tags[0], kinds[0], self.nodes)] if kinds[0] else []
        groups: dict[tuple[str, int], list[int]] = {}
        for key, node in zip(zip(tags, kinds, strict=True), self.nodes, strict=True):
            members = groups.get(key)
            if members is None:
                groups[key] = [node]
            else:
                members.append(node)
        variants = [(tag, mask, members) for (tag, mask), members in groups.items() if mask]
        variants.sort(key=lambda variant: -len(variant[2]))
        return variants


def cluster_siblings(siblings: SiblingGroup) -> list[list[int]]:
    """Cluster siblings by similarity, by tag and class, and by tag alone; largest clusters first.

    Clusters with at most one node in every parent are left out: their parents show the same.
    """
    clusters = _ClusterSet(siblings)
    variants = siblings.variants
    if len(variants) == 1:
        members = variants[0][2]
        if len(members) > 1 and len(clusters.classes(members)) == 1:
            clusters.add(members)
            return list(clusters.members.values())
    by_tag: dict[str, list[list[int]]] = {}
    for tag, members in _similar_members(variants, MIN_CLUSTER_SIMILARITY):
        by_tag.setdefault(tag, []).append(members)
        if len(members) > 1 and "" in clusters.classes(members):
            clusters.add(members)
    for parts in by_tag.values():
        members = parts[0]
        if len(parts) > 1:
            members = sorted([node for part in parts for node in part])
        if len(members) > 1:
            if len(clusters.classes(members)) > 1:
                clusters.add_each_class(members)
            clusters.add(members)
    return sorted(clusters.members.values(), key=lambda members: (-len(members), members[0]))


class _ClusterSet:
    """Distinct clusters of one sibling group."""

    def __init__(self, siblings: SiblingGroup) -> None:
        page = siblings.page
        self.parent = page.document.parent
        self.path_ids, self.path_classes = page.path_ids, page.path_classes
        self.one_parent = len(siblings.edges) == 2
        self.members: dict[tuple[int, int, int], list[int]] = {}

    def classes(self, members: list[int]) -> set[str]:
        """Return the first classes of some siblings."""
        path_classes = self.path_classes
        return {path_classes[path_id] for path_id in set(itemgetter(*members)(self.path_ids))}

    def add(self, members: list[int]) -> None:
        """Add a cluster if one parent has two of its nodes or more."""
        parents = itemgetter(*members)(self.parent)
        if self.one_parent or any(a == b for a, b in pairwise(parents)):
            self.members.setdefault((len(members), members[0], members[-1]), members)

    def add_each_class(self, members: list[int]) -> None:
        """Add the members of each class as a cluster."""
        by_class: dict[str, list[int]] = {}
        for node in members:
            by_class.setdefault(self.path_classes[self.path_ids[node]], []).append(node)
        for nodes in by_class.values():
            if len(nodes) > 1:
                self.add(nodes)


def alternating_heads(siblings: SiblingGroup) -> list[list[int]]:
    """Return heads of records of several rows that resemble the rows behind them, or [].

    They are one strict cluster, and no two of its members are neighbours.
    """
    kinds, edges = siblings.kinds, siblings.edges
    start, stop = max(pairwise(edges), key=lambda edge: edge[1] - edge[0])
    if len(set(kinds[start:stop])) < 2:
        return []
    least = max(len(siblings.nodes) / MAX_RECORD_SIBLINGS, 3)
    end = siblings.page.document.end
    for _, members in _similar_members(siblings.variants, MIN_HEAD_SIMILARITY):
        if len(members) >= least and not any(map(eq, itemgetter(*members)(end), members[1:])):
            return [members]
    return []


def _similar_members(variants: list[Variant], threshold: float) -> list[tuple[str, list[int]]]:
    """Cluster variants of one tag and similar leaf kinds by leader clustering."""
    if len(variants) == 1:
        return [(variants[0][0], variants[0][2])]
    leaders: list[tuple[str, int, list[list[int]]]] = []
    for tag, mask, members in variants:
        best, nearest = threshold, None
        for leader_tag, leader_mask, parts in leaders:
            if leader_tag == tag and (likeness := similarity(mask, leader_mask)) > best:
                best, nearest = likeness, parts
        if nearest is not None:
            nearest.append(members)
        elif len(leaders) < MAX_CLUSTERS:
            leaders.append((tag, mask, [members]))
    return [
        (tag, parts[0] if len(parts) == 1 else sorted([node for part in parts for node in part]))
        for tag, _, parts in leaders
    ]


def majority_kinds(kinds: Sequence[int]) -> int:
    """Return the kinds that at least half of the records have.

    >>> majority_kinds([0b011, 0b001, 0b110, 0b001]) == 0b011
    True
    """
    if kinds.count(kinds[0]) == len(kinds):
        return kinds[0]
    return majority_of_counted(Counter(kinds), len(kinds))


def majority_of_counted(counted: Counter[int], count: int) -> int:
    """Return the kinds that at least half of ``count`` records have, from kind sets and counts.

    All kinds are counted at once. ``planes[i]`` holds bit ``i`` of the count of every kind. A
    record is added by carrying; the counts are compared from the highest plane down.
    """
    planes: list[int] = [0] * count.bit_length()
    union = 0
    for mask, times in counted.items():
        union |= mask
        bit = 0
        while times:
            if times & 1:
                place, carried = bit, mask
                while carried:
                    plane = planes[place]
                    planes[place], carried = plane ^ carried, plane & carried
                    place += 1
            times >>= 1
            bit += 1
    least = (count + 1) // 2
    more, equal = 0, union
    for bit in range(max(len(planes), least.bit_length()) - 1, -1, -1):
        plane = planes[bit] if bit < len(planes) else 0
        if least >> bit & 1:
            equal &= plane
        else:
            more |= equal & plane
            equal &= ~plane
    return more | equal
