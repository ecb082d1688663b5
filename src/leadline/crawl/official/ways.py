"""Official ways to the data of a page, as the page names them, the best first.

A download is a link to a table, by its type, its ending, or its text beside a word for a format.
What an OAI-PMH repository answers, an error too, names the repository itself.

>>> from leadline.page.dom import parse_html
>>> page = parse_html('''<link rel=search type=application/opensearchdescription+xml href=/os.xml>
... <a href="/list.csv?size=max">CSV</a> <a href="/oai?verb=Identify">OAI-PMH</a>
... <a href="/about.csv.html">about</a> <a href="/exports/json">all</a>''', "http://h.example/find")
>>> for way in official_ways(page): print(way.kind, way.url, way.can_take)
csv http://h.example/list.csv?size=max True
oai-pmh http://h.example/oai True
json http://h.example/exports/json False
opensearch http://h.example/os.xml False
"""

import re
from dataclasses import dataclass
from typing import Final
from urllib.parse import parse_qsl

from leadline.page.dom import Document
from leadline.page.query_string import split_address
from leadline.page.urls import same_host

WAY_KINDS: Final = ("csv", "tsv", "oai-pmh", "sru", "json", "api", "opensearch", "sitemap", "feed")
"""Kinds of ways, the best first; the first four are taken by ``harvest --official``."""
TAKEN: Final = WAY_KINDS[:4]
KIND_BY_TYPE: Final = {
    "text/csv": "csv",
    "text/tab-separated-values": "tsv",
    "application/json": "json",
    "application/rss+xml": "feed",
    "application/atom+xml": "feed",
    "application/opensearchdescription+xml": "opensearch",
    "application/rsd+xml": "api",
}
KIND_BY_RELATION: Final = {
    "sitemap": "sitemap",
    "service-desc": "api",
    "service-doc": "api",
    "edituri": "api",
}
MAX_LINK_TEXT: Final = 80
FORMAT_NAMES: Final = frozenset({"format", "_format", "output", "type", "f", "export", "fmt"})
_ENDING: Final = re.compile(r"(?:\.|/exports?/)(csv|tsv|json)$", re.IGNORECASE)
_API: Final = re.compile(r"/(?:api(?:/docs|-docs)?|swagger[^/]*|openapi\.(?:json|yaml))/?$", re.I)
_OAI: Final = re.compile(r"(?:^|[/_-])oai(?:2|pmh|-pmh|_pmh)?(?:\.php)?(?:$|/)", re.IGNORECASE)
_SRU: Final = re.compile(r"(?:^|&)operation=(?:explain|searchRetrieve)(?:&|$)")
_SRU_PATH: Final = re.compile(r"/(?:sru|srw)(?:\.php|\.cgi)?/?$", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class OfficialWay:
    """A way that a page names: kind (one of ``WAY_KINDS``), address, and the link's text."""

    kind: str
    url: str
    text: str = ""

    @property
    def can_take(self) -> bool:
        """Whether ``harvest --official`` can take it."""
        return self.kind in TAKEN


def official_ways(document: Document) -> list[OfficialWay]:
    """Return the official ways that a page of a site names, each address once, the best first."""
    ways: dict[str, OfficialWay] = {}
    if next(document.elements("oai-pmh"), None) is not None:
        url = document.base.partition("?")[0]
        ways[url] = OfficialWay("oai-pmh", url)
    for node in document.elements("link", "a"):
        url = document.link(node)
        if not url.startswith("http") or not same_host(url, document.base):
            continue
        relations = document.attribute(node, "rel").casefold().split()
        declared = document.attribute(node, "type").casefold().partition(";")[0].strip()
        text = document.visible_text(node)[:MAX_LINK_TEXT]
        kind = _kind(url, declared, relations, text)
        if kind in {"oai-pmh", "sru"}:
            url = url.partition("?")[0]
        if kind:
            ways.setdefault(url, OfficialWay(kind, url, text))
    return sorted(ways.values(), key=lambda way: WAY_KINDS.index(way.kind))


def _kind(url: str, declared: str, relations: list[str], text: str) -> str:
    """Return the kind of way that a link is, '' for none."""
    known = next((KIND_BY_RELATION[one] for one in relations if one in KIND_BY_RELATION), "")
    plain = declared if declared in KIND_BY_TYPE else declared.partition("+")[0]
    if plain in KIND_BY_TYPE or known:
        return KIND_BY_TYPE.get(plain, known)
    parts = split_address(url)
    if "verb=" in parts.query or _OAI.search(parts.path) or "oai-pmh" in text.casefold():
        return "oai-pmh"
    if _SRU.search(parts.query) or _SRU_PATH.search(parts.path):
        return "sru"
    if ending := _ENDING.search(parts.path):
        return ending[1].lower()
    values = {value.casefold() for name, value in parse_qsl(parts.query) if name in FORMAT_NAMES}
    for name in ("csv", "tsv", "json"):
        if name in values:
            return name
    return "api" if _API.search(parts.path) else ""
