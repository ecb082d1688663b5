"""Refresh of a project: a visit to each of its sources, and what the visits found.

A visit has a store of its own (``visit.sqlite``) and shares the page archive. It is resumed by
replay as a harvest is. Its result comes into the project in one transaction, so a killed refresh
leaves the project as it was, and the next one goes on where it stopped.
"""

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import partial
from os import fspath
from pathlib import Path
from typing import Any, Final

from leadline.app.calls import Target, synchronous
from leadline.app.harvest import outcome_of
from leadline.app.hint import heed_edits
from leadline.app.mend import mend_named
from leadline.app.project import IMPORTED_ALONE, Plan, Project, SourceTarget, project_plan
from leadline.app.refresh.anew import call_of, is_taken_anew, take_anew
from leadline.app.refresh.known import CHANGED_COLUMNS, VISIT, known_columns, known_source
from leadline.app.refresh.merge import begin_presence, merge_visit
from leadline.app.refresh.revisit import Extent, revisit
from leadline.app.source.details import end_before_details, look_at_known, read_details, write_files
from leadline.app.source.fetcher import fetcher_of
from leadline.app.source.recorder import FINISHED
from leadline.app.source.run import Progress, SourceRun
from leadline.app.source.sealed_archive import SealedArchive
from leadline.app.start.lost import reopen_lost
from leadline.crawl.details.pages import DETAILS, FILES_FOLDER
from leadline.crawl.events import Crawl, Journal
from leadline.crawl.state.source import CrawlTask
from leadline.crawl.terms import TERMS
from leadline.fetch import HttpFetcher
from leadline.fetch.hosts import Hosts
from leadline.fetch.session.own_session import NO_SESSION, OwnSession
from leadline.fetch.wishes import HostWishes
from leadline.model import Budget, Outcome, QueryInterface
from leadline.page.plain import from_plain
from leadline.page.urls import host_key
from leadline.store import Store
from leadline.store.damaged import database_damage, remove
from leadline.store.refresh.visits import REFRESH, Change, Visit, VisitReader, VisitStore
from leadline.store.seals import break_seal

VISIT_FILE: Final = "visit.sqlite"
VISIT_NUMBER: Final = "visit number"
"""Name under which the store of a visit keeps its number."""
MAX_PAUSE_SECONDS: Final = 86_400.0
"""Seconds after which a stopped visit is ended with what it has, and another one is begun."""
UNEXPECTED_COLUMNS: Final = "the columns are not those of the table: {why}; nothing was written"
NOTHING_HARVESTED: Final = "nothing is harvested yet: run `leadline harvest` first"


@dataclass(frozen=True, slots=True)
class Refresh:
    """Result of a refresh: the outcome of each source, its visit, and all changes."""

    project: Project
    outcomes: dict[str, Outcome]
    visits: tuple[Visit, ...] = ()
    changes: tuple[Change, ...] = ()

    def __fspath__(self) -> str:
        return str(self.project.folder)

    def count(self, what: str) -> int:
        """Count the records that are new, changed, gone or back."""
        return len({(one.source, one.key) for one in self.changes if one.what == what})


@dataclass(slots=True)
class _Visits:
    """What the visits of one refresh share."""

    store: VisitStore
    scratch: Store
    archive: SealedArchive
    hosts: Hosts
    robots: bool
    extent: Extent
    budget: Budget
    watch: Callable[[Progress], None] | None
    session: OwnSession
    accept_terms: bool
    outcomes: dict[str, Outcome] = field(default_factory=dict)


