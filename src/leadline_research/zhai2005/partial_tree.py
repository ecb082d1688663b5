"""A rival for columns: partial tree alignment.

Zhai, Liu, "Web Data Extraction Based on Partial Tree Alignment", WWW 2005, section 5 (DEPTA). The
record with most data items is the seed. Every other one is matched with it (simple tree matching);
a run of its nodes that match nothing is put into the seed where its neighbours say the place
without doubt: between two nodes that are next to each other there, before the first, behind the
last. Records of which a part found no place come again when the seed has grown. A data item's
column is its node in the grown seed. ``columns`` is what the product uses; ``docs/architecture.md``
says why.

Differs: all records are matched once more with the grown seed instead of keeping the matches made
on the way; an item without a place gets no column (in the paper one of its own). Data items are
texts, link targets and images; records of several siblings hang below one root. Records are
bounded by ``MAX_TREE_DEPTH`` and ``MAX_ALIGNED_NODES``, the seed by ``MAX_SEED_NODES``, passes by
``MAX_PASSES``.

>>> from leadline.page.dom import parse_html
>>> from leadline.model import RecordSpan
>>> page = parse_html("<ul><li><b>Ann</b><i>1901</i><li><b>Bo</b><u>Rome</u><i>1902</i></ul>", "")
>>> spans = [RecordSpan((node,)) for node in page.elements("li")]
>>> for fields in align(page, spans):
...     print([(field.column, field.value) for field in fields])
[('1', 'Ann'), ('3', '1901')]
[('1', 'Bo'), ('2', 'Rome'), ('3', '1902')]
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from leadline.model import Field

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from leadline.model import RecordSpan
    from leadline.page.dom import Document

MAX_TREE_DEPTH: Final = 16
MAX_ALIGNED_NODES: Final = 300
"""Nodes of a record that are aligned, those of the upper levels first."""
MAX_SEED_NODES: Final = 1_000
MAX_PASSES: Final = 10
ITEM_ATTRIBUTES: Final = {"a": "href", "img": "src"}
"""Elements that are data items beside texts, and where their value is."""

Place = tuple[int, int]
"""Numbers of two children that match, of the seed's node and of the record's."""


@dataclass(slots=True, eq=False)
class Tree:
    """A node of a record, or of the seed."""

    label: str
    node: int = -1
    children: list[Tree] = field(default_factory=list)

    def copy(self) -> Tree:
        """Return a copy of the tree, to be put into the seed."""
        return Tree(self.label, self.node, [child.copy() for child in self.children])

    def walk(self) -> Iterator[Tree]:
        """All nodes in document order."""
        todo = [self]
        while todo:
            tree = todo.pop()
            yield tree
            todo += reversed(tree.children)


def align(document: Document, spans: Sequence[RecordSpan]) -> list[tuple[Field, ...]]:
    """The fields of each record, columns numbered in the order of the grown seed."""
    trees = [_tree(document, span) for span in spans]
    if not trees:
        return []
    seed = _grown(document, trees)
    items = [part for part in seed.walk() if _is_item(document, part)]
    columns = {part: str(number) for number, part in enumerate(items, 1)}
    return [tuple(_fields(document, Match(seed, tree), columns)) for tree in trees]


def _tree(document: Document, span: RecordSpan) -> Tree:
    """A record as a tree, level by level, blank texts left out."""
    root = Tree("")
    level = [(root, list(span.nodes))]
    size = 0
    for _ in range(MAX_TREE_DEPTH):
        following = []
        for above, nodes in level:
            for node in nodes:
                if size < MAX_ALIGNED_NODES and (
                    document.tag[node] != "#text" or _said(document, node)
                ):
                    size += 1
                    above.children.append(Tree(document.tag[node], node))
                    following.append((above.children[-1], document.children(node)))
        level = following
    return root


def _said(document: Document, node: int) -> str:
    return " ".join(document.text[node].split())


def _is_item(document: Document, part: Tree) -> bool:
    return part.label == "#text" or (
        part.label in ITEM_ATTRIBUTES
        and bool(document.attribute(part.node, ITEM_ATTRIBUTES[part.label]))
    )


def _grown(document: Document, trees: Sequence[Tree]) -> Tree:
    """The seed with all that has a certain place in it."""
    counts = {tree: sum(_is_item(document, part) for part in tree.walk()) for tree in trees}
    first, *todo = sorted(trees, key=counts.__getitem__, reverse=True)
    seed = first.copy()
    for _ in range(MAX_PASSES):
        before = _size(seed)
        todo = [tree for tree in todo if _size(seed) < MAX_SEED_NODES and not _is_held(seed, tree)]
        if not todo or _size(seed) == before:
            break
    return seed


def _size(tree: Tree) -> int:
    return sum(1 for _ in tree.walk())


def _is_held(seed: Tree, tree: Tree) -> bool:
    """Put what has a certain place into the seed; whether nothing of the record is left over."""
    whole = True
    match = Match(seed, tree)
    for ours, theirs in match.pairs():
        places = match.places(ours, theirs)
        edges = [(-1, -1), *places, (len(ours.children), len(theirs.children))]
        for (left, start), (right, stop) in reversed(list(pairwise(edges))):
            run = theirs.children[start + 1 : stop]
            if run and left + 1 == right:
                ours.children[right:right] = [part.copy() for part in run]
            elif run:
                whole = False
    return whole


def _fields(document: Document, match: Match, columns: dict[Tree, str]) -> Iterator[Field]:
    """The data items of a record whose node in the seed is one."""
    for ours, theirs in match.pairs():
        column = columns.get(ours)
        if column is None:
            continue
        if theirs.label == "#text":
            yield Field(column, _said(document, theirs.node))
        elif address := document.link(theirs.node, ITEM_ATTRIBUTES[theirs.label]):
            yield Field(column, address, "link" if theirs.label == "a" else "image")


class Match:
    """Simple tree matching (Yang 1991): the most nodes of two trees that can be paired in order."""

    def __init__(self, seed: Tree, tree: Tree) -> None:
        self.roots = seed, tree
        self.rows: dict[tuple[Tree, Tree], list[list[int]]] = {}
        self.score(seed, tree)

    def score(self, ours: Tree, theirs: Tree) -> int:
        """Nodes paired of two subtrees, 0 if their roots are of different tags."""
        if ours.label != theirs.label:
            return 0
        rows = self.rows.get((ours, theirs))
        if rows is None:
            rows = [[0] * (len(theirs.children) + 1)]
            for one in ours.children:
                above, row = rows[-1], [0]
                for at, other in enumerate(theirs.children):
                    paired = above[at] + self.score(one, other)
                    row.append(max(above[at + 1], row[at], paired))
                rows.append(row)
            self.rows[ours, theirs] = rows
        return rows[-1][-1] + 1

    def places(self, ours: Tree, theirs: Tree) -> list[Place]:
        """Which children of two paired nodes are paired, in order."""
        rows = self.rows[ours, theirs]
        found: list[Place] = []
        i, j = len(ours.children), len(theirs.children)
        while i and j:
            if rows[i][j] == rows[i - 1][j]:
                i -= 1
            elif rows[i][j] == rows[i][j - 1]:
                j -= 1
            else:
                i, j = i - 1, j - 1
                found.append((i, j))
        return found[::-1]

    def pairs(self) -> list[tuple[Tree, Tree]]:
        """All paired nodes, parents first, in document order."""
        found, todo = [], [self.roots]
        while todo:
            ours, theirs = todo.pop()
            found.append((ours, theirs))
            places = self.places(ours, theirs)
            todo += [(ours.children[i], theirs.children[j]) for i, j in reversed(places)]
        return found
