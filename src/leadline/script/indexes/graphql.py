"""A GraphQL API that a page lets people explore: its own description names its lists.

A query lists records if its type is a list of objects, or an object that holds one (as a page of
``edges`` with a ``node`` each), and if it needs no value. Only queries are asked, no mutation.

>>> def named(kind, name="", of=None, **more):
...     return {"kind": kind, "name": name, "ofType": of, **more}
>>> word = named("SCALAR", "String")
>>> book = named("OBJECT", "Book", fields=[{"name": "title", "args": [], "type": word}])
>>> limit = {"name": "limit", "type": named("SCALAR", "Int"), "defaultValue": None}
>>> field = {"name": "books", "args": [limit], "type": named("LIST", of=named("OBJECT", "Book"))}
>>> query = named("OBJECT", "Query", fields=[field])
>>> schema = {"data": {"__schema": {"queryType": {"name": "Query"}, "types": [book, query]}}}
>>> [(request, paging)] = list_queries(schema, "http://h.test/graphql")
>>> request.body.decode()
'{"query":"query($limit:Int){books(limit:$limit){title}}","variables":{"limit":100}}'
"""

import json
import re
from collections.abc import Iterable
from itertools import islice
from typing import Any, Final

from leadline.model import Request
from leadline.page.data.lists import value_at
from leadline.page.urls import join_url
from leadline.wrapper.data.call import Paging
from leadline.wrapper.data.paging import OFFSET_NAME, PAGE_NAME, SIZE_NAME

Named = dict[str, Any]

JSON_HEADERS: Final = (("Accept", "application/json"), ("Content-Type", "application/json"))
_TYPE: Final = "kind name ofType{kind name ofType{kind name ofType{kind name}}}"
DESCRIPTION_QUERY: Final = (
    "{__schema{queryType{name} types{kind name fields{name args{name defaultValue type{"
    f"{_TYPE}}}}} type{{{_TYPE}}}}} inputFields{{name}}}}}}}}"
)
_EXPLORER: Final = re.compile(
    r"graphiql|graphql[ -]?playground|apollo[ -]?sandbox|embeddable-sandbox|altair-graphql", re.I
)
_GRAPH_ADDRESS: Final = re.compile(r"[\"'](/[^\"'\s<>]{0,200}graphql/?)[\"']", re.IGNORECASE)
_AFTER: Final = re.compile(r"^after$", re.IGNORECASE)
FIRST_VALUES: Final = ((SIZE_NAME, 100), (OFFSET_NAME, 0), (PAGE_NAME, 1), (_AFTER, None))
"""Values of paging that ask for a first page."""
MIN_PAGING_VALUES: Final = 2
"""Values inside one argument from which it pages: one alone may be a column of a filter."""
MAX_SELECTION_DEPTH: Final = 3
MAX_SELECTED: Final = 40


def explorer_requests(html: str, base: str) -> list[Request]:
    """Return requests for the description of the API that a page lets people explore."""
    if not _EXPLORER.search(html):
        return []
    named = [base.partition("?")[0], *(match[1] for match in _GRAPH_ADDRESS.finditer(html))]
    body = json.dumps({"query": DESCRIPTION_QUERY}, separators=(",", ":")).encode()
    addresses = dict.fromkeys(filter(None, (join_url(base, one) for one in named)))
    return [Request("POST", one, JSON_HEADERS, body) for one in islice(addresses, 2)]


def list_queries(data: Any, url: str) -> list[tuple[Request, Paging | None]]:
    """Return requests for the first pages of the lists that an API describes, the best first."""
    try:
        return _list_queries(data, url)
    except (AttributeError, KeyError, TypeError, RecursionError):  # a page may describe nonsense
        return []


