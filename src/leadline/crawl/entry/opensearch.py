"""Query interfaces that an entry page does not show as a form: a description, a list of links.

An OpenSearch description (``<link rel=search>``) gives an address with a place for the words. Links
that differ in the value of one parameter (an A-Z list, facets) are read as a select. Both are asked
only where the page has no form to search with.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from leadline.crawl.client import fetch
from leadline.forms.link_facets import find_facets
from leadline.forms.opensearch import from_opensearch, opensearch_links
from leadline.model import Page, Request
from leadline.page.charset import decode

if TYPE_CHECKING:
    from leadline.crawl.events import Crawl
    from leadline.crawl.state.source import SourceState
    from leadline.model import QueryInterface
    from leadline.page.dom import Document

MAX_DESCRIPTIONS: Final = 2
MAX_FACETS: Final = 2


def fetch_described(source: SourceState, entry: Document) -> Crawl[list[QueryInterface]]:
    """Fetch the interfaces of the OpenSearch descriptions that a page names, pages before feeds."""
    for url in list(dict.fromkeys(opensearch_links(entry)))[:MAX_DESCRIPTIONS]:
        page = yield from fetch(source, Request("GET", url), "search page")
        if isinstance(page, Page) and page.status < 400:
            text, _ = decode(page.body, page.header("Content-Type"))
            if interfaces := from_opensearch(text, page.url):
                source.journal.note(
                    f"the page has no search form; using its description {page.url}"
                )
                return list(interfaces[::-1])
    return []


def facet_interfaces(entry: Document) -> list[QueryInterface]:
    """Return lists of links of a page that can be asked like a select."""
    return list(find_facets(entry)[:MAX_FACETS])
