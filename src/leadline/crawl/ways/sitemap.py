"""A sitemap of record pages, where a source has neither a form that answers nor a list.

Pages of one folder are records if each of a few describes a thing for machines (JSON-LD or
microdata), and each another one. What all of these say is the site's and no record's.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from itertools import islice
from typing import Final

from leadline.crawl.client import fetch
from leadline.crawl.events import Crawl, QueryClosed
from leadline.crawl.official.ways import official_ways
from leadline.crawl.script.part import sift_records
from leadline.crawl.script.static import open_data
from leadline.crawl.state.source import SourceState
from leadline.crawl.state.walk_log import WalkLog
from leadline.crawl.ways.table import UNNAMED, Approach, Way
from leadline.details.structured import json_ld_entries, microdata_entries
from leadline.model import Offer, Outcome, Page, Request
from leadline.page.charset import decode
from leadline.page.data.lists import Item
from leadline.page.dom import parse, parse_html
from leadline.page.urls import join_url, same_host
from leadline.wrapper.data.rows import record_rows
from leadline.wrapper.reading import PageReading

USUAL_PLACES: Final = ("/sitemap.xml", "/robots.txt")
MAX_SITEMAPS: Final = 25
"""Files of a sitemap that are read: whether pages describe things is not known before."""
MAX_PAGES_NAMED: Final = 500_000
"""Addresses of pages after which no further file is read."""
MIN_RECORD_PAGES: Final = 5
"""Pages of one folder: fewer are the site's own."""
PAGES_TRIED: Final = 3
MIN_LABELS: Final = 2
"""Values by which each of the pages that are tried must differ from the others."""
PAGE_COLUMN: Final = "url"
"""Column of the address of a record's page, which is its key."""

Described = Mapping[str, tuple[str, ...]]


def find_sitemap(approach: Approach) -> Offer:
    """Return the sitemap that the entry page names; one may stand at the usual places, too."""
    named = (way.url for way in official_ways(approach.document) if way.kind == "sitemap")
    return next((Offer("the pages that its sitemap names", url) for url in named), UNNAMED)


def take_sitemap(approach: Approach) -> Crawl[Outcome | None]:
    """Read the record pages of the largest folder that describes a thing on each page."""
    source, offer = approach.source, find_sitemap(approach)
    root = approach.document.url
    places = [offer.url] if offer.url else [join_url(root, place) for place in USUAL_PLACES]
    pages = yield from _named_pages(source, places)
    folders = defaultdict[str, list[str]](list)
    for url in pages:
        folders[url[: url.rstrip("/").rfind("/") + 1]].append(url)
    for urls in sorted(folders.values(), key=len, reverse=True)[:PAGES_TRIED]:
        if len(urls) < MIN_RECORD_PAGES:
            break
        step = len(urls) // PAGES_TRIED
        tried = {}
        for url in urls[::step][:PAGES_TRIED]:
            page = yield from fetch(source, Request("GET", url), "way")
            tried[url] = page if isinstance(page, Page) and page.status < 400 else None
        common = _shared([_described(page) for page in tried.values() if page is not None])
        items = [_item(page, common) for page in tried.values() if page is not None]
        if len(items) == PAGES_TRIED and min(map(len, items)) > MIN_LABELS:
            return (yield from _take(source, urls, tried, common))
    return None


def _named_pages(source: SourceState, places: Iterable[str]) -> Crawl[list[str]]:
    """Return the pages of the source's host that its sitemaps name."""
    waiting, pages = [*places], dict[str, None]()
    known = {*waiting}
    for place in islice(waiting, MAX_SITEMAPS):
        if len(pages) > MAX_PAGES_NAMED or (pages and place == join_url(place, USUAL_PLACES[1])):
            continue
        reply = yield from fetch(source, Request("GET", place), "way")
        if not isinstance(reply, Page) or reply.status >= 400:
            continue
        text, _ = decode(reply.body, reply.header("Content-Type"))
        lines = (line.partition(":") for line in text.splitlines() if line[:1] in "sS")
        maps = [url.strip() for name, _, url in lines if name.strip().casefold() == "sitemap"]
        document = parse_html(text, reply.url)
        for node in document.elements("loc"):
            url = document.visible_text(node).strip()
            is_map = document.tag[document.parent[node]] == "sitemap"
            if same_host(url, source.task.url):
                maps += [url] if is_map else []
                pages |= {} if is_map else {url: None}
        waiting += [url for url in dict.fromkeys(maps) if url not in known]
        known.update(maps)
    return [*pages]


def _described(page: Page) -> Described:
    """Return what a page says of its thing for machines: values by label."""
    document = parse(page)
    entries = [*json_ld_entries(document), *microdata_entries(document)]
    return {entry.label: entry.values for entry in reversed(entries) if entry.values}


def _shared(several: Iterable[Described]) -> set[tuple[str, tuple[str, ...]]]:
    """Return what all pages say alike."""
    said = [{*one.items()} for one in several]
    return set.intersection(*said) if said else set()


def _item(page: Page, common: set[tuple[str, tuple[str, ...]]]) -> Item:
    said = (pair for pair in _described(page).items() if pair not in common)
    return {**{label: [*values] for label, values in said}, PAGE_COLUMN: page.url}


def _take(
    source: SourceState,
    urls: list[str],
    tried: Mapping[str, Page | None],
    common: set[tuple[str, tuple[str, ...]]],
) -> Crawl[Outcome]:
    """Read each page; those that were tried are not asked again."""
    walk, read = WalkLog(""), 0
    for url in urls:
        page = tried.get(url) or (yield from fetch(source, Request("GET", url), "page"))
        item = _item(page, common) if isinstance(page, Page) and page.status < 400 else {}
        if not isinstance(page, Page) or len(item) <= MIN_LABELS:
            continue
        rows = record_rows([item], PAGE_COLUMN, page.url)
        if not read:
            if reason := sift_records(source, rows):
                return source.outcome("failed", reason)
            open_data(source, page.request, "sitemap")
        source.take_page(walk, PageReading(page, parse_html("", page.url), rows))
        read += 1
    source.journal.tell(QueryClosed("", finished=True, reason="read to its end"))
    reason = (
        f"{read:,} of the {len(urls):,} pages of one kind found in the sitemap were read; "
        "nothing says whether these are all"
    )
    return source.outcome("exhausted", reason)


WAYS: Final = (Way("sitemap", 110, find_sitemap, take_sitemap, 5, is_resort=True),)
