"""Jobs of a server: looks, harvests, visits, integrations and questions, each in a thread.

What is under way is written into one file, before it begins. A server that was killed begins such
jobs again at its next start; a harvest then goes on by the project's own resume. A job that was
under way when the server died twice stands as stopped, as browsers do with pages that crash: a
person may begin it anew.
"""

from __future__ import annotations

import asyncio
import json
import threading
import time
import traceback
from collections.abc import Callable, Coroutine, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from secrets import token_urlsafe
from typing import Any, Final, Literal, get_args

from leadline.app.asking.ask import AskOptions, aask
from leadline.app.asking.events import (
    AskEvent,
    AskResults,
    QuestionAnswered,
    RecordsArrived,
    SourceEnded,
    SourcesChosen,
    SourceStarted,
)
from leadline.app.harvest import harvest_plan, worst
from leadline.app.inspect import Inspection, ainspect
from leadline.app.integration.merge import Integration, integrate_project
from leadline.app.mend import mend_named
from leadline.app.project import (
    PLAN_FILE,
    Plan,
    Project,
    SourceTarget,
    accepting,
    each_once,
    plan_of,
    source_key,
    stored_sources,
)
from leadline.app.refresh.run import arefresh
from leadline.app.source.run import Progress
from leadline.ask.dispatch import SourceChoice
from leadline.errors import LeadlineError
from leadline.model import Budget, Record
from leadline.report import write_report
from leadline.serve.workspace import UnknownName, Workspace
from leadline.store.export.table import whole_file
from leadline.store.refresh.visits import What

JOBS_FILE: Final = ".leadline-jobs.json"
"""Jobs that are under way, in the folder of the projects."""
MAX_KEPT_JOBS: Final = 200
MAX_PASSING_AT_ONCE: Final = 8
"""Looks and questions that are under way at a time."""
MAX_KEPT_AT_ONCE: Final = 8
"""Harvests and integrations that are under way at a time; further ones wait for their turn."""
MAX_WAITING: Final = 100
WAITS: Final = "it waits until one of the jobs before it has ended"
ASK_SECONDS: Final = 10.0
ASK_ROWS: Final = 100
SHUTDOWN_SECONDS: Final = 15.0

JobKind = Literal["look", "harvest", "refresh", "integrate", "ask"]
JobState = Literal["running", "done", "stopped", "failed"]
MAX_DEATHS: Final = 2
"""Times that a server died with a job under way, after which it is not begun again by itself."""
HELD: Final = "the server died {count} times while this was under way, so it is not begun by itself"
PASSING_KINDS: Final = ("look", "ask")
"""Kinds of jobs that are not begun again after a kill, and that work beside others."""


@dataclass(frozen=True, slots=True)
class JobOrder:
    """What a person wants done; no ``targets`` means all sources of the project.

    ``also_hosts`` are further hosts that its targets may lead to. ``requests`` is the maximum for a
    source, 0 for no limit; ``question`` is what is asked live, ``only`` a part of the targets,
    ``way`` the way into them that the person chose.
    ``accept_terms`` are keys of the sources whose terms the person agrees to, ``*`` for all.
    """

    kind: JobKind
    project: str = ""
    targets: tuple[str, ...] = ()
    also_hosts: tuple[str, ...] = ()
    requests: int = 0
    question: str = ""
    only: tuple[str, ...] = ()
    way: str = ""
    accept_terms: tuple[str, ...] = ()


@dataclass(slots=True)
class AnswerSoFar:
    """What a question has brought until now: by source what it is asked, or how it ended."""

    choices: tuple[SourceChoice, ...] = ()
    asked: dict[str, str] = field(default_factory=dict)
    ended: dict[str, SourceEnded] = field(default_factory=dict)
    counts: dict[str, int] = field(default_factory=dict)
    records: list[Record] = field(default_factory=list)
    results: AskResults | None = None

    @classmethod
    def of(cls, events: Sequence[AskEvent]) -> AnswerSoFar:
        """Read the events of a question."""
        answer = cls()
        for event in events:
            match event:
                case SourcesChosen():
                    answer.choices = event.choices
                case SourceStarted():
                    answer.asked[event.source] = event.question
                case RecordsArrived():
                    before = answer.counts.get(event.source, 0)
                    answer.counts[event.source] = before + len(event.records)
                    answer.records += event.records
                case SourceEnded():
                    answer.ended[event.source] = event
                case QuestionAnswered():
                    answer.results = event.results
        return answer


