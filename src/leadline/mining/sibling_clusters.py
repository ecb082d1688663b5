"""Which siblings are of one kind: by their leaf kinds, by tag and class, by tag alone.

AutoRM (Shi et al. 2015, section 2.2) clusters sibling trees by the likeness of their leaves. The
children of all parents of one path are looked at together; most of them have the tag and the leaf
kinds of many others, so what is compared are the few different looks, not the children.

>>> from leadline.page.dom import parse_html
>>> from leadline.mining.signatures import Flat
>>> flat = Flat(parse_html("<ul><li><b>A</b> 1<li>x<li><b>B</b> 2</ul>", "http://h.test/"))
>>> siblings = Siblings.of(flat, [flat.document.children(3)])
>>> [members for members in of_one_kind(siblings)]
[[4, 8, 10], [4, 10]]
"""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from operator import eq, itemgetter
from typing import TYPE_CHECKING, Final

from leadline.mining.signatures import similarity

if TYPE_CHECKING:
    from collections.abc import Sequence

    from leadline.mining.signatures import Flat

Kinds = list[tuple[str, int, list[int]]]
"""Siblings with the tag and the leaf kinds they share."""

ALIKE: Final = 0.5
"""h of section 2.2: siblings more similar than this are of one kind."""
CLOSE: Final = 0.75
"""A stricter likeness, for lists with notes and archives in front or behind."""
MOST_SETS: Final = 12
"""Clusters kept of one parent; what is rarer is content of no cluster."""
PERIOD: Final = 4
"""Most siblings a record has whose heads are told by their not standing side by side."""


class Siblings:
    """Children of like parents in a row: ``edges`` part those of one parent from the next one's.

    ``tags`` and ``masks`` are the tag and the leaf kinds of each, ``names`` the paths.
    """

    __slots__ = ("_names", "_places", "edges", "flat", "looks", "masks", "nodes", "tags")

    def __init__(self, flat: Flat, nodes: list[int], edges: list[int]) -> None:
        self.flat, self.nodes, self.edges = flat, nodes, edges
        at = itemgetter(*nodes) if len(nodes) > 1 else lambda held: (held[nodes[0]],)
        self.tags: tuple[str, ...] = at(flat.document.tag)
        self.masks: tuple[int, ...] = at(flat.kinds)
        self.looks: Kinds = []
        self._names: tuple[int, ...] = ()
        self._places: dict[int, int] = {}

    @classmethod
    def of(cls, flat: Flat, group: Sequence[list[int]]) -> Siblings:
        """From the child lists of some parents."""
        edges = [0]
        for children in group:
            edges.append(edges[-1] + len(children))
        return cls(flat, [child for children in group for child in children], edges)

    @property
    def names(self) -> tuple[int, ...]:
        """The path of each."""
        if not self._names:
            self._names = tuple(map(self.flat.named.__getitem__, self.nodes))
        return self._names

    def places(self, members: list[int]) -> set[int]:
        """Where some of them stand in the row."""
        if not self._places:
            self._places = dict(zip(self.nodes, range(len(self.nodes)), strict=True))
        return set(map(self._places.__getitem__, members))

    def longest(self) -> Siblings:
        """The children of the parent that has most."""
        width, start = max([(b - a, -a) for a, b in pairwise(self.edges)])
        return Siblings(self.flat, self.nodes[-start : width - start], [0, width])

    def repeat(self) -> bool:
        """Whether some parent has two children of one tag."""
        tags, edges = self.tags, self.edges
        if len(tags) > (len(edges) - 1) * len(set(tags)):
            return True
        return len(edges) > 2 and any(len(set(tags[a:b])) < b - a for a, b in pairwise(edges))

    def look(self) -> None:
        """Group those of one tag and the same leaf kinds, most first."""
        tags, masks = self.tags, self.masks
        count = len(masks)
        if masks.count(masks[0]) == count == tags.count(tags[0]):
            self.looks = [(tags[0], masks[0], self.nodes)] if masks[0] else []
            return
        same: dict[tuple[str, int], list[int]] = {}
        for look, node in zip(zip(tags, masks, strict=True), self.nodes, strict=True):
            held = same.get(look)
            if held is None:
                same[look] = [node]
            else:
                held.append(node)
        looks = [(tag, mask, held) for (tag, mask), held in same.items() if mask]
        looks.sort(key=lambda look: -len(look[2]))
        self.looks = looks


