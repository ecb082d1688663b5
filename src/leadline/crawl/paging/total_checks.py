"""Checks of the number that is taken for the total of an answer.

A total stands still from page to page and is not exceeded by the rows that come. A number that does
not is another one (records a page, the number of the page) and would end walks too early.
"""

from typing import Final

from leadline.crawl.state.pager import Try
from leadline.crawl.state.source import SourceState
from leadline.crawl.state.walk_log import WalkLog
from leadline.wrapper.reading import PageReading

MIN_SHARE_OF_FULL_PAGE: Final = 0.9
"""Share of the most rows of any page from which a page counts as full: some may not be read."""


def drop_total(source: SourceState, walk: WalkLog) -> None:
    """Stop reading the total: records came after it was reached."""
    source.use_wrapper(source.learned_wrapper.with_total(None))
    walk.note(total=None)
    source.forget_totals()
    source.journal.note(
        "what was taken for the total of an answer is another number; it is not used"
    )


def reason_to_count(source: SourceState, walk: WalkLog, reading: PageReading) -> Try | None:
    """Return what speaks for a page that no link shows; weaker reasons are given up separately."""
    largest = max(walk.progress.largest_page, source.answers.largest_page)
    full = len(reading.rows) >= MIN_SHARE_OF_FULL_PAGE * largest
    if walk.is_short:
        return "owed" if full else "rest"
    if walk.owes_rows:
        return "about"
    is_stated = walk.progress.stated_pages or (walk.total is not None and walk.exact)
    several = max(source.answers.longest_walk, walk.pages) > 1
    return "full" if full and not is_stated and several else None