async def arefresh(
    project: Target,
    *,
    extent: Extent = "changes",
    budget: Budget | None = None,
    robots: bool = True,
    pace: float | None = None,
    session: OwnSession = NO_SESSION,
    accept_terms: bool = False,
    expect: bool = False,
    watch: Callable[[Progress], None] | None = None,
) -> Refresh:
    """Visit the sources of a project again and keep what is new, changed or gone.

    ``extent`` says what is looked for: "changes", "new" records only, or the "whole" of what was
    known, to its end. ``budget`` limits each source in this visit. ``accept_terms`` is the person's
    word that terms before a search are agreed to; what was accepted before is again. With
    ``expect`` a source fails, and nothing of the visit is written, where columns came, went or
    cannot be followed. ``Outcome.notes`` say what changed of the columns.
    """
    mend_named([fspath(project)])
    plan = project_plan(project)
    if not plan.sources:
        raise ValueError(IMPORTED_ALONE.format(folder=fspath(project)))
    waiting = await heed_edits(plan)
    plan = project_plan(project)
    path = plan.project.folder / VISIT_FILE
    reopen_lost(plan.project, [target.key for target in plan.sources], lists=False)
    with VisitStore(plan.project.store) as store, SealedArchive(plan.project.pages) as archive:
        number = 1 + max((visit.number for visit in store.visits()), default=0)
        _drop_merged(path, number)
        hosts = Hosts(pace, wishes=HostWishes())
        with Store(path) as scratch:
            run = _Visits(
                store, scratch, archive, hosts, robots, extent, budget or Budget(), watch, session,
                accept_terms,
            )  # fmt: skip
            await _visit_all(run, plan, number)
            for key, why in waiting.items():
                run.outcomes[key] = replace(taken := run.outcomes[key], notes=(*taken.notes, why))
            if expect and await _is_unexpected(run, plan):
                scratch.close()
                _delete(path)
                return Refresh(plan.project, run.outcomes)
            with store.transaction():
                for key, outcome in run.outcomes.items():
                    if outcome.reason != NOTHING_HARVESTED:
                        merge_visit(store, scratch, key, number, outcome)
        _delete(path)
        for target in plan.sources:
            await _read_details(run, target, plan.project.folder)
        visits = tuple(visit for visit in store.visits() if visit.number == number)
        return Refresh(plan.project, run.outcomes, visits, tuple(store.changes(visit=number)))


refresh = synchronous(arefresh)


def load_changes(project: Target, *, visits: int = 1, since: float = 0.0) -> list[Change]:
    """Return the changes that the last visits of a project found, or all since a time."""
    with VisitReader(project_plan(project).project.store) as store:
        numbers = [visit.number for visit in store.visits()]
        first = 0 if since else max(numbers, default=0) - visits + 1
        return store.changes(visit=first, since=since)


async def _is_unexpected(run: _Visits, plan: Plan) -> bool:
    """Tell whether lists or record pages show other columns than the table has."""
    are_other = [await _look_at_details(run, target) for target in plan.sources]
    return _note_unexpected(run) or any(are_other)


async def _look_at_details(run: _Visits, target: SourceTarget) -> bool:
    """Tell whether a few record pages show other columns than they did; the outcome says so."""
    key, visited = target.key, run.outcomes[target.key]
    if visited.state not in FINISHED or DETAILS not in run.store.learned(key):
        return False
    async with _fetcher(run, target) as fetcher:
        source_run = SourceRun(
            key, target.url, run.scratch, run.archive, fetcher, run.budget, run.watch
        )
        seen = await look_at_known(source_run, run.store, visited)
    if seen.state == "failed":
        why = UNEXPECTED_COLUMNS.format(why=seen.reason)
        run.outcomes[key] = replace(visited, state="failed", reason=why)
    return seen.state == "failed"


def _note_unexpected(run: _Visits) -> bool:
    """Tell whether some visit found other columns than the table has; its outcome says so."""
    is_other = False
    for key, outcome in run.outcomes.items():
        seen: dict[str, Any] = run.scratch.learned(key).get(VISIT) or {}
        if seen.get(CHANGED_COLUMNS):
            why = UNEXPECTED_COLUMNS.format(why="; ".join(outcome.notes) or outcome.reason)
            run.outcomes[key] = replace(outcome, state="failed", reason=why)
            is_other = True
    return is_other


async def _visit_all(run: _Visits, plan: Plan, number: int) -> None:
    """Visit all sources at once, each at the pace of its host."""
    try:
        async with asyncio.TaskGroup() as group:
            for target in plan.sources:
                run.scratch.add_source(target.key, target.url)
                run.scratch.learn(target.key, VISIT_NUMBER, number)
                group.create_task(_visit(run, target, plan))
    except ExceptionGroup as faults:
        raise faults.exceptions[0] from None


