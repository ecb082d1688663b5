"""Every miner of data regions by name: the product's own under 'default', and its rivals."""

from __future__ import annotations

from collections.abc import Callable

from leadline.mining.miner import mine_regions
from leadline.model import DataRegion
from leadline.page.dom import Document
from leadline_research.autorm2015.autorm import mine_autorm, mine_literally
from leadline_research.mdr2003.mdr import mine_mdr
from leadline_research.named import member
from leadline_research.rivals.region_choice import mine_microdata, mine_siblings
from leadline_research.yang2008.leaf_matching import mine_leaves

Miner = Callable[[Document, int], tuple[DataRegion, ...]]
"""Takes a document and the most regions wanted; gives regions, best first."""

MINERS: dict[str, Miner] = {
    "default": mine_regions,
    "autorm": mine_autorm,
    "autorm-literal": mine_literally,
    "mdr": mine_mdr,
    "sibling": mine_siblings,
    "microdata": mine_microdata,
    "yang2008": mine_leaves,
}


def mine(document: Document, miner: str = "default", *, limit: int = 40) -> tuple[DataRegion, ...]:
    """Mine the data regions of a page, best first, at most ``limit``.

    >>> from leadline.mining.miner import record_text
    >>> from leadline.page.dom import parse_html
    >>> page = parse_html("<ul><li><b>Ann</b> 1901<li><b>Bo</b> 1902<li><b>Cy</b> 1903</ul>", "")
    >>> [record_text(page, span) for span in mine(page)[0].records]
    ['Ann 1901', 'Bo 1902', 'Cy 1903']
    """
    return member(miner, MINERS, "miner")(document, limit)
