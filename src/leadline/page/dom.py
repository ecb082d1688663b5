"""Documents: a page as flat arrays, parsed once, then only integers and strings.

Every room that reads a page reads a ``Document``. Nodes are numbered in document order, so the
subtree of node ``i`` is the slice ``i .. end[i] - 1`` and "is inside" is two comparisons.

>>> document = parse_html("<ul><li>One <b>1</b>st</li><li>Two</li></ul>", "http://h.test/")
>>> [document.tag[i] for i in range(len(document))][2:]
['body', 'ul', 'li', '#text', 'b', '#text', '#text', 'li', '#text']
>>> document.visible_text(3)
'One 1st Two'
"""

from bisect import bisect_left
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import islice
from sys import intern
from typing import Final
from urllib.parse import urljoin

from selectolax.lexbor import LexborHTMLParser, LexborNode

from leadline.model import Page
from leadline.page.charset import decode
from leadline.page.delimited import delimited_to_html
from leadline.page.fixed_width import with_fixed_width
from leadline.page.grids import read_grids
from leadline.page.json_page import is_json, json_to_html, unseen_lists_html, with_json_blocks
from leadline.page.markup import (
    MIN_ELEMENT_DEPTH,
    SINGLE_MARK,
    prepared_markup,
    with_drawn_templates,
)
from leadline.page.row_groups import (
    drop_repeated_headings,
    join_heading_rows,
    spread_heading_rows,
    spread_row_groups,
)
from leadline.page.urls import resolved, split_url

Attributes = dict[str, str | None]

DOCTYPE: Final = "<!DOCTYPE html>"
"""Declaration set before every page: without it a table closes no open ``p``.

The first of a list of tables would then stand deeper than the others
("<p>Entries 1 to 25 <table>...</table><hr><table>...").
"""
UNREAD_TAGS: Final = frozenset({"script", "style", "template", "noscript", "-comment", "-doctype"})
"""Subtrees that hold nothing a reader sees; JSON-LD scripts go to ``Document.scripts``."""

_INLINE: Final = (
    "a abbr acronym b bdi bdo big cite code data del dfn em font i ins kbd label mark q rp rt ruby "
    "s samp small span strike strong sub sup time tt u var wbr"
)
INLINE_TAGS: Final = frozenset(_INLINE.split())
NO_ATTRIBUTES: Final[Attributes] = {}
TEXT_TAG_ID: Final = 2
"""Lexbor's tag number of texts (``LXB_TAG__TEXT``)."""
MAX_DOCUMENT_NODES: Final = 600_000
"""Nodes of a page that are read: some 250 MB."""
KEPT_DOCUMENTS: Final = 4
MAX_KEPT_BYTES: Final = 500_000
"""Bytes of a page up to which its document is kept for whoever parses it next."""
NODES_CUT_NOTE: Final = f"only its first {MAX_DOCUMENT_NODES:,} elements and texts are read"


