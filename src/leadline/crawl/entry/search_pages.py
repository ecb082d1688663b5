"""Where the search form may stand if the entry page has none: in its frames, behind its links.

A register of the nineties is a set of frames: one holds the menu, another the form. Frames are
what a reader sees on the page, so they are looked into before any link is followed, and the links
of the menu count as the page's own.

>>> from leadline.page.dom import parse_html
>>> frames_of(parse_html("<frameset><frame src=menu.html></frameset>", "http://h.test/r/"))
['http://h.test/r/menu.html']
>>> search_links(parse_html("<a href=/find>Search</a><a href=/new>News</a>", "http://h.test/"))
['http://h.test/find']
"""

from __future__ import annotations

import re
from itertools import islice
from typing import TYPE_CHECKING, Final
from urllib.parse import urldefrag

from leadline.model import Page, Request
from leadline.page.dom import parse

if TYPE_CHECKING:
    from collections.abc import Generator

    from leadline.crawl.client import Source
    from leadline.crawl.events import Event, Reply
    from leadline.page.dom import Document

MOST_FRAMES: Final = 5
"""Frames that are looked into; a frame may be a set of frames itself."""
SEARCH_LINK: Final = re.compile(
    r"\b(search|advanced search|catalogue?|suche|recherche|b[uú]squeda|ricerca|pesquisa|zoeken|"
    r"поиск)\b|搜索|检索|檢索|查询|查詢|検索|검색",
    re.IGNORECASE,
)


def framed_pages(source: Source, entry: Document) -> Generator[Event, Reply, list[Document]]:
    """The pages that stand in the frames of a page, outer ones first."""
    found: list[Document] = []
    waiting = frames_of(entry)
    for url in islice(waiting, MOST_FRAMES):
        document = yield from fetched(source, url)
        if document is not None:
            found.append(document)
            waiting += [one for one in frames_of(document) if one not in waiting]
    return found


def fetched(source: Source, url: str) -> Generator[Event, Reply, Document | None]:
    """The page at an address, None where there is none."""
    page = yield from source.fetch(Request("GET", url), "search page")
    return parse(page) if isinstance(page, Page) and page.status < 400 else None


def frames_of(document: Document) -> list[str]:
    """The addresses of a page's frames."""
    links = [document.link(node, "src") for node in document.elements("frame", "iframe")]
    return _others(document, links)


def search_links(document: Document) -> list[str]:
    """Links that say that they lead to a search."""
    links = [
        document.link(node)
        for node in document.elements("a")
        if SEARCH_LINK.search(document.visible_text(node)[:60])
        or SEARCH_LINK.search(document.attribute(node, "title")[:60])
    ]
    return _others(document, links)


def _others(document: Document, links: list[str]) -> list[str]:
    """Different addresses of other pages."""
    pages = dict.fromkeys(urldefrag(url)[0] for url in links if url.startswith("http"))
    return [url for url in pages if url != document.url]
