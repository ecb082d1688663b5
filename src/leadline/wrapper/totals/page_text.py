"""A page's text in one string, and where in the page each piece of it stands.

>>> from leadline.page.dom import parse_html
>>> page = parse_html("<p class=n>of <b>33</b> 621<p>7", "")
>>> text = read_text(page)
>>> text.text
'of 33 621\\n7'
>>> block = page.block_of(text.nodes[1])
>>> place_of(page, block), text.text[slice(*span_of(page, text, block))]
('p.n', 'of 33 621')
"""

import re
from bisect import bisect_right
from functools import lru_cache
from typing import Final, NamedTuple

from leadline.page.dom import Document

MAX_TEXT_CHARACTERS: Final = 400_000
"""Characters of a page that are searched."""


class PageText(NamedTuple):
    """A page's text in one string; ``starts`` are the offsets of its pieces, ``nodes`` theirs."""

    text: str
    starts: list[int]
    nodes: list[int]


@lru_cache(maxsize=2)
def read_text(document: Document) -> PageText:
    """Join a page's texts in lower case: a blank between chunks, a line's end between blocks.

    A blank may group digits ("33 621"), but not those of two blocks, or of a link and what is
    beside it: pagers write "12345" in five links.
    """
    pieces: list[str] = []
    starts: list[int] = []
    nodes: list[int] = []
    size = 0
    for node in document.text_nodes:
        raw = document.text[node]
        body = " ".join(raw.split()).casefold()
        is_apart = document.gap[node] or _is_beside_link(document, nodes[-1:], node)
        if is_apart and pieces:
            body = "\n" + body
        elif raw[:1].isspace() and pieces and pieces[-1][-1:] not in (" ", "\n"):
            body = " " + body
        if raw[-1:].isspace() and body[-1:] != " ":
            body += " "
        pieces.append(body)
        starts.append(size)
        nodes.append(node)
        size += len(body)
        if size > MAX_TEXT_CHARACTERS:
            break
    return PageText("".join(pieces).translate(_WIDE), starts, nodes)


def _is_beside_link(document: Document, before: list[int], node: int) -> bool:
    """Tell whether two numbers stand side by side, of which one is a link."""
    texts = [document.text[one].strip() for one in (*before, node)]
    above = {document.tag[document.parent[one]] for one in (*before, node)}
    return "a" in above and len(texts) == 2 and all(map(str.isdecimal, texts))


_ZEROS: Final = (0xFF10, 0x0660, 0x06F0)
"""Code points of the zeros of full-width, Arabic and Persian digits."""
_WIDE: Final = {zero + i: ord("0") + i for zero in _ZEROS for i in range(10)} | {
    0xFF0C: ",",
    0x066C: ",",
    0xA0: " ",
    0x202F: " ",
    0x2009: " ",
}


def node_at(page: PageText, match: re.Match[str]) -> int:
    return page.nodes[bisect_right(page.starts, match.start()) - 1]


def span_of(document: Document, page: PageText, block: int) -> tuple[int, int]:
    """Return the offsets of a block in the page's text."""
    first = bisect_right(page.nodes, block)
    last = bisect_right(page.nodes, document.end[block] - 1)
    low = page.starts[first] if first < len(page.starts) else len(page.text)
    high = page.starts[last] if last < len(page.starts) else len(page.text)
    return low, high


def place_of(document: Document, node: int) -> str:
    return name_of(document.tag[node], document.attribute(node, "class"))


@lru_cache(maxsize=4096)
def name_of(tag: str, class_names: str) -> str:
    classes = [c for c in class_names.split() if not any(d.isdigit() for d in c)][:2]
    return ".".join([tag, *classes])
