"""What the last page of an answer itself says of rows that follow: a range, or a flag in data.

A walk that ends because no page is linked has not come to the end of an answer that says "1-20 of
345" below 20 rows, or ``"has_more": true`` behind them.
"""

from typing import Final

from leadline.crawl.events import Crawl
from leadline.crawl.paging.moments import WALKED, Walked
from leadline.crawl.state.source import SourceState
from leadline.model import NO
from leadline.wrapper.data.endings import more_said
from leadline.wrapper.reading import PageReading
from leadline.wrapper.totals.stated import stated_totals


def rows_named(reading: PageReading, taken: int) -> int:
    """Return how many rows the last page of an answer names, if more than ``taken``, else 0."""
    named: int = reading.fact("rows named", lambda: _named(reading))
    if named < 0:  # more, and nobody says how many
        return taken + 1
    return named if named > taken else 0


def _named(reading: PageReading) -> int:
    if reading.page.body.lstrip()[:1] == b"{":
        return -1 if more_said(reading.page, ()) else 0
    shown = len(reading.rows)
    ranges = stated_totals(reading.document, mask=str.casefold, rows=reading.nodes)
    totals = [
        one.value
        for one in ranges
        if one.locator.pattern == "range"
        and not one.approximate
        and one.first is not None
        and one.last is not None
        and one.last - one.first + 1 == shown
        and one.value is not None
        and one.value > one.last
    ]
    return totals[0] if totals and shown else 0


def _doubt_end(source: SourceState, at: Walked) -> Crawl[Walked]:
    walk = at.walk
    is_open = walk.finished and walk.total is None and NO not in source.task.said("total")
    if is_open and (named := rows_named(at.last, walk.rows)):
        walk.note(finished=False, reason=f"{walk.reason}, and the answer says that more follow")
        source.become(source.evidence.with_short_end(walk.rows, named))
    yield from ()
    return at


CRAWL_PARTS: Final = (WALKED.part(20, _doubt_end),)
