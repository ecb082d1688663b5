"""Addresses that formless controls are sent to, from links, data attributes and inline scripts.

A script sends a box and a button without a form. Its address is known without running it if it
stands in an attribute (``location.href='/find?kw='+this.value``), or in a link or a data attribute
beside the box. A box without a name takes the name of the empty parameter.

>>> from leadline.page.dom import parse_html
>>> html = '''<div><input id=w><b onclick="location.href='/find?kw='+w.value">Go</b></div>'''
>>> page = parse_html(html, "http://h/")
>>> script_target(page, next(page.elements("div")))
('http://h/find', 'kw')
"""

import re
from collections.abc import Iterator
from itertools import islice
from typing import Final
from urllib.parse import parse_qsl, urljoin, urlsplit, urlunsplit

from leadline.forms.lexicon import concepts, is_search_name
from leadline.page.dom import Document

MAX_GROUP_NODES: Final = 60
"""Nodes of a group of controls that are searched for an address."""
SCRIPT_ATTRIBUTES: Final = ("onclick", "onkeypress", "onkeyup", "onkeydown", "onchange")
ADDRESS_ATTRIBUTES: Final = ("data-action", "data-url", "data-search-url", "data-href")
_ADDRESS: Final = re.compile(
    r"(?:location(?:\.href)?\s*=|location\.(?:assign|replace)\(|window\.open\()\s*"
    r"(['\"])(?P<url>[^'\"]{1,300})\1"
)


def script_target(document: Document, group: int) -> tuple[str, str]:
    """Return the address of a group of formless controls and its empty parameter, or ''s."""
    for url in _addresses(document, group):
        try:
            parts = urlsplit(urljoin(document.base, url))
        except ValueError:
            continue
        empty = [name for name, value in parse_qsl(parts.query, True) if not value]
        if parts.scheme in {"http", "https"} and (empty or not parts.query):
            address = urlunsplit(parts._replace(query="", fragment=""))
            return address, next(
                (n for n in empty if is_search_name(n)), empty[-1] if empty else ""
            )
    return "", ""


def _addresses(document: Document, group: int) -> Iterator[str]:
    for node in islice(range(group, document.end[group]), MAX_GROUP_NODES):
        has = document.attributes[node]
        if not has:
            continue
        for name in SCRIPT_ATTRIBUTES:
            if match := _ADDRESS.search(has.get(name) or ""):
                yield match["url"]
        for name in ADDRESS_ATTRIBUTES:
            if url := (has.get(name) or "").strip():
                yield url
        if document.tag[node] == "a" and "search" in concepts(document.visible_text(node)[:40]):
            yield (has.get("href") or "").strip()
