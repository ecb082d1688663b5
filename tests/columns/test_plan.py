"""Plans: the values that each kind of schema entry gives."""

from __future__ import annotations

from typing import Any

import pytest

from leadline.columns import reader
from leadline.columns.reader import Columns
from leadline.columns.record_shape import MAX_SHAPE_NODES
from leadline.model import RecordSpan
from leadline.page.dom import parse_html


def read(html: str, **schema: Any) -> list[tuple[str, str, str]]:
    """Return column, value and kind of the fields of a record; columns are named by their slots."""
    page = parse_html(f"<article>{html}</article>", "http://h.test/")
    columns = Columns(**schema)
    fields = columns.read(page, RecordSpan((next(page.elements("article")),)))
    return [(field.column, field.value, field.kind) for field in fields]


VALUES = [
    ("a text", "<p>A <b>cat</b></p>", {}, [("extra_p", "A cat", "text")]),
    (
        "a text with a link",
        "<p>A <a href=/1>cat</a></p>",
        {},
        [("extra_p", "A cat", "text"), ("extra_p_url", "http://h.test/1", "link")],
    ),
    (
        "two values of one slot",
        "<p>A</p><p>B</p>",
        {"list_slots": {"/p"}},
        [("extra_p", "A\xa0|\xa0B", "text")],
    ),
    (
        "pieces",
        "<p><a href=/1>A</a>, <i class=k>B</i></p>",
        {"split_pieces": {"/p"}},
        [
            ("extra_p_a", "A", "text"),
            ("extra_p_a_url", "http://h.test/1", "link"),
            ("extra_p_i_k", "B", "text"),
        ],
    ),
    (
        "like pieces are a list",
        "<p><i class=k>A</i> <i class=k>B</i></p>",
        {"split_pieces": {"/p"}},
        [("extra_p_i_k", "A\xa0|\xa0B", "text")],
    ),
    (
        "like pieces by number",
        "<p><i class=k>A</i> <i class=k>B</i></p>",
        {"split_pieces": {"/p"}, "indexed_pieces": {"/p"}},
        [("extra_p_i_k", "A", "text"), ("extra_p_i_k_1", "B", "text")],
    ),
    (
        "one piece alone keeps its signs inside",
        "<p><i class=k>- A -</i></p>",
        {"split_pieces": {"/p"}},
        [("extra_p_i_k", "- A -", "text")],
    ),
    (
        "pieces that say nothing",
        "<p><i class=k>A</i> <b class=x>|</b></p>",
        {"split_pieces": {"/p"}},
        [("extra_p_i_k", "A", "text")],
    ),
    (
        "lines",
        "<p><b>A</b><br>B<br>C</p>",
        {"split_lines": {"/p"}},
        [("extra_p_b", "A", "text"), ("extra_p_b", "B C", "text")],
    ),
    (
        "loose lines",
        "<p><b>A</b><br>B<br>C</p>",
        {"split_lines": {"/p"}, "loose_lines": {"/p"}},
        [("extra_p_b", "A", "text"), ("extra_p_b", "B", "text"), ("extra_p_b_1", "C", "text")],
    ),
    (
        "one line of a slot of lines",
        "<p>A</p>",
        {"split_lines": {"/p"}},
        [("extra_p", "A", "text")],
    ),
    (
        "an inner link",
        "<p>By Ann <a class=t href=/1>On cats.</a> Nature</p>",
        {"inner_link": {"/p": "a.t"}},
        [
            ("extra_p", "By Ann On cats. Nature", "text"),
            ("extra_p_url", "http://h.test/1", "link"),
            ("extra_p_a_t", "On cats.", "text"),
        ],
    ),
    (
        "two inner links",
        "<p><a class=t href=/1>A</a> and <a class=t href=/2>B</a></p>",
        {"inner_link": {"/p": "a.t"}},
        [
            ("extra_p", "A and B", "text"),
            ("extra_p_url", "http://h.test/1\xa0|\xa0http://h.test/2", "link"),
        ],
    ),
    (
        "a class value",
        "<p class='state open'></p>",
        {"class_values": {"/p.state"}},
        [("extra_p_state", "open", "text")],
    ),
    ("a class that is no value", "<p class='state open'></p>", {}, []),
    (
        "a template",
        "<p>Emma (1815)</p>",
        {"templates": {"/p": ["{rest} ({number})"]}},
        [
            ("extra_p", "Emma (1815)", "text"),
            ("extra_p_0", "Emma", "text"),
            ("extra_p_1", "1815", "text"),
        ],
    ),
    (
        "a template of a piece",
        "<p><i class=k>Emma (1815)</i> <b class=x>B</b></p>",
        {"split_pieces": {"/p"}, "templates": {"/p>i.k": ["{rest} ({number})"]}},
        [
            ("extra_p_i_k", "Emma (1815)", "text"),
            ("extra_p_i_k_0", "Emma", "text"),
            ("extra_p_i_k_1", "1815", "text"),
            ("extra_p_b_x", "B", "text"),
        ],
    ),
    (
        "a label in front",
        "<p>Year: 1901</p>",
        {"labels": {"/p": ["Year"]}},
        [("Year", "1901", "text")],
    ),
    (
        "another label",
        "<p>Size: 3</p>",
        {"labels": {"/p": ["Year"]}},
        [("extra_p", "Size: 3", "text")],
    ),
    (
        "a label without a value",
        "<p>Year:</p>",
        {"labels": {"/p": ["Year"]}},
        [("extra_p", "Year:", "text")],
    ),
    (
        "a label with a link",
        "<p>Year: <a href=/1>1901</a></p>",
        {"labels": {"/p": ["Year"]}},
        [("Year", "1901", "text"), ("Year_url", "http://h.test/1", "link")],
    ),
    (
        "labels of lines",
        "<p>Year: 1901<br>more<br>Maker: Ann</p>",
        {"labels": {"/p": ["Year", "Maker"]}},
        [("Year", "1901\xa0|\xa0more", "text"), ("Maker", "Ann", "text")],
    ),
    (
        "text in front of the first label",
        "<p>A<br>Year: 1901</p>",
        {"labels": {"/p": ["Year"]}},
        [("extra_p", "A", "text"), ("Year", "1901", "text")],
    ),
    (
        "lines without labels",
        "<p>A<br>B</p>",
        {"labels": {"/p": ["Year"]}},
        [("extra_p", "A B", "text")],
    ),
    (
        "a label whose text has a template",
        "<p>Size: 3 x 4</p>",
        {"labels": {"/p": ["Size"]}, "templates": {"/p=Size": ["{number} x {number}"]}},
        [
            ("Size", "3 x 4", "text"),
            ("Size_0", "3", "text"),
            ("Size_1", "4", "text"),
        ],
    ),
    (
        "a caption",
        "<p><i>Maker</i> <q>Ann</q></p>",
        {"captions": {"/p": ["Maker"]}},
        [("Maker", "Ann", "text")],
    ),
    (
        "a caption with a colon and a link",
        "<p><i>Maker</i>: <a href=/1>Ann</a></p>",
        {"captions": {"/p": ["Maker"]}},
        [("extra_p", "Maker: Ann", "text"), ("extra_p_url", "http://h.test/1", "link")],
    ),
    (
        "a caption that was not there to be learned",
        "<p><span class=label>Size:</span> <q>3 cm</q></p>",
        {"split_pieces": ["/p"], "captions": {"/p": ["Maker:", "Year:"]}},
        [("Size", "3 cm", "text")],
    ),
    (
        "another caption",
        "<p><i>Size</i> <q>Ann</q></p>",
        {"captions": {"/p": ["Maker"]}},
        [("extra_p", "Size Ann", "text")],
    ),
    (
        "inline labels",
        "<p>x Court: A - Date: <a href=/1>B</a></p>",
        {"inline_labels": {"/p": ["Court", "Date"]}},
        [
            ("extra_p", "x", "text"),
            ("Court", "A", "text"),
            ("Date", "B", "text"),
            ("Date_url", "http://h.test/1", "link"),
        ],
    ),
    (
        "inline labels over lines",
        "<p>Court: A<br>more<br>Date: B</p>",
        {"inline_labels": {"/p": ["Court", "Date"]}},
        [("Court", "A\xa0|\xa0more", "text"), ("Date", "B", "text")],
    ),
    (
        "inline labels with a template",
        "<p>Court: A (3) Date: B</p>",
        {
            "inline_labels": {"/p": ["Court", "Date"]},
            "templates": {"/p=Court": ["{rest} ({number})"]},
        },
        [
            ("Court", "A (3)", "text"),
            ("Court_0", "A", "text"),
            ("Court_1", "3", "text"),
            ("Date", "B", "text"),
        ],
    ),
    (
        "inline labels and no text",
        "<p><img src=/i.png></p>",
        {"inline_labels": {"/p": ["Court"]}},
        [("extra_p_image", "http://h.test/i.png", "image")],
    ),
    ("a label block", "<dl><dt>Year:<dd>1901</dl>", {}, [("Year", "1901", "text")]),
    ("a button alone", "<p><button>Buy</button></p>", {}, []),
    (
        "a button beside a picture",
        "<p><button>Buy</button><img src=/i.png></p>",
        {},
        [("extra_p", "Buy", "text"), ("extra_p_image", "http://h.test/i.png", "image")],
    ),
    ("a button beside a picture without address", "<p><button>Buy</button><img></p>", {}, []),
    (
        "a cut text",
        "<p><a title='The whole title'>The whole …</a></p>",
        {},
        [("extra_p", "The whole title", "text")],
    ),
    (
        "a column that is left out",
        "<p>A</p><h3>B</h3>",
        {"names": {"/p": ""}},
        [("extra_h3", "B", "text")],
    ),
    (
        "names",
        "<p><a href=/1>A</a><img src=/i.png></p>",
        {"names": {"/p": "Title"}},
        [
            ("Title", "A", "text"),
            ("Title_url", "http://h.test/1", "link"),
            ("Title_image", "http://h.test/i.png", "image"),
        ],
    ),
]


