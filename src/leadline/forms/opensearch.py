"""Address templates: query interfaces that a page states without a form.

OpenSearch 1.1 descriptions (``<link rel=search>`` leads to one) and schema.org ``SearchAction``
(JSON-LD or microdata) both give an address with names in braces. Where the name is a whole
parameter the interface is an ordinary GET form. Elsewhere (``/find/{terms}``) its control has the
braced name, and ``submit_form`` puts the value in its place.

>>> form = from_template("http://h.test/s?q={searchTerms}&n={count?}&x=1", "http://h.test/")
>>> [(c.name, c.kind, c.value) for c in form.controls]
[('q', 'search', ''), ('x', 'hidden', '1')]
"""

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any, Final
from urllib.parse import parse_qsl, urljoin, urlsplit, urlunsplit

from leadline.forms.submit.encoding import standard_charset
from leadline.model import Control, QueryInterface
from leadline.page.dom import Document, parse_html
from leadline.page.json_text import read_json

TEMPLATE_SCORE: Final = 2.0
"""Score of a template, below visible forms: many are site searches, some are dead."""

_TERMS_NAME: Final = re.compile(r"search_?terms?|query|search|keyword|^q$|^s$|term", re.IGNORECASE)
PAGING_NAMES: Final = frozenset({"startindex", "startpage", "count"})
_BRACED: Final = re.compile(r"\{([^{}]{1,80}?)(\?)?\}")
MAX_SCRIPTS_READ: Final = 30
"""JSON-LD scripts of a page that are read."""
MAX_SCRIPT_LENGTH: Final = 200_000
"""Characters of a JSON-LD script that is read."""
MAX_JSON_VALUES: Final = 5_000
"""Values of a JSON-LD script that are searched."""
OPENSEARCH_TYPE: Final = "application/opensearchdescription+xml"


def opensearch_links(document: Document) -> list[str]:
    """Return addresses of the OpenSearch descriptions that a page names."""
    return [
        document.link(node)
        for node in document.elements("link")
        if "search" in document.attribute(node, "rel").casefold().split()
        and document.attribute(node, "type").strip().casefold() == OPENSEARCH_TYPE
        and document.link(node)
    ]


def from_opensearch(description: str, url: str) -> tuple[QueryInterface, ...]:
    """Return the interfaces of an OpenSearch description, feeds first, no suggestions."""
    document = parse_html(description, url)
    charset = _input_encoding(document)
    interfaces: list[tuple[bool, QueryInterface]] = []
    for node in document.elements("url"):
        kind = document.attribute(node, "type").casefold()
        interface = from_template(document.attribute(node, "template"), url, charset)
        if interface is not None and "suggest" not in kind and "json" not in kind:
            interfaces.append(("html" in kind, interface))
    interfaces.sort(key=lambda pair: pair[0])
    return tuple(interface for _, interface in interfaces)


def _input_encoding(document: Document) -> str:
    for node in document.elements("inputencoding"):
        return standard_charset(document.visible_text(node)) or "utf-8"
    return "utf-8"


def search_actions(document: Document) -> tuple[QueryInterface, ...]:
    """Return the schema.org SearchActions of a page as interfaces, each address once."""
    by_template: dict[str, QueryInterface] = {}
    for template in (*_in_json(document), *_in_microdata(document)):
        interface = from_template(template, document.url)
        if interface is not None:
            by_template.setdefault(template, interface)
    return tuple(by_template.values())


def _in_json(document: Document) -> Iterator[str]:
    for kind, text in document.scripts[:MAX_SCRIPTS_READ]:
        if "ld+json" not in kind or "SearchAction" not in text or len(text) > MAX_SCRIPT_LENGTH:
            continue
        yield from _targets(read_json(text))


def _targets(value: Any) -> Iterator[str]:
    """Yield address templates of all SearchActions inside a JSON value."""
    waiting, seen = [value], 0
    while waiting and seen < MAX_JSON_VALUES:
        item = waiting.pop()
        seen += 1
        if isinstance(item, list):
            waiting += item[::-1]
        elif isinstance(item, dict):
            kinds = item.get("@type")
            if kinds == "SearchAction" or (isinstance(kinds, list) and "SearchAction" in kinds):
                yield from _templates(item.get("target"))
            waiting += [inner for inner in item.values() if isinstance(inner, (dict, list))][::-1]


def _templates(target: Any) -> Iterator[str]:
    for entry in target if isinstance(target, list) else [target]:
        text = entry.get("urlTemplate") if isinstance(entry, dict) else entry
        if isinstance(text, str):
            yield text


def _in_microdata(document: Document) -> Iterator[str]:
    for node in document.elements("meta"):
        if document.attribute(node, "itemprop") in {"target", "urlTemplate"}:
            yield document.attribute(node, "content")


def from_template(template: str, page_url: str, charset: str = "utf-8") -> QueryInterface | None:
    """Return an address template as an interface, None if it names no search terms."""
    names = [match.group(1) for match in _BRACED.finditer(template)]
    terms = next((name for name in names if _TERMS_NAME.search(name)), "")
    if not terms or len(template) > 2000:
        return None
    template = _BRACED.sub(lambda m: _template_part(m, terms), template)
    marker = f"{{{terms}}}"
    try:
        parts = urlsplit(urljoin(page_url, template))
    except ValueError:
        return None
    pairs = parse_qsl(parts.query, keep_blank_values=True)
    if parts.scheme not in {"http", "https"}:
        return None
    controls: tuple[Control, ...] = (Control(marker, "search", required=True),)
    if any(value == marker for _, value in pairs):
        parts = parts._replace(query="")
        controls = tuple(
            Control(name, "search", required=True)
            if value == marker
            else Control(name, "hidden", value=value)
            for name, value in pairs
            if value
        )
    action = urlunsplit(parts._replace(fragment=""))
    form = QueryInterface("", page_url, action, "GET", controls, charset=charset)
    return replace(form, kind="search", score=TEMPLATE_SCORE)


def _template_part(match: re.Match[str], terms: str) -> str:
    """Keep the terms, drop optional parts, start paging at one."""
    if match.group(1) == terms:
        return f"{{{terms}}}"
    known = match.group(1).casefold()
    if match.group(2):
        return ""
    return {"inputencoding": "UTF-8", "outputencoding": "UTF-8", "language": "*"}.get(
        known, "1" if known in PAGING_NAMES else ""
    )
