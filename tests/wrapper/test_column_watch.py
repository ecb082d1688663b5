"""Columns of a sorted list are not taken for others where its codes become longer or rarer."""

from __future__ import annotations

import pytest

from leadline.columns.headings import learn_headings
from leadline.model import Field, RecordSpan
from leadline.page.dom import parse_html
from leadline.wrapper.column_watch import KnownColumns, table_of
from leadline.wrapper.reading import RecordRow


def row(key: str, **cells: str) -> RecordRow:
    return RecordRow(key, tuple(Field(name, text) for name, text in cells.items() if text), "")


@pytest.mark.parametrize("mark", ["▼", "▲", ":", "↑"])
def test_a_heading_with_a_sort_mark_is_a_heading(mark: str) -> None:
    head = f"<thead><tr><th><a href='?desc'>code&nbsp;{mark}</a><th>name</thead>"
    page = parse_html(f"<table>{head}<tr><td>A<td>Ann<tr><td>B<td>Bo</table>", "")
    rows = [RecordSpan((at,)) for at in page.elements("tr")][1:]
    (names,) = learn_headings([(page, rows)]).values()
    assert names == ["code", "name"]


def test_new_records_of_another_form_move_no_column() -> None:
    """A page of new codes, of the form of a rare column that it does not show, in a sorted list."""
    known = KnownColumns()
    known.add(
        row(f"/{n}", code=f"9A{n % 7}", name=f"Field {'x' * n}", sign="KABC"[: n % 5])
        for n in range(60)
    )
    page = [row(f"/n{n}", code="SINM", name=f"Nova {'y' * n}") for n in range(20)]
    assert known.moves(table_of(page), ()) == {}


def test_so_many_columns_that_changed_places_are_not_compared_each_with_each() -> None:
    known, names = KnownColumns(), [f"text_{n}" for n in range(200)]
    known.add(row(str(n), **{name: f"{at} {n}" for at, name in enumerate(names)}) for n in range(9))
    page = [
        row(str(n), **{name: f"{199 - at} {n}" for at, name in enumerate(names)}) for n in range(9)
    ]
    assert known.moves(table_of(page), ()) == {}
    assert known.uncompared(table_of(page), ()) == 200
    few = [row(str(n), text_1=f"2 {n}", text_2=f"1 {n}") for n in range(9)]
    assert known.moves(table_of(few), ()) == {"text_1": "text_2", "text_2": "text_1"}
