"""Driver of the whole line: one stage after the other, each noted when it ends.

``arun`` is a coroutine; ``run`` runs it from synchronous code. What a stage works on lies in the
project: a killed run goes on after the last stage that was noted, and the stage that was under way
resumes from its own store.
"""

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import ceil
from pathlib import Path
from typing import Any, Final, TypedDict, Unpack

from leadline.app.aside import forget, set_aside
from leadline.app.calls import Target, Targets, synchronous, target_names
from leadline.app.discover import discover_plan, load_discovery
from leadline.app.discovery.run import DiscoveryProgress
from leadline.app.harvest import harvest_plan, outcome_of
from leadline.app.integration.remembered import MATCHES_FILE
from leadline.app.line.join import integrate_line
from leadline.app.line.plan import LinePlan, line_plan_of
from leadline.app.mend import mend_named
from leadline.app.project import FOUND_FILE, Plan, Project
from leadline.app.source.recorder import FINISHED
from leadline.app.source.run import Progress
from leadline.errors import require_package
from leadline.model import Budget, Outcome
from leadline.report import write_report
from leadline.report.discovery import write_discovery_report
from leadline.report.line import write_line_report
from leadline.report.markup import count
from leadline.store import Reader
from leadline.store.damaged import remove
from leadline.store.discovery import DISCOVERY_FOLDER
from leadline.store.export.choice import plan_choice
from leadline.store.line import END, LINE_FILE, TABLE_FILE, LineState, OpenQuestion, StageNote
from leadline.store.seals import break_seal

DISCOVERY_SHARE: Final = 0.1
"""Share of what is left of the budget that discovery may take at a time."""


@dataclass(frozen=True, slots=True)
class Spent:
    """Requests and bytes of a project so far, and minutes of this run."""

    requests: int = 0
    bytes: int = 0
    minutes: float = 0.0


def spent_in(store: Path, minutes: float = 0.0) -> Spent:
    """Return what a store says was spent; nothing if it is not there."""
    if not store.is_file():
        return Spent(minutes=minutes)
    with Reader(store) as reader:
        counts = reader.counts()
    return Spent(counts.requests, counts.bytes, minutes)


def spent_by_stages(folder: Path, minutes: float) -> tuple[Spent, Spent]:
    """Return what the discovery and the harvest of a project spent."""
    discovery = Project(folder / DISCOVERY_FOLDER).store
    return spent_in(discovery, minutes), spent_in(Project(folder).store, minutes)


def left_of(total: Budget, spent: Spent) -> Budget | None:
    """Return what is left of a budget, where 0 is no limit; None if one of its limits is used."""
    left = {}
    for name, used in (
        ("requests", spent.requests),
        ("pages", spent.requests),
        ("bytes", spent.bytes),
        ("minutes", spent.minutes),
    ):
        allowed = getattr(total, name)
        if allowed and used >= allowed:
            return None
        left[name] = allowed - used if allowed else allowed
    return replace(total, **left)


def discovery_share(total: Budget, spent: Spent, own: int) -> Budget | None:
    """Return the limits of a discovery that sent ``own`` requests; None if nothing is left."""
    left = left_of(total, spent)
    if left is None:
        return None
    requests = own + ceil(DISCOVERY_SHARE * left.requests) if left.requests else 0
    minutes = DISCOVERY_SHARE * left.minutes
    return replace(left, requests=requests, pages=0, bytes=0, minutes=minutes)


NO_BUDGET_LEFT: Final = "the budget of the line is used up"
NOT_AGAIN: Final = "nothing was asked: it came to its end before"
NOT_BEGUN: Final = Outcome("paused", "it was not begun")


@dataclass(frozen=True, slots=True)
class Line:
    """Result of a run of the whole line: what each stage did, and what only a person can decide."""

    project: Project
    stages: tuple[StageNote, ...]
    questions: tuple[OpenQuestion, ...] = ()
    facts: dict[str, int] = field(default_factory=dict)

    def __fspath__(self) -> str:
        return str(self.project.folder)

    @property
    def table(self) -> Path:
        """The integrated table."""
        return self.project.folder / TABLE_FILE

    @property
    def ended(self) -> bool:
        """Whether every stage came to its end by itself."""
        return all(note.state == "done" for note in self.stages)


class LineOptions(TypedDict, total=False):
    """Options of a run, described at `run_plan`."""

    outputs: Sequence[Path]
    fresh: bool
    robots: bool
    pace: float | None
    watch: Callable[[StageNote | str], None]
    watch_discovery: Callable[[DiscoveryProgress], None] | None
    watch_source: Callable[[Progress], None] | None


