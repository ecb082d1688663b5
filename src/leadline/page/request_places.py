"""Places in a request: its parameters, path segments, form fields and values of JSON.

The bytes of other places stay when one is written; what stands at a place already is not written.

A place is ("query", name), ("path", number), ("form", name), ("part", name) of a form in parts, or
("json", step, step, ...). JSON may also stand in a parameter or field, ("query", name, "json",
step, ...), and in lines, ("lines", number, step, ...). Others are asked for by name: ("url",) is
the address, (..., "#", text) the number behind that text in a value.

>>> asked = Request("POST", "http://h.test/api/7?v=1", (), b'{"q": "sea", "page": 1}')
>>> places_in(asked)[("json", "q")], places_in(asked)[("query", "v")], places_in(asked)[("path", 1)]
('sea', '1', '7')
>>> with_place(asked, ("json", "page"), 2).body
b'{"q":"sea","page":2}'
"""

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice, pairwise
from typing import Any, Final
from urllib.parse import quote, quote_plus, unquote, unquote_plus

from leadline.model import Request
from leadline.page.json_text import read_json
from leadline.page.urls import resolved

Place = tuple[str | int, ...]
Leaf = str | int | float | bool | None

MAX_LEAVES: Final = 2_000
MAX_LEAF_DEPTH: Final = 30
NUMBER_STEP: Final = "#"
"""Step of a place to a number in a text: the name and the signs before it follow."""
MAX_BATCH_LINES: Final = 100
_WHOLE_INT: Final = re.compile(r"\d+")
_BEFORE: Final = re.compile(r"[^\W\d]*\W*$")
_PART_END: Final = "\r\n--"
_PART_HEAD: Final = re.compile(
    r"\r\n(?i:content-disposition): form-data; name=\"([^\"\r\n]{1,200})\"\r\n\r\n"
)
"""Head of a field of a form that is sent in parts (RFC 7578), but of no file."""


def places_in(request: Request) -> dict[Place, Leaf]:
    """Return the values of a request by place, decoded; of several at one place the first."""
    found: dict[Place, Leaf] = {}
    for place, leaf in islice(_all(request), MAX_LEAVES):
        found.setdefault(place, leaf)
    return found


def _text_of(request: Request) -> str:
    """Return the body as a text from which ``_with_text`` makes the same bytes again."""
    return request.body.decode("utf-8", "surrogateescape")


def _with_text(request: Request, text: str) -> Request:
    return replace(request, body=text.encode("utf-8", "surrogateescape"))


def _all(request: Request) -> Iterator[tuple[Place, Leaf]]:
    address, _, query = request.url.partition("#")[0].partition("?")
    for number, segment in enumerate(_segments(address)):
        yield ("path", number), unquote(segment)
    yield from _fields("query", query)
    body = request.body.decode("utf-8", "replace")
    if _is_json(body):
        for place, leaf in _json_leaves(body):
            yield ("json", *place), leaf
    elif body[:1] == "{":
        for number, line in enumerate(body.split("\n")[:MAX_BATCH_LINES]):
            for place, leaf in _json_leaves(line) if _is_json(line) else ():
                yield ("lines", number, *place), leaf
    elif body[:2] == "--":
        for part in body.split(_PART_END):
            if head := _PART_HEAD.search(part):
                yield ("part", head[1]), part[head.end() :]
    elif body and "=" in body.partition("&")[0]:
        yield from _fields("form", body)


def place_at(request: Request, place: Place) -> Leaf:
    """Return the value at a place, that of a number in a text too."""
    if place[-2:-1] == (NUMBER_STEP,):
        found = _number_in(place_at(request, place[:-2]), place[-1])
        return found[0] if found is not None else None
    return places_in(request).get(place)


def _number_in(text: Leaf, before: str | int) -> re.Match[str] | None:
    numbers = _WHOLE_INT.finditer(text) if isinstance(text, str) else ()
    return next((one for one in numbers if text_before(str(text), one) == before), None)


def text_before(text: str, number: re.Match[str]) -> str:
    """Return the name and the signs right before a number in a text."""
    match = _BEFORE.search(text[max(0, number.start() - 40) : number.start()])
    return match[0] if match is not None else ""


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
    return text[:1] in ("{", "[") and read_json(text) is not None


