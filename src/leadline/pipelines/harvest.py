"""The live driver: one life a source, pages from the network or the archive, all into the store.

A page is archived, then noted in the store, then given to the life. So a killed run is resumed by
starting the lives again: they are answered from the archive, request by request, until it is used
up, and go on from there. Sources run side by side, each at the pace of its own host.
"""

from __future__ import annotations

import asyncio
import time
from collections import defaultdict, deque
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Final

from leadline import errors
from leadline.errors import BudgetSpent, FetchError
from leadline.fetch import HttpFetcher, PageArchive
from leadline.fetch import Locator as ArchiveLocator
from leadline.model import Budget, Outcome, Page, Request
from leadline.pipelines import events
from leadline.pipelines.life import live
from leadline.pipelines.project import Project, project_of, source_key
from leadline.store import Store
from leadline.urls import host_key

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from leadline.protocols import Fetcher
    from leadline.store import StoredPage

NO_BUDGET: Final = Budget()
FAILURES: Final = {
    name: getattr(errors, name) for name in ("NotAllowed", "Unreachable", "Blocked", "FetchError")
}


@dataclass(frozen=True, slots=True)
class Progress:
    """Where a source stands: what a person wants to see while it runs."""

    source: str
    state: str
    records: int = 0
    requests: int = 0
    estimate: float | None = None
    asking: str = ""
    seconds: float = 0.0
    replayed: bool = False


@dataclass(slots=True)
class SourceRun:
    """One source under way: drives its life and keeps what it says."""

    key: str
    url: str
    store: Store
    archive: PageArchive
    fetcher: Fetcher
    budget: Budget = NO_BUDGET
    watch: Callable[[Progress], None] | None = None
    archived: dict[str, deque[StoredPage]] = field(default_factory=lambda: defaultdict(deque))
    queries: dict[str, int] = field(default_factory=dict)
    requests: int = 0
    live_requests: int = 0
    bytes: int = 0
    records: int = 0
    estimate: float | None = None
    state: str = "unknown"
    asking: str = ""
    started: float = 0.0
    spent: float = 0.0

    async def run(self) -> Outcome:
        """The whole life, to its outcome."""
        self._recall()
        self.started = time.monotonic()
        life = live(self.key, self.url)
        event = next(life)
        while True:
            try:
                if isinstance(event, events.Get):
                    event = await self._answer(life, event)
                else:
                    self._keep(event)
                    event = life.send(None)
            except StopIteration as end:
                return self._end(end.value)

    def _recall(self) -> None:
        """What earlier runs fetched, by request, in order."""
        self.store.add_source(self.key, self.url)
        self.store.forget_failures(self.key)
        for stored in self.store.pages(self.key):
            self.archived[stored.fingerprint].append(stored)
            self.spent += stored.seconds

    async def _answer(self, life: Any, wanted: events.Get) -> events.Event:
        try:
            reply = await self._page(wanted)
        except BudgetSpent as spent:
            event: events.Event = life.throw(spent)
            return event
        return life.send(reply)

    async def _page(self, wanted: events.Get) -> Page | FetchError:
        self.requests += 1
        self.asking = wanted.query if wanted.query is not None else wanted.purpose
        stored = self.archived[wanted.request.fingerprint]
        if stored:
            return self._replay(wanted.request, stored.popleft())
        self._check_budget()
        self._show()
        if wanted.delay:
            await asyncio.sleep(wanted.delay)
        return await self._fetch(wanted)

    def _replay(self, request: Request, stored: StoredPage) -> Page | FetchError:
        if stored.locator is None or stored.error:
            kind = FAILURES.get(stored.error, FetchError)
            return kind(stored.note, request)  # type: ignore[no-any-return]
        page = self.archive.read(ArchiveLocator(*stored.locator))
        self.fetcher.remember(page)
        self.bytes += len(page.body)
        return replace(page, request=request, number=stored.number)

    async def _fetch(self, wanted: events.Get) -> Page | FetchError:
        self.live_requests += 1
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
        where = self.archive.write(page)
        number = self.store.add_page(
            self.key, page, (where.file, where.offset, where.length), wanted.purpose, query=query
        )
        return replace(page, number=number)

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
                raise BudgetSpent(f"the budget of {allowed:g} {what} is used up")

    def _keep(self, event: events.Event) -> None:
        """Write down what the life says."""
        match event:
            case events.Asked(query, purpose, request):
                self.queries[query] = self.store.open_query(
                    self.key, query, purpose=purpose,
                    entries=[request.method, request.url, request.body.decode("latin-1")],
                )  # fmt: skip
            case events.Took(page, query, records, new):
                self.store.take(self.key, self.queries.get(query), page.number, records)
                self.records += new
                self.store.add_point(self.key, self.requests, self.records, self.estimate)
                self._show()
            case events.Answered(query, total, exact, finished, reason):
                if query in self.queries:
                    self.store.close_query(
                        self.queries[query], reason=reason, total=total, exact=exact,
                        finished=finished,
                    )  # fmt: skip
            case events.Turned(state, reason, proof):
                self.state = state
                self.store.set_state(self.key, state, reason=reason, proof=proof)
                self._show()
            case events.Learned(name, value):
                self.store.learn(self.key, name, value)
            case events.Noted(text, level, page):
                self.store.note(self.key, text, level=level, page=page)
            case events.Estimated(records):
                self.estimate = records
            case events.Typed(kinds):
                self.store.set_kinds(self.key, kinds)

    def _end(self, outcome: Outcome) -> Outcome:
        self.state = outcome.state
        self.estimate = outcome.estimate
        self.store.finish(self.key, outcome)
        self.store.add_point(self.key, self.requests, self.records, outcome.estimate)
        self.asking = ""
        self._show()
        return outcome

    def _show(self) -> None:
        if self.watch is not None:
            self.watch(
                Progress(
                    self.key,
                    self.state,
                    self.records,
                    self.requests,
                    self.estimate,
                    self.asking,
                    time.monotonic() - self.started,
                    self.live_requests == 0,
                )
            )


