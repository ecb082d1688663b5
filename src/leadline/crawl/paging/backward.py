"""The far ends of answers that were left, looked at before a source counts as exhausted.

An answer is left when page after page brings nothing new. Where a source always shows the newest
(or the most cited, or A to Z) first, the same records stand last in every answer, and no word that
is left after three pages ever shows them: fifteen of seven hundred tickets of an issue tracker. So
the broadest answers that were left are read from their last page backwards, until as many pages
bring nothing new again. Broadest is the one whose unread rows the known records fill least: 189
rows are unread and 195 known records were not among those read.

>>> from leadline.model import Request
>>> Left("in", Request("GET", "http://h.test/?q=in&page=49"), read=490, unread=189, pages=19
... ).filled(685) < 1.04
True
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from leadline.crawl.events import Event, Notice, Reply
from leadline.crawl.paging.fetch_page import arrive, is_bound
from leadline.crawl.paging.walk import IDLE_PAGES, Walk, take
from leadline.selection.messages import QueryObserved
from leadline.wrapper.pager.propose import advance

if TYPE_CHECKING:
    from collections.abc import Generator

    from leadline.crawl.client import Source
    from leadline.model import Request

MOST_IDLE: Final = 2
"""Answers in a row whose last pages bring nothing new before the others are left alone."""


@dataclass(frozen=True, slots=True)
class Left:
    """An answer that was left: the request of its last page read, how many of its records were
    read, and the rows and pages that follow.
    """

    query: str
    request: Request
    read: int
    unread: int
    pages: int

    def filled(self, known: int) -> float:
        """How many times the known records that were not among those read fill the unread rows."""
        return (known - self.read) / self.unread


def left_of(source: Source, walked: Walk) -> Left | None:
    """A walk that was broken off, if an exact total says how many rows follow, within a cap."""
    if not walked.broken_off or walked.total is None or not source.trusts(walked):
        return None
    unread = min(walked.total, source.cap or walked.total) - walked.rows
    pages = -(-unread // max(1, walked.most_rows))
    if unread <= 0 or is_bound(source, walked, walked.requests[-1]):
        return None
    return Left(walked.query, walked.requests[-1], len(walked.keys), unread, pages)


def take_far_ends(source: Source, left: list[Left]) -> Generator[Event, Reply, bool]:
    """Whether the ends of the broadest answers that were left brought something new.

    Answers whose end was looked at are taken out of ``left``.
    """
    new = idle = 0
    while left and idle < MOST_IDLE and source.paging.step is not None:
        broadest = min(left, key=lambda one: one.filled(len(source.seen)))
        left.remove(broadest)
        walked = yield from _read_backwards(source, broadest)
        rows = tuple(walked.rows_by_key.values())
        yield QueryObserved("", rows, pages=max(1, walked.pages), chosen=True, new=walked.new)
        new += walked.new
        idle = 0 if walked.new else idle + 1
        if walked.new:
            yield Notice(f"the last pages of {broadest.query!r} brought {walked.new:,} new records")
    return new > 0


def _read_backwards(source: Source, left: Left) -> Generator[Event, Reply, Walk]:
    """The pages of an answer from its last one backwards, while they bring something new."""
    walked, step = Walk(left.query), source.paging.step
    for ahead in range(left.pages, 0, -1):
        at = advance(left.request, step, amount=ahead * step.amount) if step is not None else None
        if at is None:
            break
        arrival = yield from arrive(source, walked, at)
        if arrival.reading is None or not arrival.rows:
            break
        yield from take(source, walked, arrival.reading)
        if walked.idle >= IDLE_PAGES:
            break
    return walked