def _json_leaves(text: str) -> Iterator[tuple[Place, Leaf]]:
    todo: list[tuple[Place, Any]] = [((), read_json(text))]
    while todo:
        place, value = todo.pop()
        if isinstance(value, dict | list) and value and len(place) < MAX_LEAF_DEPTH:
            pairs = value.items() if isinstance(value, dict) else enumerate(value)
            todo += [((*place, step), inner) for step, inner in pairs]
        elif not isinstance(value, dict | list):
            yield place, value


def with_place(request: Request, place: Place, value: Leaf) -> Request:
    """Return the request with another value at a place; what it lacks is added."""
    kind, steps = place[0], place[1:]
    old = place_at(request, place)
    if (type(value), value) == (type(old), old) and (
        old is not None or place in places_in(request)
    ):
        return request
    if place[-2:-1] == (NUMBER_STEP,):
        text = place_at(request, place[:-2])
        found = _number_in(text, place[-1])
        if found is None:
            return request
        text = f"{str(text)[: found.start()]}{value}{str(text)[found.end() :]}"
        return with_place(request, place[:-2], text)
    if kind == "url":
        return replace(request, url=resolved(request.url, str(value)))
    url, *fragment = request.url.split("#", 1)
    address, mark, query = url.partition("?")
    if kind == "path":
        start, _, path = address.partition("://")
        parts = path.split("/")
        parts[int(steps[0]) + 1] = quote(str(value), safe="")
        url = f"{start}://{'/'.join(parts)}{mark}{query}"
        return replace(request, url="#".join([url, *fragment]))
    if kind == "query":
        url = f"{address}?{_with_field(query, steps, value)}"
        return replace(request, url="#".join([url, *fragment]))
    if kind == "form":
        return _with_text(request, _with_field(_text_of(request), steps, value))
    if kind == "part":
        parts = _text_of(request).split(_PART_END)
        for number, part in enumerate(parts):
            if (head := _PART_HEAD.search(part)) and head[1] == steps[0]:
                parts[number] = f"{part[: head.end()]}{value}"
        return _with_text(request, _PART_END.join(parts))
    if kind == "lines":
        lines = _text_of(request).split("\n")
        lines[int(steps[0])] = _with_json(lines[int(steps[0])], steps[1:], value)
        return _with_text(request, "\n".join(lines))
    return _with_text(request, _with_json(_text_of(request), steps, value))


def without_place(request: Request, place: Place) -> Request:
    """Return the request without a value: a parameter, a field of a form, or a name in JSON.

    >>> asked = Request("POST", "http://h.test/api?v=1&w=", (), b'{"q": {"a": 1, "b": 2}, "n": 3}')
    >>> without_place(asked, ("query", "v")).url, without_place(asked, ("json", "q", "a")).body
    ('http://h.test/api?w=', b'{"q":{"b":2},"n":3}')
    """
    kind, steps = place[0], place[1:]
    if kind in ("query", "form") and len(steps) == 1:
        address, mark, query = request.url.partition("?")
        text = query if kind == "query" else _text_of(request)
        pairs = (one for one in text.split("&") if unquote_plus(one.partition("=")[0]) != steps[0])
        left = "&".join(pairs)
        if kind == "form":
            return _with_text(request, left)
        return replace(request, url=f"{address}{mark if left else ''}{left}")
    if kind == "json" and steps:
        data = json.loads(request.body)
        inner = data
        for step in steps[:-1]:
            inner = inner[step]
        del inner[steps[-1]]
        return _with_text(request, json.dumps(data, ensure_ascii=False, separators=(",", ":")))
    return with_place(request, place, "")


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
        new = _with_json("{}", steps[2:], value) if len(steps) > 1 else value
        pairs.append(f"{quote_plus(name)}={quote_plus(str(new))}")
    return "&".join(pairs)


def _with_json(text: str, steps: Place, value: Leaf) -> str:
    data = json.loads(text)
    inner = data
    for step, after in pairwise(steps):
        if isinstance(inner, list) and step == len(inner):
            inner.append([] if isinstance(after, int) else {})
        if isinstance(inner, dict) and not isinstance(inner.get(str(step)), dict | list):
            inner[str(step)] = [] if isinstance(after, int) else {}
        inner = inner[step]
    if isinstance(inner, list) and steps[-1] == len(inner):
        inner.append(value)
    inner[steps[-1]] = value
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))