@pytest.mark.parametrize(
    ("why", "html", "schema", "wanted"), VALUES, ids=[row[0] for row in VALUES]
)
def test_values(why: str, html: Any, schema: Any, wanted: Any) -> None:
    assert read(html, **schema) == wanted, why


@pytest.mark.parametrize("row", VALUES, ids=[row[0] for row in VALUES])
def test_many_records_are_read_as_one(row: tuple[str, str, dict[str, Any], Any]) -> None:
    _, html, schema, wanted = row
    page = parse_html(f"<article>{html}</article>" * 4, "http://h.test/")
    spans = [RecordSpan((node,)) for node in page.elements("article")]
    columns = Columns(**schema)
    rows = columns.read_records(page, spans, columns.shapes(page, spans))
    assert [[tuple(field) for field in fields] for fields, _ in rows] == [
        [(name, value, kind) for name, value, kind in wanted]
    ] * 4
    assert [text for _, text in rows] == [page.visible_text(spans[0].nodes[0])] * 4


def test_a_record_without_a_shape_is_read_too() -> None:
    html = "<p>A</p>" + "<i></i>" * MAX_SHAPE_NODES
    page = parse_html(f"<article>{html}</article>", "")
    columns, span = Columns(), RecordSpan((next(page.elements("article")),))
    assert columns.shapes(page, [span]) == [None]
    assert [field.value for field in columns.read(page, span)] == ["A"]


def test_more_plans_than_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reader, "MAX_PLANS_PER_SHAPE", 2)
    monkeypatch.setattr(reader, "MAX_PLANNED_SHAPES", 2)
    monkeypatch.setattr(reader, "MAX_NUMBERED_COLUMNS", 3)
    records = [f"<dl><dt>K{n}<dd>V{n}</dl>" + "<b>x</b>" * (n % 3) for n in range(12)]
    page = parse_html("".join(f"<article>{one}</article>" for one in records), "")
    spans = [RecordSpan((node,)) for node in page.elements("article")]
    columns = Columns()
    for _ in range(2):
        rows = columns.read_records(page, spans, columns.shapes(page, spans))
        assert [fields[0][:2] for fields, _ in rows] == [(f"K{n}", f"V{n}") for n in range(12)]


def test_a_changed_schema_is_read_after_reset() -> None:
    page = parse_html("<p>A</p>", "")
    span = RecordSpan((next(page.elements("p")),))
    columns = Columns(names={"": "One"})
    assert columns.read(page, span)[0].column == "One"
    columns.names[""] = "Two"
    assert columns.read(page, span)[0].column == "One"
    columns.reset_plans()
    assert columns.read(page, span)[0].column == "Two"
