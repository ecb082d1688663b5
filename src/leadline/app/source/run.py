"""Run of one source: drives its crawl, answers what it asks for, keeps what it reports.

A page is archived, then noted in the store, then given to the crawl; a choice of what to ask next
is noted before the crawl learns it. So a killed run can be resumed (``app.source.replayer``).
"""

import asyncio
import time
import traceback
from collections.abc import Callable, Generator
from contextlib import suppress
from dataclasses import dataclass, field, replace
from math import inf
from typing import Any, Final, TypeVar

from leadline.app.budget import UNLIMITED, BudgetGuard, BudgetScheduler
from leadline.app.logs import log_request
from leadline.app.script.page_watch import PageWatch
from leadline.app.source.fetcher import ARCHIVE_ENDS, ArchiveOnly
from leadline.app.source.finish import (
    FinishPlan,
    applying,
    begun_plan,
    is_divided_by_person,
    planning,
)
from leadline.app.source.memory import ReadingMemory
from leadline.app.source.recorder import Recorder
from leadline.app.source.replayer import HEEDED, Replayer
from leadline.app.source.under_way import may_turn, note_turn
from leadline.crawl.events import (
    Crawl,
    Get,
    Journal,
    PageParsed,
    Pause,
    Recall,
    RecordsExtracted,
    Reply,
    StateChanged,
    Step,
)
from leadline.crawl.restriction.condition import ONLY_COMPONENT, WAY, Restriction
from leadline.crawl.source_crawl import crawl_source
from leadline.crawl.state.source import CrawlTask
from leadline.crawl.terms import TERMS
from leadline.domain.model import DomainKnowledge
from leadline.domain.rules import DomainRules
from leadline.errors import BudgetSpent, FetchError, StoreError
from leadline.fetch import PageArchive
from leadline.model import Budget, Hint, Outcome, Page
from leadline.page.observed import Learn
from leadline.page.urls import host_name, is_loopback_address
from leadline.protocols import Fetcher
from leadline.selection.coordinator import QueryCoordinator
from leadline.selection.messages import ChooseQuery, QueryChoice
from leadline.store import Store, StoredPage
from leadline.store.readings import ReadingCache

_Result = TypeVar("_Result")
EARLY_PAGES: Final = 3
"""Pages of a query among which the first one that turns the server's page is."""
STOPPED: Final = "the harvest was stopped; run it again to go on"
PROBE_PURPOSES: Final = frozenset({"whole-database try", "check", "habit"})
"""Purposes of the few requests that say how a source is best asked: none of them waits."""
MAX_QUICK_BYTES: Final = 300_000
"""Bytes of a page that is surely read within a second."""
MAX_QUICK_RECORDS: Final = 20_000
"""Records of a source whose texts are surely looked through within a moment, after a word."""
LOOPBACK_PAUSE: Final = 1.0
"""Seconds that are waited at most where a source of this machine asks for it, or is silent."""
TRACEBACK_LINES: Final = 12
"""Last lines of a traceback that are kept as a note."""


@dataclass(frozen=True, slots=True)
class Progress:
    """Progress of a source: what a person wants to see while it runs.

    ``requests`` counts those of earlier runs too, ``sent`` only what this run has asked;
    ``replaying`` says that pages of an earlier run are being read again. ``estimate`` is the size
    of the source as far as it is known, ``asking`` what it is asked, in words.
    """

    source: str
    state: str
    records: int = 0
    requests: int = 0
    sent: int = 0
    estimate: float | None = None
    asking: str = ""
    seconds: float = 0.0
    replaying: bool = False


