"""MDR and DEPTA: generalised nodes that repeat next to each other.

Liu, Grossman, Zhai, "Mining Data Records in Web Pages", KDD 2003, sections 3.1-3.3 (CombComp,
IdenDRs); Zhai, Liu, "Web Data Extraction Based on Partial Tree Alignment", WWW 2005 (DEPTA),
section 4.2 (simple tree matching) and 3 (records in generalised nodes). A generalised node is a
run of adjacent siblings; two neighbours are of one data region when their trees match enough.

Differs:

- A generalised node has up to ``MAX_NODE_SIBLINGS`` siblings (K = 6; the paper's experiments have
  10). Siblings without text are left out.
- Neighbouring trees are similar from a normalised match of ``MIN_NEIGHBOUR_MATCH`` (.6); MDR
  compares strings of tags by edit distance (at most .3).
- Trees are matched to a depth of ``MAX_MATCH_DEPTH`` and a breadth of ``MAX_MATCH_CHILDREN``, large
  ones to ``MAX_LARGE_DEPTH``. Parents of more than ``MAX_COMPARED_CHILDREN`` are left out.
- Rows whose cells match each other are opened once (DEPTA's case of several records in one
  generalised node); non-contiguous records are not found.
- No visual information, and no alignment of the data items.

>>> from leadline.page.dom import parse_html
>>> page = parse_html("<div><h4>A</h4><p>1</p><h4>B</h4><p>2</p><h4>C</h4><p>3</p></div>", "")
>>> [span.nodes for span in mine_mdr(page, 1)[0].records]
[(4, 6), (8, 10), (12, 14)]
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from leadline_research.rivals.region_choice import choose

if TYPE_CHECKING:
    from leadline.model import DataRegion
    from leadline.page.dom import Document

MAX_NODE_SIBLINGS: Final = 6
"""K of the paper (10 there): most siblings in one generalised node."""
MIN_NEIGHBOUR_MATCH: Final = 0.6
"""Least normalised match of neighbours; the papers allow a distance of 0.3 by string edits."""
MAX_MATCH_DEPTH: Final = 8
MAX_MATCH_CHILDREN: Final = 30
MIN_LARGE_NODES: Final = 600
MAX_LARGE_DEPTH: Final = 3
"""Depth to which subtrees of more than ``MIN_LARGE_NODES`` nodes are matched."""
MAX_COMPARED_CHILDREN: Final = 1500


def mine_mdr(document: Document, limit: int) -> tuple[DataRegion, ...]:
    """Data regions of generalised nodes."""
    miner = _Miner(document)
    sets = []
    for parent in range(len(document)):
        children = miner.children(parent)
        if 1 < len(children) <= MAX_COMPARED_CHILDREN:
            sets += miner.regions(children)
    return choose(document, sets, "mdr", limit)


class _Miner:
    def __init__(self, document: Document) -> None:
        self.document = document
        self.sums = [0]
        for text in document.text:
            self.sums.append(self.sums[-1] + len(text.strip()))
        self.shape = _shapes(document)
        self.matched: dict[tuple[int, int], float] = {}

    def children(self, node: int) -> list[int]:
        """Children that hold text."""
        sums, end = self.sums, self.document.end
        if sums[end[node]] == sums[node]:
            return []
        return [i for i in self.document.children(node) if sums[end[i]] > sums[i]]

    def regions(self, children: list[int]) -> list[list[tuple[int, ...]]]:
        """IdenDRs: from left to right, the generalised nodes that cover most, then behind them."""
        found = []
        at = 0
        while at < len(children) - 1:
            best: list[tuple[int, ...]] = []
            for start in range(at, min(at + MAX_NODE_SIBLINGS, len(children))):
                for size in range(1, min(MAX_NODE_SIBLINGS, (len(children) - start) // 2) + 1):
                    records = self._run(children, start, size)
                    if len(records) * size > sum(map(len, best)):
                        best = records
                if best:
                    break
            if best:
                at = children.index(best[-1][-1], at) + 1
                found.append(self._opened(best))
            else:
                at += MAX_NODE_SIBLINGS
        return found

    def _run(self, children: list[int], start: int, size: int) -> list[tuple[int, ...]]:
        """Generalised nodes of one size, each like the one before it, from a start."""
        records = [tuple(children[start : start + size])]
        for at in range(start + size, len(children) - size + 1, size):
            following = tuple(children[at : at + size])
            pairs = zip(records[-1], following, strict=True)
            if sum(self._match(a, b) for a, b in pairs) < MIN_NEIGHBOUR_MATCH * size:
                break
            records.append(following)
        return records if len(records) > 1 else []

    def _opened(self, records: list[tuple[int, ...]]) -> list[tuple[int, ...]]:
        """The cells of rows whose cells are records themselves: rich, and like each other."""
        if any(len(nodes) > 1 for nodes in records):
            return records
        cells = [self.children(nodes[0]) for nodes in records]
        if any(len(row) < 2 for row in cells[:-1]):
            return records
        flat = [cell for row in cells for cell in row]
        rich = all(len(self.document.texts(cell)) > 1 for cell in flat)
        if rich and all(self._match(flat[0], cell) >= MIN_NEIGHBOUR_MATCH for cell in flat[1:]):
            return [(cell,) for cell in flat]
        return records

    def _match(self, a: int, b: int) -> float:
        """Normalised simple tree matching of two subtrees, remembered by shape."""
        key = (self.shape[a], self.shape[b])
        if key[0] == key[1]:
            return 1.0
        found = self.matched.get(key)
        if found is None:
            end = self.document.end
            large = max(end[a] - a, end[b] - b) > MIN_LARGE_NODES
            depth = MAX_LARGE_DEPTH if large else MAX_MATCH_DEPTH
            mean = (self._size(a, depth) + self._size(b, depth)) / 2
            found = self.matched[key] = self._tree_match(a, b, depth) / mean
        return found

    def _size(self, node: int, depth: int) -> int:
        """Nodes of a subtree as far as matching looks."""
        size, level = 0, [node]
        for _ in range(depth):
            size += len(level)
            level = [c for i in level for c in self.document.children(i)[:MAX_MATCH_CHILDREN]]
        return size

    def _tree_match(self, a: int, b: int, depth: int) -> int:
        """Simple tree matching (Yang 1991): the most nodes that can be paired in order."""
        if self.document.tag[a] != self.document.tag[b]:
            return 0
        if depth == 1:
            return 1
        right = self.document.children(b)[:MAX_MATCH_CHILDREN]
        row = [0] * (len(right) + 1)
        for child in self.document.children(a)[:MAX_MATCH_CHILDREN]:
            before = 0
            for at, other in enumerate(right, 1):
                kept = max(row[at], row[at - 1], before + self._tree_match(child, other, depth - 1))
                before, row[at] = row[at], kept
        return row[-1] + 1


def _shapes(document: Document) -> list[int]:
    """Number of the tag tree below each node: equal trees, equal numbers."""
    shapes = [0] * len(document)
    numbers: dict[tuple[str, tuple[int, ...]], int] = {}
    below: dict[int, list[int]] = {}
    for node in range(len(document) - 1, -1, -1):
        key = (document.tag[node], tuple(below.pop(node, ())))
        shapes[node] = numbers.setdefault(key, len(numbers))
        below.setdefault(document.parent[node], []).append(shapes[node])
    return shapes
