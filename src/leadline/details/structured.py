"""Data for machines in a record page: JSON-LD and microdata.

>>> from leadline.page.dom import parse_html
>>> html = '''<script type="application/ld+json">{"@type": "Book", "name": "Emma",
... "author": [{"name": "Jane Austen"}], "offers": {"price": 4}}</script>'''
>>> [(entry.label, entry.values) for entry in json_ld_entries(parse_html(html, "http://h.test/"))]
[('name', ('Emma',)), ('author', ('Jane Austen',)), ('offers price', ('4',))]
"""

import json
from collections.abc import Iterator
from typing import Any, Final

from leadline.details.entries import Entry, FieldKind, folded_values
from leadline.page.dom import Document
from leadline.page.json_text import read_json

MAX_DATA_DEPTH: Final = 8
MAX_DATA_VALUES: Final = 2_000
PAGE_TYPES: Final = frozenset(
    {"website", "organization", "searchaction", "imageobject", "listitem", "sitenavigationelement"}
)
"""Types of objects that describe the site or the page."""
ADDRESS_TAGS: Final = {"a": "href", "area": "href", "link": "href", "img": "src", "source": "src"}
VALUE_ATTRIBUTES: Final = {"meta": "content", "data": "value", "meter": "value", "time": "datetime"}


def json_ld_entries(document: Document) -> list[Entry]:
    """Return the values of JSON-LD, inner objects under the names that lead to them."""
    values: dict[tuple[str, str], list[str]] = {}
    for _, text in document.scripts:
        for path, value in _leaves(read_json(text)):
            if len(values) < MAX_DATA_VALUES:
                values.setdefault(path, []).append(value)
    return [
        Entry(f"ld:{kind}.{name}", name, folded, _kind_of(name, folded))
        for (kind, name), texts in values.items()
        if (folded := folded_values(dict.fromkeys(texts)))
    ]


def _leaves(data: Any) -> Iterator[tuple[tuple[str, str], str]]:
    """Yield (type of the outermost object, names) and value, in the order of the text."""
    waiting: list[tuple[Any, str, str, int]] = [(data, "", "", 0)]
    while waiting:
        value, kind, name, depth = waiting.pop()
        if depth > MAX_DATA_DEPTH:
            continue
        if isinstance(value, list):
            waiting += [(item, kind, name, depth + 1) for item in reversed(value)]
        elif isinstance(value, dict):
            own = value.get("@type")
            own = own if isinstance(own, str) else ""
            if not own and not name and "@context" not in value and "@graph" not in value:
                continue  # data of a script, not a description
            if own.casefold() in PAGE_TYPES and not name:
                continue
            waiting += [
                (inner, kind or own, name if key == "@graph" else _joined(name, key), depth + 1)
                for key, inner in reversed(value.items())
                if key == "@graph" or not key.startswith("@")
            ]
        elif value is not None and name:
            text = value if isinstance(value, str) else json.dumps(value)
            yield (kind, name), text


def _joined(above: str, key: str) -> str:
    """Return the name of an inner value; the name of a named thing is the thing's own."""
    if above and key in ("name", "@value", "itemListElement", "item"):
        return above
    return f"{above} {key}".strip()


def _kind_of(name: str, values: tuple[str, ...]) -> FieldKind:
    if not all(value.startswith(("http://", "https://")) for value in values):
        return "text"
    return "image" if any(word in name.casefold() for word in ("image", "logo")) else "link"


def microdata_entries(document: Document) -> list[Entry]:
    """Return the values of elements with ``itemprop``, under the names around them.

    >>> from leadline.page.dom import parse_html
    >>> page = '<p itemscope><b itemprop="name">Emma</b><i itemprop=by itemscope><a itemprop=name>J'
    >>> [(entry.label, entry.values) for entry in microdata_entries(parse_html(page, ""))]
    [('name', ('Emma',)), ('by', ('J',))]
    """
    values: dict[tuple[str, FieldKind], list[str]] = {}
    names: dict[int, str] = {}
    for node, attributes in enumerate(document.attributes):
        if not attributes or "itemprop" not in attributes:
            continue
        above = next((names[up] for up in document.ancestors(node) if up in names), "")
        prop = (attributes["itemprop"] or "").strip().split(" ")[0]
        name = _joined(above, prop.rpartition("/")[2])
        if "itemscope" in attributes:
            names[node] = name
        elif prop and len(values) < MAX_DATA_VALUES:
            text, kind = _property(document, node)
            values.setdefault((name, kind), []).append(text)
    return [
        Entry(f"md:{name}", name, folded, kind)
        for (name, kind), texts in values.items()
        if (folded := folded_values(dict.fromkeys(texts)))
    ]


def _property(document: Document, node: int) -> tuple[str, FieldKind]:
    """Return the value of a microdata property; a link with a text is that text."""
    tag, text = document.tag[node], document.visible_text(node)
    if tag in ADDRESS_TAGS and not text:
        kind: FieldKind = "image" if tag in ("img", "source") else "link"
        return document.link(node, ADDRESS_TAGS[tag]), kind
    stated = document.attribute(node, "content")
    stated = stated or document.attribute(node, VALUE_ATTRIBUTES.get(tag, "content"))
    return stated or text, "text"
