"""A rival: schema.org microdata as records, the elements of one ``itemtype``.

Only a page that marks its items has any. The default reads such pages as all others, by what
repeats, and takes ``itemprop`` as the name of a column (``sketch``); JSON is read as a page
(``data_page``), and so are the lists of JSON-LD that a page does not show.

>>> from leadline.page.dom import parse_html
>>> item = "<li itemscope itemtype=http://schema.org/Book><i itemprop=name>{}</i>".format
>>> page = parse_html(f"<ul>{item('Emma')}{item('Ulysses')}</ul>", "")
>>> [len(region.records) for region in mine_microdata(page, 5)]
[2]
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from leadline.model import DataRegion, RecordSpan

if TYPE_CHECKING:
    from leadline.page.dom import Document

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
    """Elements of one ``itemtype`` that are not inside another item, as data regions."""
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