@dataclass(slots=True)
class Job:
    """An order under way or done; ``message`` says what is done now, or why it ended.

    ``deaths`` counts the servers in a row that died while it was under way, ``notes`` say what was
    damaged and made again, ``changes`` count what a visit found by what it is ("new", "gone").
    """

    id: str
    order: JobOrder
    state: JobState = "running"
    message: str = ""
    outcome: str = ""
    started_at: float = field(default_factory=time.time)
    ended_at: float = 0.0
    progress: dict[str, Progress] = field(default_factory=dict)
    inspection: Inspection | None = None
    events: list[AskEvent] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    changes: dict[str, int] = field(default_factory=dict)
    cancel: Callable[[], None] = field(default=lambda: None, repr=False)
    is_cancelled: bool = False
    deaths: int = 0

    @property
    def is_running(self) -> bool:
        """Whether it is under way."""
        return self.state == "running"

    @property
    def is_held(self) -> bool:
        """Whether it waits for a person, since it may be what ended the server."""
        return not self.is_running and self.deaths >= MAX_DEATHS

    @property
    def records(self) -> int:
        """Records that its sources hold so far, or that answer a question."""
        return sum(each.records for each in self.progress.values()) + len(self.answer.records)

    def watch(self, progress: Progress) -> None:
        """Keep how far a source is."""
        self.progress[progress.source] = progress

    @property
    def answer(self) -> AnswerSoFar:
        """What a question has brought until now."""
        return AnswerSoFar.of(tuple(self.events))

    def to_dict(self) -> dict[str, Any]:
        """Return plain values for JSON."""
        return {
            "id": self.id,
            "kind": self.order.kind,
            "project": self.order.project,
            "targets": [SourceTarget.of(url).url for url in self.order.targets],
            "state": self.state,
            "message": self.message,
            "outcome": self.outcome,
            "held": self.is_held,
            "notes": self.notes,
            "changes": self.changes,
            "started_at": self.started_at,
            "ended_at": self.ended_at or None,
            "progress": [asdict(each) for each in self.progress.values()],
        }


