"""Columns of fixed width: entries of several lines, lines in front of the header."""

import pytest

from leadline.page.dom import parse_html
from leadline.page.fixed_width import with_fixed_width

ROWS = (
    "No.   Name          Born\n"
    "101   Oak, Ann      1901\n      at: Ash, the old mill house\n"
    "102   Fir, Bo       1902\n      at: Elm\n"
)


@pytest.mark.parametrize("front", ["", "-- page 1 of 9 --\n"])
def test_an_entry_of_two_lines_is_one_row(front: str) -> None:
    page = parse_html(with_fixed_width(f"<pre>{front}{ROWS}</pre>"), "")
    rows = [page.visible_text(row) for row in page.elements("tr")]
    assert rows == [
        "No. Name Born",
        "101 Oak, Ann 1901 at: Ash, the old mill house",
        "102 Fir, Bo 1902 at: Elm",
    ]


def test_an_empty_first_column_is_no_second_line() -> None:
    lines = "No.   Name     Born\n101   Oak      1901\n      Elm      1902\n103   Fir      1903\n"
    page = parse_html(with_fixed_width(f"<pre>{lines}</pre>"), "")
    assert [page.visible_text(row) for row in page.elements("tr")][2] == "Elm 1902"
