"""Checks of the number that is taken for the total of an answer.

A total stands still from page to page and is not exceeded by the rows that come. A number that does
not is another one (records a page, the number of the page) and would end walks too early.
"""

from dataclasses import replace
from typing import Final

from leadline.crawl.state.pager import Try
from leadline.crawl.state.source import SourceState
from leadline.crawl.state.walk_log import WalkLog
from leadline.wrapper.query_mask import QueryMask
from leadline.wrapper.reading import PageReading
from leadline.wrapper.totals.choice import choose_total
from leadline.wrapper.totals.stated import read_total

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


def settle_total(
    source: SourceState, walk: WalkLog, before: PageReading, after: PageReading
) -> PageReading:
    """Look for the total again where it changes from one page to the next; return ``after``."""
    first, second = before.stated, after.stated
    if first is None or second is None or first.approximate or second.approximate:
        return after
    if first.value == second.value:
        return after
    mask = QueryMask(source.echo_of(walk.query)).mask
    other = next((pair for pair in source.probes.answers if pair[0].query != walk.query), None)
    contrast = (before.document, mask)
    if other is not None:
        contrast = (other[1].document, QueryMask(source.echo_of(other[0].query)).mask)
    nonsense = [(page.document, page.query_mask.mask) for page in source.probes.nonsense]
    locator = choose_total(
        (before.document, mask),
        (after.document, mask),
        contrast,
        nonsense[0] if nonsense else None,
        len(before.rows),
        rows=before.nodes,
    )
    source.use_wrapper(source.learned_wrapper.with_total(locator))
    walk.note(total=None)
    source.journal.note(
        "what was taken for the total changes from page to page; looked for it again"
    )
    if locator is None:
        return replace(after, stated=None)
    return replace(after, stated=read_total(after.document, locator, mask, after.nodes))


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
