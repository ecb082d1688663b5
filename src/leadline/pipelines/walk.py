"""Walking one answer from its first page to its end, whatever ends it.

Sans I/O: yields ``Get`` and gets pages. What may end a walk: the stated total is reached, no page
follows, a page without records, a page seen before in this walk (some engines answer beyond the
end with page 1 or the last page again), an error, or, where asked for, several pages in a row
that bring nothing new.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from leadline.errors import FetchError
from leadline.pipelines.events import Event, Noted, Reply, Took
from leadline.pipelines.paging import MOST_IDLE, goes_on

if TYPE_CHECKING:
    from collections.abc import Generator

    from leadline.model import Page, Request
    from leadline.pipelines.reading import Reading, Row
    from leadline.pipelines.source import Source

IDLE_PAGES: Final = 3
"""Pages in a row without a new record after which a walk is broken off."""
MOST_PAGES: Final = 100_000
RETRY_DELAY: Final = 2.0


@dataclass(slots=True)
class Walk:
    """One answer as far as it was walked."""

    query: str
    keys: dict[str, None] = field(default_factory=dict)
    requests: list[Request] = field(default_factory=list)
    lists: set[tuple[str, ...]] = field(default_factory=set)
    rows: int = 0
    pages: int = 0
    new: int = 0
    idle: int = 0
    total: int | None = None
    exact: bool = False
    most_rows: int = 0
    rows_by_key: dict[str, Row] = field(default_factory=dict)
    capped: bool = False
    broken_off: bool = False
    finished: bool = False
    cut: bool = False
    failed: bool = False
    reason: str = ""

    def add(self, reading: Reading, new: int) -> None:
        """Count a page in."""
        self.pages += 1
        self.rows += len(reading.rows)
        self.most_rows = max(self.most_rows, len(reading.rows))
        self.new += new
        self.idle = 0 if new else self.idle + 1
        self.keys.update(dict.fromkeys(reading.keys))
        for row in reading.rows:
            self.rows_by_key.setdefault(row.key, row)
        self.lists.add(reading.keys)
        self.requests.append(reading.page.request)
        if reading.stated is not None and reading.stated.value is not None:
            self.total = reading.stated.value
            self.exact = not reading.stated.approximate

    @property
    def owes(self) -> bool:
        """Whether the source states more rows than were walked."""
        return self.total is not None and self.total > self.rows

    def end(self, reason: str, *, finished: bool) -> None:
        """Say why the walk ended and whether that is where the answer ended."""
        self.reason, self.finished = reason, finished


def walk(
    source: Source, query: str, page: Page, *, break_off: bool = True
) -> Generator[Event, Reply, Walk]:
    """Walk the answer that begins with ``page``; every page's records are taken at once."""
    walked = Walk(query)
    reading = yield from source.read(page, query)
    yield from take(source, walked, reading)
    while not walked.reason:
        if _is_over(source, walked, reading, break_off=break_off):
            break
        following = yield from _next(source, walked, reading)
        if following is None:
            break
        reading = following
        yield from take(source, walked, reading)
    ended = walked.finished or walked.failed or walked.broken_off
    walked.capped = not ended and walked.owes and walked.exact
    source.judge_total(walked)
    return walked


def take(source: Source, walked: Walk, reading: Reading) -> Generator[Event, Reply, None]:
    """Count a page in and hand its records over."""
    records, new = source.take(reading, walked.query)
    walked.add(reading, new)
    yield Took(reading.page, walked.query, records, new)


def _is_over(source: Source, walked: Walk, reading: Reading, *, break_off: bool) -> bool:
    if not reading.rows:
        walked.end("the page holds no record", finished=not (walked.owes and walked.exact))
    elif reading.cut:
        return False
    elif walked.total is not None and source.trusts(walked) and walked.rows >= walked.total:
        walked.end("the stated total is reached", finished=True)
    elif break_off and walked.idle >= IDLE_PAGES:
        walked.broken_off = True
        walked.end(f"{IDLE_PAGES} pages in a row brought nothing new", finished=False)
    elif walked.pages >= MOST_PAGES:
        walked.end("more pages than any answer has", finished=False)
    return bool(walked.reason)


def _next(
    source: Source, walked: Walk, reading: Reading
) -> Generator[Event, Reply, Reading | None]:
    """The next page of the walk, read, or None with the reason noted in the walk."""
    if reading.cut:
        return (yield from _after_cut(source, walked, reading))
    request = source.paging.replayed(reading)
    if request is not None and request.fingerprint not in _asked(walked):
        following = yield from _ask(source, walked, request)
        if following is not None and _is_news(walked, following):
            _learn_step(source, walked, following)
            return following
        _close(walked, following)
        return None
    if source.paging.locator is None:
        following = yield from _prove(source, walked, reading)
        if following is not None:
            return following
    return (yield from _count_on(source, walked, reading))


