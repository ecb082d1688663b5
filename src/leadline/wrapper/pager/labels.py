"""Pager analysis: every link of a page labelled, and where it leads.

Words and signs count by their context: page numbers, their opposite, a box named
as a pager, or an address of another page of this very list. Two questions are kept apart:

- *label*: what the link says it is. A blog's "Older posts" whose own class says "previous" is PREV.
- *direction*: where it leads. For a crawl NEXT is the page farther from page 1.

>>> from leadline.page.dom import parse_html
>>> page = parse_html("<a href=/b/2>Read on</a><a href='/b?page=2' rel=next>»</a>", "http://h.test/b")
>>> read_pager(page).labels
{1: 'NEXT'}
"""

from dataclasses import dataclass, field
from typing import Final, Literal
from urllib.parse import urldefrag

from leadline.page.dom import Document
from leadline.page.query_string import split_address
from leadline.page.urls import is_script_address
from leadline.wrapper.pager.addresses import further, likeness, page_value, read_address
from leadline.wrapper.pager.links import PageLink, is_neutral, read_links
from leadline.wrapper.pager.number_runs import LinkStrip, NumberRun
from leadline.wrapper.pager.strips import read_strips
from leadline.wrapper.pager.words import read_class, read_side

Label = Literal["NEXT", "PREV", "PAGE"]
DIRECTIONS: Final = ("NEXT", "PREV")
ENDS: Final = ("FIRST", "LAST")


@dataclass(slots=True)
class PagerAnalysis:
    """Links, strips and labels (by index of the link) of one page.

    ``lone_base`` is the list that all numbers of the page belong to, None if there are several. A
    form sent to one address often leads on at another; pagers of threads are many.
    """

    here: str
    links: list[PageLink]
    strips: list[LinkStrip]
    lone_base: tuple[str, ...] | None = None
    labels: dict[int, Label] = field(default_factory=dict)


def read_pager(document: Document, here: str = "") -> PagerAnalysis:
    """Read all that a page says about pages; ``here`` is its address as requested."""
    here = here or document.url
    links = read_links(document)
    strips = read_strips(document, links, here)
    bases = {run.skeleton for strip in strips for run in strip.runs}
    reading = PagerAnalysis(here, links, strips, next(iter(bases)) if len(bases) == 1 else None)
    for strip in reading.strips:
        _label_strip(document, strip, here, reading.labels)
    _drop_repeated_more(reading)
    return reading


def _drop_repeated_more(reading: PagerAnalysis) -> None:
    """Remove labels of several "more" links with different addresses: they belong to records."""
    more = [link for link in reading.links if link.word == "MORE" and link.index in reading.labels]
    if len({link.url for link in more}) > 1:
        for link in more:
            del reading.labels[link.index]


def _label_strip(document: Document, strip: LinkStrip, here: str, labels: dict[int, Label]) -> None:
    for run in strip.runs:
        addressed = any(link.url for link in run.links)
        for link in run.links:
            if link.url or not addressed:
                labels[link.index] = "PAGE"
    for link in strip.links:
        if link.number is not None and link.word is None and link.rel is None:
            continue
        if link.index not in labels:
            label = _label(document, link, strip, here)
            if label is not None:
                labels[link.index] = label


def _label(document: Document, link: PageLink, strip: LinkStrip, here: str) -> Label | None:
    word = link.word or link.rel or link.hint
    if word is None or word == "ARTICLE" or strip.in_pager_box is False:
        return None
    if not leads_on(link, here) and not (is_script(link) and _scripted_pager(strip)):
        return None
    if not _has_pager_context(link, strip, here):
        return None
    if word in ENDS:
        return "PAGE" if strip.runs or strip.words & set(DIRECTIONS) else None
    if word in ("OLDER", "NEWER", "MORE"):
        return _label_by_age(document, link, here)
    if link.doubled and any(
        other is not link and other.word == link.word and not other.doubled and other.url
        for other in strip.links
    ):
        return "PAGE"
    return _checked_label(link, word, strip, here)


def _scripted_pager(strip: LinkStrip) -> bool:
    """Tell whether scripts may lead on: a run of pages, or next to previous in a pager's box."""
    return any(len(run.links) > 1 or strip.in_pager_box for run in strip.runs) or (
        bool(strip.in_pager_box) and strip.words.issuperset(DIRECTIONS)
    )


def leads_on(link: PageLink, here: str) -> bool:
    """Tell whether a link leads to another page than this one."""
    return bool(link.url) and urldefrag(link.url).url != urldefrag(here).url


def is_script(link: PageLink) -> bool:
    """Tell whether a link is moved by a script."""
    return is_script_address(link.href) or link.href == "#"


