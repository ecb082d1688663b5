"""The sibling baseline: neighbours of one tag and class under one parent are the records.

What many scrapers do by hand, and a rival worth having: it finds the records of most pages, but
takes header rows, pagers and advertisements of the same tag and class along.

>>> from leadline.page.dom import parse_html
>>> page = parse_html("<ul><li class=r>A 1<li class=ad>Buy<li class=r>B 2</ul>", "")
>>> [page.visible_text(span.nodes[0]) for span in mine_siblings(page, 1)[0].records]
['A 1', 'B 2']
"""

from __future__ import annotations

from itertools import accumulate
from typing import TYPE_CHECKING

from leadline.mining.paths import kind_classes
from leadline_research.rivals.region_choice import choose

if TYPE_CHECKING:
    from leadline.model import DataRegion
    from leadline.page.dom import Document


def mine_siblings(document: Document, limit: int) -> tuple[DataRegion, ...]:
    """Sets of siblings with equal tag and first class."""
    sets: dict[tuple[int, str, str], list[int]] = {}
    for node in range(1, len(document)):
        if document.tag[node] != "#text":
            style = next(iter(kind_classes(document.attribute(node, "class"))), "")
            key = (document.parent[node], document.tag[node], style)
            sets.setdefault(key, []).append(node)
    sizes = list(accumulate((len(text.strip()) for text in document.text), initial=0))
    shown = (
        [(node,) for node in members if sizes[document.end[node]] > sizes[node]]
        for members in sets.values()
    )
    return choose(document, [members for members in shown if len(members) > 1], "sibling", limit)
