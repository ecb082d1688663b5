"""Descriptions of an API that are not as they should be."""

from __future__ import annotations

from typing import Any

import pytest

from leadline.page.dom import parse_html
from leadline.script.indexes.openapi import description_addresses, list_operations

LISTED = {"get": {"parameters": [{"name": "skip", "in": "query"}]}}


@pytest.mark.parametrize(
    "odd",
    [
        {"servers": ["http://[/"]},
        {"servers": [{"url": "http://[/"}]},
        {"servers": [{"url": None}]},
        {"basePath": 7},
        {"paths": {"/books": LISTED, "/a": None, "/b": {"get": [], "parameters": None}}},
        {"paths": {"/books": LISTED, "/c": {"get": {"parameters": None, "responses": [1]}}}},
        {"paths": {"/books": LISTED, "/d": {"get": {"parameters": [None, {"$ref": "#/x/y"}]}}}},
    ],
)
def test_an_odd_description_breaks_nothing(odd: dict[str, Any]) -> None:
    description = {"openapi": "3.1.0", "paths": {"/books": LISTED}, **odd}
    found = list_operations(description, "http://h.test/openapi.json")
    assert [one.url.rpartition("/")[2] for one in found] == ["books?skip=0"]


def test_an_address_that_is_none_is_left_out() -> None:
    html = "<script src='/redoc.js'></script><a spec-url='http://[/openapi.json'>"
    html += "<b spec-url='/openapi.json'>"
    page = parse_html(html, "http://h.test/")
    assert description_addresses(page) == ["http://h.test/openapi.json"]