def _list_queries(data: Any, url: str) -> list[tuple[Request, Paging | None]]:
    schema = value_at(data, ("data", "__schema"))
    listed = value_at(schema, ("types",))
    types = {one["name"]: one for one in listed or () if isinstance(one, dict) and "name" in one}
    root = types.get(value_at(schema, ("queryType", "name")), {})
    found = []
    for field in root.get("fields") or ():
        named, is_list = _named(field["type"])
        arguments = {one["name"]: one for one in field["args"]}
        values: Named = _first_values(arguments)
        for name, one in () if values else arguments.items():  # one value may hold them all
            inner = types.get(_named(one["type"])[0]["name"], {}).get("inputFields") or ()
            first = _first_values(each["name"] for each in inner)
            values |= {name: first} if len(first) >= MIN_PAGING_VALUES else {}
        is_free = not any(_is_needed(one) for name, one in arguments.items() if name not in values)
        is_list = is_list or any(_named(one["type"])[1] for one in _fields(types, named))
        selected = _selected(types, named, MAX_SELECTION_DEPTH, is_list=_named(field["type"])[1])
        if is_free and is_list and selected:
            found.append((len(values), len(selected), field["name"], selected, values, arguments))
    found.sort(key=lambda one: one[:2], reverse=True)
    return [_request(url, *one[2:]) for one in found]


def _named(kind: Named) -> tuple[Named, bool]:
    """Return the type behind lists and marks, and whether it comes as a list."""
    is_list = False
    while isinstance(kind.get("ofType"), dict):
        is_list = is_list or kind["kind"] == "LIST"
        kind = kind["ofType"]
    return kind, is_list and kind["kind"] == "OBJECT"


def _first_values(names: Iterable[str]) -> Named:
    """Return the values of names that ask for a first page."""
    return {name: value for name in names for like, value in FIRST_VALUES if like.match(name)}


def _is_needed(argument: Named) -> bool:
    return bool(argument["type"]["kind"] == "NON_NULL" and argument.get("defaultValue") is None)


def _fields(types: dict[str, Named], named: Named) -> list[Named]:
    """Return the fields of an object that want no value."""
    fields = types.get(named["name"], {}).get("fields") or ()
    return [one for one in fields if not any(map(_is_needed, one["args"]))][:MAX_SELECTED]


def _selected(types: dict[str, Named], named: Named, depth: int, *, is_list: bool) -> str:
    """Return what is asked of an object: its plain values, objects in it, and one list."""
    parts = []
    for field in _fields(types, named):
        inner, is_inner_list = _named(field["type"])
        if inner["kind"] in ("SCALAR", "ENUM"):
            parts.append(field["name"])
        elif inner["kind"] == "OBJECT" and depth and not (is_list and is_inner_list):
            below = depth - (1 if field["name"] in ("edges", "node") or not is_list else depth)
            inside = _selected(types, inner, below, is_list=is_list or is_inner_list)
            parts += [f"{field['name']}{inside}"] if inside else []
    return f"{{{' '.join(parts)}}}" if parts else ""


def _written(kind: Named) -> str:
    if kind["kind"] == "NON_NULL":
        return f"{_written(kind['ofType'])}!"
    return f"[{_written(kind['ofType'])}]" if kind["kind"] == "LIST" else str(kind["name"])


def _request(
    url: str, name: str, selected: str, values: Named, arguments: dict[str, Named]
) -> tuple[Request, Paging | None]:
    typed = ",".join(f"${one}:{_written(arguments[one]['type'])}" for one in values)
    given = ",".join(f"{one}:${one}" for one in values)
    text = f"query({typed}){{{name}({given}){selected}}}" if values else f"{{{name}{selected}}}"
    body = json.dumps({"query": text, "variables": values}, separators=(",", ":")).encode()
    cursor = ("data", name, "pageInfo", "endCursor")
    is_walked = "after" in values and "endCursor" in selected
    paging = Paging("cursor", ("json", "variables", "after"), 0, cursor) if is_walked else None
    return Request("POST", url, JSON_HEADERS, body), paging
