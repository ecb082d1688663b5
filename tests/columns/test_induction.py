"""Column induction: what counts over many records decide."""

from typing import Any

import pytest

from leadline.columns.induction import learn_columns
from leadline.columns.schema import ColumnSchema
from leadline.model import RecordSpan
from leadline.page.dom import parse_html
from tables import as_arrays, each_row

_WORDS = "sea cat storm winter song night house river stone bread music garden"
WORDS = _WORDS.split()
NAMES = ("Ann", "Bo", "Cy", "Di", "Ed")


def learned(inner: str, count: int = 12) -> tuple[dict[str, Any], list[tuple[str, str]]]:
    """Return what is learned of records beside names, and the fields of the fourth one.

    ``inner`` is the markup of a record: {n} its number, {w} and {v} words, {a} a name.
    """
    records = [
        inner.format(n=n, w=WORDS[n % 12], v=WORDS[5 * n % 12], a=NAMES[n % 5], y=1900 + n)
        for n in range(count)
    ]
    page = parse_html("".join(f"<article>{one}</article>" for one in records), "http://h.test/")
    spans = [RecordSpan((node,)) for node in page.elements("article")]
    columns = learn_columns([(page, spans)])
    apart = ("names", "headings")  # those have tests of their own
    schema = {
        name: value for name, value in columns.to_dict().items() if value and name not in apart
    }
    return schema, [(field.column, field.value) for field in columns.read(page, spans[3])]


def learned_of(records: list[str]) -> dict[str, Any]:
    """Return what is learned of records of any markup."""
    page = parse_html("".join(f"<article>{one}</article>" for one in records), "http://h.test/")
    spans = [RecordSpan((node,)) for node in page.elements("article")]
    schema = learn_columns([(page, spans)]).to_dict()
    return {name: value for name, value in schema.items() if value and name != "headings"}


@each_row(__file__, "LEARNED", "why", "inner", "wanted", empty=dict, sequence=list)
def test_one_markup(why: str, inner: Any, wanted: Any) -> None:
    assert as_arrays(learned(inner)) == wanted, why


@each_row(__file__, "VARYING", "why", "records", "wanted", sequence=list)
def test_what_varies(why: str, records: Any, wanted: Any) -> None:
    assert learned_of(records) == wanted, why


def test_no_records_have_no_columns() -> None:
    page = parse_html("<p>A</p>", "")
    assert learn_columns([(page, [])]) == learn_columns([]) != ColumnSchema()
    assert learn_columns([]).to_dict() == ColumnSchema().to_dict()


def test_records_of_several_pages_are_counted_together() -> None:
    pages = [parse_html(f"<p>Maker: {name}</p>", "") for name in NAMES]
    samples = [(page, [RecordSpan((next(page.elements("p")),))]) for page in pages]
    assert learn_columns(samples).names == {"=Maker": "Maker"}
    assert learn_columns(samples[:1]).names == {"": "text_1"}


def test_equal_names_are_numbered() -> None:
    _, fields = learned("<div><p class=by>{a}</p></div><section><p class=by>{w}</p></section>")
    assert [name for name, _ in fields] == ["by", "by_2"]


@each_row(__file__, "ROWS", "why", "row", "columns")
def test_the_header_of_a_row_names_the_record_not_its_values(
    why: str, row: str, columns: int
) -> None:
    rows = [
        row.format(n=n, w=WORDS[n % 12], v=WORDS[5 * n % 12], a=NAMES[n % 5], y=1900 + n)
        for n in range(24)
    ]
    page = parse_html(f"<table>{''.join(rows)}</table>", "http://h.test/")
    spans = [RecordSpan((node,)) for node in page.elements("tr")]
    learned_columns = learn_columns([(page, spans)])
    read = [field for span in spans for field in learned_columns.read(page, span)]
    assert len({field.column for field in read}) == columns
    assert len(read) == columns * len(spans)


@pytest.mark.parametrize(
    ("asked", "kind"), [("typeerror", "TypeError"), ("net", "net/mill"), ("中文", "中文錯誤")]
)
def test_what_was_asked_for_is_no_label(asked: str, kind: str) -> None:
    items = [f"<li><a href=/{n}>{kind}: {WORDS[n]} {WORDS[5 * n % 12]}</a>" for n in range(9)]
    page = parse_html("".join(items), "http://h.test/")
    spans = [RecordSpan((node,)) for node in page.elements("li")]
    values = [field.value for field in learn_columns([(page, spans)], [asked]).read(page, spans[2])]
    assert f"{kind}: storm {WORDS[10]}" in values


def test_a_label_stays_one_where_other_words_were_asked() -> None:
    page = parse_html("".join(f"<li>Maker: {NAMES[n % 5]} {n}" for n in range(9)), "http://h.test/")
    spans = [RecordSpan((node,)) for node in page.elements("li")]
    for asked in ["storm", "bo", ""]:
        fields = learn_columns([(page, spans)], [asked]).read(page, spans[2])
        assert [(field.column, field.value) for field in fields] == [("Maker", "Cy 2")]


SIBLINGS = [("{}", "{y}", False), ("{}", "{w}", True), ("N{at}: {}", "{y}", True)]


@pytest.mark.parametrize(("cell", "last", "is_list"), SIBLINGS)
def test_siblings_of_their_own_forms_are_no_list(cell: str, last: str, is_list: bool) -> None:
    records = []
    for n in range(30):
        said = [NAMES[n % 5], *["Low"] * bool(n % 3), last.format(y=1900 + n, w=WORDS[n % 12])]
        cells = [cell.format(one, at=at + (at > 0 and not n % 3)) for at, one in enumerate(said)]
        records.append(f"<p>{'<p>'.join(cells)}")
    assert ("list_slots" in learned_of(records)) is is_list
