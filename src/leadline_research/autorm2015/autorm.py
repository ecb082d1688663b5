"""AutoRM: similar candidate records from the top down, then the actual records inside them.

Shi, Liu, Shen, Yuan, Huang, "AutoRM: An effective approach for automatic Web data record mining",
Knowledge-Based Systems 89 (2015) 314-331: Algorithm 1 (section 3) and section 6, over the
similarity of section 2 and the segmentation of sections 4 and 5. Known from a translation up to
section 5.1; what is reconstructed says so. ``actual`` holds section 6.

Differs: leaves of one path and class are one cluster from the start, and the leaf similarity only
merges such clusters (at most ``MAX_COMPARED_KINDS`` of them). Clustering the leaves of every pair
of trees anew would take hours for a hundred pages. A parser stands for the browser. Regions are
ranked by ``rivals.region_choice``; AutoRM itself does not choose.

Two readings: the literal one knows leaves alone (``autorm-literal``), the other lets a row have a
kind for each of its columns too, as the default does (``autorm``), so that a note over all columns
is no row. The literal one has more pages without a fault and less F1.

>>> from leadline.page.dom import parse_html
>>> cell = "<td><b>Lot {0}</b> sold for {0}</td>".format
>>> html = f"<table><tr>{cell(10)}{cell(20)}</tr><tr>{cell(30)}{cell(40)}</tr></table>"
>>> page = parse_html(html, "http://h.test/")
>>> [page.visible_text(span.nodes[0]) for span in mine_autorm(page, 1)[0].records][1:]
['Lot 20 sold for 20', 'Lot 30 sold for 30', 'Lot 40 sold for 40']
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from leadline.mining.signatures import PageSignatures
from leadline_research.autorm2015.actual import Forest, Nodes, refine
from leadline_research.autorm2015.segment import Siblings, find_regions, segment_region
from leadline_research.autorm2015.similarity import (
    LEAF_THRESHOLD,
    TREE_THRESHOLD,
    Leaf,
    cluster,
    leaf,
    leaf_similarity,
    tree_similarity,
)
from leadline_research.rivals.region_choice import choose

if TYPE_CHECKING:
    from leadline.model import DataRegion
    from leadline.page.dom import Document

MAX_COMPARED_KINDS: Final = 24
"""Leaf kinds of one parent that are compared in full; with more, kinds alone count."""
MAX_SEARCHED_NODES: Final = 2_000
MAX_SEARCHED_LEAVES: Final = 200
"""Nodes and leaves of a child among which a leaf of every kind is looked for."""
MAX_PATH_STEPS: Final = 24
"""Steps of a tag path that are compared."""
MAX_CLUSTERED_TREES: Final = 60
"""Distinct trees of one tag that are clustered by average linkage; rarer ones stay alone."""


def mine_autorm(document: Document, limit: int) -> tuple[DataRegion, ...]:
    """The data regions of a page by AutoRM; rows are told apart by their columns too."""
    return _mined(document, limit, "autorm", literal=False)


def mine_literally(document: Document, limit: int) -> tuple[DataRegion, ...]:
    """The data regions of a page by AutoRM, trees told apart by their leaves alone."""
    return _mined(document, limit, "autorm-literal", literal=True)


def _mined(document: Document, limit: int, name: str, *, literal: bool) -> tuple[DataRegion, ...]:
    if not len(document):
        return ()
    miner = AutoRM(PageSignatures(document), literal=literal)
    return choose(document, [refine(miner, records) for records in miner.mine([0])], name, limit)


def kinds_without_columns(page: PageSignatures) -> list[int]:
    """Return the leaf kinds of every node, without the kinds that rows have for columns."""
    columns = page.paths.column_kinds()
    return [mask & ~columns for mask in page.leaf_kinds] if columns else page.leaf_kinds


class AutoRM:
    """Algorithm 1 over one page; remembers the clusters of every parent it looked at."""

    def __init__(self, page: PageSignatures, *, literal: bool = False) -> None:
        self.page = page
        self.document = page.document
        self.kinds = kinds_without_columns(page) if literal else page.leaf_kinds
        self.known: dict[int, Siblings] = {}

    def mine(self, roots: Forest) -> list[list[Nodes]]:
        """mineCRec: all sets of similar candidate records below the roots, in document order."""
        found: list[list[Nodes]] = []
        todo = list(reversed(roots))
        while todo:
            parent = todo.pop()
            if not self.kinds[parent]:
                continue
            children = self.document.children(parent)
            if not children:
                continue
            sets = self.from_siblings(parent, children)
            found += sets
            inside = {node for records in sets for nodes in records for node in nodes}
            todo += [child for child in reversed(children) if child not in inside]
        return found

    def from_siblings(self, parent: int, children: list[int]) -> list[list[Nodes]]:
        """mineCRecFromNS: the sets of candidate records among the children of a parent."""
        siblings = self.siblings(parent, children)
        found: list[list[Nodes]] = []
        todo = [(0, len(children))]
        while todo:
            start, stop = todo.pop()
            for low, high in find_regions(siblings, start, stop) if stop - start > 1 else ():
                parts = segment_region(siblings, low, high)
                if parts:
                    found.append([tuple(children[a : b + 1]) for a, b in parts])
                    todo += [(low, parts[0][0]), (parts[-1][1] + 1, high + 1)]
        return found

    def siblings(self, parent: int, children: list[int]) -> Siblings:
        """The children with their tree clusters (2.2)."""
        found = self.known.get(parent)
        if found is None:
            page, end = self.page, self.document.end
            leaves = self._merged_leaves(children)
            content = [page.visible_sums[end[node]] - page.visible_sums[node] for node in children]
            structure = [page.path_ids[node] for node in children]
            found = Siblings(self._trees(children, leaves), leaves, structure, content)
            self.known[parent] = found
        return found

    def _trees(self, children: list[int], leaves: list[int]) -> list[int]:
        """Average linkage over the distinct trees of each tag; different tags never merge."""
        tag = self.document.tag
        same: dict[tuple[str, int], list[int]] = {}
        for at, node in enumerate(children):
            same.setdefault((tag[node], leaves[at]), []).append(at)
        by_tag: dict[str, list[tuple[int, list[int]]]] = {}
        for (name, bits), places in same.items():
            by_tag.setdefault(name, []).append((bits, places))
        numbers = [0] * len(children)
        last = 0
        for trees in by_tag.values():
            trees.sort(key=lambda tree: (-len(tree[1]), tree[1][0]))
            for group in _tree_clusters(trees):
                for place in group:
                    numbers[place] = last
                last += 1
        return numbers

    def _merged_leaves(self, children: list[int]) -> list[int]:
        """The leaf kinds of each child, kinds merged whose leaves are similar (2.1)."""
        kinds = [self.kinds[node] for node in children]
        present = 0
        for bits in kinds:
            present |= bits
        if not 1 < present.bit_count() <= MAX_COMPARED_KINDS:
            return kinds
        samples = self._sample_leaves(children, present)
        names = list(samples)
        groups = cluster(
            [1] * len(names),
            lambda a, b: leaf_similarity(samples[names[a]], samples[names[b]]),
            LEAF_THRESHOLD,
        )
        into = {names[at]: names[group[0]] for group in groups for at in group}
        return [_translate(mask, into) for mask in kinds]

    def _sample_leaves(self, children: list[int], present: int) -> dict[int, Leaf]:
        """One leaf of every kind, with the neighbours it has inside its sibling."""
        kinds, end = self.kinds, self.document.end
        samples: dict[int, Leaf] = {}
        missing = present
        for child in children:
            if not kinds[child] & missing:
                continue
            nodes = [
                node
                for node in range(child, min(end[child], child + MAX_SEARCHED_NODES))
                if kinds[node] and end[node] == node + 1
            ][:MAX_SEARCHED_LEAVES]
            for at, node in enumerate(nodes):
                if kinds[node] & missing:
                    missing &= ~kinds[node]
                    before = self._leaf(child, nodes[at - 1]) if at else None
                    after = self._leaf(child, nodes[at + 1]) if at + 1 < len(nodes) else None
                    samples[kinds[node]] = replace(
                        self._leaf(child, node), before=before, after=after
                    )
        return samples

    def _leaf(self, child: int, node: int) -> Leaf:
        document, page = self.document, self.page
        path: list[str] = []
        at = node
        while at >= child and len(path) < MAX_PATH_STEPS:
            style = page.path_classes[page.path_ids[at]]
            path.append(f"{document.tag[at]}.{style}" if style else document.tag[at])
            at = document.parent[at]
        return leaf(document.text[node], path[::-1])


def _tree_clusters(trees: list[tuple[int, list[int]]]) -> list[list[int]]:
    """Places of trees in clusters; trees past the most common ones are clusters of their own."""
    common, rare = trees[:MAX_CLUSTERED_TREES], trees[MAX_CLUSTERED_TREES:]
    groups = cluster(
        [len(places) for _, places in common],
        lambda a, b: tree_similarity(common[a][0], common[b][0]),
        TREE_THRESHOLD,
    )
    found = [[place for at in group for place in common[at][1]] for group in groups]
    return found + [places for _, places in rare]


def _translate(mask: int, into: dict[int, int]) -> int:
    found = 0
    while mask:
        low = mask & -mask
        found |= into.get(low, low)
        mask ^= low
    return found
