"""Lists of names or codes alone, pagers among the records, and answers printed as JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from trait_sites import (
    drawn,
    harvested,
    in_a_line,
    in_elements,
    in_fixed_width,
    json_in_pre,
    pager_in_line,
    plain_source,
    with_pager_row,
    with_pager_rows,
)

from amounts import further
from leadline_zoo.spec import Engine, Total

if TYPE_CHECKING:
    from collections.abc import Callable

TABLES = ("books", "zh_objects", "ru_firms")
SHORT = {
    "commas": in_a_line(", ", "p"),
    "strokes": in_a_line(" | ", "div"),
    "breaks": in_a_line("<br>", "div"),
    "items": in_elements("ul", "li"),
    "spans": in_elements("div", "span"),
    "articles": in_elements("section", "article"),
}
LISTS = {"items": with_pager_rows, "table": with_pager_row, "line": pager_in_line}


@pytest.mark.parametrize(("look", "table"), list(zip(SHORT, TABLES * 2, strict=True)))
def test_a_few_characters_a_record_are_enough(look: str, table: str) -> None:
    site = drawn(SHORT[look], plain_source(table, "table", engine=Engine("and")))
    result = harvested(site)
    assert (result.recall, result.precision) == (1.0, 1.0)
    assert result.requests <= 135


@pytest.mark.parametrize("table", TABLES)
@pytest.mark.parametrize("look", LISTS)
def test_links_to_pages_are_no_records(look: str, table: str) -> None:
    draw: Callable[..., str] = LISTS[look]
    site = drawn(draw, plain_source(table, "table", engine=Engine("and")), shows_pager=False)
    result = harvested(site)
    assert (result.recall, result.precision) == (1.0, 1.0)
    assert result.requests <= 135


@pytest.mark.parametrize(
    ("table", "empty"),
    [
        *(("books", "all"), ("ru_firms", "error"), ("zh_objects", "all")),
        *(further("books", "error"), further("ru_firms", "all"), further("zh_objects", "error")),
    ],
)
def test_json_in_a_preformatted_block_is_read_as_json(table: str, empty: str) -> None:
    engine = Engine("and", empty=empty)  # type: ignore[arg-type]
    count = 300 if empty == "all" else 500  # few records share too few words
    spec = plain_source(table, "table", count=count, engine=engine, total=Total("absent"))
    result = harvested(drawn(json_in_pre, spec, shows_pager=False))
    assert (result.recall, result.precision) == (1.0, 1.0)
    assert result.requests <= (135 if empty == "all" else 260)


@pytest.mark.parametrize("table", ["books", "ru_firms"])
def test_columns_of_fixed_width_are_told_apart(table: str) -> None:
    result = harvested(drawn(in_fixed_width, plain_source(table, "table", engine=Engine("and"))))
    assert (result.recall, result.precision) == (1.0, 1.0)
    assert result.requests <= 135
    columns = {field.column for record in result.ran.records.values() for field in record.fields}
    assert len(columns) >= 3
