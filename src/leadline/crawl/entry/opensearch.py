"""Interfaces that an entry page does not show as a form: a description, or a list of links.

An OpenSearch description (``<link rel=search>``) gives an address with a place for the words. Links
that differ in the value of one parameter (an A-Z list, facets) are read as a select. Both are asked
only where the page has no form to search with.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from leadline.crawl.events import Notice
from leadline.forms.link_facets import find_facets
from leadline.forms.opensearch import from_opensearch, opensearch_links
from leadline.model import Page, Request
from leadline.page.charset import decode

if TYPE_CHECKING:
    from collections.abc import Generator

    from leadline.crawl.client import Source
    from leadline.crawl.events import Event, Reply
    from leadline.model import QueryInterface
    from leadline.page.dom import Document

MOST_DESCRIPTIONS: Final = 2
MOST_FACETS: Final = 2


def described(source: Source, entry: Document) -> Generator[Event, Reply, list[QueryInterface]]:
    """The interfaces of the OpenSearch descriptions that a page names, pages before feeds."""
    for url in list(dict.fromkeys(opensearch_links(entry)))[:MOST_DESCRIPTIONS]:
        page = yield from source.fetch(Request("GET", url), "search page")
        if isinstance(page, Page) and page.status < 400:
            text, _ = decode(page.body, page.header("Content-Type"))
            if found := from_opensearch(text, page.url):
                yield Notice(f"the page has no search form; using its description {page.url}")
                return list(found[::-1])
    return []


def faceted(entry: Document) -> list[QueryInterface]:
    """Lists of links of a page that can be asked like a select."""
    return list(find_facets(entry)[:MOST_FACETS])
