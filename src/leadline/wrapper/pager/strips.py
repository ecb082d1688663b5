"""Strips: pager-like links beside each other, with only numbers and pager words between them.

A strip that holds a run of page numbers, or "next" beside "previous", is a pager; a lone sign or
word needs an address of this very list.

>>> from leadline.page.dom import parse_html
>>> from leadline.wrapper.pager.links import read_links
>>> page = parse_html("<p>1 <a href='?s=20'>2</a> <a href='?s=40'>3</a></p>", "http://h.test/")
>>> run, = [run for strip in read_strips(page, read_links(page), page.url) for run in strip.runs]
>>> run.amount, run.base, run.current
(20, -20, 1)
"""

from bisect import bisect_left
from collections.abc import Iterable
from itertools import islice, zip_longest
from typing import Final

from leadline.page.dom import Document
from leadline.wrapper.pager.addresses import likeness
from leadline.wrapper.pager.links import PageLink, in_pager_box, is_neutral, read_number
from leadline.wrapper.pager.number_runs import LinkStrip, NumberEntry, accept_run, number_of
from leadline.wrapper.pager.words import read_sign, read_word

MAX_GAP_TEXTS: Final = 12
"""Text chunks between two links of one strip; more is content."""
MAX_GAP_NODES: Final = 80
MAX_NODES_BESIDE: Final = 4
"""Nodes before and after a strip in which a picture of the page shown is looked for."""
MAX_NUMBER_CHARACTERS: Final = 24
MAX_RUNS: Final = 40
"""Runs of numbers that are read in a strip, each compared with its links: more are a list."""
SURE_LIKENESS: Final = 3
"""Likeness of an address from which the name of the box around it does not count against it."""


def read_strips(document: Document, links: list[PageLink], here: str) -> list[LinkStrip]:
    """Return all strips of a page in document order, with their accepted runs."""
    groups: list[list[PageLink]] = []
    previous: PageLink | None = None
    for link in links:
        if not link.is_pager_like:
            if any(c.isalnum() for c in link.text):
                previous = None
            continue
        if previous is not None and _are_near(document, previous, link):
            groups[-1].append(link)
        else:
            groups.append([link])
        previous = link
    return [_read_strip(document, group, here) for group in groups]


def _are_near(document: Document, one: PageLink, other: PageLink) -> bool:
    if other.node - one.stop > MAX_GAP_NODES:
        return False
    texts = document.texts(one.stop, other.node)
    if len(texts) > MAX_GAP_TEXTS:
        return False
    return not texts or is_neutral(document.visible_text(one.stop, other.node))


def _read_strip(document: Document, links: list[PageLink], here: str) -> LinkStrip:
    strip = LinkStrip(links)
    strip.words.update(link.word or link.hint for link in links if link.word or link.hint)  # type: ignore[misc]
    strip.in_pager_box = in_pager_box(document, links[0].node)
    if strip.in_pager_box is None and len(links) > 1:
        strip.in_pager_box = in_pager_box(document, links[-1].node)
    strip.likeness = max((likeness(link.url, here) for link in links if link.url), default=0)
    if strip.in_pager_box is False and strip.likeness == SURE_LIKENESS:
        strip.in_pager_box = None
    numbers = _numbers(document, strip)
    if any(isinstance(entry, PageLink) for entry in numbers):
        for part in islice(_rising_parts(numbers), MAX_RUNS):
            run = accept_run(document, part, strip, here)
            if run is not None:
                strip.runs.append(run)
    return strip


def _numbers(document: Document, strip: LinkStrip) -> list[NumberEntry]:
    """Return numbered links and plain numbers in document order; note plain words on the way."""
    entries = _unlinked_numbers(document, strip, _before(document, strip.links[0]))
    for link, other in zip_longest(strip.links, strip.links[1:]):
        entries += [link] if link.number is not None else []
        nodes = (
            _after(document, link)
            if other is None
            else _texts_and_pictures(document, link.stop, other.node)
        )
        entries += _unlinked_numbers(document, strip, nodes)
    return entries


def _unlinked_numbers(
    document: Document, strip: LinkStrip, nodes: Iterable[int]
) -> list[NumberEntry]:
    """Return numbers in plain text; note a text of words only in the strip's ``words``."""
    entries: list[NumberEntry] = []
    for node in nodes:
        text = " ".join((document.text[node] or document.attribute(node, "alt")).split())
        pieces = text.replace("|", " ").replace("/", " ").split()
        numbers = [read_number(text)] if len(text) <= MAX_NUMBER_CHARACTERS else []
        if numbers == [(None, None)] and 1 < len(pieces) <= MAX_GAP_TEXTS:
            numbers = [read_number(piece) for piece in pieces if any(c.isalnum() for c in piece)]
        plain = [(number, upto) for number, upto in numbers if number is not None]
        if plain and len(plain) == len(numbers):
            entries += plain
        elif (word := read_word(text)) is not None and read_sign(text)[0] is None:
            strip.words.add(word)
    return entries


def _texts_and_pictures(document: Document, start: int, stop: int) -> list[int]:
    """Return texts, and pictures with a text, in document order."""
    pictures = [
        node
        for node in range(start, stop)
        if document.tag[node] == "img" and document.attribute(node, "alt")
    ]
    texts = document.texts(start, stop)
    return sorted([*texts, *pictures]) if pictures else list(texts)


def _before(document: Document, link: PageLink) -> list[int]:
    """Return up to two texts before the first link, inside its third ancestor."""
    box = _box(document, link.node)
    at = bisect_left(document.text_nodes, link.node)
    near = [n for n in document.text_nodes[max(0, at - 2) : at] if n > box]
    start = max([box + 1, link.node - MAX_NODES_BESIDE, *near[-1:]])
    near = sorted({*near, *_texts_and_pictures(document, start, link.node)})[-2:]
    return [n for n in near if _is_short(document, n)]


def _after(document: Document, link: PageLink) -> list[int]:
    box = _box(document, link.node)
    at = bisect_left(document.text_nodes, link.stop)
    stop = document.end[box]
    near = [n for n in document.text_nodes[at : at + 2] if n < stop]
    end = min([stop, link.stop + MAX_NODES_BESIDE, *near[:1]])
    near = sorted({*near, *_texts_and_pictures(document, link.stop, end)})[:2]
    return [n for n in near if _is_short(document, n)]


def _is_short(document: Document, node: int) -> bool:
    return len(document.text[node].strip()) <= 24


def _box(document: Document, node: int) -> int:
    """Return the third element around a node."""
    for _ in range(3):
        if document.parent[node] < 0:
            break
        node = document.parent[node]
    return node


def _rising_parts(entries: list[NumberEntry]) -> list[list[NumberEntry]]:
    """Cut a sequence of numbers where it stops rising."""
    parts: list[list[NumberEntry]] = []
    last = None
    for entry in entries:
        number = number_of(entry)
        if last is None or number <= last:
            parts.append([])
        parts[-1].append(entry)
        last = number
    return [part for part in parts if any(isinstance(entry, PageLink) for entry in part)]
