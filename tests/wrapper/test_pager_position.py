"""Where a page stands in the answer, and whether one page follows the other without a gap."""

from __future__ import annotations

import pytest

from leadline.page.dom import Document, parse_html
from leadline.wrapper.pager.position import contiguous, page_position

H = "http://h.test"


def page(html: str, path: str = "/s?q=sea") -> Document:
    return parse_html(f"<body>{html}", H + path)


@pytest.mark.parametrize(
    ("html", "path", "wanted"),
    [
        ("<p>Results 21-40 of 130</p>", "/s?q=sea&start=20", (21, 40, None, None, 20)),
        ("<p>Page 2 of 9</p>", "/s?q=sea", (None, None, 2, 9, None)),
        ("<p>第 2 页，共 9 页</p>", "/s?q=sea&page=2", (None, None, 2, 9, 2)),
        ('<a href="?p=1">1</a> 2 <a href="?p=3">3</a>', "/s?p=2", (None, None, 2, None, 2)),
        ('1 <a href="?s=20">2</a> <a href="?s=40">3</a>', "/s", (None, None, 1, None, None)),
        ("<p>nothing</p>", "/s", (None, None, None, None, None)),
        ("<p>nothing</p>", "/s/page/4/", (None, None, None, None, 4)),
    ],
)
def test_positions(html: str, path: str, wanted: tuple[int | None, ...]) -> None:
    found = page_position(page(html, path))
    assert (found.first, found.last, found.page, found.pages, found.value) == wanted


PAGES = '<a href="?p={a}">{a}</a> <b>{b}</b> <a href="?p={c}">{c}</a>'


@pytest.mark.parametrize(
    ("before", "after", "wanted", "why"),
    [
        (
            page("<table><tr><td>2013-04-19</td></table><p>共 130 条记录 第 1/7 页"),
            page("<table><tr><td>2016-01-14</td></table><p>共 130 条记录 第 2/7 页", "/s?page=2"),
            True,
            "a date in the last row is no range",
        ),
        (page("1-20 of 130"), page("21-40 of 130", "/s?start=20"), True, "ranges meet"),
        (page("1-20 of 130"), page("121-130 of 130", "/s?start=120"), False, "the sign meant LAST"),
        (page("1-20 of 130"), page("1-20 of 130", "/s?start=20"), False, "page 1 again"),
        (
            page("Results 1 – 29 of 121"),
            page("Results 21 – 41 of 121", "/s?offset=20"),
            True,
            "title hits are counted apart",
        ),
        (page("Page 1 of 9"), page("Page 2 of 9"), True, "pages"),
        (page("Page 1 of 9"), page("Page 9 of 9"), False, "last page"),
        (
            page(PAGES.format(a=1, b=2, c=3), "/s?p=2"),
            page(PAGES.format(a=2, b=3, c=4), "/s?p=3"),
            True,
            "the pager",
        ),
        (
            page(PAGES.format(a=1, b=2, c=3), "/s?p=2"),
            page(PAGES.format(a=7, b=8, c=9), "/s?p=8"),
            False,
            "the pager",
        ),
        (page("x", "/s?start=20"), page("x", "/s?start=40"), True, "offset moves by the records"),
        (page("x", "/s?start=20"), page("x", "/s?start=80"), False, "offset moves by more"),
        (page("x", "/s?start=20"), page("x", "/s?start=43"), True, "three rows were not read"),
        (
            page("x", "/s?p=2"),
            page("x", "/s?p=16"),
            False,
            "a page number that moves by less than a page of records",
        ),
        (page("x", "/s"), page("x", "/s?ofs=25"), True, "first offset"),
        (page("x", "/s?page=2"), page("x", "/s?page=3"), True, "page number"),
        (page("x", "/s"), page("x", "/s?page=2"), True, "first page has no parameter"),
        (page("x", "/s"), page("x", "/s?page=90"), False, "first page, then the last"),
        (page("x", "/s"), page("x", "/s?_next=k9"), None, "an opaque token says nothing"),
        (
            page("<p>90 results</p><li>Songs, parts 1-3 of 4", "/s"),
            page("<p>90 results</p><li>Speakers, 13-30 of 360", "/s?page=2"),
            True,
            "ranges in the texts of records",
        ),
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