class JobBoard:
    """The jobs of a server, the newest last, and the last integration of each project."""

    def __init__(self, workspace: Workspace) -> None:
        self.workspace = workspace
        self.integrations: dict[str, Integration] = {}
        self._jobs: dict[str, Job] = {}
        self._threads: dict[str, threading.Thread] = {}
        self._waiting: dict[str, Job] = {}
        self._lock = threading.Lock()
        self._is_closing = False

    @property
    def file(self) -> Path:
        """The file of the jobs that are under way."""
        return self.workspace.folder / JOBS_FILE

    def jobs(self) -> list[Job]:
        """All jobs that are remembered, the newest first."""
        return list(reversed(self._jobs.values()))

    def job(self, key: str) -> Job:
        """Look up a job; raise ``UnknownName``."""
        if key not in self._jobs:
            raise UnknownName(f"there is no job {key!r}")
        return self._jobs[key]

    def wait(self, key: str, seconds: float) -> Job:
        """Wait until a job has ended, at most some seconds."""
        job, until = self.job(key), time.monotonic() + seconds
        while key in self._waiting and time.monotonic() < until:
            time.sleep(0.05)
        thread = self._threads.get(key)
        if thread is not None:
            thread.join(max(0.0, until - time.monotonic()))
        return job

    def running(self, project: str) -> Job | None:
        """Return the job that works on a project, if any."""
        kept = (job for job in self._jobs.values() if job.order.kind not in PASSING_KINDS)
        under_way = (job for job in kept if job.is_running)
        return next((job for job in under_way if job.order.project == project), None)

    def start(self, order: JobOrder, deaths: int = 0) -> Job:
        """Begin a job; raise ``ValueError`` for an order that cannot be carried out.

        A project has one job at a time: if one is under way, that one is returned. What many ask
        for at once waits for its turn. ``deaths`` are those of servers with it under way. One that
        was held is held no more.
        """
        with self._lock:
            is_passing = order.kind in PASSING_KINDS
            if not is_passing and (job := self.running(order.project)):
                return job
            passing = [job for job in self._jobs.values() if job.order.kind in PASSING_KINDS]
            if is_passing and sum(job.is_running for job in passing) >= MAX_PASSING_AT_ONCE:
                raise ValueError("the server is busy: too much is looked at or asked just now")
            for url in (*order.targets, *(f"http://{host}/" for host in order.also_hosts)):
                source_key(url)
            if not is_passing and len(self._waiting) >= MAX_WAITING:
                raise ValueError("the server is busy: too many jobs wait already; try again later")
            job = Job(token_urlsafe(9), order, deaths=deaths)
            for other in self._jobs.values():
                if other.order.project == order.project:
                    other.deaths = 0
            self._jobs[job.id] = job
            self._forget_old()
            if is_passing:
                self._begin(job)
            else:
                job.message = WAITS
                self._waiting[job.id] = job
                self._begin_next()
        return job

    def _begin_next(self) -> None:
        """Begin jobs that wait, as far as there is room; the lock is held."""
        busy = [self._jobs[key] for key in self._threads if key in self._jobs]
        room = MAX_KEPT_AT_ONCE - sum(job.order.kind not in PASSING_KINDS for job in busy)
        begun = [] if self._is_closing else list(self._waiting.values())[: max(0, room)]
        for job in begun:
            del self._waiting[job.id]
            job.message = ""
        self._write()
        for job in begun:
            self._begin(job)

    def _begin(self, job: Job) -> None:
        thread = threading.Thread(target=self._work, args=(job,), name=f"job-{job.id}")
        thread.daemon = True
        self._threads[job.id] = thread
        thread.start()

    def stop(self, key: str) -> Job:
        """Stop a job; a harvest keeps what it has, and can go on later."""
        job = self.job(key)
        with self._lock:
            if self._waiting.pop(key, None) is not None:
                job.state, job.message, job.ended_at = "stopped", "", time.time()
                self._write()
        if job.is_running:
            job.is_cancelled = True
            job.cancel()
        return job

    def resume(self) -> list[Job]:
        """Begin again what a killed server left under way, but for what it died of, it seems."""
        try:
            content = json.loads(self.file.read_text("utf-8"))
            kept = [(_kept_order(each), int(each.get("deaths", 0))) for each in content]
        except (OSError, ValueError, TypeError, KeyError, RecursionError):
            return []
        for order, deaths in kept:
            if deaths >= MAX_DEATHS:
                job = Job(token_urlsafe(9), order, "stopped", HELD.format(count=deaths))
                job.deaths, job.ended_at = deaths, job.started_at
                self._jobs[job.id] = job
        jobs = []
        for order, deaths in kept:
            if deaths < MAX_DEATHS:
                with suppress(ValueError):
                    jobs.append(self.start(order, deaths))
        return jobs

    def again(self, key: str) -> Job:
        """Begin the order of a job anew, as a person wishes."""
        return self.start(self.job(key).order)

    def close(self) -> None:
        """Stop all jobs; those under way stay in the file, for the next start."""
        with self._lock:
            self._is_closing = True
            for job in self._jobs.values():
                job.deaths = 0 if job.is_running else job.deaths
            self._write()
        for job in self._jobs.values():
            if job.is_running:
                job.cancel()
        until = time.monotonic() + SHUTDOWN_SECONDS
        for thread in list(self._threads.values()):
            thread.join(max(0.0, until - time.monotonic()))

    def _work(self, job: Job) -> None:
        """Carry out an order; every end is kept in the job."""
        steps = {"look": self._look, "harvest": self._harvest, "integrate": self._integrate}
        steps |= {"ask": self._ask, "refresh": self._refresh}
        state: JobState = "done"
        try:
            steps[job.order.kind](job)
        except asyncio.CancelledError:
            state, job.message = "stopped", ""
        except (LeadlineError, ValueError, OSError) as fault:
            state, job.message = "failed", str(fault)
        except Exception as fault:  # a fault of ours must not leave a job under way for ever
            traceback.print_exc()
            state, job.message = "failed", f"{type(fault).__name__}: {fault}"
        job.ended_at = time.time()
        job.state = state
        with self._lock:
            self._threads.pop(job.id, None)
            if not self._is_closing:
                self._begin_next()

    def _look(self, job: Job) -> None:
        order = job.order
        accepts, hosts = bool(order.accept_terms), order.also_hosts
        work = ainspect(order.targets[0], also_hosts=hosts, accept_terms=accepts)
        job.inspection = self._run(job, work)

    def _harvest(self, job: Job) -> None:
        job.notes = mend_named((), self.workspace.folder / job.order.project)
        plan = self.plan_of_order(job.order)

        taken = self._run_on(plan.project, job, harvest_plan(plan, watch=job.watch))
        job.notes += taken.notes
        job.outcome = worst(list(taken.outcomes.values()))

    def _refresh(self, job: Job) -> None:
        project = self.workspace.project(job.order.project)
        visited = self._run_on(project, job, arefresh(project.folder, watch=job.watch))
        job.notes = [note for one in visited.outcomes.values() for note in one.notes]
        job.outcome = worst(list(visited.outcomes.values()))
        job.changes = {what: visited.count(what) for what in get_args(What)}

    def _run_on(self, project: Project, job: Job, work: Coroutine[Any, Any, Any]) -> Any:
        """Run a coroutine that changes a project, and write its report again."""
        try:
            return self._run(job, work)
        finally:
            if project.store.is_file():
                with suppress(LeadlineError, OSError):
                    write_report(project.store, project.report)

    def plan_of_order(self, order: JobOrder) -> Plan:
        """Return the plan of a harvest: the given addresses, else all that the project has."""
        folder = self.workspace.folder / order.project
        named = list(order.targets)
        budget = Budget(requests=order.requests) if order.requests else None
        is_part = order.only or order.way
        if not is_part and ((folder / PLAN_FILE).is_file() or not named):
            plan = plan_of([str(folder), *named], folder, budget=budget)
            sources = each_once((*plan.sources, *stored_sources(plan.project)))
        else:
            plan = plan_of(named, folder, budget=budget, only=order.only, way=order.way)
            sources = plan.sources
        hosts = order.also_hosts
        also = [replace(one, also_hosts=(*one.also_hosts, *hosts)) for one in sources]
        accepted = [one.key in order.accept_terms or "*" in order.accept_terms for one in also]
        pairs = zip(also, accepted, strict=True)
        return replace(plan, sources=tuple(accepting([one], yes)[0] for one, yes in pairs))

    def _integrate(self, job: Job) -> None:
        def watch(text: str) -> None:
            job.message = text

        project = self.workspace.project(job.order.project)
        self.integrations[job.order.project] = integrate_project(project.folder, watch=watch)
        job.message = ""

    def _ask(self, job: Job) -> None:
        project = self.workspace.project(job.order.project)

        async def ask() -> None:
            options = AskOptions(deadline=ASK_SECONDS, limit=ASK_ROWS)
            async for event in aask(project.folder, job.order.question, options):
                job.events.append(event)

        self._run(job, ask())

    def _run(self, job: Job, work: Coroutine[Any, Any, Any]) -> Any:
        """Run a coroutine in this thread so that ``job.cancel`` ends it."""

        async def cancellable() -> Any:
            loop, task = asyncio.get_running_loop(), asyncio.current_task()
            assert task is not None

            def cancel() -> None:
                with suppress(RuntimeError):  # the loop has ended meanwhile
                    loop.call_soon_threadsafe(task.cancel)

            job.cancel = cancel
            if job.is_cancelled or self._is_closing:
                work.close()
                raise asyncio.CancelledError
            return await work

        return asyncio.run(cancellable())

    def _forget_old(self) -> None:
        ended = [key for key, job in self._jobs.items() if not job.is_running]
        for key in ended[: max(0, len(self._jobs) - MAX_KEPT_JOBS)]:
            del self._jobs[key]

    def _is_begun(self, job: Job) -> bool:
        return job.is_running and job.id not in self._waiting

    def _write(self) -> None:
        """Write the orders that are under way, without user and password of an address."""
        orders = [
            asdict(job.order)
            | {"targets": [SourceTarget.of(url).url for url in job.order.targets]}
            | {"deaths": job.deaths + (self._is_begun(job) and not self._is_closing)}
            for job in self._jobs.values()
            if (job.is_running or job.is_held) and job.order.kind not in PASSING_KINDS
        ]
        if not orders:
            self.file.unlink(missing_ok=True)
            return
        self.workspace.folder.mkdir(parents=True, exist_ok=True)
        with whole_file(self.file) as part:
            part.write_text(json.dumps(orders, ensure_ascii=False), encoding="utf-8")


def _kept_order(entry: dict[str, Any]) -> JobOrder:
    """Read an order that a server wrote; raise ``ValueError`` or ``KeyError`` for anything else."""
    if entry["kind"] not in ("harvest", "refresh", "integrate"):
        raise ValueError(f"no job of kind {entry['kind']!r} is begun again")
    hosts = tuple(entry.get("also_hosts", ()))
    requests = int(entry.get("requests", 0))
    targets, only = tuple(entry["targets"]), tuple(entry.get("only", ()))
    accepts = tuple(entry.get("accept_terms", ()))
    order = JobOrder(entry["kind"], entry["project"], targets, hosts, requests, only=only)
    return replace(order, accept_terms=accepts, way=str(entry.get("way", "")))
