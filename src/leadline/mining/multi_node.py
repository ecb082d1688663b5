"""Records of several siblings: from a head to before the next one, or from separator to separator.

AutoRM (Shi et al. 2015): what begins with a head runs to before the next one (5.5), equal nodes
without content part what lies between (5.4), what only one record has ends it (5.6). Headings
between records stop a record too.

>>> from leadline.page.dom import parse_html
>>> from leadline.mining.sibling_clusters import Siblings
>>> from leadline.mining.signatures import Flat
>>> html = "<h4>A</h4><p>one</p><h4>B</h4><p>two</p><h4>C</h4><p>three"
>>> flat = Flat(parse_html(html, "http://h.test/"))
>>> siblings = Siblings.of(flat, [flat.document.children(2)])
>>> next(runs(siblings, list(flat.document.elements("h4"))))
[(0, 2), (2, 4), (4, 6)]
"""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterator

    from leadline.mining.sibling_clusters import Siblings

Stretch = tuple[int, int]
"""Places of the first sibling and behind the last one."""
Look = tuple[int, int]
"""Path with class, and leaf kinds."""
Break = tuple[int, tuple[int, ...]]
"""The place behind a run of separators, and their paths."""

RARE: Final = 0.5
"""A heading in fewer of the records than this stands between records, not in them."""
MOST_SEPARATORS: Final = 4
LONGEST: Final = 4
"""Separators of a run that are looked at."""
HEADINGS: Final = frozenset(
    {"h1", "h2", "h3", "h4", "h5", "h6", "b", "strong", "hr", "caption", "legend"}
)
USUAL: Final = 0.2
"""Share of the records that are made as one in front of which something else is told."""
NONE: Final[frozenset[int]] = frozenset()


def runs(siblings: Siblings, heads: list[int]) -> Iterator[list[Stretch]]:
    """Cuts into records that begin with a head: with what follows up to the next one, and without
    the headings between them, if there are any.
    """
    made = _Runs(siblings, heads)
    fronts = made.fronts()
    before = made.ended(NONE, set())
    yield before
    if fronts or made.headed():
        found = made.ended(made.rare(), fronts)
        if found != before:
            yield found


class _Runs:
    """Stretches from head to head; what is in front of a parent's first head is left out."""

    def __init__(self, siblings: Siblings, heads: list[int]) -> None:
        self.siblings, flat = siblings, siblings.flat
        self.masks, self.tag_of = siblings.masks, flat.paths.tag
        self.names, self.heads = siblings.names, siblings.places(heads)
        self.bounds = sorted(self.heads.union(siblings.edges))
        pairs = pairwise(self.bounds)
        self.found = [pair for pair in pairs if pair[0] in self.heads]
        self.steps = [self.names[first:stop] for first, stop in self.found]
        """The paths of each stretch."""
        self.seen: Counter[int] = Counter()
        self.made = Counter(self.steps)
        for names, times in self.made.items():
            for name in set(names):
                self.seen[name] += times
        self.lone = frozenset({name for name, times in self.seen.items() if times < 2})

    def rare(self) -> frozenset[int]:
        """Headings that few of the records have."""
        few, tag_of = RARE * len(self.found), self.tag_of
        return frozenset({
            name for name, times in self.seen.items() if times < few and tag_of[name] in HEADINGS
        })  # fmt: skip

    def headed(self) -> bool:
        """Whether there are headings behind heads."""
        tag_of = self.tag_of
        return any(tag_of[name] in HEADINGS for names in self.made for name in names[1:])

    def fronts(self) -> set[Look]:
        """Looks of headings in any tag: what stands in front of the first record and ends some
        records, less than half of them.
        """
        looks: set[Look] = set()
        heads, masks, names = self.heads, self.masks, self.names
        edges = set(self.siblings.edges)
        for start, stop in pairwise(self.bounds):
            if start not in heads and stop not in edges:
                shown = [at for at in range(start, stop) if masks[at]]
                if shown and self.tag_of[names[shown[-1]]] != "#text":
                    looks.add((names[shown[-1]], masks[shown[-1]]))
        if not looks:
            return looks
        last = [
            (names[stop - 1], masks[stop - 1]) for start, stop in self.found if stop - start > 1
        ]
        return {look for look in looks if 0 < last.count(look) < RARE * len(self.found)}

    def ended(self, rare: frozenset[int], fronts: set[Look]) -> list[Stretch]:
        """The stretches, each ended before a node no other record has (5.6), before a heading that
        is rare among the records, and before what stands in front of the first record.
        """
        names, masks, apart = self.names, self.masks, self.lone | rare
        ending = {made: not apart.isdisjoint(made[1:]) for made in self.made}
        if (
            not fronts
            and True not in ending.values()
            and 0 not in [masks[stop - 1] for _, stop in self.found]
        ):
            return self.found
        found = []
        for (start, stop), made in zip(self.found, self.steps, strict=True):
            if stop - start > 1:
                if fronts and (names[stop - 1], masks[stop - 1]) in fronts:
                    stop -= 1
                if ending[made]:
                    stop = self._end(start, stop, rare)
                while stop > start + 1 and not masks[stop - 1]:
                    stop -= 1
            found.append((start, stop))
        return found

    def _end(self, start: int, stop: int, rare: frozenset[int]) -> int:
        names, masks, lone = self.names, self.masks, self.lone
        for at in range(start + 1, stop):
            name = names[at]
            if (name in lone or name in rare) and (masks[at] or self.tag_of[name] == "hr"):
                return at
        return stop


