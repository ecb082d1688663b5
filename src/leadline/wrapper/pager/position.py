"""Where in an answer a page stands, and whether one page follows another.

Following a link and finding new records is not enough: a sign that means "last" brings new records
too. Contiguous is what both pages say at one place ("21-40", "page 2 of 9"),
or the page number that the pager shows, or the moved parameter. What one page alone says may be the
text of a record.

>>> from leadline.page.dom import parse_html
>>> one = parse_html("<p>Results 1-20 of 130</p>", "http://h.test/s?q=sea")
>>> two = parse_html("<p>Results 21-40 of 130</p>", "http://h.test/s?q=sea&start=20")
>>> page_position(two).first, contiguous(one, two)
(21, True)
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from leadline.model import Request
from leadline.page.dom import Document
from leadline.wrapper.pager.addresses import (
    MAX_PAGE_DIGITS,
    PageAddress,
    changed_parameters,
    counts_records,
    page_value,
    read_address,
    sent_address,
)
from leadline.wrapper.pager.labels import read_pager
from leadline.wrapper.totals.stated import StatedTotal, stated_totals

MIN_SURE_VALUE: Final = 5
"""Value below which a parameter that the first page lacks may be a page number or an offset."""
MIN_SPAN: Final = 0.5
"""Share of the rows of a page that a range must span which says where it stands."""
MAX_OFFSET_RATIO: Final = 1.5
"""Ratio of an offset's move to the records read on the page."""


@dataclass(frozen=True, slots=True)
class PagePosition:
    """Records ``first`` to ``last`` of the answer, page ``page`` of ``pages``; None is unknown.

    ``value`` is the number in the address's page parameter (a page number or an offset).
    """

    first: int | None = None
    last: int | None = None
    page: int | None = None
    pages: int | None = None
    value: int | None = None


def _folded(text: str) -> str:
    return " ".join(text.split()).casefold()


def page_position(
    document: Document, request: Request | None = None, totals: Sequence[StatedTotal] | None = None
) -> PagePosition:
    """Return what a page says about its place in the answer; ``totals``: only these are read."""
    first = last = page = pages = None
    for stated in stated_totals(document, mask=_folded) if totals is None else totals:
        if first is None and stated.first is not None:
            first, last = stated.first, stated.last
        if page is None and stated.pages is not None and (stated.page or 0) <= stated.pages:
            page, pages = stated.page, stated.pages
    here = request.url if request is not None and request.method == "GET" else document.url
    if page is None:
        page = _shown_page(document, here)
    sent = sent_address(request) if request is not None else here
    return PagePosition(first, last, page, pages, page_value(read_address(sent)))


def _shown_page(document: Document, here: str) -> int | None:
    """Return the unlinked number of this list's own pager."""
    for strip in read_pager(document, here).strips:
        for run in strip.runs:
            if run.current is not None and (run.is_this_list or len(run.links) > 2):
                return run.current
    return None


def contiguous(
    before: Document,
    after: Document,
    *,
    request_before: Request | None = None,
    request_after: Request | None = None,
    records: int = 0,
    shown: tuple[int, int] = (0, 0),
) -> bool | None:
    """Tell whether ``after`` is the page right after ``before``; None if neither page says.

    What is printed counts before what the pager shows, and that before the address. An offset moves
    by ``records``, the number of records on ``before``. Pages may overlap, as where an engine
    counts title hits apart, but nothing may be left out. A range of far fewer records than are
    ``shown`` on its page is one in a record, as of years.
    """
    said, said_after = (
        [one for one in stated_totals(page, mask=_folded) if _spans(one, rows)]
        for page, rows in zip((before, after), shown, strict=True)
    )
    position = page_position(before, request_before, _at_same_places(said, said_after))
    next_position = page_position(after, request_after, _at_same_places(said_after, said))
    if position.last is not None and next_position.first is not None:
        return (position.first or 0) < next_position.first <= position.last + 1
    if position.page is not None and next_position.page is not None:
        return next_position.page == position.page + 1
    address = read_address(sent_address(request_after) if request_after is not None else after.url)
    if next_position.value is None:
        here = sent_address(request_before) if request_before is not None else before.url
        return _moved_by_records(read_address(here), address, records)
    if counts_records(address):
        return _offset_moved(position.value or 0, next_position.value, records)
    return _page_moved(position.value, next_position.value, records)


def _spans(stated: StatedTotal, rows: int) -> bool:
    """Tell whether a range, if this is one, may be that of a page with so many rows."""
    first, last = stated.first, stated.last
    return first is None or last is None or MIN_SPAN * rows <= last - first + 1


def _at_same_places(
    totals: Sequence[StatedTotal], others: Sequence[StatedTotal]
) -> list[StatedTotal]:
    """Return the totals of a page that stand where another page has some too."""
    places = {stated.locator for stated in others}
    return [stated for stated in totals if stated.locator in places]


def _page_moved(before: int | None, after: int, records: int) -> bool | None:
    """Tell whether a value moved by 1 or by the records of a page; a first page may have none."""
    if before is None:
        is_second = after in (1, 2, records, records + 1)
        return is_second or (None if after < MIN_SURE_VALUE else False)
    return after - before in (1, records) if after != before else False


def _moved_by_records(before: PageAddress, after: PageAddress, records: int) -> bool | None:
    """Tell whether the one parameter that changed moved by the records of a page, by any name."""
    names = changed_parameters(before, after)
    values = [one.parameters.get(names[0], "") or "0" for one in (before, after)] if names else []
    if len(names) != 1 or before.path != after.path or not all(map(str.isdecimal, values)):
        return None
    low, high = (int(value[:MAX_PAGE_DIGITS]) for value in values)
    return True if records > 1 and high - low == records else None


def _offset_moved(before: int, after: int, records: int) -> bool | None:
    """Tell whether an offset moved by the records of a page, or by little more."""
    if not records:
        return None
    return 0 < after - before <= MAX_OFFSET_RATIO * records + 1
