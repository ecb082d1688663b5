# ruff: noqa: E501
"""Any page at all: no crash, the same answer after a round trip through JSON."""

import json
from contextlib import suppress
from time import process_time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leadline.crawl.interstitial import next_hop
from leadline.errors import UnsupportedForm
from leadline.forms.describe import form_questions
from leadline.forms.find import find_interfaces
from leadline.forms.link_facets import find_facets
from leadline.forms.opensearch import opensearch_links
from leadline.forms.roles.query_box import choose_submit_button, query_control
from leadline.forms.submit.submit import submit_form
from leadline.model import QueryInterface
from leadline.page.dom import parse_html
from leadline.page.plain import from_plain, to_plain
from tables import read_rows

PIECES = read_rows(__file__, "PIECES")


@given(st.lists(st.sampled_from(PIECES), max_size=40))
def test_any_page(pieces: list[str]) -> None:
    document = parse_html("".join(pieces), "http://h.test/a?b=1")
    for one in find_interfaces(document):
        plain = json.loads(json.dumps(to_plain(one, sparse=True)))
        assert from_plain(QueryInterface, plain) == one
        assert len(form_questions(one)) <= len(one.controls)
        box = query_control(one)
        values = {box.name: "书 x"} if box and box.name else {}
        with suppress(UnsupportedForm):
            assert submit_form(one, values, choose_submit_button(one)).url.startswith("http")
    assert find_facets(document) is not None
    assert next_hop(document) is None or next_hop(document)
    assert opensearch_links(document) == []


LARGE = {
    "forms on a page without a title": "<form><input name=q></form>" * 500 + "<p>x</p>" * 30_000,
    "headings": "<form>" + "<h4>Head</h4><input name=a>" * 4_000 + "</form>",
    "blocks set like a table": "<form>"
    + "<div><p>A</p><p>B</p></div><div><p><input></p><p><input></p></div>" * 1_500,
    "one wide row of blocks": "<form><div>"
    + "<p>T</p>" * 3_000
    + "</div><div>"
    + "<p><input></p>" * 3_000
    + "</div>",
    "names of labels": "<form>"
    + "".join(f"<i id=i{n}>L</i><input aria-labelledby='i{n} i{n + 1}'>" for n in range(3_000)),
    "groups under headings": "<form>" + "<h5>G</h5><input type=radio name=r>" * 4_000,
    "loose boxes": "<div><input name=a><button onclick=\"location.href='/x?q='\">Search</button></div>"
    * 3_000,
    "definitions": "<form><dl>" + "<dt>T</dt><dd>h</dd><dd><input></dd>" * 3_000,
}
SLOWEST: float = 5.0
"""Seconds of computing; each takes a fifth of one on a machine of two cores."""


@pytest.mark.parametrize("html", LARGE.values(), ids=LARGE.keys())
def test_large_pages_take_little_time(html: str) -> None:
    document = parse_html(html, "http://h.test/")
    began = process_time()
    find_interfaces(document)
    assert process_time() - began < SLOWEST