@dataclass(slots=True, eq=False, repr=False, weakref_slot=True)
class Document:
    """A parsed page. Every list has one entry a node; ``text`` is raw, '' for elements.

    ``cut`` says what of an oversized page is missing or moved, '' where it is whole.
    """

    url: str
    charset: str
    html: str
    base: str = ""
    cut: str = ""
    tag: list[str] = field(default_factory=list)
    parent: list[int] = field(default_factory=list)
    end: list[int] = field(default_factory=list)
    text: list[str] = field(default_factory=list)
    attributes: list[Attributes] = field(default_factory=list)
    gap: list[bool] = field(default_factory=list)
    text_nodes: list[int] = field(default_factory=list)
    scripts: list[tuple[str, str]] = field(default_factory=list)
    _chunks: list[str] = field(default_factory=list)
    _addresses: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.base = self.base or self.url

    def __len__(self) -> int:
        return len(self.tag)

    def children(self, node: int) -> list[int]:
        """Return child nodes in order, text chunks among them."""
        nodes, child, stop = [], node + 1, self.end[node]
        while child < stop:
            nodes.append(child)
            child = self.end[child]
        return nodes

    def block_of(self, node: int) -> int:
        """Return the nearest element around a node that is not inline."""
        node = self.parent[node]
        while node > 0 and self.tag[node] in INLINE_TAGS:
            node = self.parent[node]
        return max(node, 0)

    def ancestors(self, node: int) -> Iterator[int]:
        """Yield the nodes from the parent up to the root."""
        node = self.parent[node]
        while node >= 0:
            yield node
            node = self.parent[node]

    def around(self, node: int, *tags: str, steps: int) -> int:
        """Return the nearest ancestor of some tags in so many steps, -1 for none in the form."""
        for above in islice(self.ancestors(node), steps):
            if self.tag[above] in tags or self.tag[above] == "form":
                return above if self.tag[above] in tags else -1
        return -1

    def elements(self, *tags: str, within: int = 0) -> Iterator[int]:
        """Yield element nodes of these tags inside ``within``, in document order."""
        stop = self.end[within] if len(self) else 0
        if len(tags) == 1:
            return self._tagged(tags[0], within, stop)
        wanted = frozenset(tags)
        tag = self.tag
        return (i for i in range(within, stop) if tag[i] in wanted)

    def _tagged(self, tag: str, node: int, stop: int) -> Iterator[int]:
        """Yield elements of one tag; a search from one to the next is faster than a scan."""
        find = self.tag.index
        with suppress(ValueError):  # there is no further one
            while True:
                node = find(tag, node, stop)
                yield node
                node += 1

    def attribute(self, node: int, name: str) -> str:
        """Return the value of an attribute, '' when it is missing or empty."""
        return self.attributes[node].get(name) or ""

    def classes(self, node: int) -> list[str]:
        """Return class tokens in the order of the markup."""
        return self.attribute(node, "class").split()

    def visible_text(self, node: int, stop: int | None = None) -> str:
        """Return text as a reader sees it: white space folded, a space between blocks.

        With ``stop`` the nodes ``node .. stop - 1`` are read, else the subtree of ``node``.
        """
        nodes, chunks = self.text_nodes, self._chunks
        if not chunks:
            text, gap = self.text, self.gap
            chunks = self._chunks = [" " + text[i] if gap[i] else text[i] for i in nodes]
        first = bisect_left(nodes, node)
        last = bisect_left(nodes, self.end[node] if stop is None else stop, first)
        return " ".join("".join(chunks[first:last]).split())

    def texts(self, node: int, stop: int | None = None) -> list[int]:
        """Return text nodes inside a subtree (or the slice ``node .. stop - 1``)."""
        stop = self.end[node] if stop is None else stop
        nodes = self.text_nodes
        return nodes[bisect_left(nodes, node) : bisect_left(nodes, stop)]

    def address(self, reference: str) -> str:
        """Return what a reference means on the page, '' where it is no address."""
        address = self._addresses.get(reference)
        if address is None:  # references repeat on a page
            try:
                address = urljoin(self.base, reference)
            except ValueError:
                address = ""
            self._addresses[reference] = address
        return address

    def link(self, node: int, name: str = "href") -> str:
        """Return an attribute as an absolute address, '' when it is missing or no address."""
        value = self.attribute(node, name).strip()
        return self.address(value) if value else ""

    def body(self) -> int:
        """Return the body element, or the root."""
        return next(self.elements("body"), 0)


def parse(page: Page) -> Document:
    """Return a fetched page as a document, in the encoding that ``charset.decode`` finds.

    The last ones are kept: whoever asks for a page, reads it and judges it parses it once.
    """
    read = _parsed if len(page.body) <= MAX_KEPT_BYTES else _parsed.__wrapped__
    return read(page.url, page.body, page.header("content-type"), page.header("link"))


@lru_cache(maxsize=KEPT_DOCUMENTS)
def _parsed(url: str, body: bytes, stated: str, links: str) -> Document:
    html, charset = decode(body, stated)
    if is_json(html, stated):
        html = json_to_html(html, links=links) or html
    elif table := delimited_to_html(html, stated):
        html = table
    elif "<pre" in html or "<PRE" in html:
        html = with_fixed_width(with_json_blocks(html))
    document = parse_html(html, url, charset)
    linked = [text for _, text in document.scripts if "itemListElement" in text]
    if linked and (unseen := unseen_lists_html(linked, document.visible_text(0))):
        return parse_html(_before_end(html, unseen), url, charset)
    return document


def _before_end(html: str, more: str) -> str:
    """Return the page with more markup at the end of its body."""
    at = html.casefold().rfind("</body")
    return html[:at] + more + html[at:] if at >= 0 else html + more


