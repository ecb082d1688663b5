"""Plans: the values that each kind of schema entry gives."""

from typing import Any

import pytest

from leadline.columns import reader
from leadline.columns.reader import Columns
from leadline.columns.record_shape import MAX_SHAPE_NODES
from leadline.model import RecordSpan
from leadline.page.dom import parse_html
from tables import as_arrays, read_rows


def columns_of(schema: dict[str, Any]) -> Columns:
    """Make columns of a schema whose sets are arrays."""
    sets = {name: {*value} for name, value in schema.items() if isinstance(value, list)}
    return Columns(**schema | sets)


def read(html: str, **schema: Any) -> list[tuple[str, str, str]]:
    """Return column, value and kind of the fields of a record; columns are named by their slots."""
    page = parse_html(f"<article>{html}</article>", "http://h.test/")
    columns = columns_of(schema)
    fields = columns.read(page, RecordSpan((next(page.elements("article")),)))
    return [(field.column, field.value, field.kind) for field in fields]


VALUES = read_rows(__file__, "VALUES", "why", "html", "schema", "wanted", empty=dict, sequence=list)


@pytest.mark.parametrize(
    ("why", "html", "schema", "wanted"), VALUES, ids=[row[0] for row in VALUES]
)
def test_values(why: str, html: Any, schema: Any, wanted: Any) -> None:
    assert as_arrays(read(html, **schema)) == wanted, why


@pytest.mark.parametrize("row", VALUES, ids=[row[0] for row in VALUES])
def test_many_records_are_read_as_one(row: tuple[str, str, dict[str, Any], Any]) -> None:
    _, html, schema, wanted = row
    page = parse_html(f"<article>{html}</article>" * 4, "http://h.test/")
    spans = [RecordSpan((node,)) for node in page.elements("article")]
    columns = columns_of(schema)
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
