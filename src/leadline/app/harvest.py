"""Harvests sources side by side into one project, each at the pace of its own host.

``aharvest`` is awaited, ``harvest`` is the same for plain code. What was finished in an earlier run
is not asked again; what was stopped goes on where it was (``leadline.app.source_run``).
"""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeVar

from leadline.app.budget_scheduler import Spent, Turns
from leadline.app.dataframes import arrow_table, pandas_table, polars_table
from leadline.app.domain_learning import known_domain, write_learned
from leadline.app.project import Project, plan_of
from leadline.app.source_run import FINISHED, SourceRun
from leadline.fetch import HttpFetcher, PageArchive
from leadline.fetch.hosts import Hosts
from leadline.model import Outcome
from leadline.page.urls import host_key
from leadline.selection.coordinator import Exchange
from leadline.store import Reader, Store
from leadline.wrapper.file import wrapper_of

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Coroutine, Iterator, Sequence

    import pandas
    import polars
    import pyarrow

    from leadline.app.project import Plan, Wanted
    from leadline.app.source_run import Progress
    from leadline.model import Budget, Record

_Result = TypeVar("_Result")

WORST_FIRST: Final = ("failed", "paused", "exhausted", "complete")
UNDER_WAY: Final = "it is being harvested, or was killed; run it again to go on"


@dataclass(frozen=True, slots=True)
class Harvest:
    """What a harvest left: the project and, for each source, how it ended.

    ``asked`` says how many requests this run sent to each source (none to one that was finished).
    """

    project: Project
    outcomes: dict[str, Outcome]
    asked: dict[str, int] = field(default_factory=dict)

    @property
    def complete(self) -> bool:
        """Whether every source was taken whole, with proof."""
        return all(one.state == "complete" for one in self.outcomes.values())

    def records(self, *, kind: str | None = None) -> Iterator[Record]:
        """The records of these sources, in the order of taking."""
        with Reader(self.project.store) as store:
            for source in self.outcomes:
                yield from store.records(source, kind=kind)

    def to_arrow(self, *, kind: str | None = None, provenance: bool = True) -> pyarrow.Table:
        """The table as ``export`` writes it, as an Arrow table."""
        return arrow_table(self.project.store, list(self.outcomes), kind, provenance=provenance)

    def to_pandas(self, *, kind: str | None = None, provenance: bool = True) -> pandas.DataFrame:
        """The table as a pandas data frame (needs pandas)."""
        return pandas_table(self.to_arrow(kind=kind, provenance=provenance))

    def to_polars(self, *, kind: str | None = None, provenance: bool = True) -> polars.DataFrame:
        """The table as a polars data frame (needs polars)."""
        return polars_table(self.to_arrow(kind=kind, provenance=provenance))


@dataclass(frozen=True, slots=True)
class Manners:
    """How hosts are treated in a run: robots.txt obeyed or not, and the pace they share."""

    robots: bool
    hosts: Hosts


async def aharvest(
    *targets: str | Path,
    project: str | Path | None = None,
    budget: Budget | None = None,
    total: Budget | None = None,
    also_hosts: Collection[str] = (),
    robots: bool = True,
    pace: float | None = None,
    fresh: bool = False,
    wrapper: str | Path = "",
    watch: Callable[[Progress], None] | None = None,
) -> Harvest:
    """Take the databases behind some addresses into a project; goes on with what is there.

    ``targets`` are addresses of pages with a search form, or a plan (``project.toml``), or the
    folder of a project. ``budget`` is for each source, ``total`` for all of them together.
    ``fresh`` forgets what the project holds and begins anew. ``wrapper`` is
    a file that ``leadline wrapper`` wrote: the one source is read by it.
    """
    plan = plan_of(
        [str(one) for one in targets], project, also_hosts=also_hosts, budget=budget,
        total=total, wrapper=wrapper,
    )  # fmt: skip
    if fresh:
        plan.project.forget()
    manners = Manners(robots, Hosts(pace))
    with Store(plan.project.store) as store, PageArchive(plan.project.pages) as archive:
        ended = await _run_all(plan, store, archive, manners, watch)
        write_learned(plan.domain, plan.rules, store, plan.project.folder)
    outcomes = {key: outcome for key, (outcome, _) in ended.items()}
    return Harvest(plan.project, outcomes, {key: sent for key, (_, sent) in ended.items()})


