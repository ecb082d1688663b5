"""Log of a walk: what counts as a row, when a walk is short, how it ends."""

from leadline.crawl.state.packed_rows import MAX_PLAIN_ROWS, WalkRows
from leadline.crawl.state.walk_log import WalkLog
from leadline.model import Page, Request
from leadline.page.dom import parse
from leadline.wrapper.packed.row_block import RowBlock
from leadline.wrapper.reading import PageReading, RecordRow
from leadline.wrapper.totals.stated import StatedTotal, TotalLocator
from tables import each_row


def reading(
    number: int,
    *keys: int,
    total: int | None = None,
    approximate: bool = False,
    cut: bool = False,
    text: str = "",
) -> PageReading:
    request = Request("GET", f"http://h.test/find?q=sea&page={number}")
    page = Page(request, request.url, 200, (("Content-Type", "text/html"),), text.encode())
    rows = tuple(RecordRow(str(key), (), f"record {key}") for key in keys)
    stated = StatedTotal(total, None, None, approximate, 1.0, TotalLocator("", "", "", ""))
    return PageReading(page, parse(page), rows, stated if total is not None else None, cut)


def log(*readings: PageReading) -> WalkLog:
    walk = WalkLog("sea")
    for one in readings:
        walk.add_page(one, len([key for key in one.keys if key not in walk.keys]))
    return walk


@each_row(__file__, "COUNTED", "pages", "rows", "repeated")
def test_rows_are_counted(pages: list[tuple[int, ...]], rows: int, repeated: int) -> None:
    walk = log(*(reading(number, *keys) for number, keys in enumerate(pages, 1)))
    assert (walk.rows, walk.progress.repeated) == (rows, repeated)


def test_rows_of_a_truncated_page_count_once() -> None:
    walk = log(reading(1, 1, 2, cut=True), reading(1, 1, 2, 3, 4))
    assert walk.rows == 4
    assert walk.progress.truncated


@each_row(__file__, "what_a_walk_owes", "total", "approximate", "owes", "short")
def test_what_a_walk_owes(total: int | None, *, approximate: bool, owes: bool, short: bool) -> None:
    walk = log(reading(1, 1, 2, 3, total=total, approximate=approximate))
    assert (walk.owes_rows, walk.is_short) == (owes, short)


def test_a_stated_number_of_pages_makes_a_walk_short() -> None:
    walk = log(reading(1, 1, 2, 3, text="<p>Page 1 of 3</p>"))
    assert walk.is_short
    assert not log(reading(1, 1, 2, 3, text="<p>Page 2 of 3</p>")).is_short


@each_row(
    __file__, "an_exact_total_tells_a_cap_from_an_end", "reason", "finished", "total", "capped"
)
def test_an_exact_total_tells_a_cap_from_an_end(
    reason: str, *, finished: bool | None, total: int, capped: bool
) -> None:
    walk = log(reading(1, 1, 2, 3, total=total))
    walk.stop(reason, finished=finished)
    walk.settle()
    assert walk.capped is capped
    assert walk.finished is (total == 3 and finished is None)


def test_a_failed_or_abandoned_walk_is_not_capped() -> None:
    failed, abandoned = (log(reading(1, 1, 2, 3, total=9)) for _ in range(2))
    failed.stop("the network is gone", finished=False, failed=True)
    abandoned.break_off("nothing new came")
    for walk in (failed, abandoned):
        walk.settle()
        assert not walk.capped
    assert abandoned.broken_off


def test_pages_without_news_are_counted_in_a_row() -> None:
    walk = log(reading(1, 1, 2), reading(2, 1, 2), reading(3, 1, 2))
    assert (walk.progress.stale_pages, walk.progress.circling_pages) == (2, 2)
    walk.add_page(reading(4, 3), 1)
    assert (walk.progress.stale_pages, walk.progress.circling_pages) == (0, 0)


def test_a_restarted_walk_counts_from_the_first_page_and_is_patient() -> None:
    walk = log(reading(1, 1, 2), reading(2, 3, 4))
    walk.restart(3)
    assert (walk.rows, walk.pages, len(walk.keys), walk.requests) == (0, 0, 0, [])
    assert walk.progress.stale_pages == -3
    assert [row.key for row in walk.rows_by_key] == ["1", "2", "3", "4"], "what was taken stays"


def test_an_earlier_walk_of_the_answer_completes_a_later_one() -> None:
    earlier = log(reading(1, 1, 2, total=4), reading(2, 2, 3, total=4))
    later = log(reading(1, 1, 4, total=4), reading(2, 2, 2, total=4))
    later.stop("no further page is linked", finished=True)
    later.absorb(earlier)
    assert sorted(row.key for row in later.rows_by_key) == ["1", "2", "3", "4"]
    assert len(later.keys) == 4
    assert later.finished
    assert later.pages == 4


def test_a_summary_holds_what_the_planner_needs() -> None:
    walk = log(reading(1, 1, 2, total=9))
    walk.stop("no further page is linked")
    summary = walk.progress
    assert (summary.query, summary.rows, summary.pages, summary.total) == ("sea", 2, 1, 9)
    assert summary.reason == "no further page is linked"
    assert not summary.finished


def test_a_walk_whose_pages_name_further_ones_was_not_walked_to_its_end() -> None:
    walk = log(reading(1, 1, 2, text="<p>Page 1 of 3</p>"))
    walk.stop("no further page is linked", finished=True)
    assert walk.extent == "as far as it goes (no further page is linked; it says that more follow)"


def test_pages_of_a_walk_are_packed_once_however_long_it_is() -> None:
    rows, before = WalkRows(), {}
    for page in range(5 * MAX_PLAIN_ROWS // 50):
        shown = [RecordRow(f"{page}/{place}", (), f"row {place}") for place in range(50)]
        rows.add(RowBlock.pack(shown), shown)
        parts = rows.view().parts
        packed = {number: part for number, part in enumerate(parts) if part.plain is None}
        assert all(packed[number] is part for number, part in before.items())
        assert sum(len(part.plain) for part in parts if part.plain is not None) <= MAX_PLAIN_ROWS
        before = packed
    assert len(before) >= 4 * MAX_PLAIN_ROWS // 50
    assert [row.key for row in rows][:: 50 * 20] == ["0/0", "20/0", "40/0", "60/0", "80/0"]
