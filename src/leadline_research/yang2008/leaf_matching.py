"""Leaf tree matching, Yang 2008, 4: rows of a table found from their leaves upwards, in five steps.

1. From the first leaf on, the numbers of siblings of two trees are compared; where they are equal,
   the nodes above are, until a node of the type of a row (TR) is reached.
2. The nodes of a matched subtree are marked as matched.
3. The same is done inside of a matched row: its cells are items.
4. With the row as template matching goes on from the next leaf that was not compared.
5. Rows whose items mean nothing (here: say the same in all rows) are taken back.

Differs: the template of a row is learned from a page of training there; here every first row of an
element that holds several is tried as one. A row is a TR, or a child that its siblings are like.
"Fuzzy" stays undefined; here a level may differ by one sibling.

>>> from leadline.page.dom import parse_html
>>> rows = "".join(f"<tr><td>{name}<td>1901" for name in ("Ann", "Bo", "Cy"))
>>> len(mine_leaves(parse_html(f"<table><tr><th>Name<th>Born{rows}</table>", ""), 9)[0].records)
4
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from leadline_research.rivals.region_choice import choose

if TYPE_CHECKING:
    from leadline.model import DataRegion
    from leadline.page.dom import Document

ROW_TAGS: Final = frozenset({"tr", "li", "dl", "article", "div", "p"})
MOST_MISSING: Final = 1
"""Siblings of one level by which two rows may differ."""
Levels = tuple[int, ...]


def mine_leaves(document: Document, limit: int) -> tuple[DataRegion, ...]:
    """Return the regions of rows that match from their leaves, best first."""
    sets: list[list[tuple[int, ...]]] = []
    compared = set[int]()
    for leaf in document.text_nodes:
        row = _row_above(document, leaf)
        if row < 0 or row in compared:
            continue
        template = _levels(document, row)
        matched: list[tuple[int, ...]] = []
        for other in document.children(document.parent[row]):
            if other in compared or document.tag[other] != document.tag[row]:
                continue
            if _is_match(template, _levels(document, other)):
                matched.append((other,))
                compared.add(other)
        if len(matched) > 1 and _says_something(document, matched):
            sets.append(matched)
    return choose(document, sets, "yang2008", limit)


def _row_above(document: Document, leaf: int) -> int:
    """Return the nearest node of the type of a row with a sibling of its type, -1 without one."""
    for node in document.ancestors(leaf):
        if document.tag[node] in ROW_TAGS and document.parent[node] >= 0:
            siblings = document.children(document.parent[node])
            if sum(document.tag[one] == document.tag[node] for one in siblings) > 1:
                return node
    return -1


def _levels(document: Document, row: int) -> Levels:
    """Return the numbers of elements by level below a row, its leaves last."""
    counts: list[int] = []
    level = [one for one in document.children(row) if document.tag[one] != "#text"]
    while level:
        counts.append(len(level))
        below = (one for node in level for one in document.children(node))
        level = [one for one in below if document.tag[one] != "#text"]
    return tuple(counts)


def _is_match(template: Levels, levels: Levels) -> bool:
    """Tell whether two rows match level by level, from the leaves upwards."""
    pairs = zip(template[::-1], levels[::-1], strict=False)
    alike = all(abs(own - other) <= MOST_MISSING for own, other in pairs)
    return alike and abs(len(template) - len(levels)) <= MOST_MISSING


def _says_something(document: Document, rows: list[tuple[int, ...]]) -> bool:
    """Tell whether rows say more than one thing."""
    return len({document.visible_text(row) for (row,) in rows}) > 1