def _asked(walked: Walk) -> set[str]:
    return {request.fingerprint for request in walked.requests}


def _is_news(walked: Walk, reading: Reading) -> bool:
    """Whether a page is none that this walk has seen already."""
    return bool(reading.rows) and reading.keys not in walked.lists


def _close(walked: Walk, following: Reading | None) -> None:
    if walked.reason:
        return
    if following is not None and following.rows:
        walked.end("the source repeats a page", finished=not (walked.owes and walked.exact))
    else:
        walked.end("the page holds no record", finished=not (walked.owes and walked.exact))


def _prove(
    source: Source, walked: Walk, reading: Reading
) -> Generator[Event, Reply, Reading | None]:
    """Try what may be the next link, live, until one page goes on where this one ended."""
    for proposal, request in source.paging.proposals(reading):
        if request.fingerprint in _asked(walked):
            continue
        source.paging.tries += 1
        following = yield from _ask(source, walked, request, lenient=True)
        if following is None:
            continue
        if goes_on(reading, following, via=proposal.via):
            source.paging.learn(proposal, [reading.page.request, request])
            yield from source.tell_paging()
            return following
        yield Noted(
            f"a link that might lead on ({proposal.via}) does not continue the answer",
            page=following.page.number,
        )
    return None


def _count_on(
    source: Source, walked: Walk, reading: Reading
) -> Generator[Event, Reply, Reading | None]:
    """Ask the next page by arithmetic where the answer is not yet whole."""
    paging = source.paging
    full = len(reading.rows) >= walked.most_rows and walked.pages > 0
    unsure = walked.total is None or not walked.exact
    wanted = (walked.owes and not source.knows_less(walked)) or (
        unsure and full and (paging.idle < MOST_IDLE or paging.paid > 0) and source.pages_of_many
    )
    request = paging.counted(reading) if wanted else None
    if request is None or request.fingerprint in _asked(walked):
        walked.end("no further page is linked", finished=not (walked.owes and walked.exact))
        return None
    following = yield from _ask(source, walked, request, lenient=True)
    if following is not None and _is_news(walked, following):
        paging.paid += 1
        return following
    paging.idle += 1
    walked.end("nothing stands beyond the last page", finished=not (walked.owes and walked.exact))
    return None


def _after_cut(
    source: Source, walked: Walk, reading: Reading
) -> Generator[Event, Reply, Reading | None]:
    """A page that came cut: ask again once, then go on by the number of rows that came."""
    walked.cut = True
    again = yield from _ask(source, walked, reading.page.request, delay=RETRY_DELAY, lenient=True)
    if again is not None and len(again.rows) > len(reading.rows):
        records, new = source.take(again, walked.query)
        walked.new += new
        walked.rows += len(again.rows) - len(reading.rows)
        walked.keys.update(dict.fromkeys(again.keys))
        yield Took(again.page, walked.query, records, new)
        reading = again
    if reading.cut:
        yield Noted("the page came cut off", "warning", page=reading.page.number)
    step = source.paging.step
    rows = len(reading.rows)
    partial = rows if reading.cut and step is not None and step.amount > 1 else None
    request = source.paging.replayed(reading) if not reading.cut else None
    request = request or source.paging.counted(reading, partial)
    if request is None or request.fingerprint in _asked(walked):
        walked.end("the page came cut off and shows no next page", finished=False)
        return None
    following = yield from _ask(source, walked, request)
    if following is not None and _is_news(walked, following):
        return following
    _close(walked, following)
    return None


def _learn_step(source: Source, walked: Walk, reading: Reading) -> None:
    if len(walked.requests) <= 2:
        source.paging.learn_step([*walked.requests, reading.page.request])


def _ask(
    source: Source, walked: Walk, request: Request, *, delay: float = 0.0, lenient: bool = False
) -> Generator[Event, Reply, Reading | None]:
    """A page of this walk, read; None (with the reason, unless lenient) if it did not come."""
    page = yield from source.fetch(request, "page", walked.query, delay)
    if isinstance(page, FetchError):
        if not lenient:
            walked.failed = True
            walked.end(str(page), finished=False)
        return None
    if page.status >= 400:
        if not lenient:
            walked.end(
                f"the source answered {page.status}", finished=not (walked.owes and walked.exact)
            )
        return None
    return (yield from source.read(page, walked.query))
