"""One source under way: its life is driven, answered, and all that it says is kept.

A page is archived, then noted in the store, then given to the life; a choice of what to ask next is
noted before it is told. So a killed run is resumed by starting the life again: it is answered from
the archive, request by request, and told its old choices, until both are used up.
"""

from __future__ import annotations

import asyncio
import time
import traceback
from collections import defaultdict, deque
from contextlib import suppress
from dataclasses import dataclass, field, replace
from math import inf
from typing import TYPE_CHECKING, Any, Final

from leadline import errors
from leadline.app.budget_scheduler import BudgetScheduler
from leadline.app.finish import resegment_columns
from leadline.crawl import events
from leadline.crawl.source_crawl import DOMAIN, crawl_source
from leadline.domain.model import DomainKnowledge
from leadline.errors import BudgetSpent, FetchError, StoreError
from leadline.fetch import ArchiveLocator
from leadline.model import Budget, Outcome, Page, Request
from leadline.selection.coordinator import QueryCoordinator
from leadline.selection.messages import ChooseQuery, QueryChoice, QueryObserved
from leadline.wrapper.wrapper import Wrapper as WrapperReader

if TYPE_CHECKING:
    from collections.abc import Callable, Generator

    from leadline.domain.rules import DomainRules
    from leadline.fetch import PageArchive
    from leadline.protocols import Fetcher
    from leadline.store import Store, StoredPage

NO_BUDGET: Final = Budget()
FAILURES: Final = {
    name: getattr(errors, name) for name in ("NotAllowed", "Unreachable", "Blocked", "FetchError")
}
COME_AGAIN: Final = frozenset({401, 403, 429, *range(500, 600)})
"""Answers that may be another one tomorrow: a run that ended with them asks for them again."""
STOPPED: Final = "the harvest was stopped; run it again to go on"
FINISHED: Final = ("complete", "exhausted")
"""Ends after which there is nothing left to ask."""
GIVEN: Final = "given wrapper"
TOO_LATE: Final = (
    "the harvest was begun without the wrapper, so it is not used; begin anew with --fresh"
)
TRIED: Final = frozenset({"whole-database try", "check", "habit"})
"""Purposes of the few requests that say how a source is best asked: none of them waits."""
LOST_PAGE: Final = "{fault}; this page, and any other that is lost, is asked for again"
LINES: Final = 12
"""Last lines of a traceback that are kept as a note."""


