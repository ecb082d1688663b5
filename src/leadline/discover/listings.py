"""Lists of addresses that a site publishes for machines: sitemaps, feeds, OpenSearch descriptions.

A list is turned into a page of links, or of one form, so that the crawl reads it as any page.

>>> sitemap = "<urlset><url><loc>http://h.example/a</loc></url></urlset>"
>>> listing = read_listing(sitemap, "http://h.example/sitemap.xml")
>>> [listing.link(node) for node in listing.elements("a")]
['http://h.example/a']
>>> page = parse_html("<link rel=sitemap href=/map.xml>", "http://h.example/")
>>> named_listings(page)
['http://h.example/map.xml']
"""

import re
from collections.abc import Iterator
from html import escape
from typing import Final

from leadline.forms.opensearch import OPENSEARCH_TYPE, from_opensearch
from leadline.model import QueryInterface
from leadline.page.dom import Document, parse_html

FEED_TYPES: Final = ("application/rss+xml", "application/atom+xml")
MAX_LISTED: Final = 5_000
"""Addresses of a list that are read."""
MAX_START: Final = 2_000
"""Characters in which a list shows what it is."""
MAX_NAMED: Final = 2
"""Lists that one page may name."""
_LIST_ROOT: Final = re.compile(
    r"(?:\s|<[?!][^>]*>)*<(urlset|sitemapindex|rss|rdf:RDF|feed|OpenSearchDescription)[\s>]",
    re.IGNORECASE,
)


def named_listings(document: Document) -> list[str]:
    """Return the addresses of the sitemaps, feeds and descriptions that a page names."""
    urls: list[str] = []
    for node in document.elements("link"):
        relations = document.attribute(node, "rel").casefold().split()
        kind = document.attribute(node, "type").strip().casefold()
        if (
            "sitemap" in relations
            or ("alternate" in relations and kind in FEED_TYPES)
            or ("search" in relations and kind == OPENSEARCH_TYPE)
        ):
            urls.append(document.link(node))
    return [url for url in dict.fromkeys(urls) if url][:MAX_NAMED]


def read_listing(text: str, url: str) -> Document | None:
    """Return a list as a page of links or of a form; None if the text is no such list."""
    match = _LIST_ROOT.match(text[:MAX_START].lstrip("\ufeff"))
    if match is None:
        return None
    root = match.group(1).casefold()
    if root == "opensearchdescription":
        return parse_html(_form_page(text, url), url)
    document = parse_html(_without_cdata(text), url)
    items = "".join(
        f'<li><a href="{escape(link)}">{escape(title)}</a></li>' for link, title in _items(document)
    )
    return parse_html(f"<ul>{items}</ul>", url)


def _items(document: Document) -> Iterator[tuple[str, str]]:
    """Yield the address and title of every entry of a sitemap or feed."""
    for count, node in enumerate(document.elements("url", "sitemap", "item", "entry")):
        if count >= MAX_LISTED:
            return
        link = _first_text(document, node, "loc") or _feed_link(document, node)
        if link:
            yield link, _first_text(document, node, "title")


def _without_cdata(text: str) -> str:
    return text.replace("<![CDATA[", "").replace("]]>", "")


def _first_text(document: Document, node: int, tag: str) -> str:
    inner = next(document.elements(tag, within=node), None)
    return "" if inner is None else document.visible_text(inner).strip()


def _feed_link(document: Document, node: int) -> str:
    """Return the address of an entry of a feed; HTML parsers put RSS's behind an empty element."""
    inner = next(document.elements("link", within=node), None)
    if inner is None:
        return ""
    if document.attribute(inner, "href"):
        return document.link(inner)
    after = document.end[inner]
    return document.text[after].strip() if after < len(document) else ""


def _form_page(text: str, url: str) -> str:
    """Return an OpenSearch description as a page with its name and one form."""
    document = parse_html(_without_cdata(text), url)
    names = " ".join(
        document.visible_text(node) for node in document.elements("shortname", "description")
    )
    forms = "".join(_form(form) for form in from_opensearch(text, url)[-1:])
    return f"<h1>{escape(names)}</h1>{forms}"


def _form(form: QueryInterface) -> str:
    boxes = "".join(
        f'<input type="{control.kind}" name="{escape(control.name)}" '
        f'value="{escape(control.value)}">'
        for control in form.controls
    )
    button = '<input type="submit" value="Search">'
    return f'<form action="{escape(form.action)}">{boxes}{button}</form>'
