"""One reading of a page's pager: every link labelled, next pages proposed.

Spec: harvest.md 3 and 3.1. Words and signs count by the company they keep: beside page numbers,
beside their opposite, in a box named as a pager, or with an address that is another page of this
very list. Two questions are kept apart:

- *label*: what the link says it is. A blog's "Older posts" whose own class says "previous" is PREV.
- *direction*: where it leads. For a harvest NEXT is the page farther from page 1.

>>> from leadline.dom import parse_html
>>> page = parse_html("<a href=/b/2>Read on</a><a href='/b?page=2' rel=next>»</a>", "http://h.test/b")
>>> read_pager(page).labels
{1: 'NEXT'}
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, Literal
from urllib.parse import urldefrag

from leadline.wrapper.page_words import read_class
from leadline.wrapper.pager_addresses import further, likeness, read_address
from leadline.wrapper.pager_links import (
    PageLink,
    in_pager_box,
    is_current,
    is_disabled,
    read_links,
)
from leadline.wrapper.pager_runs import Run, Strip, read_strips

if TYPE_CHECKING:
    from leadline.dom import Document

Label = Literal["NEXT", "PREV", "PAGE"]
WAYS: Final = ("NEXT", "PREV")
ENDS: Final = ("FIRST", "LAST")


@dataclass(slots=True)
class PagerReading:
    """Links, strips and labels (by index of the link) of one page."""

    here: str
    links: list[PageLink]
    strips: list[Strip]
    labels: dict[int, Label] = field(default_factory=dict)


def read_pager(document: Document, here: str = "") -> PagerReading:
    """Everything a page says about pages; ``here`` is its address as asked for."""
    here = here or document.url
    links = read_links(document)
    reading = PagerReading(here, links, read_strips(document, links, here))
    for strip in reading.strips:
        _label_strip(document, strip, here, reading.labels)
    return reading


def _label_strip(document: Document, strip: Strip, here: str, labels: dict[int, Label]) -> None:
    for run in strip.runs:
        for link in run.links:
            labels[link.index] = "PAGE"
    for link in strip.links:
        if link.index in labels:
            continue
        label = _label(document, link, strip, here)
        if label is not None:
            labels[link.index] = label


def _label(document: Document, link: PageLink, strip: Strip, here: str) -> Label | None:
    said = link.word or link.hint or link.rel
    if said is None or said == "ARTICLE" or strip.boxed is False:
        return None
    if not leads_on(link, here) and not (strip.runs and is_script(link)):
        return None
    if not _in_company(document, link, strip, here):
        return None
    if said in ENDS:
        return "PAGE" if strip.runs or strip.said & set(WAYS) else None
    if said in ("OLDER", "NEWER", "MORE"):
        return _aged(document, link, here)
    if link.doubled and _single_beside(link, strip):
        return "PAGE"
    return _checked(link, said, here)


def leads_on(link: PageLink, here: str) -> bool:
    """Whether a link leads to another page than this one."""
    return bool(link.url) and urldefrag(link.url).url != urldefrag(here).url


def is_script(link: PageLink) -> bool:
    """Whether a link is moved by a script."""
    return link.href[:11].casefold() == "javascript:" or link.href == "#"


def _single_beside(link: PageLink, strip: Strip) -> bool:
    """A doubled sign means the end where a single one or a word of its direction stands beside."""
    return any(
        other is not link and other.word == link.word and not other.doubled and other.url
        for other in strip.links
    )


def _in_company(document: Document, link: PageLink, strip: Strip, here: str) -> bool:
    """Whether the surroundings make a pager link of a word or sign."""
    if any(run for run in strip.runs):
        return True
    like = likeness(link.url, here)
    if link.word in ("OLDER", "NEWER", "MORE"):
        return like >= 2 or (link.word != "MORE" and bool(strip.boxed))
    pair = {"NEXT", "PREV"} <= strip.said or len(strip.said & {"NEXT", "PREV", "FIRST", "LAST"}) > 1
    if link.rel in WAYS and link.word is None and link.hint is None:
        return like >= 2 or bool(strip.boxed and not link.text)
    if link.sign or link.word is None:
        return like >= 2 or (like >= 1 and (pair or bool(strip.boxed)))
    if link.word in ENDS:
        return pair and (like >= 1 or bool(strip.boxed))
    return like >= 1 or (pair and bool(strip.boxed)) or link.rel == link.word


def _aged(document: Document, link: PageLink, here: str) -> Label | None:
    """Older and newer: what the markup calls them, else where the address leads, else older = on."""
    for node in (link.node, document.parent[link.node]):
        called = read_class(
            document.attribute(node, "class") + " " + document.attribute(node, "id")
        )
        if called in WAYS:
            return called  # type: ignore[return-value]
    way = further(link.url, here)
    if way:
        return "NEXT" if way > 0 else "PREV"
    return "PREV" if link.word == "NEWER" else "NEXT"


def _checked(link: PageLink, said: str, here: str) -> Label:
    """A sign that leads the other way (right-to-left pages) is what its address says."""
    if link.sign and likeness(link.url, here) >= 2:
        way = further(link.url, here)
        if way:
            return "NEXT" if way > 0 else "PREV"
    return "NEXT" if said == "NEXT" else "PREV"


__all__ = [
    "Label", "PagerReading", "Run", "Strip", "in_pager_box", "is_current", "is_disabled",
    "leads_on", "read_address", "read_pager",
]  # fmt: skip
