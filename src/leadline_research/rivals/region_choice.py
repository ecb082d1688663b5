"""A plain choice among regions, for methods that mine all regions and choose none.

AutoRM, MDR and the sibling baseline leave out which region holds the records; without any choice
their first answer would be a matter of document order. The formula is that of the prototype
(``spec`` section 7): many records of a decent length with links, filling much of the page.

>>> from leadline.page.dom import parse_html
>>> page = parse_html("<ul><li>x<li>y</ul><ol><li>Ulysses, 1922<li>Emma, 1815<li>Ivanhoe</ol>", "")
>>> regions = choose(page, [[(4,), (6,)], [(9,), (11,), (13,)]], "example", 2)
>>> [len(region.records) for region in regions]
[3, 2]
"""

from __future__ import annotations

from itertools import accumulate
from statistics import median
from typing import TYPE_CHECKING

from leadline.model import DataRegion, RecordSpan

if TYPE_CHECKING:
    from collections.abc import Sequence

    from leadline.page.dom import Document


def choose(
    document: Document, sets: Sequence[Sequence[tuple[int, ...]]], miner: str, limit: int
) -> tuple[DataRegion, ...]:
    """Sets of records as regions, best first."""
    chars = list(accumulate((len(text.strip()) for text in document.text), initial=0))
    links = list(accumulate((tag == "a" for tag in document.tag), initial=0))
    end = document.end
    scored = []
    for at, records in enumerate(sets):
        sizes = [sum([chars[end[node]] - chars[node] for node in nodes]) for nodes in records]
        held = [any(links[end[node]] > links[node] for node in nodes) for nodes in records]
        linked = sum(held) / len(records)
        value = min(len(records), 60) ** 0.6 * min(median(sizes), 300) * (0.5 + 0.5 * linked)
        scored.append((value * (sum(sizes) / (chars[-1] or 1)) ** 0.3, -at))
    scored.sort(reverse=True)
    return tuple(
        DataRegion(
            document.parent[sets[-at][0][0]],
            tuple(RecordSpan(tuple(nodes)) for nodes in sets[-at]),
            value,
            miner,
        )
        for value, at in scored[:limit]
    )
