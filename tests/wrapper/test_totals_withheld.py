"""Numbers of answers that count what their pages withhold, too."""

import pytest

from leadline.page.dom import parse_html
from leadline.wrapper.totals.behaviour import AnswerPage, total_by_behaviour
from tables import each_row


@each_row(__file__, "a_number_that_counts_what_is_withheld_too_is_the_total", "numbers", "is_found")
def test_a_number_that_counts_what_is_withheld_too_is_the_total(
    numbers: tuple[int, ...], is_found: bool
) -> None:
    pages = [
        AnswerPage(parse_html(f"<p>{number} pictures", ""), str.casefold, rows, goes_on=rows == 10)
        for number, rows in zip(numbers, (10, 3, 7, 6), strict=True)
    ]
    assert (total_by_behaviour(pages, None) is not None) == is_found


@pytest.mark.parametrize("counts", [(9, 6, 5, 8, 14), (9, 6, 6, 6, 14)], ids=["follows", "not"])
def test_a_row_of_page_numbers_is_not_counted(counts: tuple[int, ...]) -> None:
    rows = (10, 7, 6, 9, 10)
    pages = [
        AnswerPage(parse_html(f"<p>{count} pictures", ""), str.casefold, shown, goes_on=shown == 10)
        for count, shown in zip(counts, rows, strict=True)
    ]
    assert total_by_behaviour(pages, None) is None
    assert (total_by_behaviour(pages, None, 1) is not None) == (counts[2] == 5)