def parse_html(html: str, url: str, charset: str = "utf-8") -> Document:
    """Return HTML text as a document; never raise on bad markup."""
    document = Document(url, charset, html)
    markup = prepared_markup(with_drawn_templates(html) if "<template" in html else html)
    root = LexborHTMLParser(DOCTYPE + markup.text).root
    if root is not None and markup.has_tables:
        if "rowspan" in html:
            spread_row_groups(root)
        drop_repeated_headings(root)
        if "colspan" in html:
            spread_heading_rows(root)
        join_heading_rows(root)
    if root is not None and "base" in _flatten(root, document):
        _set_base(document)
    read_grids(document)
    if markup.has_many_options:
        _unmark_selects(document)
    notes = [*markup.cuts, NODES_CUT_NOTE] if len(document) >= MAX_DOCUMENT_NODES else markup.cuts
    document.cut = "; ".join(notes)
    return document


def short_grids(document: Document) -> Document | None:
    """Return a page with its drawn tables of one or two lines, None without any.

    By itself such a line may be anything; a page of many lines told what stands there.
    """
    copied = replace(document, tag=[*document.tag], gap=[*document.gap], _chunks=[], _addresses={})
    return copied if read_grids(copied, least=1) else None


def _unmark_selects(document: Document) -> None:
    """Take back what ``MAX_OPTIONS`` made of selects."""
    for node in document.elements("select"):
        if SINGLE_MARK in document.attributes[node]:
            del document.attributes[node][SINGLE_MARK], document.attributes[node]["multiple"]


def _flatten(root: LexborNode, document: Document) -> Iterable[str]:
    """Fill the arrays of a document, without recursion; return the names of its elements."""
    tags, parents = document.tag, document.parent
    ends, attributes = document.end, document.attributes
    text_nodes = document.text_nodes
    chunks: list[str] = []
    gaps: list[int] = []
    above: list[tuple[LexborNode, int]] = []
    names: dict[int, str] = {}
    unread, inline = UNREAD_TAGS, INLINE_TAGS
    node, parent, number, broke = root, -1, 0, True
    while number < MAX_DOCUMENT_NODES:
        kind = node.tag_id
        if kind == TEXT_TAG_ID:
            raw = node.text_content
            if not raw:
                pass
            elif raw.isspace():
                broke = True
            else:
                if broke:
                    gaps.append(number)
                    broke = False
                text_nodes.append(number)
                chunks.append(raw)
                tags.append("#text")
                attributes.append(NO_ATTRIBUTES)
                parents.append(parent)
                number += 1
                ends.append(number)
        else:
            try:
                tag = names[kind]
            except KeyError:
                tag = names[kind] = intern(node.tag or "#other")
            if tag in unread:
                _keep_script(node, tag, document)
            else:
                tags.append(tag)
                attributes.append(node.attributes or NO_ATTRIBUTES)
                parents.append(parent)
                if not broke and tag not in inline:
                    broke = True
                child = node.first_child
                number += 1
                ends.append(number)
                if child is not None:
                    above.append((node, parent))
                    node = child
                    if len(above) <= MIN_ELEMENT_DEPTH:  # what is deeper stands beside it
                        parent = number - 1
                    continue
        following = node.next
        while following is None and parent > 0:
            ends[parent] = number
            if not broke and tags[parent] not in inline:
                broke = True
            opened, parent = above.pop()
            following = opened.next
        if following is None or parent < 0:
            break
        node = following
    while parent >= 0:
        ends[parent] = number
        parent = parents[parent]
    _place_texts(document, chunks, gaps)
    return names.values()


def _place_texts(document: Document, chunks: list[str], gaps: list[int]) -> None:
    text, gap = [""] * len(document), [False] * len(document)
    for node, raw in zip(document.text_nodes, chunks, strict=True):
        text[node] = raw
    for node in gaps:
        gap[node] = True
    document.text, document.gap = text, gap


def _keep_script(node: object, tag: str, document: Document) -> None:
    if tag == "script":
        kind = (node.attributes.get("type") or "").strip().casefold()  # type: ignore[attr-defined]
        if "json" in kind:
            document.scripts.append((kind, node.text() or ""))  # type: ignore[attr-defined]


def _set_base(document: Document) -> None:
    """Take the first base that a page names; one that is no web address counts for nothing."""
    for node in document.elements("base"):
        href = document.attribute(node, "href").strip()
        if href:
            base = resolved(document.url, href)
            document.base = base if split_url(base) else document.base
            return