@dataclass(frozen=True, slots=True)
class Progress:
    """Where a source stands: what a person wants to see while it runs.

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
    """Drives the life of one source and keeps what it says."""

    key: str
    url: str
    store: Store
    archive: PageArchive
    fetcher: Fetcher
    budget: Budget = NO_BUDGET
    watch: Callable[[Progress], None] | None = None
    coordinator: QueryCoordinator = field(default_factory=QueryCoordinator)
    scheduler: BudgetScheduler = field(default_factory=BudgetScheduler)
    wrapper: dict[str, Any] | None = None
    domain: DomainKnowledge | None = None
    rules: DomainRules | None = None
    archived: dict[str, deque[StoredPage]] = field(default_factory=lambda: defaultdict(deque))
    chosen: deque[str] = field(default_factory=deque)
    promise: float = 0.0
    brought: float = 0.0
    queries: dict[str, int] = field(default_factory=dict)
    requests: int = 0
    sent: int = 0
    bytes: int = 0
    records: int = 0
    estimate: float | None = None
    claimed: int = 0
    state: str = "unknown"
    asked: tuple[str, int] = ("", 0)
    page: int = 0
    lost_pages: int = 0
    started: float = 0.0

    async def run(self) -> Outcome:
        """The whole life, to its outcome; whoever cancels it finds the source paused."""
        self._recall()
        self.started = time.monotonic()
        try:
            life = crawl_source(
                self.key, self.url, self._given(), domain=self._domain(), rules=self.rules
            )
            return self._end(await self._drive(life))
        except (StoreError, OSError):  # nothing can be kept: not this source's trouble alone
            raise
        except asyncio.CancelledError:
            with suppress(StoreError):
                self.store.set_state(self.key, "paused", reason=STOPPED)
            raise
        except Exception as fault:  # a fault of ours must not end the other sources
            self.store.note(self.key, _last_lines(fault), level="error", page=self.page)
            return self._end(self._broken(fault))
        finally:
            self.scheduler.remove(self.key)

    async def _drive(self, life: Generator[events.Event, events.Reply, Outcome]) -> Outcome:
        event = next(life)
        while True:
            try:
                if isinstance(event, events.Get):
                    event = await self._answer(life, event)
                elif isinstance(event, ChooseQuery):
                    event = life.send(self._choose(event))
                else:
                    self._keep(event)
                    if isinstance(event, events.PageParsed | events.RecordsExtracted):
                        await self.scheduler.yield_to_loop()
                    event = life.send(None)
            except StopIteration as end:
                outcome: Outcome = end.value
                return outcome

    def _recall(self) -> None:
        """What earlier runs fetched, by request, in order, and what they chose."""
        self.store.add_source(self.key, self.url)
        state = self.store.source(self.key).state
        if state == "failed" and not self.store.counts(self.key).records:
            self.store.forget_pages(self.key)
        self.store.forget_failures(self.key, COME_AGAIN if state in ("paused", "failed") else ())
        for stored in self.store.pages(self.key):
            self.archived[stored.fingerprint].append(stored)
        self.chosen.extend(self.store.choices(self.key))

    def _given(self) -> WrapperReader | None:
        """The wrapper that a person gave, now or when the harvest began: a resumed run must read
        its pages as the first one did.
        """
        before = self.store.learned(self.key).get(GIVEN)
        if before is None and self.wrapper is not None:
            if any(self.archived.values()):
                self.store.note(self.key, TOO_LATE, level="warning")
                return None
            self.store.learn(self.key, GIVEN, self.wrapper)
        given = before or self.wrapper
        return WrapperReader.from_dict(given) if given else None

    def _domain(self) -> DomainKnowledge | None:
        """What was known of the domain when the harvest began: a resumed run knows no more."""
        before = self.store.learned(self.key).get(DOMAIN)
        if any(self.archived.values()):
            return DomainKnowledge.from_dict(before) if before else None
        return self.domain

    def _choose(self, wish: ChooseQuery) -> QueryChoice:
        """The word that an earlier run chose here, else the best one now, written down first."""
        if self.chosen:
            return QueryChoice(self.chosen.popleft(), estimate=self.estimate)
        choice = self.coordinator.choose(self.key, wish)
        self.promise, self.brought = choice.promise, 0.0
        if choice.word:
            self.store.add_choice(self.key, choice.word)
        return choice

    async def _answer(
        self, life: Generator[events.Event, events.Reply, Outcome], wanted: events.Get
    ) -> events.Event:
        try:
            reply = await self._page(wanted)
        except BudgetSpent as spent:
            return life.throw(spent)
        return life.send(reply)

    async def _page(self, wanted: events.Get) -> Page | FetchError:
        self.requests += 1
        self._count(wanted)
        stored = self.archived[wanted.request.fingerprint]
        lost: StoredPage | None = None
        if stored:
            self._show(replaying=True)
            await asyncio.sleep(0)  # the other sources, and Ctrl-C
            lost = stored.popleft()
            try:
                return self._replay(wanted.request, lost)
            except StoreError as fault:
                self._say_lost(fault, lost)
        self._check_budget()
        await self.scheduler.acquire(self.key, self._promised(wanted))
        self._show()
        if wanted.delay:
            await asyncio.sleep(wanted.delay)
        return await self._fetch(wanted, lost)

    def _promised(self, wanted: events.Get) -> float:
        """New records that a request is expected to bring; while a source is learned all count."""
        if self.state != "harvesting" or wanted.purpose in TRIED:
            return inf
        return max(self.promise, self.brought)

    def _count(self, wanted: events.Get) -> None:
        """Remember what is asked, and the how manieth page of it this is."""
        text = f"the {wanted.purpose}" if wanted.query is None else _quoted(wanted.query)
        self.asked = text, self.asked[1] + 1 if text == self.asked[0] else 1

    def _replay(self, request: Request, stored: StoredPage) -> Page | FetchError:
        self.page = stored.number
        if stored.locator is None:
            failure: FetchError = FAILURES.get(stored.error, FetchError)(stored.note, request)
            return failure
        page = self.archive.read(ArchiveLocator(*stored.locator))
        if page.request.fingerprint != request.fingerprint:
            raise StoreError(f"{stored.locator[0]} holds another page at byte {stored.locator[1]}")
        self.fetcher.remember(page)
        self.bytes += len(page.body)
        return replace(page, request=request, number=stored.number)

    def _say_lost(self, fault: StoreError, lost: StoredPage) -> None:
        """Say once that the archive lost pages."""
        if not self.lost_pages:
            self.store.note(
                self.key, LOST_PAGE.format(fault=fault), level="warning", page=lost.number
            )
        self.lost_pages += 1

    async def _fetch(self, wanted: events.Get, lost: StoredPage | None) -> Page | FetchError:
        """Fetch a page and keep it, in place of a page that the archive has lost."""
        self.sent += 1
        query = self.queries.get(wanted.query) if wanted.query is not None else None
        try:
            page = await self.fetcher.fetch(wanted.request)
        except FetchError as fault:
            self.store.add_failure(
                self.key, wanted.request, type(fault).__name__, wanted.purpose,
                query=query, note=str(fault),
            )  # fmt: skip
            return fault
        self.bytes += len(page.body)
        self.scheduler.add_bytes(len(page.body))
        where = self.archive.write(page)
        locator = (where.file, where.offset, where.length)
        if lost is not None:
            self.page = lost.number
            self.store.replace_page(lost.number, page, locator)
        else:
            self.page = self.store.add_page(self.key, page, locator, wanted.purpose, query=query)
        return replace(page, number=self.page)

    def _check_budget(self) -> None:
        budget = self.budget
        minutes = (time.monotonic() - self.started) / 60
        for allowed, used, what in (
            (budget.requests, self.requests - 1, "requests"),
            (budget.pages, self.requests - 1, "pages"),
            (budget.bytes, self.bytes, "bytes"),
            (budget.minutes, minutes, "minutes"),
        ):
            if allowed and used >= allowed:
                raise BudgetSpent(f"the budget of {allowed:,g} {what} is used up")

    def _keep(self, event: events.Event) -> None:
        """Write down what the life says."""
        match event:
            case events.QueryOpened(query, purpose, request):
                self.queries[query] = self.store.open_query(
                    self.key, query, purpose=purpose,
                    entries=[request.method, request.url, request.body.decode("latin-1")],
                )  # fmt: skip
            case events.RecordsExtracted(page, query, records, new):
                self.store.take(self.key, self.queries.get(query), page.number, records)
                self.records += new
                self.brought = float(new)
                self.store.add_point(self.key, self.requests, self.records, self.estimate)
                self._show()
            case events.PageRefused(page):
                self.store.mark_page(page.number, "Blocked")
            case events.QueryClosed():
                self._close(event)
            case QueryObserved():
                self.coordinator.observe(self.key, event)
            case events.StateChanged(state, reason, proof):
                self.state = state
                if state not in FINISHED:  # that is kept with all that belongs to an end
                    self.store.set_state(self.key, state, reason=reason, proof=proof)
                self._show()
            case events.ComponentLearned(name, value):
                self.store.learn(self.key, name, value)
            case events.Notice(text, level, page):
                self.store.note(self.key, text, level=level, page=page)
            case events.SizeEstimated(records):
                self.estimate = records
            case events.RecordTypes(kinds):
                self.store.set_kinds(self.key, kinds)

    def _close(self, answer: events.QueryClosed) -> None:
        if answer.exact and answer.total:
            self.claimed = max(self.claimed, answer.total)
        if answer.query in self.queries:
            self.store.close_query(
                self.queries[answer.query], reason=answer.reason, total=answer.total,
                exact=answer.exact, finished=answer.finished,
            )  # fmt: skip

    def _end(self, outcome: Outcome) -> Outcome:
        self.state = outcome.state
        self.estimate = outcome.estimate
        self._divide()  # who is killed here finds the source not ended yet
        with self.store.transaction():
            self.store.finish(self.key, outcome)
            self.store.add_point(self.key, self.requests, self.records, outcome.estimate)
        self._show()
        return outcome

    def _divide(self) -> None:
        """Divide texts over all records, but where a person said how its pages are read."""
        if self.wrapper is not None or GIVEN in self.store.learned(self.key):
            return
        try:
            with self.store.transaction():
                resegment_columns(self.store, self.key)
        except (StoreError, OSError):
            raise
        except Exception as fault:  # columns are not worth the harvest
            self.store.note(self.key, _last_lines(fault), level="error")

    def _broken(self, fault: Exception) -> Outcome:
        where = f" after page {self.page}" if self.page else ""
        reason = (
            f"leadline itself failed{where} ({type(fault).__name__}: {fault}); please report it"
        )
        return Outcome("failed", reason, "", self.records, self.requests, self.estimate)

    def _show(self, *, replaying: bool = False) -> None:
        if self.watch is not None:
            seconds = time.monotonic() - self.started
            text, nth = self.asked
            self.watch(
                Progress(
                    self.key, self.state, self.records, self.requests, self.sent,
                    self.estimate or self.claimed or None,
                    f"{text}, page {nth}" if nth > 1 else text, seconds, replaying,
                )
            )  # fmt: skip


def _quoted(query: str) -> str:
    return repr(query) if query else "the empty query"


def _last_lines(fault: Exception) -> str:
    return "".join(traceback.format_exception(fault)[-LINES:]).strip()
