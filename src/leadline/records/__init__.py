"""WHAT came back: data records mined from one page, and their columns.

>>> from leadline.dom import parse_html
>>> page = parse_html("<ul><li><b>Ann</b> 1901<li><b>Bo</b> 1902<li><b>Cy</b> 1903</ul>", "")
>>> [record_text(page, span) for span in mine(page)[0].records]
['Ann 1901', 'Bo 1902', 'Cy 1903']
"""

from __future__ import annotations

from collections.abc import Callable

from leadline.dom import Document
from leadline.model import DataRegion
from leadline.records.autorm import mine_autorm, mine_literally
from leadline.records.columns import learn_columns
from leadline.records.default import mine_default, mine_runs
from leadline.records.mdr import mine_mdr
from leadline.records.microdata import mine_microdata
from leadline.records.reading import record_text, span_links
from leadline.records.sibling import mine_siblings
from leadline.records.slots import Columns

Miner = Callable[[Document, int], tuple[DataRegion, ...]]
"""Takes a document and the most regions wanted; gives regions, best first."""

MINERS: dict[str, Miner] = {
    "default": mine_default,
    "autorm": mine_autorm,
    "autorm-literal": mine_literally,
    "mdr": mine_mdr,
    "sibling": mine_siblings,
    "microdata": mine_microdata,
}

__all__ = [
    "MINERS",
    "Columns",
    "Miner",
    "learn_columns",
    "mine",
    "mine_runs",
    "record_text",
    "span_links",
]


def mine(document: Document, miner: str = "default", *, limit: int = 40) -> tuple[DataRegion, ...]:
    """The data regions of a page, best first, at most ``limit``."""
    try:
        chosen = MINERS[miner]
    except KeyError:
        raise ValueError(f"no miner {miner!r}; there are {', '.join(MINERS)}") from None
    return chosen(document, limit)
