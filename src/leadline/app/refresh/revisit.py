"""Another visit to a source, as a generator without I/O: known answers, read from the front.

1. Front: each answer is read until two pages in a row bring nothing new or changed. After some
   answers in a row without news no further one is begun.
2. Order: where changed records, too, stood before all others, the latest change stands first. It is
   verified at every visit: what did not change must have sunk below what did.
3. Rest: without such an order all answers are read to their end. Who wants new records only is
   spared that where new records stood together at the front of the lists, or at their end.

A record is missed only by a visit that read to its end all that showed it before
(``refresh.merge``).
"""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any, Final, Literal

from leadline.app.refresh.known import (
    CHANGED_COLUMNS,
    COLUMNS_SEEN,
    NEW_COLUMNS,
    VISIT,
    KnownSource,
)
from leadline.app.refresh.reread_answer import AnswerReader, SeenRow
from leadline.crawl.client import fetch
from leadline.crawl.events import ComponentLearned, Crawl, Journal, QueryClosed, StateChanged
from leadline.crawl.probe.forms import CrawlEnded
from leadline.crawl.source_crawl import press_first
from leadline.crawl.state.source import CrawlTask, SourceState
from leadline.errors import BudgetSpent, FetchError
from leadline.model import Doubt, Outcome, QueryInterface, Request, SourceEnd

MAX_IDLE_ANSWERS: Final = 5
"""Answers in a row whose front brings no news after which no further one is begun."""
MIN_NEWS: Final = 3
"""New or changed records from which the order of an answer is judged."""
MAX_SUNK_SHARE: Final = 0.1
"""Known records that may stand before the last news, as a share of the news."""
NOTHING_SHOWN: Final = (
    "none of the known lists shows a record any more: the source may ask for something first; "
    "nothing is gone for that. Look at its page, then try again"
)
KNOWN_ALONE: Final = "a visit reads known lists: how much stands in none of them is not known"
Extent = Literal["changes", "new", "whole"]
"""What a visit looks for: new and changed records, new ones only, or all that are there."""
ENOUGH: Final[dict[Extent, str]] = {
    "changes": "the latest changes stand first: read until nothing more was new or changed",
    "new": "read until nothing more was new",
}


