"""Abandoned answers, read from their last page before a source counts as exhausted.

A walk is broken off when page after page brings nothing new. Where a source always shows the newest
(or the most cited, or A to Z) first, the same records stand last in every answer, and no word
reaches them. So the broadest abandoned answers are read backwards, until as many pages bring
nothing new again. Broadest is the one whose unread rows the known records fill least.

>>> AbandonedAnswer("in", Request("GET", "http://h.test/?q=in&page=49"), read=490, unread=189,
...     pages=19).known_to_unread_ratio(685) < 1.04
True
"""

from dataclasses import dataclass, field
from typing import Final

from leadline.crawl.acquisition import BEFORE_END, WORD_ASKED, Acquisition, AskedWord
from leadline.crawl.events import Crawl
from leadline.crawl.paging.fetch_page import PageResult, fetch_page, is_bound
from leadline.crawl.paging.walk import MAX_STALE_PAGES
from leadline.crawl.state.source import SourceState
from leadline.crawl.state.walk_log import WalkLog
from leadline.model import Request
from leadline.selection.messages import QueryObserved
from leadline.wrapper.pager.step import advance

MAX_ANSWERS_WITHOUT_NEWS: Final = 2
"""Answers in a row whose last pages bring nothing new before the others are left alone."""


@dataclass(frozen=True, slots=True)
class AbandonedAnswer:
    """Answer whose walk was broken off: the request of the last page read and what follows it.

    ``read`` records were read; ``unread`` rows on ``pages`` pages follow.
    """

    query: str
    request: Request
    read: int
    unread: int
    pages: int

    def known_to_unread_ratio(self, known: int) -> float:
        """Return how many times known records that were not read here fill the unread rows."""
        return (known - self.read) / self.unread


def abandoned_answer(source: SourceState, walk: WalkLog) -> AbandonedAnswer | None:
    """Return a walk that was broken off, if an exact total says how many rows follow."""
    if not walk.broken_off or walk.total is None or not source.trusts(walk):
        return None
    unread = min(walk.total, source.answers.cap or walk.total) - walk.rows
    pages = -(-unread // max(1, walk.progress.largest_page))
    if unread <= 0 or is_bound(source, walk, walk.requests[-1]):
        return None
    return AbandonedAnswer(walk.query, walk.requests[-1], len(walk.keys), unread, pages)


def read_ends(source: SourceState, abandoned: list[AbandonedAnswer]) -> Crawl[bool]:
    """Read the ends of the broadest abandoned answers; return whether they brought news.

    Each is read from its last page backwards, while its pages bring something new. Answers whose
    end was read are taken out of ``abandoned``.
    """
    new = without_news = 0
    while abandoned and without_news < MAX_ANSWERS_WITHOUT_NEWS and source.pager.step is not None:
        broadest = min(
            abandoned, key=lambda answer: answer.known_to_unread_ratio(source.record_count)
        )
        abandoned.remove(broadest)
        walk = WalkLog(broadest.query)
        for ahead in range(broadest.pages, 0, -1):
            step = source.pager.step
            at = advance(broadest.request, step, amount=ahead * step.amount) if step else None
            result = (yield from fetch_page(source, walk, at)) if at is not None else PageResult()
            if result.reading is None or not result.row_count:
                break
            source.take_page(walk, result.reading)
            if walk.progress.stale_pages >= MAX_STALE_PAGES:
                break
        rows = walk.rows_by_key.view()
        source.journal.tell(
            QueryObserved("", rows, pages=max(1, walk.pages), chosen=True, new=walk.new)
        )
        new += walk.new
        without_news = 0 if walk.new else without_news + 1
        if walk.new:
            text = f"the last pages of {broadest.query!r} brought {walk.new:,} new records"
            source.journal.note(text)
    return new > 0


@dataclass
class Abandoned:
    """Answers of a source that were left."""

    answers: list[AbandonedAnswer] = field(default_factory=list)


def _keep(source: SourceState, at: AskedWord) -> Crawl[AskedWord]:
    answer = abandoned_answer(source, at.walk)
    at.state.recall(Abandoned).answers.extend([answer] if answer is not None else [])
    yield from ()
    return at


def _read(source: SourceState, state: Acquisition) -> Crawl[Acquisition]:
    yield from read_ends(source, state.recall(Abandoned).answers)
    return state


CRAWL_PARTS: Final = (WORD_ASKED.part(10, _keep), BEFORE_END.part(10, _read))
