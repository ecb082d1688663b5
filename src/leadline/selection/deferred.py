"""Answers that wait after their first page, until their rest is what promises most.

The first page states how many records an answer holds; how many of them are known already can be
counted. So whoever chooses the next word may choose the rest of an answer as well
(``selection.keywords.deferred_answers``), at once or much later, or never where it holds nothing new. Here are the walks
that wait, with their last page: a walk goes on from there as if nothing had come between.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from leadline.crawl.events import Brought
from leadline.crawl.paging.fetch_page import is_bound

if TYPE_CHECKING:
    from leadline.crawl.client import Source
    from leadline.crawl.paging.walk import Walk
    from leadline.wrapper.wrapper import Reading

MOST_WAITING: Final = 60
"""Walks that wait, each with a page; the one that waits longest is let go."""


@dataclass(frozen=True, slots=True)
class Begun(Brought):
    """The first page of an answer of which more may be asked for by the same word."""

    def with_rest(self, rest: Brought) -> Brought:
        """The whole answer, as if nothing had come between."""
        return replace(
            rest, rows=self.rows + rest.rows, pages=self.pages + rest.pages,
            new=self.new + rest.new,
        )  # fmt: skip


def may_wait(source: Source, walked: Walk, reading: Reading) -> bool:
    """Whether a walk may go on later as well as now: an exact total says how much follows, a link
    leads on whose request says what is asked.
    """
    if not (walked.owes and walked.exact and source.trusts(walked)) or reading.cut:
        return False
    if source.order is not None or source.paging.unsettled:
        return False
    if 0 < source.paging.wall <= walked.rows:
        return False
    shown = source.paging.replayed(reading, source.interface)
    return shown is not None and not is_bound(source, walked, shown[1])
