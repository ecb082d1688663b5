"""What a record page may say, read from one page alone; contrast of pages tells data apart.

Induction and reading take it from here (``details.induction``, ``details.wrapper``), so that a
page is parsed once and can then be forgotten.
"""

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Container
from dataclasses import dataclass
from typing import Final
from urllib.parse import urldefrag

from leadline.details.entries import Entry, PairGroup, TextLine
from leadline.details.files import file_entries
from leadline.details.groups import pair_groups
from leadline.details.lines import page_lines
from leadline.details.structured import json_ld_entries, microdata_entries
from leadline.page.dom import INLINE_TAGS, Document
from leadline.wrapper.record_template import signature


@dataclass(frozen=True, slots=True)
class DetailContent:
    """Entries for machines, links to files, groups of pairs, and all lines of a page."""

    machine: tuple[Entry, ...]
    files: tuple[Entry, ...]
    groups: tuple[PairGroup, ...]
    lines: tuple[TextLine, ...]


def read_content(document: Document, others: Container[str] = ()) -> DetailContent:
    """Return what a page may say of its record; ``others`` are addresses of record pages."""
    skipped = cards(document, others) if others else []
    return DetailContent(
        (*json_ld_entries(document), *microdata_entries(document)),
        tuple(file_entries(document, skipped)),
        tuple(pair_groups(document)),
        tuple(page_lines(document, skipped)),
    )


TABULAR: Final = frozenset({"table", "tbody", "thead", "tr", "dl"})
"""Elements whose parts are rows of data, also where each links to another record."""
MAX_CARD_LINKS: Final = 2_000
"""Links of a page that are looked at."""
MAX_LINKS_IN_CARD: Final = 20
"""Links that one part has to its record: a picture, a title, a button."""


def cards(document: Document, others: Container[str]) -> list[tuple[int, int]]:
    """Return parts of a page that show other records, as slices of nodes, in order.

    Such a part is the largest element that links to one other record alone, with more lines than
    the link. Two alike stand side by side: what links to a record by chance stands alone.

    >>> from leadline.page.dom import parse_html
    >>> html = "<h1>A</h1><ul><li><a href=/b>B</a><p>4 EUR</p></li><li><a href=/c>C</a><p>5 EUR</p>"
    >>> document = parse_html(html, "http://h.test/a")
    >>> others = frozenset({"http://h.test/a", "http://h.test/b", "http://h.test/c"})
    >>> [document.visible_text(start) for start, _ in cards(document, others)]
    ['B 4 EUR', 'C 5 EUR']
    """
    own = urldefrag(document.url)[0]
    links: list[tuple[int, str]] = []
    for node in document.elements("a", within=document.body()):
        address = urldefrag(document.link(node))[0]
        if address != own and address in others and len(links) < MAX_CARD_LINKS:
            links.append((node, address))
    places = [node for node, _ in links]
    shown: list[tuple[int, int]] = []
    for node, address in links:
        if shown and node < shown[-1][1]:
            continue
        top, up = node, document.parent[node]
        while up > 0 and _only(links, places, document, up, address):
            top, up = up, document.parent[up]
        if up > 0 and document.tag[top] != "body" and _is_card(document, top, node):
            shown.append((top, document.end[top]))
    alike = Counter(_sibling(document, top) for top, _ in shown)
    return [part for part in shown if alike[_sibling(document, part[0])] > 1]


def _sibling(document: Document, node: int) -> tuple[int, str]:
    """Return what elements share that stand side by side and look alike."""
    return document.parent[node], signature(document, node)


def _only(
    links: list[tuple[int, str]], places: list[int], document: Document, element: int, address: str
) -> bool:
    """Tell whether an element links to no other record than this one."""
    first = bisect_left(places, element)
    last = bisect_right(places, document.end[element] - 1)
    if last - first > MAX_LINKS_IN_CARD:
        return False
    return all(links[number][1] == address for number in range(first, last))


def _is_card(document: Document, top: int, link: int) -> bool:
    """Tell whether an element has lines beside a link and is no row of a table."""
    if document.tag[top] in TABULAR or document.tag[top] in INLINE_TAGS:
        return False
    return any(
        document.gap[node] and not link <= node < document.end[link]
        for node in document.texts(top)[1:]
    )
