"""Records that need no mining: JSON responses, JSON-LD in a page, schema.org microdata.

A JSON value holds records where it holds an array of like objects: the array with most values
wins, its objects are flattened to columns (``artist.name``), lists of plain values are joined.

>>> body = '{"total": 2, "hits": [{"id": 1, "by": {"name": "Ann"}, "tags": ["a", "b"]}, {"id": 2}]}'
>>> for record in json_records(body):
...     print([(field.column, field.value) for field in record])
[('id', '1'), ('by.name', 'Ann'), ('tags', 'a | b')]
[('id', '2')]
"""

from __future__ import annotations

import json
from collections import Counter
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urljoin

from leadline.model import DataRegion, Field, RecordSpan
from leadline.records.values import JOIN

if TYPE_CHECKING:
    from collections.abc import Iterator

    from leadline.dom import Document

LEAST_ALIKE: Final = 0.5
"""Share of an array's objects that must have a key for it to count as theirs."""
DEEPEST: Final = 6
"""Objects in objects that become columns; what lies deeper is kept as JSON text."""
MOST_OPEN: Final = 2_000_000
ADDRESS_KEYS: Final = ("url", "href", "link", "uri", "@id", "permalink")
IMAGE_KEYS: Final = ("image", "thumbnail", "img", "photo", "picture", "logo")
WRAPPED: Final = ("item", "node", "_source", "document", "attributes")
"""Keys under which lists keep the thing itself beside its position or score."""


def json_records(body: str, base: str = "") -> tuple[tuple[Field, ...], ...]:
    """The records of a JSON response, () if it is no JSON or holds no array of like objects."""
    try:
        value = json.loads(body)
    except (ValueError, RecursionError):
        return ()
    best = max(_arrays(value), key=_worth, default=[])
    return tuple(fields for held in best if (fields := tuple(_fields(held, base))))


def linked_data(document: Document) -> tuple[tuple[Field, ...], ...]:
    """The records of a page's JSON-LD: its longest list of like things."""
    found: list[tuple[tuple[Field, ...], ...]] = []
    single: list[Any] = []
    for _, text in document.scripts:
        if records := json_records(text, document.base):
            found.append(records)
        else:
            single.append(text)
    if len(single) > 1:
        found.append(json_records(f"[{','.join(single)}]", document.base))
    return max(found, key=len, default=())


def mine_microdata(document: Document, limit: int) -> tuple[DataRegion, ...]:
    """Elements of one ``itemtype`` that are not inside another item, as data regions.

    >>> from leadline.dom import parse_html
    >>> item = "<li itemscope itemtype=http://schema.org/Book><i itemprop=name>{}</i>".format
    >>> page = parse_html(f"<ul>{item('Emma')}{item('Ulysses')}</ul>", "")
    >>> [len(region.records) for region in mine_microdata(page, 5)]
    [2]
    """
    sets: dict[str, list[int]] = {}
    behind = 0
    for node, held in enumerate(document.attributes):
        kind = held.get("itemtype")
        if kind and "itemscope" in held and "itemprop" not in held and node >= behind:
            sets.setdefault(kind, []).append(node)
            if len(sets[kind]) > 1 or kind.rpartition("/")[2] not in PAGES:
                behind = document.end[node]
    regions = [
        DataRegion(
            document.parent[nodes[0]],
            tuple(RecordSpan((node,)) for node in nodes),
            float(len(nodes)),
            "microdata",
        )
        for nodes in sets.values()
        if len(nodes) > 1
    ]
    return tuple(sorted(regions, key=lambda region: -region.score)[:limit])


PAGES: Final = frozenset({
    "WebPage", "SearchResultsPage", "CollectionPage", "ItemList", "Blog", "WebSite", "ItemPage",
    "ProfilePage", "BreadcrumbList", "OfferCatalog", "DataCatalog", "Organization", "Store",
})  # fmt: skip
"""Types that stand for the page or its list: the records are inside them."""


def _arrays(value: Any) -> Iterator[list[dict[str, Any]]]:
    """Every array of two objects or more, outer ones first (no recursion)."""
    todo = [value]
    opened = 0
    while todo and opened < MOST_OPEN:
        held = todo.pop(0) if len(todo) < 64 else todo.pop()
        opened += 1
        if isinstance(held, list):
            objects = [_unwrapped(item) for item in held if isinstance(item, dict)]
            if len(objects) > 1 and 2 * len(objects) >= len(held):
                yield objects
            todo += [item for item in held if isinstance(item, dict | list)]
        elif isinstance(held, dict):
            todo += [item for item in held.values() if isinstance(item, dict | list)]


def _unwrapped(item: dict[str, Any]) -> dict[str, Any]:
    """The thing inside ``{"@type": "ListItem", "position": 1, "item": {...}}``."""
    for name in WRAPPED:
        inner = item.get(name)
        if isinstance(inner, dict) and len(inner) > 1:
            return {**inner, **{k: v for k, v in item.items() if k == "id" and k not in inner}}
    return item


def _worth(objects: list[dict[str, Any]]) -> float:
    """How many values the objects share: objects times the keys that half of them have."""
    keys = Counter(key for item in objects for key, value in item.items() if value is not None)
    common = sum(times for times in keys.values() if times >= LEAST_ALIKE * len(objects))
    return common * (1.0 if len(keys) > 1 else 0.5)


def _fields(item: dict[str, Any], base: str) -> Iterator[Field]:
    todo: list[tuple[str, Any, int]] = [("", item, 0)]
    while todo:
        name, value, depth = todo.pop()
        if isinstance(value, dict) and depth < DEEPEST:
            inner = [(f"{name}.{key}" if name else key or "_", v) for key, v in value.items()]
            todo += [(key, held, depth + 1) for key, held in reversed(inner)]
        elif (text := _text(value)) and not name.endswith("@context"):
            yield _field(name, text, base)


def _text(value: Any) -> str:
    if isinstance(value, str):
        return value.strip()
    if value is None or value == [] or value == {}:
        return ""
    if isinstance(value, list) and all(isinstance(part, str | int | float) for part in value):
        return JOIN.join(str(part) for part in value)
    return json.dumps(value, ensure_ascii=False, sort_keys=True)


def _field(name: str, text: str, base: str) -> Field:
    key = name.rpartition(".")[2].casefold()
    absolute = text.startswith(("http://", "https://"))
    if absolute or text.startswith("/"):
        if key.endswith(ADDRESS_KEYS) or (absolute and " " not in text):
            image = any(word in name.casefold() for word in IMAGE_KEYS)
            return Field(name, _join(base, text), "image" if image else "link")
        if key.endswith(IMAGE_KEYS):
            return Field(name, _join(base, text), "image")
    return Field(name, text)


def _join(base: str, address: str) -> str:
    try:
        return urljoin(base, address)
    except ValueError:
        return address
