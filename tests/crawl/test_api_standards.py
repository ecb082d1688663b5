"""Lists of an API as JSON:API, OData, HAL and STAC write them; roots that only name lists."""

import json
from collections.abc import Callable
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import pytest
from in_memory import HOST, run

from leadline.model import Page, Request

BOOKS = [{"number": n, "title": f"The {n}th book of the sea"} for n in range(140)]
WANTED = {"name": "Content-Type", "in": "header", "required": True, "default": "text/x-api"}
NAMES = ("page[offset]", "page[limit]")
DESCRIPTION: dict[str, Any] = {
    "swagger": "2.0",
    "paths": {
        "/books": {
            "get": {"parameters": [WANTED, *({"name": name, "in": "query"} for name in NAMES)]}
        }
    },
}


def json_api(asked: dict[str, str]) -> dict[str, Any]:
    """Pages of any size, but nothing leads on from one of more than a hundred."""
    offset, limit = (int(asked.get(name, 20)) for name in NAMES)
    links = {} if limit > 100 else {"next": f"/books?page[offset]={offset + limit}"}
    rows = [{"id": str(one["number"]), "attributes": one} for one in BOOKS]
    meta = {"total": len(rows)}
    return {"data": rows[offset : offset + limit], "links": links, "meta": meta}


def odata(asked: dict[str, str]) -> dict[str, Any]:
    start = int(asked.get("$skiptoken", 0))
    more = {"@odata.nextLink": f"Books?$skiptoken={start + 30}"} if start < 120 else {}
    return {"@odata.context": "$metadata#Books", "value": BOOKS[start : start + 30], **more}


def hal(asked: dict[str, str]) -> dict[str, Any]:
    start = int(asked.get("from", 0))
    links = {"next": {"href": f"/Books?from={start + 30}"}} if start < 120 else {}
    return {"_embedded": {"books": BOOKS[start : start + 30]}, "_links": links}


def stac(asked: dict[str, str]) -> dict[str, Any]:
    """Pages whose link back stands before the one that leads on."""
    start = int(asked.get("token", 0))
    links = [{"rel": "self", "href": "/books"}, {"rel": "prev", "href": "/books"}][: 1 + start]
    links += [{"rel": "next", "href": f"/books?token={start + 30}"}] if start < 120 else []
    return {"features": BOOKS[start : start + 30], "links": links}


def header(asked: dict[str, str]) -> dict[str, Any]:
    """Pages that name the next one in a header."""
    start = int(asked.get("_token", 0))
    more = {"next": f"{HOST}/books?_token={start + 30}"} if start < 120 else {}
    return {"data": BOOKS[start : start + 30], **more}


SERVICE = {"@odata.context": "$metadata", "value": [{"name": "Books", "url": "Books"}]}
HAL_ROOT = {"_links": {"self": {"href": "/"}, "books": {"href": "/Books{?from}"}}}


@pytest.mark.parametrize(
    ("root", "list_of"),
    [
        (DESCRIPTION, json_api),
        (SERVICE, odata),
        (HAL_ROOT, hal),
        ({"features": f"{HOST}/books"}, stac),
        ({"records": f"{HOST}/books"}, header),
        ({"books": f"{HOST}/Books", "people": f"{HOST}/people"}, hal),
    ],
)
def test_the_list_that_a_root_names_is_taken_whole(
    root: dict[str, Any], list_of: Callable[[dict[str, str]], dict[str, Any]]
) -> None:
    def answer(request: Request) -> Page:
        parts = urlsplit(request.url)
        is_list = parts.path.casefold() == "/books"
        data = list_of(dict(parse_qsl(parts.query))) if is_list else root
        status = 200 if is_list or parts.path == "/" else 404
        headers = [("Content-Type", "application/json")]
        if is_list and "next" in data:
            headers.append(("Next-Page", data.pop("next")))
        return Page(request, request.url, status, tuple(headers), json.dumps(data).encode())

    ran = run(f"{HOST}/", answer)
    shown = {field.value for record in ran.records.values() for field in record.fields}
    assert {str(one["title"]) for one in BOOKS} <= shown
    assert len(ran.records) == len(BOOKS)
