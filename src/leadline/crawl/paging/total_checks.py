"""Doubts about what a source says of its answers: is that number the total, is there more?

A total stands still from page to page and is not passed by the rows that come; a number that does
neither is another one (records a page, the number of the page) and would end walks too early.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from leadline.crawl.events import Event, Notice, Reply
from leadline.wrapper.query_mask import QueryMask
from leadline.wrapper.totals.choice import choose_total
from leadline.wrapper.totals.stated import read_total

if TYPE_CHECKING:
    from collections.abc import Generator

    from leadline.crawl.client import Source
    from leadline.crawl.paging.pager_state import Try
    from leadline.crawl.paging.walk import Walk
    from leadline.wrapper.reading import PageReading

NEARLY: Final = 0.9
"""A page with this share of the most rows of any page counts as full: some rows may not be read."""


def drop_total(source: Source, walked: Walk) -> Generator[Event, Reply, None]:
    """Records came after the "total" was reached: it is another number."""
    assert source.reader is not None
    source.reader = source.reader.with_total(None)
    walked.total = None
    source.agreed = source.disagreed = 0
    yield Notice("what was taken for the total of an answer is another number; it is not used")


def settle_total(
    source: Source, walked: Walk, before: PageReading, after: PageReading
) -> Generator[Event, Reply, PageReading]:
    """A total stays the same on the next page; where it does not, it is looked for once more."""
    one, two = before.stated, after.stated
    if one is None or two is None or one.approximate or two.approximate or one.value == two.value:
        return after
    assert source.reader is not None
    boxed = QueryMask(source.said(walked.query)).mask
    other = next((pair for pair in source.probed if pair[0].query != walked.query), None)
    second = (before.document, boxed)
    if other is not None:
        second = (other[1].document, QueryMask(source.said(other[0].query)).mask)
    nonsense = [(page.document, page.query_mask.mask) for page in source.nonsense]
    locator = choose_total(
        (before.document, boxed), (after.document, boxed), second,
        nonsense[0] if nonsense else None, len(before.rows), rows=before.nodes,
    )  # fmt: skip
    source.reader, walked.total = source.reader.with_total(locator), None
    yield Notice("what was taken for the total changes from page to page; looked for it again")
    if locator is None:
        return replace(after, stated=None)
    return replace(after, stated=read_total(after.document, locator, boxed, after.nodes))


def reason_to_count(source: Source, walked: Walk, reading: PageReading) -> Try | None:
    """What speaks for a page that no link shows; the weaker reasons are given up separately."""
    full = len(reading.rows) >= NEARLY * max(walked.most_rows, source.most_rows)
    if walked.is_short:
        return "owed" if full else "rest"
    if walked.owes:
        return "about"
    told = walked.said_pages or (walked.total is not None and walked.exact)
    many = source.pages_of_many or walked.pages > 1
    return "full" if full and not told and many else None