@dataclass(frozen=True, slots=True)
class Harvest:
    """What a harvest left: the project and, for each source, how it ended."""

    project: Project
    outcomes: dict[str, Outcome]

    @property
    def complete(self) -> bool:
        """Whether every source was taken whole, with proof."""
        return all(one.state == "complete" for one in self.outcomes.values())


async def aharvest(
    *urls: str,
    project: str | None = None,
    budget: Budget = NO_BUDGET,
    robots: bool = True,
    pace: float | None = None,
    watch: Callable[[Progress], None] | None = None,
) -> Harvest:
    """Take the databases behind these addresses into a project; resumes what is there."""
    if not urls:
        raise ValueError("name at least one address")
    keys = {source_key(url): url for url in urls}
    place = project_of(list(urls), project)
    with Store(place.store) as store, PageArchive(place.pages) as archive:
        runs = [
            _run_source(key, url, store, archive, budget, robots=robots, pace=pace, watch=watch)
            for key, url in keys.items()
        ]
        ended = await asyncio.gather(*runs)
    return Harvest(place, dict(zip(keys, ended, strict=True)))


async def _run_source(
    key: str,
    url: str,
    store: Store,
    archive: PageArchive,
    budget: Budget,
    *,
    robots: bool,
    pace: float | None,
    watch: Callable[[Progress], None] | None,
) -> Outcome:
    async with HttpFetcher([host_key(url)], robots=robots, pace=pace) as fetcher:
        return await SourceRun(key, url, store, archive, fetcher, budget, watch).run()


def harvest(*urls: str, **options: Any) -> Harvest:
    """The same, waited for; works inside a running event loop too (its own thread)."""
    return run_to_end(lambda: aharvest(*urls, **options))


def run_to_end(make: Callable[[], Any]) -> Any:
    """Run a coroutine to its end from plain code, inside a running loop in a thread of its own."""
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return asyncio.run(make())
    from concurrent.futures import ThreadPoolExecutor

    with ThreadPoolExecutor(1) as pool:
        return pool.submit(lambda: asyncio.run(make())).result()


def worst(outcomes: Sequence[Outcome]) -> str:
    """One word for a list of outcomes: the worst of them."""
    order = ("failed", "paused", "exhausted", "complete")
    return min((one.state for one in outcomes), key=order.index, default="failed")
