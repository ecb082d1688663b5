"""Boxes of a table-shaped form: the head of their column is one for all, their row names them."""

import pytest

from leadline.forms.find import find_interfaces
from leadline.forms.roles.query_box import word_boxes
from leadline.page.dom import parse_html
from tables import read_values

LANGUAGES = read_values(__file__, "LANGUAGES")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("cell", ["th", "td"])
def test_boxes_are_named_by_their_rows(language: str, cell: str) -> None:
    *fields, head = LANGUAGES[language]
    rows = "".join(
        f"<tr><{cell}>{field}</{cell}><td>varchar(9)<td><select name=op{n}><option>LIKE<option>="
        f"</select><td><input name=box{n}>"
        for n, field in enumerate(fields)
    )
    html = (
        f"<form action=/s><table><thead><tr><th>Column<th>Type<th>Operator<th>{head}</thead>"
        f"<tbody>{rows}</tbody></table><button>Search</button></form>"
    )
    form = find_interfaces(parse_html(html, "http://h.test/"))[0]
    boxes = [control for control in form.controls if control.kind == "text"]
    assert [box.label for box in boxes] == fields
    assert word_boxes(form)[0].name == "box1"  # titles are made of words


def test_ends_of_ranges_keep_their_labels() -> None:
    rows = "".join(
        f"<tr><th>{field}</th><td><input name={field}a><td><input name={field}b>"
        for field in ("Price", "Weight")
    )
    html = f"<form><table><tr><th>Field<th>From<th>To{rows}</table><button>Search</button></form>"
    form = find_interfaces(parse_html(html, "http://h.test/"))[0]
    boxes = [control for control in form.controls if control.kind == "text"]
    assert [box.role for box in boxes] == ["price_min", "price_max", "num_min", "num_max"]
