"""Pages that may hold the search form if the entry page has none: its frames and linked pages.

A set of frames may hold the menu in one and the form in another. Frames are what a reader sees on
the page, so they are read before any link is followed, and links of the menu count as the page's
own.

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

from leadline.crawl.client import fetch
from leadline.model import Page, Request
from leadline.page.dom import parse

if TYPE_CHECKING:
    from leadline.crawl.events import Crawl
    from leadline.crawl.state.source import SourceState
    from leadline.page.dom import Document

MAX_FRAMES: Final = 5
"""Frames that are read; a frame may be a set of frames itself."""
SEARCH_LINK: Final = re.compile(
    r"\b(search|advanced search|catalogue?|suche|recherche|b[uú]squeda|ricerca|pesquisa|zoeken|"
    r"поиск)\b|搜索|检索|檢索|查询|查詢|検索|검색",
    re.IGNORECASE,
)


def fetch_frames(source: SourceState, entry: Document) -> Crawl[list[Document]]:
    """Fetch the pages in the frames of a page, outer ones first."""
    framed: list[Document] = []
    waiting = frames_of(entry)
    for url in islice(waiting, MAX_FRAMES):
        document = yield from fetch_document(source, url)
        if document is not None:
            framed.append(document)
            waiting += [frame for frame in frames_of(document) if frame not in waiting]
    return framed


def fetch_document(source: SourceState, url: str) -> Crawl[Document | None]:
    """Fetch the page at an address; return None where there is none."""
    page = yield from fetch(source, Request("GET", url), "search page")
    return parse(page) if isinstance(page, Page) and page.status < 400 else None


def frames_of(document: Document) -> list[str]:
    """Return the addresses of a page's frames."""
    links = [document.link(node, "src") for node in document.elements("frame", "iframe")]
    return _others(document, links)


def search_links(document: Document) -> list[str]:
    """Return links that say that they lead to a search."""
    links = [
        document.link(node)
        for node in document.elements("a")
        if SEARCH_LINK.search(document.visible_text(node)[:60])
        or SEARCH_LINK.search(document.attribute(node, "title")[:60])
    ]
    return _others(document, links)


def _others(document: Document, links: list[str]) -> list[str]:
    """Return different addresses of other pages."""
    pages = dict.fromkeys(urldefrag(url)[0] for url in links if url.startswith("http"))
    return [url for url in pages if url != document.url]
