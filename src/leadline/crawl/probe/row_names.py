"""Names of the rows that a page lists, for queries that must find them."""

from bisect import bisect_left
from collections import Counter
from typing import Final

from leadline.model import Page
from leadline.page.dom import Document
from leadline.page.text import text_weight
from leadline.wrapper.induction import list_wrapper, mined_page

MIN_LISTED_ROWS: Final = 5
"""Rows of a page's list: fewer are a menu or teasers."""
MIN_ROW_NAME_LENGTH: Final = 4
"""Letters; a wide character counts as several."""
ROW_NAMES_ASKED: Final = 3


def row_names(page: Page | None, document: Document) -> list[str]:
    """Return a name of each row of the page's list: its longest text that no other row has."""
    if page is None or page.url != document.url:
        return []
    wrapper = list_wrapper(mined_page(page))
    rows = wrapper.read_document(page, document, "").rows if wrapper is not None else ()
    several = [
        {text for node in row.nodes for text in texts_of(document, node, document.end[node])}
        for row in rows
    ]
    counts = Counter(text for texts in several for text in texts)
    names = [
        max((t for t in texts if counts[t] == 1), key=text_weight, default="") for texts in several
    ]
    names = [name for name in names if text_weight(name) >= MIN_ROW_NAME_LENGTH]
    return names if len(names) >= MIN_LISTED_ROWS else []


def texts_of(document: Document, first: int = 0, end: int | None = None) -> list[str]:
    """Return the texts of a part of a page."""
    nodes = document.text_nodes
    stop = len(nodes) if end is None else bisect_left(nodes, end)
    return [document.text[node].strip() for node in nodes[bisect_left(nodes, first) : stop]]