@dataclass(slots=True)
class Revisit:
    """State of a visit; ``known`` is what it is compared with."""

    source: SourceState
    known: KnownSource
    interface: QueryInterface | None = None
    reader: AnswerReader = field(init=False)

    def __post_init__(self) -> None:
        self.reader = AnswerReader(self.source, self.known, self.interface)

    def read(self, extent: Extent) -> Crawl[Outcome]:
        """Read fronts, then the rest where it is needed; return how far it came."""
        outcome = yield from self._read(extent)
        return self._outcome("paused", why) if (why := self._unread()) else outcome

    def _unread(self) -> str:
        """Say why known lists could not be read again; '' where they were, or had nothing left."""
        answers = self.reader.answers
        if faults := [answer.fault for answer in answers if answer.fault]:
            return (
                f"{len(faults):,} of {len(answers):,} lists could not be read again: "
                f"{faults[0]}; nothing is gone for that"
            )
        if answers and not self.reader.seen:
            return NOTHING_SHOWN
        return ""

    def _read(self, extent: Extent) -> Crawl[Outcome]:
        self.reader.new_alone = extent == "new"
        yield from self._fronts()
        answers = self.reader.answers
        if extent == "new" and self.new_stand() != "front":
            for answer in answers[:MAX_IDLE_ANSWERS]:
                yield from self.reader.read_tail(answer)
        is_enough = self._is_latest_first() if extent == "changes" else bool(self.new_stand())
        has_new_columns = bool(self.known.watch.new)  # all records are to have them
        if extent == "whole" or not is_enough or self.reader.owes_news or has_new_columns:
            for answer in answers:
                yield from self.reader.read_to_end(answer)
        elif not all(answer.is_whole for answer in answers):
            return self._outcome("exhausted", ENOUGH[extent])
        if left := sum(not answer.is_whole for answer in answers):
            return self._outcome(
                "exhausted", f"{left:,} of {len(answers):,} lists have no clear end"
            )
        return self._outcome("exhausted", "all known lists were read to their end")

    def _fronts(self) -> Crawl[None]:
        idle = 0
        for answer in self.reader.answers:
            yield from self.reader.read_front(answer)
            idle = 0 if any(row.is_first_news for row in answer.rows) else idle + 1
            if idle >= MAX_IDLE_ANSWERS:
                return

    def _is_latest_first(self) -> bool:
        """Tell whether all news stood before all else, or, with too little news, did so before."""
        unsteady = self.reader.steady.unsteady
        news, sunk = self._count_sunk(lambda row: row.is_news(unsteady))
        if sunk > MAX_SUNK_SHARE * news:
            return False
        new, _ = self._count_sunk(lambda row: row.is_new)
        return self.known.latest_first or (news >= MIN_NEWS and news > new)

    def new_stand(self) -> str:
        """Tell where new records stand: "front", "end", or "" where that is not known."""
        new, sunk = self._count_sunk(lambda row: row.is_new)
        if new >= MIN_NEWS and sunk <= MAX_SUNK_SHARE * new:
            return "front"
        ends = [answer for answer in self.reader.answers if answer.is_at_tail]
        if sum(row.is_new for answer in ends for row in answer.rows) >= MIN_NEWS:
            return "end"
        return self.known.new_stand if not new else ""

    def _count_sunk(self, is_wanted: Callable[[SeenRow], bool]) -> tuple[int, int]:
        """Count wanted rows, and others that stand before the last of them."""
        wanted = sunk = 0
        for answer in self.reader.answers:
            flags = [is_wanted(row) for row in answer.rows]
            if any(flags):
                last = len(flags) - 1 - flags[::-1].index(True)
                wanted, sunk = wanted + sum(flags), sunk + last + 1 - sum(flags)
        return wanted, sunk

    def _outcome(self, state: SourceEnd, reason: str) -> Outcome:
        doubts = (Doubt("bound", KNOWN_ALONE),) if state == "exhausted" else ()
        requests = self.source.traffic.requests
        return Outcome(state, reason, "", len(self.reader.seen), requests, doubts=doubts)

    def learned(self, outcome: Outcome) -> dict[str, Any]:
        """Return what the visit learned, for the next one and for what is done with this one."""
        answers = self.reader.answers
        whole = all(answer.is_whole for answer in answers) and outcome.state == "exhausted"
        return {
            "latest_first": self._is_latest_first(),
            "new_stand": self.new_stand(),
            "strange": self.reader.is_strange or bool(self.reader.unclear),
            COLUMNS_SEEN: self.known.watch.to_plain(),
            NEW_COLUMNS: [*self.known.watch.new],
            CHANGED_COLUMNS: self.known.watch.has_changes or bool(self.reader.unclear),
            "unsteady": sorted(self.reader.steady.unsteady),
            "whole": whole and self.known.is_covered,
            "totals": {
                answer.known.query: answer.known.total if answer.total is None else answer.total
                for answer in answers
            },
        }


def revisit(
    task: CrawlTask,
    journal: Journal,
    *,
    known: KnownSource,
    interface: QueryInterface | None = None,
    extent: Extent = "changes",
) -> Crawl[Outcome]:
    """Visit a known source again, with the wrapper of the task."""
    wrapper = task.wrapper and task.wrapper.with_aliases(known.watch.aliases)
    source = SourceState(task, journal, wrapper=wrapper)
    visit = Revisit(source, known, interface)
    try:
        page = yield from fetch(source, Request("GET", task.url), "entry")
        if isinstance(page, FetchError):
            raise page
        if page.status >= 400:
            raise FetchError(f"{page.url} answers with status {page.status}", page.request)
        for text in task.said("first"):
            page = yield from press_first(source, page, text)
        for url in known.session:
            yield from fetch(source, Request("GET", url), "preset")
        journal.tell(StateChanged("harvesting"))
        outcome = yield from visit.read(extent)
    except CrawlEnded as end:
        outcome = end.outcome
    except BudgetSpent as spent:
        outcome = visit._outcome("paused", str(spent))
    except FetchError as fault:
        is_part = bool(visit.reader.seen) and not visit.reader.is_strange
        is_part = is_part or bool(visit.reader.unclear)
        outcome = visit._outcome("paused" if is_part else "failed", str(fault))
    if not visit.reader.unclear:
        outcome = replace(outcome, notes=(*outcome.notes, *known.watch.said))
    for answer in visit.reader.answers:
        if answer.pages:
            journal.tell(
                QueryClosed(
                    answer.known.query,
                    answer.total,
                    answer.total is not None,
                    answer.is_whole,
                    "read again",
                )
            )
    journal.tell(ComponentLearned(VISIT, visit.learned(outcome)))
    journal.tell(StateChanged(outcome.state, outcome.reason))
    return outcome