@dataclass(slots=True)
class SourceRun:
    """Driver of the crawl of one source.

    ``promise`` is the expected yield of the query chosen last, in new records a request; ``asking``
    is what is asked, with the number of its page; ``page`` is the number of the last page. Pages
    are archived with their own purposes, or all as ``archived_as``. ``turned`` are the requests for
    further pages. Long steps, as that after a large page, run in a thread, so that other sources
    need not wait.
    """

    key: str
    url: str
    store: Store
    archive: PageArchive
    fetcher: Fetcher
    budget: Budget = UNLIMITED
    watch: Callable[[Progress], None] | None = None
    coordinator: QueryCoordinator = field(default_factory=QueryCoordinator)
    scheduler: BudgetScheduler = field(default_factory=BudgetScheduler)
    wrapper: dict[str, Any] | None = None
    domain: DomainKnowledge | None = None
    rules: DomainRules | None = None
    only: tuple[Restriction, ...] = ()
    way: str = ""
    accept_terms: bool = False
    hints: tuple[Hint, ...] = ()
    readings: ReadingCache | None = None
    replays_fully: bool = False
    crawl: Callable[[CrawlTask, Journal], Crawl[Outcome]] = crawl_source
    archived_as: str = ""
    journal: Journal = field(default_factory=Journal)
    guard: BudgetGuard = field(init=False)
    replayer: Replayer = field(init=False)
    recorder: Recorder = field(init=False)
    promise: float = 0.0
    asking: tuple[str, int] = ("", 0)
    page: int = 0
    is_step_long: bool = False
    turned: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.guard = BudgetGuard(self.budget)
        self.replayer = Replayer(self.key, self.store, self.archive)
        self.recorder = Recorder(self.key, self.store, self.coordinator)
        self.recorder.memory = ReadingMemory(self.readings, is_full=self.replays_fully)

    async def run(self) -> Outcome:
        """Crawl to the outcome; whoever cancels this finds the source paused."""
        self.store.add_source(self.key, self.url)
        if self.way:
            self.store.learn(self.key, WAY, self.way)
        if self.only:
            self.store.learn(self.key, ONLY_COMPONENT, [one.text for one in self.only])
        if self.hints:
            plain = [[one.kind, [*one.texts], one.source, one.rule] for one in self.hints]
            self.store.learn(self.key, HEEDED, plain)
        for _ in self.replayer.recall():
            await asyncio.sleep(0)
        self.guard.started = time.monotonic()
        try:
            if (plan := begun_plan(self.store, self.key)) is not None:
                await self._resegment(plan)
            return await self._end(await self.drive_safely(self.crawl(self._task(), self.journal)))
        except asyncio.CancelledError:
            with suppress(StoreError):
                self.store.set_state(self.key, "paused", reason=STOPPED)
            raise
        finally:
            self.scheduler.remove(self.key)

    async def drive_safely(self, crawl: Crawl[Outcome]) -> Outcome:
        """Drive a crawl; a fault of ours ends it as failed, who cancels it finds it paused."""
        try:
            return await self._drive(crawl)
        except (StoreError, OSError):  # nothing can be kept: not this source's trouble alone
            raise
        except asyncio.CancelledError:
            with suppress(StoreError):
                self.store.set_state(self.key, "paused", reason=STOPPED)
            raise
        except Exception as fault:  # a fault of ours must not end the other sources
            self.store.note(self.key, _last_lines(fault), level="error", page=self.page)
            return self._broken(fault)

    def _task(self) -> CrawlTask:
        """Return what the crawl is given, by a person or by earlier runs."""
        return CrawlTask(
            self.key,
            self.url,
            self.replayer.given_wrapper(self.wrapper),
            self.replayer.domain(self.domain),
            self.rules,
            self.replayer.rounds(),
            self.only,
            self.way,
            self.accept_terms or bool(self.store.learned(self.key).get(TERMS)),
            self.hints,
            self.replayer.columns(),
        )

    async def _drive(self, crawl: Crawl[Outcome]) -> Outcome:
        """Answer each step of the crawl after its reports are kept."""
        reply: Reply = None
        spent: BudgetSpent | None = None
        while True:
            try:
                if self.is_step_long and spent is None:
                    async with self.scheduler.long_steps:
                        step = await asyncio.to_thread(_advance, crawl, reply)
                else:
                    step = _advance(crawl, reply, spent)
            finally:
                await self._keep_reports()
            if isinstance(step, Outcome):
                return step
            reply, spent = None, None
            try:
                reply = await self._reply(step)
            except BudgetSpent as fault:
                spent = fault

    async def _keep_reports(self) -> None:
        """Write down what the crawl reported."""
        for report in self.journal.drain():
            self.recorder.keep(report, self.guard.requests)
            if isinstance(report, RecordsExtracted | StateChanged):
                self._show()
            if isinstance(report, RecordsExtracted):
                await self.scheduler.yield_to_loop()

    async def _reply(self, step: Step) -> Reply:
        match step:
            case Get():
                reply = await self._page(step)
                size = len(reply.body) if isinstance(reply, Page) else 0
                is_large = bool(step.query) and self.recorder.records > MAX_QUICK_RECORDS
                self.is_step_long = is_large or size > MAX_QUICK_BYTES
                return reply
            case ChooseQuery():
                return await self._choose(step)
            case Learn():
                if isinstance(self.fetcher, ArchiveOnly):
                    raise BudgetSpent(ARCHIVE_ENDS)
                self.asking = step.price, 0
                self._show()
                return await PageWatch(self, step).observed()
            case Recall():
                replayed = step.page.number in self.recorder.stored_rows
                return self.recorder.memory.recall(step, replayed=replayed)
            case PageParsed():
                await self.scheduler.yield_to_loop()
            case Pause(is_long):
                self.is_step_long = is_long
                await asyncio.sleep(0)
        return None

    async def _choose(self, wish: ChooseQuery) -> QueryChoice:
        """Return the word that an earlier run chose here, else the best one, written down first."""
        made = self.replayer.take_choice()
        async with self.scheduler.choosing:
            choice = await run_in_steps(self.coordinator.choosing(self.key, wish, made))
        self.promise, self.recorder.new_on_page = choice.promise, 0
        if made is None:
            self.store.add_choice(self.key, choice.word, choice.basis())
        return choice

    async def _page(self, wanted: Get) -> Page | FetchError:
        self.guard.requests += 1
        text = f"the {wanted.purpose}" if wanted.query is None else repr(wanted.query)
        text = "the empty query" if wanted.query == "" else text
        self.asking = text, self.asking[1] + 1 if text == self.asking[0] else 1
        is_early = self.asking[1] <= EARLY_PAGES or wanted.request.fingerprint in self.turned
        may_turn_page = may_turn(wanted, is_early=is_early)
        self.turned |= {wanted.request.fingerprint} if wanted.purpose == "page" else set()
        stored = self.replayer.take_page(wanted.request)
        if stored is not None:
            self._show(replaying=True)
            await asyncio.sleep(0)  # the other sources, and Ctrl-C
            try:
                return self._replayed(wanted, stored)
            except StoreError as fault:
                self.replayer.note_lost(fault, stored)
        self.guard.check(self.recorder.records)
        await self.scheduler.acquire(self.key, self._promised(wanted))
        self._show()
        if wanted.delay:
            is_near = is_loopback_address(host_name(wanted.request.url))
            await asyncio.sleep(min(wanted.delay, LOOPBACK_PAUSE) if is_near else wanted.delay)
        if may_turn_page and stored is None:
            query = self.recorder.query_number(wanted.query)
            note_turn(self.store, self.key, wanted.request, query, self.page)
        return await self._fetch(wanted, stored)

    def _replayed(self, wanted: Get, stored: StoredPage) -> Page | FetchError:
        self.page = stored.number
        self.recorder.stored_rows = {stored.number: stored.records}
        reply = self.replayer.read(wanted.request, stored)
        if isinstance(reply, Page):
            self.fetcher.remember(reply)
            self.guard.bytes += len(reply.body)
        return reply

    def _promised(self, wanted: Get) -> float:
        """Return the new records that a request is expected to bring; inf while learning."""
        if self.recorder.state != "harvesting" or wanted.purpose in PROBE_PURPOSES:
            return inf
        return max(self.promise, float(self.recorder.new_on_page))

    async def _fetch(self, wanted: Get, lost: StoredPage | None) -> Page | FetchError:
        """Fetch a page and keep it, in place of a page that the archive has lost."""
        if not self.guard.sent and (trouble := self.recorder.memory.trouble()):
            self.store.note(self.key, trouble, level="warning")
        self.guard.sent += 1
        log_request(self.key, wanted.request, wanted.purpose, wanted.query)
        query = self.recorder.query_number(wanted.query)
        try:
            page = await self.fetcher.fetch(wanted.request)
        except FetchError as fault:
            self.store.add_failure(self.key, wanted.request, fault, wanted.purpose, query=query)
            return fault
        self.guard.bytes += len(page.body)
        self.scheduler.total.bytes += len(page.body)
        purpose = self.archived_as or wanted.purpose
        locator = self.archive.write(page, source=self.key, purpose=purpose)
        if lost is not None:
            self.page = lost.number
            self.store.replace_page(lost.number, page, locator)
        else:
            self.page = self.store.add_page(self.key, page, locator, wanted.purpose, query=query)
        return replace(page, number=self.page)

    async def _end(self, outcome: Outcome) -> Outcome:
        await self._resegment()  # who is killed here finds the source not ended yet
        return self.keep_end(outcome)

    def keep_end(self, outcome: Outcome) -> Outcome:
        """Keep how the source ended."""
        recorder = self.recorder
        recorder.state, recorder.estimate = outcome.state, outcome.estimate
        with self.store.transaction():
            self.store.finish(self.key, outcome)
            self.store.add_point(self.key, self.guard.requests, recorder.records, outcome.estimate)
        self._show()
        return outcome

    async def _resegment(self, plan: FinishPlan | None = None) -> None:
        """Divide texts over all records, but where a person said how its pages are read.

        ``plan`` is that of a run that was killed while it did so.
        """
        if self.wrapper or is_divided_by_person(self.store.learned(self.key)):
            return
        try:
            if plan is None:
                plan = await run_in_steps(planning(self.store, self.key))
            async with self.scheduler.long_steps:
                finished = await asyncio.to_thread(plan.learn)
            await run_in_steps(applying(self.store, self.key, plan, finished))
        except (StoreError, OSError):
            raise
        except Exception as fault:  # columns are not worth the harvest
            self.store.note(self.key, _last_lines(fault), level="error")

    def _broken(self, fault: Exception) -> Outcome:
        where = f" after page {self.page}" if self.page else ""
        reason = (
            f"leadline itself failed{where} ({type(fault).__name__}: {fault}); please report it"
        )
        recorder = self.recorder
        return Outcome(
            "failed", reason, "", recorder.records, self.guard.requests, recorder.estimate
        )

    def _show(self, *, replaying: bool = False) -> None:
        if self.watch is None:
            return
        recorder, guard, (text, number) = self.recorder, self.guard, self.asking
        progress = Progress(
            self.key,
            recorder.state,
            recorder.records,
            guard.requests,
            guard.sent,
            recorder.estimate or recorder.stated_total or None,
            f"{text}, page {number}" if number > 1 else text,
            guard.seconds,
            replaying,
        )
        self.watch(progress)


def _advance(
    crawl: Crawl[Outcome], reply: Reply, spent: BudgetSpent | None = None
) -> Step | Outcome:
    """Return the next step of a crawl, or its outcome; a crawl does no input or output."""
    try:
        return crawl.throw(spent) if spent is not None else crawl.send(reply)
    except StopIteration as end:
        outcome: Outcome = end.value
        return outcome


async def run_in_steps(calculation: Generator[None, None, _Result]) -> _Result:
    """Run a long calculation, and let others go on after each of its steps."""
    while True:
        try:
            next(calculation)
        except StopIteration as end:
            result: _Result = end.value
            return result
        await asyncio.sleep(0)


def _last_lines(fault: Exception) -> str:
    return "".join(traceback.format_exception(fault)[-TRACEBACK_LINES:]).strip()
