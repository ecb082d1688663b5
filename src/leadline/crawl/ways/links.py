"""Lists of links that are asked like a select: letters, facets, lists behind a tree of links."""

from contextlib import suppress
from typing import Final

from leadline.crawl.client import fetch
from leadline.crawl.entry.search_pages import (
    MAX_FACETS,
    SEARCH_PAGE,
    document_of,
    facet_interfaces,
)
from leadline.crawl.entry.tree import (
    MAX_LEVELS_OF_TREE,
    PAGES_COMPARED,
    addresses,
    branches,
    common_list,
    merged,
)
from leadline.crawl.events import Crawl
from leadline.crawl.probe.forms import CrawlEnded, probe_forms
from leadline.crawl.probe.probes import Probes
from leadline.crawl.state.source import SourceState
from leadline.crawl.ways.listing import MIN_ROWS
from leadline.crawl.ways.table import Approach, Way
from leadline.forms.link_facets import find_letter_lists
from leadline.model import Offer, Page, QueryInterface, Request
from leadline.page.dom import Document
from leadline.wrapper.induction import list_wrapper, mined_page

INSTEAD: Final = "the lists behind its links are asked instead"


def find_links(approach: Approach) -> Offer | None:
    """Return the lists of links of the entry page."""
    entry = approach.document
    lists = facet_interfaces(entry) or branches(entry)
    if not lists:
        return None
    choices = lists[0].controls[-1].choices
    return Offer(f"{len(choices)} links such as {choices[0].text!r}", entry.url)


def ask_links(approach: Approach) -> Crawl[Probes | None]:
    """Ask a list of links like a form; only one of letters where a form was asked in vain."""
    source, entry, why = approach.source, approach.document, approach.why
    if source.form.interface is None:
        links = facet_interfaces(entry)
        tree = [] if links else branches(entry)[:1]
        while tree:
            pages = list[Document]()
            for url in addresses(tree[-1])[:PAGES_COMPARED]:
                page = document_of((yield from fetch(source, Request("GET", url), SEARCH_PAGE)))
                pages += [page] if page is not None else []
            if (deeper := common_list(pages, tree)) is None or len(tree) >= MAX_LEVELS_OF_TREE:
                break
            for url in addresses(tree[-2]) if tree[1:] else ():
                page = document_of((yield from fetch(source, Request("GET", url), SEARCH_PAGE)))
                tree[-1] = merged([tree[-1], *(branches(page) if page is not None else [])])
            tree.append(deeper)
        if tree[1:]:
            source.journal.note(f"{why}; {INSTEAD}", "warning")
        links = links or tree[:-1][-1:]
        return (yield from probe_forms(source, links, entry)) if links else None
    for letters in find_letter_lists(entry)[:MAX_FACETS]:
        with suppress(CrawlEnded):
            probes = yield from probe_forms(source, [letters], entry)
            source.journal.note(f"{why}; the list of letters is asked instead", "warning")
            return probes
    for groups in facet_interfaces(entry) if source.form.interface is not None else ():
        if not (yield from _lead_to_lists(source, groups)):
            continue
        with suppress(CrawlEnded):
            probes = yield from probe_forms(source, [groups], entry)
            source.journal.note(f"{why}; {INSTEAD}", "warning")
            return probes
    return None


def _lead_to_lists(source: SourceState, groups: QueryInterface) -> Crawl[bool]:
    """Tell whether the first two of some links lead to lists of unlike records."""
    shown = list[set[str]]()
    for url in addresses(groups)[:PAGES_COMPARED]:
        page = yield from fetch(source, Request("GET", url), SEARCH_PAGE)
        if not isinstance(page, Page) or page.status >= 400:
            return False
        mined = mined_page(page)
        wrapper = list_wrapper(mined)
        rows = wrapper.read_document(page, mined.probe.document, "").rows if wrapper else ()
        shown.append({row.text for row in rows})
    is_apart = shown[:1] and shown[0].isdisjoint(*shown[1:])
    return len(shown) == PAGES_COMPARED and bool(is_apart) and min(map(len, shown)) >= MIN_ROWS


BY_LINKS: Final = "all lists behind the links walked to their ends"
WAYS: Final = (Way("links", 50, find_links, ask_links, 6, BY_LINKS),)
