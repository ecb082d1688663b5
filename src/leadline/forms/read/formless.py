"""Addresses that formless controls are sent to, from handlers, links and data attributes.

A script sends a box and a button without a form. Its address is what its handler goes to with a
word in the box, or stands in a link or a data attribute beside it. A box without a name takes the
name of the parameter that holds its word, else of the empty one.

>>> from leadline.page.dom import parse_html
>>> html = '''<div><input id=w><b onclick="location.href='/find?kw='+w.value">Go</b></div>'''
>>> page = parse_html(html, "http://h/")
>>> script_target(page, next(page.elements("div")))
('http://h/find', 'kw')
"""

from collections.abc import Iterator
from typing import Final
from urllib.parse import parse_qsl, urljoin, urlsplit, urlunsplit

from leadline.forms.lexicon import concepts, is_search_name
from leadline.page.action.read import TYPED, address_called
from leadline.page.dom import Document
from leadline.page.urls import is_script_address

MAX_GROUP_NODES: Final = 60
"""Nodes of a group of controls that are searched for an address."""
SCRIPT_ATTRIBUTES: Final = ("onclick", "onkeypress", "onkeyup", "onkeydown", "onchange")
ADDRESS_ATTRIBUTES: Final = ("data-action", "data-url", "data-search-url", "data-href")


def script_target(document: Document, group: int) -> tuple[str, str]:
    """Return the address of a group of formless controls and its empty parameter, or ''s."""
    for url in filter(None, _addresses(document, group)):
        try:
            parts = urlsplit(urljoin(document.base, url))
        except ValueError:
            continue
        pairs = parse_qsl(parts.query, True)
        empty = [name for name, value in pairs if value == TYPED]
        empty = empty or [name for name, value in pairs if not value]
        if TYPED in parts.path:
            continue  # no part of a path is filled
        if parts.scheme in {"http", "https"} and (empty or not parts.query):
            address = urlunsplit(parts._replace(query="", fragment=""))
            return address, next(
                (n for n in empty if is_search_name(n)), empty[-1] if empty else ""
            )
    return "", ""


def _addresses(document: Document, group: int) -> Iterator[str]:
    nodes = range(group, min(document.end[group], group + MAX_GROUP_NODES))
    boxes = [node for node in nodes if document.tag[node] == "input"]
    for node in nodes:
        has = document.attributes[node]
        if not has:
            continue
        for name in SCRIPT_ATTRIBUTES:
            yield address_called(document, node, has.get(name) or "", boxes)
        for name in ADDRESS_ATTRIBUTES:
            yield (has.get(name) or "").strip()
        if document.tag[node] == "a" and "search" in concepts(document.visible_text(node)[:40]):
            href = (has.get("href") or "").strip()
            yield address_called(document, node, href, boxes) if is_script_address(href) else href
