"""Addresses that are none, in a page or an index, break no reader and lose no record."""

import json

import pytest

from leadline.page.dom import parse_html
from leadline.script.indexes.documents import read_documents
from leadline.script.indexes.doxygen import read_doxygen
from leadline.script.indexes.find import find_indexes, named_indexes, search_scripts
from leadline.script.indexes.javadoc import read_javadoc
from leadline.script.indexes.part import ReadIndex
from leadline.script.indexes.sphinx import read_sphinx
from leadline.wrapper.data.rows import record_row
from tables import read_rows

BROKEN = "http://["
BASE = "http://h.test/"
HEADS = read_rows(__file__, "HEADS")
INDEXES = {
    "documents": (
        json.dumps([{"url": BROKEN, "title": "A"}, {"url": "//[", "title": "B"}]),
        lambda body, url: read_documents(body, url, url),
    ),
    "sphinx": (
        'Search.setIndex({docnames:["http://[a","//[b"],titles:["A","B"]})',
        lambda body, url: read_sphinx(body, url, ".html"),
    ),
    "javadoc": (
        'typeSearchIndex = [{"p":"a","c":"B","l":"A","u":"http://[","url":1},{"p":"//[","l":"B"}]',
        read_javadoc,
    ),
    "doxygen": (
        "var searchData=[['a',['A',['http://[',1,'']]],['b',['B',['//[',1,'']]]];",
        lambda body, url: read_doxygen(body, url + "search/all_0.js"),
    ),
}


@pytest.mark.parametrize("head", HEADS)
def test_a_page_that_names_no_address_has_no_index(head: str) -> None:
    document = parse_html(head, BASE)
    assert find_indexes(document) == []
    assert search_scripts(document) == []


def test_a_script_that_names_no_address_names_no_file() -> None:
    assert named_indexes('fetch("http://[/search-index.json")', BASE) == []


@pytest.mark.parametrize("kind", INDEXES)
def test_records_whose_addresses_are_none_are_kept(kind: str) -> None:
    text, read = INDEXES[kind]
    reader: ReadIndex = read
    assert len(reader(text.encode(), BASE).items) == 2


def test_a_record_keeps_a_link_that_is_no_address() -> None:
    row = record_row({"title": "A", "url": "//["}, "", BASE)
    assert [(one.column, one.value) for one in row.fields] == [("title", "A"), ("url", "//[")]
