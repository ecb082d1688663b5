"""What the values of a column are, told by all of them; and lines that hold several values."""

from __future__ import annotations

from datetime import date, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leadline.columns.induction import learn_columns
from leadline.columns.inline_labels import inner_labels
from leadline.model import RecordSpan
from leadline.page.dom import parse_html
from leadline.values.types import READERS, ColumnType, learn_type

TYPES = [
    ("thousands by comma", ["1,234", "2,500", "12,000"], "integer", 1234),
    ("thousands or three decimals: nobody knows", ["1.234", "2.500", "12.000"], "text", "1.234"),
    ("no money has three decimals", ["1.234 €", "2.500 €", "9 €"], "money (EUR)", 1234),
    ("comma before cents", ["1.234,50 €", "12,00 €", "0,99 €"], "money (EUR)", 1234.5),
    ("blank before thousands", ["100 000 руб.", "5 000 руб.", "90 руб."], "money (RUB)", 100000),
    ("yen behind", ["5,725円", "11,323円", "900円"], "money (JPY)", 5725),
    ("a sign of several countries is itself", ["$5", "$1,200.50", "$7"], "money ($)", 5),
    ("per cent", ["12%", "3.5 %", "90%"], "percentage", 12),
    ("one unit in all", ["1,234 ft", "900 ft", "23 ft"], "number (ft)", 1234),
    ("a Chinese unit", ["12 公里", "3.5 公里", "900 公里"], "number (公里)", 12),
    ("units that differ", ["3.5 MB", "12 KB", "1 GB"], "text", "3.5 MB"),
    ("years", ["1901", "1999", "2020"], "year", 1901),
    ("years with their sign", ["1999年", "2001年", "2003年"], "year", 1999),
    ("a year and a large number", ["1901", "1999", "20200"], "integer", 1901),
    ("ISO dates", ["2003-01-02", "2004-05-06", "2010-10-10"], "date", date(2003, 1, 2)),
    ("a day above 12 tells", ["03/04/2012", "25/12/2013", "1/5/2014"], "date", date(2012, 4, 3)),
    ("... the other way", ["03/04/2012", "12/25/2013", "1/5/2014"], "date", date(2012, 3, 4)),
    ("no day above 12", ["03/04/2012", "05/06/2013", "01/02/2010"], "text", "03/04/2012"),
    ("names of months", ["3. März 2012", "1. Mai 1999", "12. Dez. 2001"], "date", date(2012, 3, 3)),
    ("Chinese", ["2012年4月3日", "2013年10月20日", "2014年1月1日"], "date", date(2012, 4, 3)),
    (
        "moments",
        ["2012-04-03 10:05", "2013-01-01 23:59", "2014-02-02 00:00"],
        "date",
        datetime(2012, 4, 3, 10, 5),
    ),
    ("times", ["12:30", "9:05 PM", "14:00"], "time", "12:30"),
    ("yes and no", ["yes", "no", "Yes", "no"], "boolean", True),
    (
        "addresses",
        ["http://a.test/1", "https://b.test/2", "http://c.test/"],
        "url",
        "http://a.test/1",
    ),
    ("mail", ["a@b.co", "c@d.org", "x.y@z.de"], "email", "a@b.co"),
    ("names with digits", ["XS-48453", "AB-1234", "CD-999"], "identifier", "XS-48453"),
    ("leading zeros make a name", ["007", "008", "123"], "identifier", "007"),
    ("full-width digits", ["１２", "３４", "５６"], "integer", 12),
    ("titles", ["Maria", "1984", "Alien 3"], "text", "Maria"),
    ("two values tell nothing", ["12", "13"], "text", "12"),
    ("one stray value is enough for text", ["12", "13", "14", "unknown"], "text", "12"),
]


@pytest.mark.parametrize(("why", "values", "name", "first"), TYPES, ids=[row[0] for row in TYPES])
def test_types(why: str, values: list[str], name: str, first: object) -> None:
    found = learn_type(values)
    assert str(found) == name
    assert found.read(values[0]) == first
    assert ColumnType.from_dict(found.to_dict()) == found


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
