"""JSON responses, JSON-LD and microdata as records."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leadline.dom import parse_html
from leadline.model import Field
from leadline.records import mine
from leadline.records.embedded import json_records, linked_data

BODIES = [
    ("array at the top", [{"a": 1}, {"a": 2}], ["1", "2"]),
    ("facets are smaller than hits",
     {"facets": [{"k": "x", "n": 1}, {"k": "y", "n": 2}],
      "hits": [{"a": n, "b": n, "c": n} for n in "pqr"]}, ["p", "q", "r"]),
    ("wrapped hits", {"hits": {"hits": [{"_score": 1, "_source": {"a": n, "b": 0}} for n in "pq"]}},
     ["p", "q"]),
    ("nested arrays of single records lose to the outer",
     [{"a": n, "by": [{"name": "x"}]} for n in "pq"], ["p", "q"]),
    ("one object is no list", {"a": {"b": 1}}, []),
]  # fmt: skip


@pytest.mark.parametrize(("why", "value", "first"), BODIES, ids=[row[0] for row in BODIES])
def test_json_records(why: str, value: object, first: list[str]) -> None:
    assert [record[0].value for record in json_records(json.dumps(value))] == first


def test_values_of_json() -> None:
    body = json.dumps([
        {"t": " 猫 ", "n": 1.5, "u": "/d/1", "url": "/d/1", "image": "/i.png", "no": None,
         "ok": True},
        {"t": "b"},
    ])  # fmt: skip
    assert json_records(body, "http://h.test/x")[0] == (
        Field("t", "猫"), Field("n", "1.5"), Field("u", "/d/1"),
        Field("url", "http://h.test/d/1", "link"), Field("image", "http://h.test/i.png", "image"),
        Field("ok", "true"),
    )  # fmt: skip


def test_linked_data_list() -> None:
    items = [
        {"@type": "ListItem", "position": n, "item": {"@type": "Book", "name": f"B{n}"}}
        for n in range(3)
    ]
    script = json.dumps({"@context": "https://schema.org", "itemListElement": items})
    page = parse_html(f"<script type=application/ld+json>{script}</script><p>x", "http://h.test/")
    assert [record[-1] for record in linked_data(page)] == [
        Field("name", f"B{n}") for n in range(3)
    ]


def test_linked_data_one_script_for_each() -> None:
    scripts = "".join(
        f'<script type="application/ld+json">{{"@type": "Event", "name": "E{n}"}}</script>'
        for n in range(3)
    )
    assert len(linked_data(parse_html(scripts, "http://h.test/"))) == 3


def test_microdata_inside_a_page_item() -> None:
    item = "<div itemscope itemtype=http://schema.org/Book><b itemprop=name>{}</b>{}</div>".format
    author = "<i itemprop=author itemscope itemtype=http://schema.org/Person>Ann</i>"
    html = "<main itemscope itemtype=http://schema.org/SearchResultsPage>{}</main>".format(
        "".join(item(n, author) for n in range(4))
    )
    regions = mine(parse_html(html, ""), "microdata")
    assert [len(region.records) for region in regions] == [4]


@given(st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=4)
    | st.dictionaries(st.text(max_size=3), inner, max_size=4),
    max_leaves=25,
))  # fmt: skip
def test_any_json(value: object) -> None:
    for record in json_records(json.dumps(value), "http://h.test/"):
        assert record
        assert all(isinstance(field.value, str) for field in record)


@pytest.mark.parametrize("body", ["", "[", "[" * 200_000, "NaN", '"x"', "[1, 2]", "\x00"])
def test_no_records(body: str) -> None:
    assert json_records(body) == ()
