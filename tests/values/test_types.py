"""What the values of a column are, told by all of them; and lines that hold several values."""

from hypothesis import given
from hypothesis import strategies as st

from leadline.columns.induction import learn_columns
from leadline.columns.inline_labels import inner_labels
from leadline.model import RecordSpan
from leadline.page.dom import parse_html
from leadline.page.plain import from_plain, to_plain
from leadline.values.types import READERS, ColumnType, learn_type
from tables import each_row


@each_row(__file__, "TYPES", "why", "values", "name", "first", sequence=list)
def test_types(why: str, values: list[str], name: str, first: object) -> None:
    found = learn_type(values)
    assert str(found) == name
    assert found.read(values[0]) == first
    assert from_plain(ColumnType, to_plain(found, sparse=True)) == found


def test_a_few_values_in_a_hundred_may_be_something_else() -> None:
    numbers = [str(n) for n in range(200)]
    assert learn_type([*numbers, "n/a", "-"]).name == "integer"
    assert learn_type([*numbers, *["n/a"] * 9]).name == "text"


@given(st.lists(st.text(max_size=90), max_size=12))
def test_no_values_break_it(values: list[str]) -> None:
    found = learn_type(values)
    for value in values:
        found.read(value)
        for name in READERS:
            ColumnType(name, style="1,234.5", order="dmy").read(value)


def test_labels_inside_a_line_end_where_the_next_begins() -> None:
    courts = ["Family Court", "Court of Appeals, First Circuit", "Tax Court", "Land Court"]
    lines = [f"Court: {c} Date: 2001-01-0{n} Judge: J{n}" for n, c in enumerate(courts, 1)]
    assert inner_labels(lines) == ["Court", "Date", "Judge"]
    page = parse_html(
        "".join(f"<li><a href=/{n}>T{n}</a><p>{line}</p>" for n, line in enumerate(lines)),
        "http://h.test/",
    )
    spans = [RecordSpan((node,)) for node in page.elements("li")]
    row = {f.column: f.value for f in learn_columns([(page, spans)]).read(page, spans[1])}
    assert (row["Court"], row["Date"], row["Judge"]) == (courts[1], "2001-01-02", "J2")


def test_emphasised_words_that_begin_lines_are_labels() -> None:
    page = parse_html(
        "".join(
            f"<div><a href=/{n}>T{n}</a><br><b>Author</b> Ann {n}<br><b>Kind</b> map {n}</div>"
            for n in range(5)
        ),
        "http://h.test/",
    )
    spans = [RecordSpan((node,)) for node in page.elements("div")]
    row = {f.column: f.value for f in learn_columns([(page, spans)]).read(page, spans[2])}
    assert (row["Author"], row["Kind"]) == ("Ann 2", "map 2")


def test_spans_with_blanks_between_are_values() -> None:
    page = parse_html(
        "".join(
            f"<li><a href=/{n}>T{n}</a>"
            f"<p><span>Ann {n}</span> <span>tea</span> <span>{n} €</span></p>"
            for n in range(5)
        ),
        "http://h.test/",
    )
    spans = [RecordSpan((node,)) for node in page.elements("li")]
    row = [f.value for f in learn_columns([(page, spans)]).read(page, spans[3])]
    assert {"Ann 3", "tea", "3 €"} <= set(row)
