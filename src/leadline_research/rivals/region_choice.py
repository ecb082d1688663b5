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
from typing import TYPE_CHECKING, Final

from leadline.mining.paths import kind_classes
from leadline.model import DataRegion, RecordSpan

if TYPE_CHECKING:
    from collections.abc import Sequence

    from leadline.model import DataRegion
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


def mine_siblings(document: Document, limit: int) -> tuple[DataRegion, ...]:
    """Sets of siblings with equal tag and first class.

    What many scrapers do by hand, and a rival worth having: it finds the records of most pages, but
    takes header rows, pagers and advertisements of the same tag and class along.

    >>> from leadline.page.dom import parse_html
    >>> page = parse_html("<ul><li class=r>A 1<li class=ad>Buy<li class=r>B 2</ul>", "")
    >>> [page.visible_text(span.nodes[0]) for span in mine_siblings(page, 1)[0].records]
    ['A 1', 'B 2']
    """
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


PAGES: Final = frozenset(
    {
        "WebPage",
        "SearchResultsPage",
        "CollectionPage",
        "ItemList",
        "Blog",
        "WebSite",
        "ItemPage",
        "ProfilePage",
        "BreadcrumbList",
        "OfferCatalog",
        "DataCatalog",
        "Organization",
        "Store",
    }
)
"""Types that stand for the page or its list: the records are inside them."""


def mine_microdata(document: Document, limit: int) -> tuple[DataRegion, ...]:
    """Elements of one ``itemtype`` that are not inside another item, as data regions.

    Only a page that marks its items has any. The default reads such pages as all others, by what
    repeats, and takes ``itemprop`` as the name of a column (``sketch``); JSON is read as a page
    (``data_page``), and so are the lists of JSON-LD that a page does not show.

    >>> from leadline.page.dom import parse_html
    >>> item = "<li itemscope itemtype=http://schema.org/Book><i itemprop=name>{}</i>".format
    >>> page = parse_html(f"<ul>{item('Emma')}{item('Ulysses')}</ul>", "")
    >>> [len(region.records) for region in mine_microdata(page, 5)]
    [2]
    """
    sets: dict[str, list[int]] = {}
    behind = 0
    for node, held in enumerate(document.attributes):
        kind = held.get("itemtype")
        if kind and "itemscope" in held and "itemprop" not in held and node >= behind:
            sets.setdefault(kind, []).append(node)
            if len(sets[kind]) > 1 or kind.rpartition("/")[2] not in PAGES:
                behind = document.end[node]
    regions = [
        DataRegion(
            document.parent[nodes[0]],
            tuple(RecordSpan((node,)) for node in nodes),
            float(len(nodes)),
            "microdata",
        )
        for nodes in sets.values()
        if len(nodes) > 1
    ]
    return tuple(sorted(regions, key=lambda region: -region.score)[:limit])