def of_one_kind(siblings: Siblings) -> list[list[int]]:
    """Siblings that are of one kind: by similarity, by tag and class, by tag alone; most first.

    A set with one node in every parent is left out: what it shows, its parents show.
    """
    if not siblings.looks:
        siblings.look()
    by_tag: dict[str, list[list[int]]] = {}
    found = _Sets(siblings)
    if len(siblings.looks) == 1:
        members = siblings.looks[0][2]
        if len(members) > 1 and len(found.styles(members)) == 1:
            found.keep(members)
            return list(found.sets.values())
    for tag, members in _clusters(siblings.looks, ALIKE):
        by_tag.setdefault(tag, []).append(members)
        if len(members) > 1 and "" in found.styles(members):
            found.keep(members)
    for clusters in by_tag.values():
        members = clusters[0]
        if len(clusters) > 1:
            members = sorted([node for held in clusters for node in held])
        if len(members) > 1:
            if len(found.styles(members)) > 1:
                found.keep_classes(members)
            found.keep(members)
    return sorted(found.sets.values(), key=lambda members: (-len(members), members[0]))


class _Sets:
    """Sets of siblings, each once."""

    def __init__(self, siblings: Siblings) -> None:
        flat = siblings.flat
        self.parent, self.named, self.style_of = flat.document.parent, flat.named, flat.style_of
        self.single = len(siblings.edges) == 2
        self.sets: dict[tuple[int, int, int], list[int]] = {}

    def styles(self, members: list[int]) -> set[str]:
        """The first classes of some siblings."""
        style_of = self.style_of
        return {style_of[name] for name in set(itemgetter(*members)(self.named))}

    def keep(self, members: list[int]) -> None:
        """Keep a set with two nodes or more in one parent."""
        if self.single:
            self.sets.setdefault((len(members), members[0], members[-1]), members)
            return
        parent, before = self.parent, -1
        for node in members:
            if parent[node] == before:
                self.sets.setdefault((len(members), members[0], members[-1]), members)
                return
            before = parent[node]

    def keep_classes(self, members: list[int]) -> None:
        """Keep those of each class."""
        named, style_of = self.named, self.style_of
        by_class: dict[str, list[int]] = {}
        for node in members:
            by_class.setdefault(style_of[named[node]], []).append(node)
        for held in by_class.values():
            if len(held) > 1:
                self.keep(held)


def alternating(siblings: Siblings) -> list[list[int]]:
    """Siblings that begin records though what follows them is of their tag and much like them: two
    rows for each record. Told by a stricter likeness, and by never standing side by side.
    """
    nodes, masks, edges = siblings.nodes, siblings.masks, siblings.edges
    start, stop = max(pairwise(edges), key=lambda edge: edge[1] - edge[0])
    if len(set(masks[start:stop])) < 2:
        return []
    least = max(len(nodes) / PERIOD, 3)
    end = siblings.flat.document.end
    for _, members in _clusters(siblings.looks, CLOSE):
        if len(members) >= least and not any(map(eq, itemgetter(*members)(end), members[1:])):
            return [members]
    return []


def _clusters(looks: Kinds, threshold: float) -> list[tuple[str, list[int]]]:
    """Siblings of one tag and similar leaf kinds: leader clustering over the distinct kind sets."""
    if len(looks) == 1:
        return [(looks[0][0], looks[0][2])]
    leaders: list[tuple[str, int, list[list[int]]]] = []
    for name, mask, members in looks:
        best, place = threshold, None
        for tag, leader, held in leaders:
            if tag == name and (near := similarity(mask, leader)) > best:
                best, place = near, held
        if place is not None:
            place.append(members)
        elif len(leaders) < MOST_SETS:
            leaders.append((name, mask, [members]))
    return [
        (tag, held[0] if len(held) == 1 else sorted([node for part in held for node in part]))
        for tag, _, held in leaders
    ]


def core_kinds(masks: Sequence[int]) -> int:
    """The kinds that at least half of the records have.

    All kinds are counted at once: ``planes[i]`` holds bit ``i`` of every kind's count, a record is
    added by carrying, and the counts are compared from the highest plane down.

    >>> core_kinds([0b011, 0b001, 0b110, 0b001]) == 0b011
    True
    """
    if masks.count(masks[0]) == len(masks):
        return masks[0]
    return usual_kinds(Counter(masks), len(masks))


def usual_kinds(counted: Counter[int], count: int) -> int:
    """The same for kinds with the number of their records, ``count`` in all."""
    planes: list[int] = [0] * count.bit_length()
    union = 0
    for mask, times in counted.items():
        union |= mask
        at = 0
        while times:
            if times & 1:
                place, carried = at, mask
                while carried:
                    plane = planes[place]
                    planes[place], carried = plane ^ carried, plane & carried
                    place += 1
            times >>= 1
            at += 1
    least = (count + 1) // 2
    more, equal = 0, union
    for at in range(max(len(planes), least.bit_length()) - 1, -1, -1):
        plane = planes[at] if at < len(planes) else 0
        if least >> at & 1:
            equal &= plane
        else:
            more |= equal & plane
            equal &= ~plane
    return more | equal