async def _run_all(
    plan: Plan,
    store: Store,
    archive: PageArchive,
    manners: Manners,
    watch: Callable[[Progress], None] | None,
) -> dict[str, tuple[Outcome, int]]:
    """Every source to its end; when the disk fails under one, all stop."""
    ended: dict[str, tuple[Outcome, int]] = {}
    exchange = Exchange(wanted.key for wanted in plan.sources)
    turns = turns_of(plan, store)
    domain = known_domain(plan.domain, store, plan.project.folder)

    async def one(wanted: Wanted) -> None:
        hosts = [host_key(wanted.url), *wanted.also_hosts]
        async with HttpFetcher(hosts, robots=manners.robots, hosts=manners.hosts) as fetcher:
            run = SourceRun(
                wanted.key, wanted.url, store, archive, fetcher, plan.budget, watch, exchange,
                turns, wrapper=_wrapper(wanted), domain=domain, rules=plan.rules,
            )  # fmt: skip
            ended[wanted.key] = await run.run(), run.sent

    try:
        async with asyncio.TaskGroup() as group:
            for wanted in plan.sources:
                if store.source(wanted.key).state in FINISHED:
                    ended[wanted.key] = outcome_of(store, wanted.key), 0
                    if len(plan.sources) > 1:
                        exchange.know(wanted.key, tuple(store.records(wanted.key)))
                else:
                    group.create_task(one(wanted))
    except ExceptionGroup as faults:
        raise faults.exceptions[0] from None
    return {wanted.key: ended[wanted.key] for wanted in plan.sources}


def _wrapper(wanted: Wanted) -> dict[str, Any] | None:
    """The wrapper that a person gave for a source, read from its file."""
    if not wanted.wrapper:
        return None
    try:
        return wrapper_of(Path(wanted.wrapper).read_text(encoding="utf-8")).to_dict()
    except (OSError, UnicodeDecodeError) as fault:
        raise ValueError(f"the wrapper {wanted.wrapper} cannot be read: {fault}") from fault


def turns_of(plan: Plan, store: Store) -> Turns:
    """Who may ask when, by what is left of the budget for all sources."""
    for wanted in plan.sources:
        store.add_source(wanted.key, wanted.url)
    begun = [one.key for one in plan.sources if store.source(one.key).state not in FINISHED]
    counts = store.counts()
    return Turns(plan.total, begun, Spent(counts.requests, counts.bytes))


def outcome_of(store: Reader, key: str) -> Outcome:
    """How a source stands, as the project tells it."""
    source, counts = store.source(key), store.counts(key)
    if source.state in WORST_FIRST:
        return Outcome(
            source.state, source.reason, source.proof, counts.records, counts.requests,
            source.estimate,
        )  # fmt: skip
    return Outcome("paused", UNDER_WAY, "", counts.records, counts.requests, source.estimate)


def load(project: str | Path) -> Harvest:
    """A harvest of before, from the folder of its project."""
    place = plan_of([str(project)]).project
    with Reader(place.store) as store:
        return Harvest(place, {one.key: outcome_of(store, one.key) for one in store.sources()})


def harvest(*targets: str | Path, **options: Any) -> Harvest:
    """The same as ``aharvest``, waited for; works inside a running event loop too."""
    return run_to_end(lambda: aharvest(*targets, **options))


def run_to_end(make: Callable[[], Coroutine[Any, Any, _Result]]) -> _Result:
    """Run a coroutine to its end from plain code, inside a running loop in a thread of its own."""
    return _run_apart(make) if _is_running() else asyncio.run(make())


def _is_running() -> bool:
    """Whether a loop runs in this thread: a notebook, an async program."""
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return False
    return True


def _run_apart(make: Callable[[], Coroutine[Any, Any, _Result]]) -> _Result:
    """In another thread; Ctrl-C here stops it there, and waits until it has stopped."""
    begun: list[tuple[asyncio.AbstractEventLoop, asyncio.Task[Any] | None]] = []

    async def work() -> _Result:
        begun.append((asyncio.get_running_loop(), asyncio.current_task()))
        return await make()

    with ThreadPoolExecutor(1) as pool:
        result = pool.submit(lambda: asyncio.run(work()))
        try:
            return result.result()
        except KeyboardInterrupt:
            for loop, task in begun:
                if task is not None and not loop.is_closed():
                    loop.call_soon_threadsafe(task.cancel)
            raise


def worst(outcomes: Sequence[Outcome]) -> str:
    """One word for a list of outcomes: the worst of them."""
    return min((one.state for one in outcomes), key=WORST_FIRST.index, default="failed")
