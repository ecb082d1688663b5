"""JSON written as a page: its objects are rows, its names columns, its next address a link."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leadline.model import Page, Request
from leadline.page.dom import Document, parse
from leadline.page.json_page import is_json, json_to_html
from tables import each_row


def read(body: str, kind: str = "application/json", link: str = "") -> Document:
    request = Request("GET", "http://h.test/api?q=sea")
    heads = (("Content-Type", kind), *((("Link", link),) if link else ()))
    return parse(Page(request, request.url, 200, heads, body.encode()))


def cells(document: Document) -> list[list[str]]:
    return [
        [document.visible_text(cell) for cell in document.children(row)]
        for row in document.elements("tr")
    ]


def test_objects_are_rows_and_a_name_that_only_some_have_is_a_column() -> None:
    page = read('[{"a": 1, "b": {"c": "x", "d": null}}, {"a": 2, "e": ["p", "q"]}]')
    assert cells(page) == [["a", "b c", "b d", "e"], ["1", "x", "", ""], ["2", "", "", "p q"]]


@each_row(__file__, "ROWS_PLAIN_VALUES_HAVE", "body")
def test_rows_of_plain_values_have_the_headings_that_stand_with_them(body: str) -> None:
    assert cells(read(body))[-3:] == [["No", "Name"], ["7", "Ann"], ["8", "Bo"]]


def test_rows_of_mere_numbers_are_no_records() -> None:
    assert cells(read('{"box": [[1, 2], [3, 4]], "hits": [{"a": 1}]}')) == [["a"], ["1"]]


def test_lists_that_a_script_draws_stand_apart_from_tables_of_the_page() -> None:
    """A page laid out with tables has rows at the very place of a bare table."""
    data = '{"itemListElement": [{"name": "Emma"}, {"name": "Ulysses"}]}'
    script = f'<script type="application/ld+json">{data}</script>'
    page = read(f"<body><table><tr><td>Results</table>{script}", "text/html")
    assert [page.tag[page.parent[node]] for node in page.elements("table")] == ["body", "section"]


def test_addresses_are_links_and_markup_in_values_is_text() -> None:
    page = read('[{"url": "/thing/1", "name": "<b>A</b> & \\"B\\""}]')
    assert [page.link(a) for a in page.elements("a")] == ["http://h.test/thing/1"]
    assert cells(page)[1][1] == '<b>A</b> & "B"'
    assert not list(page.elements("b"))


@each_row(__file__, "WHERE_THE_LIST_GOES_ON", "body", "link", "target")
def test_where_the_list_goes_on(body: str, link: str, target: str) -> None:
    page = read(body, link=link)
    found = [page.link(a) for a in page.elements("a") if page.attribute(a, "rel") == "next"]
    assert found == ([f"http://h.test{target}"] if target else [])


@each_row(__file__, "what_is_data", "text", "kind", "data")
def test_what_is_data(text: str, kind: str, data: bool) -> None:
    assert is_json(text, kind) is data


def test_plain_text_that_begins_like_data_stays_text() -> None:
    page = read("[Home] [Help] nothing found", "text/plain")
    assert page.visible_text(0) == "[Home] [Help] nothing found"


@pytest.mark.parametrize(
    "body",
    ["[" * 100_000, '{"a":' * 5_000 + "1" + "}" * 5_000, '["\\ud800"]', "1" * 9_000, "[NaN]"],
)
def test_hostile_data_breaks_nothing(body: str) -> None:
    assert len(read(body)) > 0


JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=30,
)


@given(JSON.filter(lambda data: data is not None))
def test_any_data_is_a_page(data: object) -> None:
    html = json_to_html(json.dumps(data))
    assert html.startswith("<html><body>")
    assert html.endswith("</body></html>")


def test_null_is_no_page() -> None:
    assert json_to_html("null") == ""
