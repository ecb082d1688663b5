"""Where a page stands in the answer, and whether one page follows the other without a gap."""

import pytest

from leadline.page.dom import Document, parse_html
from leadline.wrapper.pager.position import contiguous, page_position
from tables import each_row, read_rows

H = "http://h.test"


def page(html: str, path: str = "/s?q=sea") -> Document:
    return parse_html(f"<body>{html}", H + path)


@each_row(__file__, "positions", "html", "path", "wanted")
def test_positions(html: str, path: str, wanted: tuple[int | None, ...]) -> None:
    found = page_position(page(html, path))
    assert (found.first, found.last, found.page, found.pages, found.value) == wanted


@pytest.mark.parametrize(
    ("before", "after", "wanted", "why"),
    [
        (page(*before), page(*after), wanted, why)
        for before, after, wanted, why in read_rows(
            __file__, "CONTIGUITY", "before", "after", "wanted", "why"
        )
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_contiguity(before: Document, after: Document, wanted: bool | None, why: str) -> None:
    assert contiguous(before, after, records=20) is wanted, why


def test_a_range_of_years_in_a_record_is_no_place_of_a_page() -> None:
    first = parse_html("<p>200 prints</p><td>c. 1810-1823, of 1864", "http://h.test/all")
    second = parse_html("<p>200 prints</p><td>c. 1790-1799, of 1864", "http://h.test/all?after=k7")
    assert contiguous(first, second, records=40) is False
    assert contiguous(first, second, records=40, shown=(40, 40)) is None
