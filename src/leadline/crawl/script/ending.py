"""How far the list of a call was walked, and whether anything speaks against that being its end."""

from dataclasses import replace
from typing import Final

from leadline.crawl.script.onward import LIKELY_SIZES, page_count
from leadline.crawl.state.source import SourceState
from leadline.crawl.state.walk_log import WalkLog
from leadline.model import Doubt, Outcome, Page
from leadline.wrapper.data.data_wrapper import DataWrapper
from leadline.wrapper.data.endings import stated_beside

MIN_CUT_ROWS: Final = 20
"""Rows of a single page, a usual number, from which the list may be cut there."""


def extent_of(source: SourceState, first: Page, walk: WalkLog) -> tuple[str, bool]:
    """Return how far a list was walked, as the end of a sentence, and whether it ended there.

    It did not where its ``first`` page states more records or pages, or may be all that is given at
    once.
    """
    wrapper, taken = source.wrapper, len(walk.keys)
    stated = stated_beside(first, wrapper.path) if isinstance(wrapper, DataWrapper) else 0
    if stated > taken:
        why = f" ({walk.reason})" if walk.reason and not walk.finished else ""
        return f"for {taken:,} of the {stated:,} records that its answer states{why}", False
    if not walk.finished or not isinstance(wrapper, DataWrapper):
        return walk.extent, walk.finished
    pages = page_count(first, wrapper.path) if walk.pages == 1 else 0
    if pages > 1:
        return f"for its first page of {pages}", False
    is_usual = taken in LIKELY_SIZES and taken >= MIN_CUT_ROWS
    if walk.pages == 1 and is_usual and stated != taken:
        return f"for its first {taken:,} records, a number at which lists are cut", False
    return walk.extent, True


def doubted(outcome: Outcome, extent: str, *, is_end: bool) -> Outcome:
    """Return an outcome with the doubt that its list went on, where that was no end of it."""
    doubt = Doubt("more", f"the list was walked {extent}")
    return outcome if is_end else replace(outcome, doubts=(*outcome.doubts, doubt))
