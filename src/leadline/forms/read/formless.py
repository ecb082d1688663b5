"""Where controls outside every form are sent: what links, data attributes and scripts beside say.

A box and a button without a form are sent by a script. Where the script is a line in an attribute
(``location.href='/find?kw='+this.value``), or a link or a data attribute beside names the address,
the address is known without running it; a box without a name takes that of the parameter.

>>> from leadline.page.dom import parse_html
>>> html = '''<div><input id=w><b onclick="location.href='/find?kw='+w.value">Go</b></div>'''
>>> page = parse_html(html, "http://h/")
>>> script_target(page, next(page.elements("div")))
('http://h/find', 'kw')
"""

from __future__ import annotations

import re
from itertools import islice
from typing import TYPE_CHECKING, Final
from urllib.parse import parse_qsl, urljoin, urlsplit, urlunsplit

from leadline.forms.lexicon import concepts, is_search_name

if TYPE_CHECKING:
    from collections.abc import Iterator

    from leadline.page.dom import Document

MAX_GROUP_NODES: Final = 60
SCRIPT_ATTRIBUTES: Final = ("onclick", "onkeypress", "onkeyup", "onkeydown", "onchange")
ADDRESS_ATTRIBUTES: Final = ("data-action", "data-url", "data-search-url", "data-href")
_ADDRESS: Final = re.compile(
    r"(?:location(?:\.href)?\s*=|location\.(?:assign|replace)\(|window\.open\()\s*"
    r"(['\"])(?P<url>[^'\"]{1,300})\1"
)


def script_target(document: Document, group: int) -> tuple[str, str]:
    """The address that a group of loose controls is sent to and its empty parameter; or ''s."""
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
            if found := _ADDRESS.search(has.get(name) or ""):
                yield found["url"]
        for name in ADDRESS_ATTRIBUTES:
            if url := (has.get(name) or "").strip():
                yield url
        if document.tag[node] == "a" and "search" in concepts(document.visible_text(node)[:40]):
            yield (has.get("href") or "").strip()
