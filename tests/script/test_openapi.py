"""Descriptions of an API that are not as they should be."""

import json
from dataclasses import replace
from typing import Any

import pytest

from leadline.model import Page, Request
from leadline.script.indexes.openapi import description_addresses, list_operations
from leadline.wrapper.data.call import data_of
from tables import each_row

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
    assert description_addresses(html, "http://h.test/") == ["http://h.test/openapi.json"]


@each_row(__file__, "a_script_may_hold_the_description", "script")
def test_a_script_may_hold_the_description(script: str) -> None:
    plain = {"swagger": "2.0", "paths": {"/books": LISTED}}
    body = script.replace("DESCRIPTION", json.dumps(plain)).encode()
    page = Page(Request("GET", "http://h.test/docs/init.js"), "http://h.test/docs/init.js", 200)
    (found,) = list_operations(data_of(replace(page, body=body)), page.url)
    assert found.url == "http://h.test/books?skip=0"


def test_what_pages_is_the_list_of_records_whatever_else_is_described() -> None:
    """Features of OGC APIs answer by a schema of another host; what they are called by does not."""
    names = {"type": "array", "items": {"properties": {"title": {}, "type": {}}}}
    answers = {"200": {"content": {"application/json": {"schema": names}}}}
    described = {"get": {"parameters": [], "responses": answers}}
    description = {"openapi": "3.0.2", "paths": {"/queryables": described, "/items": LISTED}}
    found = list_operations(description, "http://h.test/openapi")
    assert [one.url for one in found] == ["http://h.test/items?skip=0", "http://h.test/queryables"]
