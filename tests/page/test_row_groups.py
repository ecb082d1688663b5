"""Cells that span the rows of a group stand in each of its rows; those of longer records stay."""

import pytest

from leadline.page.dom import parse_html
from tables import each_row


def rows(table: str) -> list[str]:
    page = parse_html(f"<table>{table}</table>", "")
    return [page.visible_text(row) for row in page.elements("tr")]


def test_groups_in_groups() -> None:
    table = (
        "<tr><th>Land<th>City<th>Club"
        "<tr><td rowspan=3>Peru<td rowspan=2>Lima<td>A<tr><td>B<tr><td>Cusco<td>C"
        "<tr><td>Chile<td>Talca<td>D"
    )
    assert rows(table)[1:] == ["Peru Lima A", "Peru Lima B", "Peru Cusco C", "Chile Talca D"]


def test_a_group_that_ends_its_rows() -> None:
    table = "<tr><td>a<td rowspan=3>North<tr><td>b<tr><td>c<tr><td>d<td>South"
    assert rows(table) == ["a North", "b North", "c North", "d South"]


def test_one_group_of_many_rows() -> None:
    assert rows(f"<tr><td rowspan=5>Owls<td>0{'<tr><td>1' * 4}") == ["Owls 0", *["Owls 1"] * 4]


@each_row(__file__, "records_of_several_rows_stay", "record")
def test_records_of_several_rows_stay(record: str) -> None:
    table = "".join(record.format(number, 2 + number % 2) for number in range(6))
    page = parse_html(f"<table>{table}</table>", "")
    spans = [page.attribute(cell, "rowspan") for cell in page.elements("td")]
    assert sum(map(bool, spans)) == 6
    assert not any(row.count("Book") for row in rows(table)[1::3] if "Ann" in row)


@pytest.mark.parametrize("span", ["0", "-1", "x", "", "99999", "9" * 400])
def test_strange_spans_are_harmless(span: str) -> None:
    assert len(rows(f"<tr><td rowspan='{span}'>a<td>b<tr><td>c<td rowspan=2>d<tr><td>e")) == 3


def test_copies_are_bounded() -> None:
    wide = "word " * 20_000
    table = f"<tr><td rowspan=900>{wide}<td>0" + "<tr><td>1" * 899
    page = parse_html(f"<table>{table}</table>", "")
    assert sum(map(len, page.text)) < 3_000_000


def test_rows_without_cells_are_no_group() -> None:
    assert rows("<tr><td rowspan=4>a<td rowspan=4>b<tr><tr><tr><tr><td>c<td>d")[0] == "a b"


@each_row(__file__, "HEADINGS_TWO_ROWS_ONE", "heads", "record", "joined")
def test_headings_in_two_rows_are_one_row(heads: str, record: str, joined: str) -> None:
    table = heads + "".join(f"<tr>{record.format(number)}" for number in range(6))
    page = parse_html(f"<table>{table}</table>", "http://h/")
    row = next(page.elements("tr"))
    cells = [page.visible_text(cell) for cell in page.children(row) if page.tag[cell] != "#text"]
    assert "|".join(cells) == joined
    assert ("href" in heads) == any(page.tag[node] == "a" for node in range(len(page)))


HEAD, OWLS = "<tr><th>No<th>Name", "<tr><td colspan=2>Owls<tr><td>1<td>a"


@each_row(__file__, "HEADING_OVER_ALL_COLUMNS", "table")
def test_a_heading_over_all_columns_stands_in_each_row_of_its_group(table: str) -> None:
    read = rows(table)
    is_group = "All" not in table  # nothing follows the last heading
    assert (read[1] == "1 a Owls") is is_group


@each_row(__file__, "RECORDS_TWO_ROWS_NO", "record")
def test_records_of_two_rows_are_no_groups(record: str) -> None:
    table = HEAD + "".join(map(record.format, range(3)))
    assert len(rows(table)) == 7
