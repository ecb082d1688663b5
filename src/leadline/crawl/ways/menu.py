"""A list behind the menu of a site whose form may not be asked, or does not answer.

Trackers, forums and shops have a box in the head, which robots.txt often forbids, and their lists
one or two links of the menu away. A page is taken whose list goes on, the largest of those seen;
else the lists behind links of one: letters, years, classes, a tree of them. A form of such a page
that the entry page has not is asked last: the box in the head may search the news.

>>> from leadline.page.dom import parse_html
>>> html = "<a href=/x/y>Deep</a><a href=/new>News</a><a href=/s?q=1>1</a><a href=/in>Log in</a>"
>>> menu_links(parse_html(html, "http://h.test/"))
['http://h.test/new', 'http://h.test/x/y']
"""

from collections.abc import Iterable
from contextlib import suppress
from typing import Final
from urllib.parse import urldefrag

from leadline.crawl.events import Crawl
from leadline.crawl.probe.forms import CrawlEnded
from leadline.crawl.probe.probes import Probes
from leadline.crawl.ways.form import probe_picked, searchable_interfaces
from leadline.crawl.ways.links import ask_lists_behind, completed, names_one
from leadline.crawl.ways.listing import CHOSEN, MIN_ROWS, take_listing
from leadline.crawl.ways.table import UNNAMED, Approach, Way
from leadline.forms.roles.first_step import PERSONAL_LINK
from leadline.model import Outcome, Page, QueryInterface
from leadline.page.dom import Document, parse
from leadline.page.urls import same_host
from leadline.wrapper.induction import list_wrapper, mined_page
from leadline.wrapper.pager.locator import Proposal
from leadline.wrapper.pager.propose import propose_next

MAX_MENU_PAGES: Final = 6
"""Pages that are looked at: those of the entry page's menu, then those that they name."""
MAX_MENU_TEXT: Final = 30


def menu_links(document: Document) -> list[str]:
    """Return the site's own links of a page without a query, the shortest paths first."""
    found: dict[str, None] = {}
    for node in document.elements("a"):
        text, url = document.visible_text(node), urldefrag(document.link(node)).url
        is_ours = url.startswith("http") and same_host(url, document.base) and "?" not in url
        is_named = 0 < len(text) <= MAX_MENU_TEXT and not PERSONAL_LINK.search(f"{text} {url}")
        if is_ours and is_named and url.rstrip("/") != document.url.rstrip("/"):
            found.setdefault(url)
    return sorted(found, key=lambda url: url.rstrip("/").count("/"))


def take_menu(approach: Approach) -> Crawl[Outcome | Probes | None]:
    """Take the largest list that goes on, of pages that are two links away at most, else groups.

    Without a form, links were read for one, and their lists tried.
    """
    source, why = approach.source, approach.why or CHOSEN
    if approach.probes is not None:
        return None
    pages = approach.linked
    if source.form.interface is not None or source.task.wanted_way:
        pages = yield from _menu_pages(approach)
        lists = dict[Proposal, tuple[int, Page]]()
        for page in pages:
            onwards = propose_next(parse(page))
            rows = _rows(page) if onwards else 0
            if rows >= MIN_ROWS:  # pages that go on to one page are one list
                lists.setdefault(onwards[0], (rows, page))
        found = [page for _, page in sorted(lists.values(), key=lambda one: -one[0])]
        above = [document for document in map(parse, pages) if names_one(approach, document, found)]
        if probes := (yield from ask_lists_behind(approach, above, why)):
            return probes
        for page in found:
            if taken := (yield from take_listing(source, page, why)):
                return (yield from completed(approach, page, taken))
    if probes := (yield from ask_lists_behind(approach, map(parse, pages), why)):
        return probes
    return (yield from _ask_other_form(approach, map(parse, pages), why))


def _ask_other_form(
    approach: Approach, documents: Iterable[Document], why: str
) -> Crawl[Probes | None]:
    """Ask the forms of the first page that has others than the entry page; None without one."""
    source = approach.source
    known = {_boxes(form) for form in searchable_interfaces(approach.page, source.task.rules)}
    for document in documents if known else ():
        forms = searchable_interfaces(document, source.task.rules)
        if others := [form for form in forms if _boxes(form) not in known]:
            with suppress(CrawlEnded):
                probes = yield from probe_picked(source, others, document)
                said = f"{why}; the form of {document.url} is asked instead"
                source.journal.note(said, "warning")
                return probes
            return None
    return None


def _boxes(form: QueryInterface) -> tuple[str, tuple[tuple[str, str], ...]]:
    """Return where a form sends which controls."""
    return form.action, tuple((one.kind, one.name) for one in form.controls)


def _menu_pages(approach: Approach) -> Crawl[list[Page]]:
    """Return pages that the menu of the entry page names, then some that these name."""
    shown, pages = (yield from approach.shown()), list[Page]()
    waiting = [url for page in shown for url in menu_links(parse(page))]
    seen = {page.url for page in (*shown, *approach.linked)}
    for level in range(2):
        onward = list[str]()
        for url in waiting:
            if url in seen or len(seen) >= MAX_MENU_PAGES + len(shown):
                continue
            seen.add(url)
            page = yield from approach.look(url)
            if page is None and approach.source.traffic.faults:
                return pages
            pages += [page] if page is not None else []
            onward += menu_links(parse(page)) if page is not None and not level else []
        waiting = onward
    return pages


def _rows(page: Page) -> int:
    """Return how many rows the list of a page has."""
    mined = mined_page(page)
    wrapper = list_wrapper(mined)
    return len(wrapper.read_document(page, mined.probe.document, "").rows) if wrapper else 0


WAYS: Final = (Way("menu", 95, lambda _: UNNAMED, take_menu, 8),)