def lines(siblings: Siblings) -> Iterator[list[Stretch]]:
    """Cuts into what lies between equal separators, nodes without content (section 5.4)."""
    breaks = _breaks(siblings)
    parents = len(siblings.edges) - 1
    counted: Counter[tuple[int, ...]] = Counter()
    for names, times in Counter([names for _, names in breaks]).items():
        for separator in {names, *((name,) for name in names)}:
            counted[separator] += times
    often = sorted(counted.items(), key=lambda item: (-item[1], len(item[0]), item[0]))
    for separator, times in often[:MOST_SEPARATORS]:
        if times + parents > 2:
            found = _between(siblings, breaks, separator)
            if len(found) > max(1, parents):
                yield found
                trimmed = _without_fronts(siblings, found)
                if trimmed != found:
                    yield trimmed


def _without_fronts(siblings: Siblings, found: list[Stretch]) -> list[Stretch]:
    """The same without what stands in front of the first record of a parent, or as a heading in
    front of others: nodes before the last ones that are together what a usual record is.
    """
    named = siblings.flat.named
    names = list(map(named.__getitem__, siblings.nodes))
    shown = [name if mask else -1 for name, mask in zip(names, siblings.masks, strict=True)]
    made = [tuple([name for name in shown[a:b] if name >= 0]) for a, b in found]
    counted = Counter(made)
    least = USUAL * len(found)
    usual = sorted({step for step, times in counted.items() if times >= least}, key=len)
    if not usual or len(counted) == len(usual):
        return found
    tag_of, edges = siblings.flat.paths.tag, set(siblings.edges)
    result = []
    for (start, stop), step in zip(found, made, strict=True):
        if counted[step] < least and (
            _leads(siblings, start, edges) or any(tag_of[name] in HEADINGS for name in step)
        ):
            ends = [end for end in usual if len(end) < len(step) and step[-len(end) :] == end]
            if ends:
                left = len(step) - len(ends[-1])
                while left:
                    left -= shown[start] >= 0
                    start += 1
                while shown[start] < 0:
                    start += 1
        result.append((start, stop))
    return result


def _leads(siblings: Siblings, at: int, edges: set[int]) -> bool:
    """Whether nothing in front of a place of a parent has content."""
    while at not in edges and not siblings.masks[at - 1]:
        at -= 1
    return at in edges


def _breaks(siblings: Siblings) -> list[Break]:
    """Runs of separator nodes with content of their parent behind them."""
    nodes, named, masks = siblings.nodes, siblings.flat.named, siblings.masks
    edges = set(siblings.edges)
    found: list[Break] = []
    names: list[int] = []
    behind = -1
    for at in [at for at, mask in enumerate(masks) if not mask]:
        if at != behind or at in edges:
            if names and behind not in edges:
                found.append((behind, tuple(names[:LONGEST])))
            names = []
        names.append(named[nodes[at]])
        behind = at + 1
    if names and behind not in edges:
        found.append((behind, tuple(names[:LONGEST])))
    return found


def _between(siblings: Siblings, breaks: list[Break], separator: tuple[int, ...]) -> list[Stretch]:
    """The content between the runs that are or hold the separator: a single node separates
    wherever it stands in a run, a longer run only as a whole.
    """
    masks = siblings.masks
    single = separator[0] if len(separator) == 1 else -1
    places = [at for at, names in breaks if names == separator or single in names]
    found = []
    for start, stop in pairwise(sorted({*places, *siblings.edges})):
        while start < stop and not masks[start]:
            start += 1
        while start < stop and not masks[stop - 1]:
            stop -= 1
        if start < stop:
            found.append((start, stop))
    return found