async def arun(
    *targets: Targets,
    project: Target | None = None,
    seeds: Sequence[str] = (),
    topic: str = "",
    total: Budget | None = None,
    budget: Budget | None = None,
    accept_terms: bool = False,
    **options: Any,
) -> Line:
    """Discover, harvest and integrate in one run; the same call resumes it.

    ``targets`` are a plan, a folder or addresses: of sources, or with ``topic`` of pages where
    discovery begins, as ``seeds`` are. ``total`` limits discovery and all sources together,
    ``budget`` each source. ``accept_terms`` is the person's word for terms. Further options are
    fields of `DiscoveryPlan` and those of `run_plan`.
    """
    given = [*target_names(targets)]
    mend_named(given, project)
    names = [name for name in LineOptions.__annotations__ if name in options]
    running: dict[str, Any] = {name: options.pop(name) for name in names}
    plan = line_plan_of(given, project, seeds=seeds, topic=topic, **options)
    base = replace(plan.base, total=total or plan.base.total, budget=budget or plan.base.budget)
    plan = replace(plan, base=base, accept_terms=accept_terms)
    return await run_plan(plan, **running)


async def run_plan(plan: LinePlan, **options: Unpack[LineOptions]) -> Line:
    """Run all stages of a plan that are not done.

    ``outputs`` are tables to write beside that of the project. ``fresh`` starts anew: what was
    harvested is set aside, decisions and ids of entities stay. ``pace`` is the minimum number of
    seconds between requests to a host. ``watch`` is told what is begun, and the note of each stage;
    the other two watch the progress of a stage.
    """
    for package in ("rapidfuzz", *(("rjieba", "scipy") if plan.discovery else ())):
        require_package(package, "leadline run")
    plan_choice(plan.project.folder)  # what it says wrongly is told before anything is asked
    if options.get("fresh"):
        begin_anew(plan.project)
    run = _LineRun(plan, options, plan.project.folder)
    first = "discover" if plan.discovery is not None else "harvest"
    for text in mend_named([str(run.folder)]):
        run.watch(text)
    run.state = LineState.begin(run.folder, first)
    if run.state.trouble:
        run.watch(run.state.trouble)
    while (stage := run.state.next_stage) != END:
        run.watch(stage)
        began, before = time.monotonic(), run.requests()
        note = await run.stage(stage)
        seconds = round(time.monotonic() - began, 2)
        run.state.add(replace(note, seconds=seconds, requests=run.requests() - before))
        run.watch(run.state.notes[-1])
    run.report()
    return line_of(plan.project, run.state)


def begin_anew(project: Project) -> None:
    """Set aside what was harvested, and forget what was discovered and joined."""
    set_aside(project)
    forget(Project(project.folder / DISCOVERY_FOLDER))
    for name in (FOUND_FILE, LINE_FILE, MATCHES_FILE, TABLE_FILE):
        remove(project.folder / name)
        break_seal(project.folder / name)


def line_of(project: Project, state: LineState) -> Line:
    """Return the result as its state tells it."""
    return Line(project, tuple(state.notes), tuple(state.questions), dict(state.facts))