def _has_pager_context(link: PageLink, strip: LinkStrip, here: str) -> bool:
    """Tell whether the context makes a pager link of a word or sign."""
    plain = link.word is not None and not link.sign
    like = likeness(link.url, here) if link.url else 0
    if strip.runs:
        near = is_script(link) or like >= 1 or _like_run(link, strip)
        return near or (plain and link.word not in ENDS)
    if link.word in ("OLDER", "NEWER", "MORE"):
        return _is_age_link(link, strip, like, here)
    roles = strip.words & {"NEXT", "PREV", "FIRST", "LAST"}
    pair = len(roles) > 1
    if link.word is None and link.hint is None:
        near = like >= 2 or bool(strip.in_pager_box)
        return is_neutral(link.text) and (near or _is_same_path(link.url, here))
    if not plain:
        return like >= 2 or (like >= 1 and (pair or bool(strip.in_pager_box))) or is_script(link)
    if like >= 1 or link.rel == link.word or (pair and bool(strip.in_pager_box)):
        return True
    return bool(roles & set(DIRECTIONS)) and bool(roles & set(ENDS))


def _is_same_path(url: str, here: str) -> bool:
    """Tell whether only the query differs, which some engines write out for their next page."""
    return split_address(url)[:3] == split_address(here)[:3]


def _like_run(link: PageLink, strip: LinkStrip) -> bool:
    """Tell whether an address is of the list that the strip's numbers page through."""
    for run in strip.runs:
        urls = [other.url for other in run.links if other.url]
        if link.url in urls or (urls and likeness(link.url, urls[0]) >= 1):
            return True
    return False


def _is_age_link(link: PageLink, strip: LinkStrip, like: int, here: str) -> bool:
    """Tell whether a lone "older", "newer" or "more" leads to another page of this list."""
    if like >= 2 or (link.word != "MORE" and bool(strip.in_pager_box)):
        return True
    return page_value(read_address(here)) is None and page_value(read_address(link.url)) in (1, 2)


def _label_by_age(document: Document, link: PageLink, here: str) -> Label | None:
    """Label "older" and "newer" by their arrow or class, else by where the address leads."""
    side = read_side(link.text)
    if side is not None:
        return side
    for node in (link.node, document.parent[link.node]):
        named = read_class(document.attribute(node, "class") + " " + document.attribute(node, "id"))
        if named in DIRECTIONS:
            return named
    way = further(link.url, here)
    if way:
        return "NEXT" if way > 0 else "PREV"
    return "PREV" if link.word == "NEWER" else "NEXT"


def _checked_label(link: PageLink, word: str, strip: LinkStrip, here: str) -> Label:
    """Label a sign or image by its address if that leads the other way (right-to-left pages).

    One that skips pages ("next 10 pages", ">>") is a link to some page.
    """
    wordless = link.word is None or link.sign
    counted = any(c.isdigit() for c in link.text + link.label)
    if (wordless or counted) and any(abs(hop) > 1 for hop in _hops(link, strip)):
        return "PAGE"
    way = direction(link, strip, here) if wordless else 0
    if way:
        return "NEXT" if way > 0 else "PREV"
    return "NEXT" if word == "NEXT" else "PREV"


def direction(link: PageLink, strip: LinkStrip, here: str) -> int:
    """Return 1 if a link leads away from page 1, -1 if towards it, 0 if unknown."""
    if not link.url:
        return 0
    for hop in _hops(link, strip):
        if hop:
            return 1 if hop > 0 else -1
    return further(link.url, here)


def _hops(link: PageLink, strip: LinkStrip) -> list[int]:
    """Return how many pages a link leads on, by each run of its strip that knows."""
    return [
        page - run.current
        for run in strip.runs
        if run.current is not None and (page := leads_to(link, run)) is not None
    ]


def leads_to(link: PageLink, run: NumberRun) -> int | None:
    """Return the page number that a link leads to, by the addresses of a run."""
    for other in run.links:
        if other.url and other.url == link.url:
            return run.page_of(other)
    if not run.amount or not link.address or not run.links[-1].address:
        return None
    there, known = read_address(link.address), read_address(run.links[-1].address)
    if there.skeleton != known.skeleton:
        return None
    moved = [(a, b) for a, b in zip(there.numbers, known.numbers, strict=True) if a != b]
    value = run.amount * run.page_of(run.links[-1]) + run.base
    if len(moved) != 1 or moved[0][1] != value:
        return None
    page, rest = divmod(moved[0][0] - run.base, run.amount)
    return page if rest == 0 and page > 0 else None
