"""Names of columns from labels, classes and headers."""

from typing import Any

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


@each_row(__file__, "headers", "html", "wanted", empty=dict)
def test_headers(html: Any, wanted: Any) -> None:
    assert headers(html) == {int(place): name for place, name in wanted.items()}


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
