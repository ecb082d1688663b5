"""Concurrent harvesting of several sources into one project, each at the pace of its own host.

``aharvest`` is a coroutine; ``harvest`` runs it from synchronous code. Sources that an earlier run
proved complete are not queried again; interrupted ones are resumed (``leadline.app.source.run``),
and those of which nothing more was found are looked at again.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypedDict, Unpack

from leadline.app.aside import put_back_pages, set_aside, settle
from leadline.app.budget import BudgetGuard, BudgetScheduler
from leadline.app.calls import Target, Targets, synchronous, target_names
from leadline.app.dataframes import TableSettings, arrow_table, pandas_table, polars_table
from leadline.app.domain_learning import known_domain, opened_sources, write_learned
from leadline.app.hint_rules import begin_changed, learn_rules
from leadline.app.mend import mend, mend_named
from leadline.app.project import Plan, Project, SourceTarget, plan_of, project_plan
from leadline.app.source.admission import AT_ONCE, Admission
from leadline.app.source.details import run_with_details, with_details
from leadline.app.source.fetcher import ArchiveOnly, fetcher_of
from leadline.app.source.memory import Replay, reading_version
from leadline.app.source.recorder import FINAL, FINISHED
from leadline.app.source.replayer import load_wrapper, wrapper_given
from leadline.app.source.run import Progress, SourceRun
from leadline.app.source.sealed_archive import SealedArchive
from leadline.app.start.lost import reopen_lost
from leadline.app.start.parts import bring_all_home
from leadline.app.start.sources import begin_sources, preload
from leadline.crawl.alternatives import alternatives_in
from leadline.crawl.claim import CLAIM_COMPONENT, doubts_in
from leadline.crawl.ways.table import ways_in
from leadline.fetch.hosts import Hosts
from leadline.fetch.session.own_session import NO_SESSION, OwnSession
from leadline.fetch.wishes import HostWishes
from leadline.model import Budget, Outcome, Record
from leadline.report.html import harvest_html
from leadline.selection.coordinator import QueryCoordinator
from leadline.store import Reader, Store
from leadline.store.readings import ReadingCache

if TYPE_CHECKING:
    import pandas
    import polars
    import pyarrow


WORST_FIRST: Final = ("failed", "paused", "exhausted", "complete")
UNDER_WAY: Final = "it is being harvested, or was killed; run it again to go on"


REQUESTS_TO_BEGIN: Final = 25
"""Requests of a fresh source for its form, probes and tries, before it brings much."""


@dataclass(frozen=True, slots=True)
class Harvest:
    """Result of a harvest: the project and the outcome of each source.

    ``asked`` counts the requests that this run sent to each source (0 if it was finished before).
    ``notes`` are sentences on what was damaged in the project and made again.
    """

    project: Project
    outcomes: dict[str, Outcome]
    asked: dict[str, int] = field(default_factory=dict)
    notes: tuple[str, ...] = ()

    def __fspath__(self) -> str:
        return str(self.project.folder)

    def _repr_html_(self) -> str:
        return harvest_html(self.project.store, self.outcomes)

    @property
    def complete(self) -> bool:
        """Whether every source is proven to be taken whole."""
        return all(outcome.state == FINAL for outcome in self.outcomes.values())

    @property
    def ended(self) -> bool:
        """Whether every source came to its end by itself: none was stopped."""
        return all(outcome.state in FINISHED for outcome in self.outcomes.values())

    def records(self, *, kind: str | None = None) -> Iterator[Record]:
        """Iterate over the records of these sources, in the order of extraction."""
        with Reader(self.project.store) as store:
            for source in self.outcomes:
                yield from store.records(source, kind=kind)

    def to_arrow(self, **options: Unpack[TableSettings]) -> pyarrow.Table:
        """Return the table that ``export`` writes as an Arrow table.

        ``kind`` takes records of one type, ``provenance=False`` leaves out where they come from,
        ``typed`` adds columns of numbers, dates and lists.
        """
        return arrow_table(self.project.store, list(self.outcomes), **options)

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        """Give the table to any library that reads Arrow streams (PyCapsule interface)."""
        return self.to_arrow().__arrow_c_stream__(requested_schema)

    def __dataframe__(self, **options: Any) -> Any:
        """Give the table to any library that reads the data frame interchange protocol."""
        return self.to_arrow().__dataframe__(**options)

    def to_pandas(self, **options: Unpack[TableSettings]) -> pandas.DataFrame:
        """Return the table as a pandas data frame (needs pandas)."""
        return pandas_table(self.to_arrow(**options))

    def to_polars(self, **options: Unpack[TableSettings]) -> polars.DataFrame:
        """Return the table as a polars data frame (needs polars)."""
        return polars_table(self.to_arrow(**options))


@dataclass(frozen=True, slots=True)
class _Run:
    """Objects that the sources of one run share."""

    plan: Plan
    store: Store
    archive: SealedArchive
    hosts: Hosts
    robots: bool
    watch: Callable[[Progress], None] | None
    session: OwnSession
    admission: Admission
    again: bool = True
    readings: ReadingCache | None = None
    replays_fully: bool = False
    offline: bool = False


class RunOptions(TypedDict, total=False):
    """Options of a run, described at `harvest_plan`."""

    robots: bool
    pace: float | None
    fresh: bool
    durable: bool
    again: bool
    replay: Replay
    session: OwnSession
    at_once: int
    offline: bool
    watch: Callable[[Progress], None] | None


async def aharvest(
    *targets: Targets,
    project: Target | None = None,
    budget: Budget | None = None,
    total: Budget | None = None,
    also_hosts: Collection[str] = (),
    wrapper: str | Path = "",
    only: Sequence[str] = (),
    official: bool = False,
    way: str = "",
    accept_terms: bool = False,
    details: bool = False,
    files: bool = False,
    **options: Unpack[RunOptions],
) -> Harvest:
    """Harvest the databases behind some addresses into a project; resume what is there.

    ``targets`` are addresses of pages with a search form, or a plan (``project.toml``), or the
    folder of a project, or a result of an earlier call; also lists of them. ``budget`` limits
    each source, ``total`` all of them together. ``wrapper`` is a file that ``leadline wrapper``
    wrote; it reads the one source. ``only`` are conditions of a part ("year=1990..1999",
    "q=history", or words); ``way`` is a way that `inspect` names, ``official`` takes what the
    site offers for download. ``accept_terms`` is the person's word that terms before a search are
    agreed to. With ``details`` the page of every record is read too, with ``files`` also the files
    that it links to.
    ``options`` are those of `harvest_plan`.
    """
    names = [*target_names(targets)]
    mended = mend_named(names, project)
    plan = plan_of(
        names,
        project,
        also_hosts=also_hosts,
        budget=budget,
        total=total,
        wrapper=wrapper,
        only=only,
        official=official,
        way=way,
        accept_terms=accept_terms,
    )
    taken = await harvest_plan(with_details(plan, details=details, files=files), **options)
    return replace(taken, notes=(*mended, *taken.notes))


async def harvest_plan(
    plan: Plan,
    *,
    robots: bool = True,
    pace: float | None = None,
    fresh: bool = False,
    durable: bool = False,
    again: bool = True,
    replay: Replay = "quick",
    session: OwnSession = NO_SESSION,
    at_once: int = AT_ONCE,
    offline: bool = False,
    watch: Callable[[Progress], None] | None = None,
) -> Harvest:
    """Harvest all sources of a plan.

    ``pace`` is the minimum number of seconds between requests to a host. ``fresh`` starts
    anew; what the project holds is set aside, and comes back if nothing is taken. ``again`` says
    whether sources of which nothing more was found are looked at again. ``watch`` is called with
    each `Progress`. With the ``replay`` "full" the pages of earlier runs are read anew.
    With ``durable`` each page and each step survives a loss of power, at some milliseconds each.
    ``session`` is the person's own network. ``at_once`` sources run at a time (``Admission``).
    With ``offline`` nothing is sent: archived pages are read again, as far as they reach.
    """
    for target in plan.sources:  # what a person gave wrongly is told before anything is begun
        if target.also_hosts:
            fetcher_of(target)
        if target.wrapper and not plan.project.store.is_file():
            load_wrapper(target.wrapper)
    put_back_pages(plan.project)
    notes = mend(plan.project, plan.sources)
    bring_all_home(plan.project)
    if fresh:
        set_aside(plan.project)
    if not offline:
        reopen_lost(plan.project, [target.key for target in plan.sources])
    plan = learn_rules(plan)
    begin_changed(plan.project.store, {target.key: target.hints for target in plan.sources})
    hosts = Hosts(pace, wishes=HostWishes())
    with (
        Store(plan.project.store, synchronous="FULL" if durable else "NORMAL") as store,
        SealedArchive(plan.project.pages, fsync=durable) as archive,
        ReadingCache(plan.project.readings, reading_version()) as readings,
    ):
        at_once = _affordable(at_once, plan.total, store.counts().requests)
        admission, is_full = Admission(at_once), replay == "full"
        run = _Run(
            plan, store, archive, hosts, robots, watch, session, admission, again, readings,
            is_full, offline,
        )  # fmt: skip
        ended = await _run_all(run)
        if readings.trouble:
            notes.append(readings.trouble)
        write_learned(plan.domain, plan.rules, store, plan.project.folder)
        opened = () if offline else opened_sources(plan.domain, store, plan.project.folder)
    settle(plan.project)
    outcomes = {key: outcome for key, (outcome, _) in ended.items()}
    asked = {key: sent for key, (_, sent) in ended.items()}
    taken, learned = Harvest(plan.project, outcomes, asked, tuple(notes)), learn_rules(plan)
    if learned.sources == plan.sources:
        asked_again = [target for target in plan.sources if target.key in opened]
        learned = replace(plan, sources=tuple(asked_again))  # what others brought opens them
    if offline or not learned.sources:
        return taken
    is_open = any(outcome.state == "paused" for outcome in outcomes.values())
    again_taken = await harvest_plan(  # the page of an example came in this run
        learned, robots=robots, pace=pace, durable=durable, again=False, session=session,
        at_once=at_once, offline=is_open, watch=watch,
    )  # fmt: skip
    sent = {key: count + again_taken.asked.get(key, 0) for key, count in asked.items()}
    outcomes |= again_taken.outcomes
    return replace(again_taken, outcomes=outcomes, asked=sent, notes=(*notes, *again_taken.notes))


def _affordable(at_once: int, total: Budget, requests: int) -> int:
    """Return how many sources are under way at once, so that what is left can begin them all."""
    allowed = min((limit for limit in (total.requests, total.pages) if limit), default=0)
    return min(at_once, max(1, (allowed - requests) // REQUESTS_TO_BEGIN)) if allowed else at_once


async def _run_all(run: _Run) -> dict[str, tuple[Outcome, int]]:
    """Run every source to its end: outcome and requests sent. A disk error stops all."""
    plan, store = run.plan, run.store
    ended: dict[str, tuple[Outcome, int]] = {}
    waiting, finished = begin_sources(plan, store, again=run.again)
    coordinator = QueryCoordinator(target.key for target in waiting[: run.admission.at_once])
    counts = store.counts()
    scheduler = BudgetScheduler(BudgetGuard(plan.total, counts.requests, bytes=counts.bytes))
    domain = known_domain(plan.domain, store, plan.project.folder)

    async def run_source(target: SourceTarget) -> None:
        options = {"robots": run.robots, "hosts": run.hosts, "session": run.session}
        opened = ArchiveOnly() if run.offline else fetcher_of(target, **options)
        async with opened as fetcher:
            source_run = SourceRun(
                target.key, target.url, store, run.archive, fetcher, plan.budget, run.watch,
                coordinator, scheduler, domain=domain, rules=plan.rules, only=target.restrictions,
                wrapper=wrapper_given(store, target.key, target.wrapper),
                way=target.way, accept_terms=target.accept_terms, hints=target.hints,
                readings=run.readings, replays_fully=run.replays_fully,
            )  # fmt: skip
            end_of = outcome_of if target.key in finished else None
            outcome = await run_with_details(source_run, target, end_of, plan.project.folder)
            if (reason := run.session.reason_of(outcome.reason)) != outcome.reason:
                store.set_state(target.key, outcome.state, reason=reason)
            ended[target.key] = replace(outcome, reason=reason), source_run.guard.sent

    ended.update((key, (outcome_of(store, key), 0)) for key in finished)
    if waiting:
        preload(coordinator, store, finished)
    try:
        async with run.admission, asyncio.TaskGroup() as group:
            for target in waiting:
                await run.admission.admit()
                task = group.create_task(run_source(target))
                task.add_done_callback(run.admission.leave)
    except ExceptionGroup as faults:
        raise faults.exceptions[0] from None
    return {target.key: ended[target.key] for target in plan.sources}


def outcome_of(store: Reader, key: str) -> Outcome:
    """Return the outcome of a source as stored; "paused" if its run has not ended."""
    source, counts = store.source(key), store.counts(key)
    numbers = counts.records, counts.requests, source.estimate
    if source.state in WORST_FIRST:
        learned = store.learned(key)
        claim, ways = learned.get(CLAIM_COMPONENT) or {}, ways_in(learned)
        bound = claim.get("missing_at_most")
        part = claim.get("part", "")
        doubts = doubts_in(claim) if source.state == "exhausted" else ()
        told = (*numbers, (), bound, part, doubts, ways, alternatives_in(learned))
        return Outcome(source.state, source.reason, source.proof, *told)
    return Outcome("paused", UNDER_WAY, "", *numbers)


def load(project: Target) -> Harvest:
    """Open the harvest of an earlier run, given the folder of its project."""
    plan = project_plan(project)
    with Reader(plan.project.store) as store:
        outcomes = {source.key: outcome_of(store, source.key) for source in store.sources()}
    return Harvest(plan.project, outcomes)


harvest = synchronous(aharvest)


def worst(outcomes: Sequence[Outcome]) -> str:
    """Return the worst state of some outcomes; "failed" if there is none."""
    return min((each.state for each in outcomes), key=WORST_FIRST.index, default="failed")