async def _visit(run: _Visits, target: SourceTarget, plan: Plan) -> None:
    """Visit one source, or say why not."""
    key, store = target.key, run.store
    known_keys = [source.key for source in store.sources()]
    learned = store.learned(key) if key in known_keys else {}
    if not store.counts(key).records:
        run.outcomes[key] = Outcome("failed", NOTHING_HARVESTED)
        return
    if next(store.present_keys(key), None) is None:
        begin_presence(store, run.archive, key)
    budget = run.budget
    if _is_old(run.scratch, key):
        budget = Budget(requests=1)  # it is ended with what it has
    interface = learned.get("interface")
    crawl: Callable[[CrawlTask, Journal], Crawl[Outcome]]
    if anew := is_taken_anew(learned):
        crawl = partial(take_anew, columns=known_columns(store, key, learned.get(VISIT) or {}))
    else:
        crawl = partial(
            revisit,
            known=known_source(store, run.archive, key),
            interface=from_plain(QueryInterface, interface) if interface else None,
            extent=run.extent,
        )
    async with _fetcher(run, target) as fetcher:
        source_run = SourceRun(
            key,
            target.url,
            run.scratch,
            run.archive,
            fetcher,
            budget,
            run.watch,
            wrapper=call_of(learned) if anew else learned["wrapper"],
            only=target.restrictions if anew else (),
            way=target.way if anew else "",
            rules=plan.rules,
            hints=target.hints,
            accept_terms=run.accept_terms or target.accept_terms or bool(learned.get(TERMS)),
            crawl=crawl,
            archived_as=REFRESH,
        )
        outcome = await source_run.run()
        if accepted := run.scratch.learned(key).get(TERMS):
            store.learn(key, TERMS, accepted)
        run.outcomes[key] = replace(outcome, reason=run.session.reason_of(outcome.reason))


async def _read_details(run: _Visits, target: SourceTarget, folder: Path) -> None:
    """Read the pages of new and changed records of a source whose record pages were harvested."""
    key, store, visited = target.key, run.store, run.outcomes[target.key]
    if visited.state not in FINISHED or DETAILS not in store.learned(key):
        return
    used, budget = store.counts(key).requests, run.budget
    if budget.requests:
        left = max(1, budget.requests - visited.requests)
        budget = replace(budget, requests=used + left)
    files = target.files or (folder / FILES_FOLDER).is_dir()
    async with _fetcher(run, target) as fetcher:
        source_run = SourceRun(key, target.url, store, run.archive, fetcher, budget, run.watch)
        hosts = [host_key(target.url), *target.also_hosts]
        lists = end_before_details(store, key) or outcome_of(store, key)
        end = await read_details(source_run, lists, hosts=hosts, files=files, is_visit=True)
    if files:
        write_files(store, run.archive, key, folder)
    visited = replace(visited, notes=(*visited.notes, *end.notes))
    if sent := source_run.guard.sent:
        reason = f"{visited.reason}; {sent:,} requests for new and changed record pages"
        visited = replace(visited, reason=reason)
    if end.state not in FINISHED:
        visited = replace(visited, state=end.state, reason=end.reason)
    run.outcomes[key] = visited


def _fetcher(run: _Visits, target: SourceTarget) -> HttpFetcher:
    return fetcher_of(target, robots=run.robots, hosts=run.hosts, session=run.session)


def _is_old(scratch: Store, key: str) -> bool:
    """Tell whether a visit was stopped too long ago to go on."""
    last = scratch.counts(key).last_at
    return bool(last) and time.time() - last > MAX_PAUSE_SECONDS


def _drop_merged(path: Path, number: int) -> None:
    """Delete the store of a visit that is in the project already: only its end was killed."""
    if not path.exists() or database_damage(path, "source"):
        _delete(path)  # a visit that cannot be read is begun anew
        return
    with Store(path) as scratch:
        numbers = {scratch.learned(source.key).get(VISIT_NUMBER) for source in scratch.sources()}
    if numbers - {number}:
        _delete(path)


def _delete(path: Path) -> None:
    for suffix in ("-wal", "-shm", "-lock", ""):
        remove(path.with_name(path.name + suffix))
    break_seal(path)