@dataclass(slots=True)
class _LineRun:
    """One run: its plan, its clock, and the stages as functions."""

    plan: LinePlan
    options: LineOptions
    folder: Path
    state: LineState = field(init=False)
    began: float = field(default_factory=time.monotonic)

    def watch(self, event: StageNote | str) -> None:
        watch = self.options.get("watch")
        if watch is not None:
            watch(event)

    async def stage(self, name: str) -> StageNote:
        """Run one stage to its end."""
        if name == "discover":
            return await self._discover()
        if name == "harvest":
            return await self._harvest()
        return self._integrate()

    def requests(self) -> int:
        """Return the requests of all stages so far."""
        return self._spent()[0].requests

    def _spent(self) -> tuple[Spent, int]:
        """Return what all stages spent, and the requests of the discovery alone."""
        minutes = (time.monotonic() - self.began) / 60
        discovery, harvest = spent_by_stages(self.folder, minutes)
        requests = discovery.requests + harvest.requests
        return Spent(requests, discovery.bytes + harvest.bytes, minutes), discovery.requests

    def _fetching(self) -> dict[str, Any]:
        return {name: self.options[name] for name in ("robots", "pace") if name in self.options}

    async def _discover(self) -> StageNote:
        plan = self.plan.discovery
        assert plan is not None
        before = load_discovery(plan.project)
        if before.outcome.state == "exhausted":
            did = _found_text(len(before.found), len(before.refused), before.outcome.requests)
            return StageNote("discover", "done", did, NOT_AGAIN, after="harvest")
        share = discovery_share(self.plan.base.total, *self._spent())
        if share is None:
            return StageNote("discover", "stopped", "nothing", NO_BUDGET_LEFT, after="harvest")
        requests = [n for n in (plan.budget.requests, share.requests) if n]
        minutes = [n for n in (plan.budget.minutes, share.minutes) if n]
        budget = replace(
            plan.budget, requests=min(requests, default=0), minutes=min(minutes, default=0.0)
        )
        found = await discover_plan(
            replace(plan, budget=budget),
            watch=self.options.get("watch_discovery"),
            **self._fetching(),
        )
        outcome = found.outcome
        did = _found_text(len(found.found), len(found.refused), outcome.requests)
        ended = outcome.state == "exhausted"
        return StageNote(
            "discover", "done" if ended else "stopped", did, outcome.reason, after="harvest"
        )

    async def _harvest(self) -> StageNote:
        spent, of_discovery = self._spent()
        left = left_of(self.plan.base.total, spent)
        if left is None:
            return StageNote("harvest", "stopped", "nothing", NO_BUDGET_LEFT, after="integrate")
        whole = self.plan.base.total
        requests = whole.requests - of_discovery if whole.requests else 0
        plan = self.plan.harvest_plan(replace(left, requests=requests, bytes=whole.bytes))
        if not plan.sources:
            after = "discover" if self._may_discover_more({}) else "integrate"
            did = "nothing was taken"
            return StageNote("harvest", "stopped", did, "no source is known", after=after)
        outcomes = stored_outcomes(plan)
        if all(each.state in FINISHED for each in outcomes.values()):
            return StageNote("harvest", "done", _taken_text(outcomes), NOT_AGAIN, after="integrate")
        taken = await harvest_plan(
            plan, again=False, watch=self.options.get("watch_source"), **self._fetching()
        )
        ended = all(each.state in FINISHED for each in taken.outcomes.values())
        return StageNote(
            "harvest",
            "done" if ended else "stopped",
            _taken_text(taken.outcomes),
            "; ".join(f"{key}: {_why(each)}" for key, each in taken.outcomes.items()),
            after="discover" if self._may_discover_more(taken.outcomes) else "integrate",
        )

    def _may_discover_more(self, outcomes: Mapping[str, Outcome]) -> bool:
        """Whether discovery was stopped by its share, and the sources left some of the budget."""
        asked = [note.requests for note in self.state.notes if note.stage == "discover"]
        if self.plan.discovery is None or not asked or not asked[-1]:
            return False
        is_open = load_discovery(self.plan.project).outcome.state == "paused"
        stopped = any(each.state == "paused" for each in outcomes.values())
        return (
            is_open and not stopped and left_of(self.plan.base.total, self._spent()[0]) is not None
        )

    def _integrate(self) -> StageNote:
        outputs = self.options.get("outputs", ())
        return integrate_line(self.plan.base, self.state, outputs, self.watch)

    def report(self) -> None:
        """Write the report of the line, and those of the sources and of the discovery."""
        write_line_report(self.folder)
        if self.plan.project.store.is_file():
            write_report(self.plan.project.store, self.plan.project.report)
        if (self.folder / DISCOVERY_FOLDER).is_dir():
            write_discovery_report(self.folder)


def stored_outcomes(plan: Plan) -> dict[str, Outcome]:
    """Return the outcomes of a plan's sources as stored; "paused" for one that never ended."""
    if not plan.project.store.is_file():
        return {target.key: NOT_BEGUN for target in plan.sources}
    with Reader(plan.project.store) as store:
        known = {source.key for source in store.sources()}
        return {
            target.key: outcome_of(store, target.key) if target.key in known else NOT_BEGUN
            for target in plan.sources
        }


def _found_text(found: int, refused: int, requests: int) -> str:
    interfaces, forms = count(found, "query interface"), count(refused, "form")
    return f"{interfaces} found, {forms} refused, in {count(requests, 'request')}"


def _taken_text(outcomes: Mapping[str, Outcome]) -> str:
    records = sum(each.records for each in outcomes.values())
    requests = sum(each.requests for each in outcomes.values())
    sources = count(len(outcomes), "source")
    return f"{count(records, 'record')} of {sources} taken, in {count(requests, 'request')}"


def _why(outcome: Outcome) -> str:
    return f"{outcome.level}, {outcome.proof or outcome.reason}"


run = synchronous(arun)
