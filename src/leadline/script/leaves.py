"""Leaves of a request: its parameters, path segments, form fields and values of JSON, by place.

A place is ("query", name), ("path", number), ("form", name) or ("json", step, step, ...). JSON may
also stand in a parameter or field: ("query", name, "json", step, ...). ("url",) is the address.

>>> from leadline.model import Request
>>> asked = Request("POST", "http://h.test/api/7?v=1", (), b'{"q": "sea", "page": 1}')
>>> leaves(asked)[("json", "q")], leaves(asked)[("query", "v")], leaves(asked)[("path", 1)]
('sea', '1', '7')
>>> with_leaf(asked, ("json", "page"), 2).body
b'{"q":"sea","page":2}'
>>> with_leaf(asked, ("path", 1), "a b").url
'http://h.test/api/a%20b?v=1'
"""

from __future__ import annotations

import json
from dataclasses import replace
from itertools import islice, pairwise
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import quote, quote_plus, unquote, unquote_plus

from leadline.page.urls import resolved

if TYPE_CHECKING:
    from collections.abc import Iterator

    from leadline.model import Request

Place = tuple[str | int, ...]
Leaf = str | int | float | bool | None

MAX_LEAVES: Final = 2_000
MAX_LEAF_DEPTH: Final = 30


def leaves(request: Request) -> dict[Place, Leaf]:
    """Return the leaves of a request by place, decoded."""
    return dict(islice(_all(request), MAX_LEAVES))


def _all(request: Request) -> Iterator[tuple[Place, Leaf]]:
    address, _, query = request.url.partition("?")
    for number, segment in enumerate(_segments(address)):
        yield ("path", number), unquote(segment)
    yield from _fields("query", query.partition("#")[0])
    body = request.body.decode("utf-8", "replace")
    if _is_json(body):
        for place, leaf in _json_leaves(body):
            yield ("json", *place), leaf
    elif body and "=" in body.partition("&")[0]:
        yield from _fields("form", body)


def _segments(address: str) -> list[str]:
    return address.partition("://")[2].split("/")[1:]


def _fields(kind: str, text: str) -> Iterator[tuple[Place, Leaf]]:
    for pair in text.split("&") if text else ():
        name, _, value = pair.partition("=")
        decoded = unquote_plus(value)
        place: Place = (kind, unquote_plus(name))
        if _is_json(decoded):
            for steps, leaf in _json_leaves(decoded):
                yield (*place, "json", *steps), leaf
        else:
            yield place, decoded


def _is_json(text: str) -> bool:
    return text[:1] in ("{", "[") and _loaded(text) is not None


def _loaded(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def _json_leaves(text: str) -> Iterator[tuple[Place, Leaf]]:
    todo: list[tuple[Place, Any]] = [((), _loaded(text))]
    while todo:
        place, value = todo.pop()
        if isinstance(value, dict | list) and value and len(place) < MAX_LEAF_DEPTH:
            pairs = value.items() if isinstance(value, dict) else enumerate(value)
            todo += [((*place, step), inner) for step, inner in pairs]
        elif not isinstance(value, dict | list):
            yield place, value


def with_leaf(request: Request, place: Place, value: Leaf) -> Request:
    """Return the request with another value at a place; what it lacks is added."""
    kind, steps = place[0], place[1:]
    if kind == "url":
        return replace(request, url=resolved(request.url, str(value)))
    address, mark, query = request.url.partition("?")
    if kind == "path":
        start, _, path = address.partition("://")
        parts = path.split("/")
        parts[int(steps[0]) + 1] = quote(str(value), safe="")
        return replace(request, url=f"{start}://{'/'.join(parts)}{mark}{query}")
    if kind == "query":
        return replace(request, url=f"{address}?{_with_field(query, steps, value)}")
    if kind == "form":
        body = _with_field(request.body.decode("utf-8", "replace"), steps, value)
        return replace(request, body=body.encode())
    return replace(request, body=_with_json(request.body.decode(), steps, value).encode())


def _with_field(text: str, steps: Place, value: Leaf) -> str:
    """Set a field of an encoded form; the bytes of the other fields stay."""
    name, pairs, is_set = str(steps[0]), text.split("&") if text else [], False
    for number, pair in enumerate(pairs):
        raw, _, old = pair.partition("=")
        if unquote_plus(raw) == name and not is_set:
            new = _with_json(unquote_plus(old), steps[2:], value) if len(steps) > 1 else value
            encoded = quote(str(new), safe="") if "%20" in old else quote_plus(str(new))
            pairs[number], is_set = f"{raw}={encoded}", True
    if not is_set:
        pairs.append(f"{quote_plus(name)}={quote_plus(str(value))}")
    return "&".join(pairs)


def _with_json(text: str, steps: Place, value: Leaf) -> str:
    data = json.loads(text)
    inner = data
    for step, after in pairwise(steps):
        if isinstance(inner, dict) and not isinstance(inner.get(str(step)), dict | list):
            inner[str(step)] = [] if isinstance(after, int) else {}
        inner = inner[step]
    inner[steps[-1]] = value
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))
