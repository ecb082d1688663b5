"""Names of columns from labels, classes and headers."""

from __future__ import annotations

from typing import Any

import pytest

from leadline.columns.induction import learn_columns
from leadline.columns.naming import clean_name, header_names, step_name
from leadline.model import RecordSpan
from leadline.page.dom import parse_html
from tables import each_row


def headers(html: str) -> dict[int, str]:
    """Return the header of the last row of a page."""
    page = parse_html(html, "")
    return header_names(page, [RecordSpan(([*page.elements("tr", "div")][-1],))])


@each_row(__file__, "CLEAN", "why", "hint", "wanted")
def test_clean_names(why: str, hint: Any, wanted: Any) -> None:
    assert clean_name(hint) == wanted, why


@each_row(__file__, "STEPS", "why", "step", "wanted")
def test_step_names(why: str, step: Any, wanted: Any) -> None:
    assert step_name(step) == wanted, why


HEADERS = [
    ("header cells", "<table><tr><th>Who<th>Year<tr><td>A<td>1</table>", {0: "Who", 1: "Year"}),
    (
        "a wide header cell",
        "<table><tr><th colspan=2>Who<th>Year<tr><td>A<td>B<td>1</table>",
        {0: "Who", 2: "Year"},
    ),
    (
        "a first row of short texts",
        "<table><tr><td>Who<td>Year<tr><td>A<td>1</table>",
        {0: "Who", 1: "Year"},
    ),
    ("a first row of other width", "<table><tr><td>Who<tr><td>A<td>1</table>", {}),
    ("a first row of long texts", f"<table><tr><td>{'a' * 41}<td>Year<tr><td>A<td>1</table>", {}),
    (
        "a header in the second row",
        "<table><tr><td>Found 3<tr><th>Who<th>Year<tr><td>A<td>1</table>",
        {0: "Who", 1: "Year"},
    ),
    (
        "one header cell in front of a row",
        "<table><tr><th>Who<td>x<td>y<tr><td>A<td>1<td>z</table>",
        {0: "Who", 1: "x", 2: "y"},
    ),
    ("an empty header cell", "<table><tr><th>Who<th><tr><td>A<td>1</table>", {0: "Who"}),
    (
        "a header of a table inside",
        "<table><tr><td><table><tr><th>In<th>Ner</table><td>x<tr><td>A<td>1</table>",
        {0: "In Ner", 1: "x"},
    ),
    (
        "a wild colspan",
        "<table><tr><th colspan=99999>Who<th colspan=0>Year<tr><td>A<td>1</table>",
        {0: "Who", 1: "Year"},
    ),
    (
        "a header after too many rows",
        "<table>" + "<tr><td>x" * 21 + "<tr><th>Who<th>Year<tr><td>A<td>1</table>",
        {},
    ),
    ("records that are no rows", "<div>A</div>", {}),
]


@pytest.mark.parametrize(("why", "html", "wanted"), HEADERS, ids=[row[0] for row in HEADERS])
def test_headers(why: str, html: Any, wanted: Any) -> None:
    assert headers(html) == wanted, why


def test_records_of_cells_have_the_header_of_their_row() -> None:
    page = parse_html("<table><tr><th>Who<th>Year<tr><td>A<td>1</table>", "")
    cells = [*page.elements("td")]
    assert header_names(page, [RecordSpan((cells[0],))]) == {0: "Who", 1: "Year"}
    assert header_names(page, []) == {}


def test_a_part_of_a_text_takes_no_name_that_a_heading_has() -> None:
    towns = ("Oslo", "Riga", "Lyon", "Bern", "Kyiv", "Nice")
    rows = "".join(
        f"<tr><td>Views of {town} {n}, {1900 + n}<td>{1950 + n}" for n, town in enumerate(towns * 3)
    )
    page = parse_html(f"<table><tr><th>Title<th>Year{rows}</table>", "")
    spans = [RecordSpan((row,)) for row in [*page.elements("tr")][1:]]
    names = learn_columns([(page, spans)], ["qzx"]).names.values()
    assert {"Title", "Year", "year_2"} <= {*names}
