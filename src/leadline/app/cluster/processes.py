"""``leadline harvest --processes N``: groups of hosts, each harvested by one of several processes.

Reading pages is Python, which uses one core a process. So each process has its own event loop, its
own connections, and for each group a project file and page archive of its own
(``app.start.parts``). No page goes from one process to another. This process hands groups out,
shows the progress of all, and brings home what ended. A process that dies is replaced, and its
groups are begun again from what they had stored.
"""

import multiprocessing
import queue
import threading
from collections import Counter, deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any, Final, Protocol

from leadline.app.aside import put_back_pages, set_aside, settle
from leadline.app.budget import UNLIMITED
from leadline.app.cluster.groups import Group, groups_of
from leadline.app.cluster.worker import Ended, GroupEnd, GroupOrder, work
from leadline.app.domain_learning import known_domain, write_learned
from leadline.app.harvest import Harvest, RunOptions, outcome_of
from leadline.app.mend import mend
from leadline.app.project import Plan, Project
from leadline.app.source.admission import AT_ONCE
from leadline.app.source.run import Progress
from leadline.app.start.parts import bring_home, hand_out, left_parts, part_of
from leadline.app.start.sources import begin_sources
from leadline.errors import StoreError
from leadline.model import Outcome
from leadline.store.transfer import TransferStore

SECONDS_TO_STOP: Final = 60.0
"""Seconds that a process gets to write down what it has, when all is stopped."""
SHARED_BUDGET: Final = (
    "a budget for all sources together is kept by one process: leave out --processes, "
    "or give each source its own budget"
)
DIED: Final = "its process died {} times: look at the memory and the disk of this machine"
Worker = tuple[Any, Any]
"""A process and the connection to it, or what stands for them."""
MAX_LOSSES: Final = 3
"""Workers that may die over one group; then it is left as it is."""


class Crew(Protocol):
    """Starts workers, and brings parts to them and back."""

    def start(self, options: RunOptions, name: str) -> Worker:
        """Start a worker."""

    def give(self, project: Project, number: int) -> None:
        """Bring a part to where its worker finds it."""

    def fetch(self, project: Project, number: int) -> None:
        """Bring a part back from there."""

    def forget(self, number: int) -> None:
        """Remove what is left there of a part that is home."""

    def left(self) -> list[int]:
        """List the parts there that an earlier run left."""


class ProcessCrew:
    """Processes of this machine: a part lies where they find it."""

    def start(self, options: RunOptions, name: str) -> Worker:
        """Start a process."""
        context = multiprocessing.get_context("spawn")
        own, theirs = context.Pipe()
        process = context.Process(target=work, args=(theirs, options), daemon=True, name=name)
        process.start()
        theirs.close()
        return process, own

    def give(self, project: Project, number: int) -> None:
        """Leave the part in its folder."""

    def fetch(self, project: Project, number: int) -> None:
        """Find the part in its folder."""

    def forget(self, number: int) -> None:
        """Nothing is left elsewhere."""

    def left(self) -> list[int]:
        """Parts that were left lie in the project."""
        return []


def harvest_by_processes(
    plan: Plan, processes: int, options: RunOptions, crew: Crew | None = None
) -> Harvest:
    """Harvest all sources of a plan by so many processes, into one project.

    ``options`` are those of `harvest_plan`; ``crew`` starts the workers (None: processes of this
    machine). A script that calls this must not do so when it is imported (see the programming
    guidelines of ``multiprocessing``).
    """
    crew = crew or ProcessCrew()
    if plan.total != UNLIMITED:
        raise ValueError(SHARED_BUDGET)
    put_back_pages(plan.project)
    notes = mend(plan.project, plan.sources)
    for_workers: RunOptions = {"at_once": AT_ONCE, **options, "fresh": False}
    watch = for_workers.pop("watch", None)
    plan.project.folder.mkdir(parents=True, exist_ok=True)
    with TransferStore(plan.project.store) as store:
        for part in left_parts(plan.project):
            bring_home(store, plan.project, part)
        for number in crew.left():
            _bring_home(store, plan.project, number, crew)
    if options.get("fresh"):
        set_aside(plan.project)
    with TransferStore(plan.project.store) as store:
        ended = _Foreman(plan, store, for_workers, watch, crew).run(processes)
        outcomes = {target.key: outcome_of(store, target.key) for target in plan.sources}
        write_learned(plan.domain, plan.rules, store, plan.project.folder)
    settle(plan.project)
    outcomes |= {key: outcome for key, (outcome, _) in ended.items()}
    asked = {key: ended[key][1] if key in ended else 0 for key in outcomes}
    return Harvest(plan.project, outcomes, asked, tuple(notes))


def _bring_home(store: TransferStore, project: Project, number: int, crew: Crew) -> None:
    crew.fetch(project, number)
    bring_home(store, project, part_of(project, number))
    crew.forget(number)


class _Foreman:
    """One run: its groups, its workers, and what they told."""

    def __init__(
        self,
        plan: Plan,
        store: TransferStore,
        options: RunOptions,
        watch: Callable[[Progress], None] | None,
        crew: Crew,
    ) -> None:
        self._crew = crew
        self._plan, self._store, self._options, self._watch = plan, store, options, watch
        known = plan.domain.attributes and known_domain(plan.domain, store, plan.project.folder)
        self._domain = known or plan.domain
        again = options.get("again", True)
        waiting, _ = begin_sources(plan, store, again=again)
        unfinished = {target.key for target in waiting}
        self._groups: list[Group] = [
            group
            for group in groups_of(plan.sources)
            if any(target.key in unfinished for target in group)
        ]
        self._dispatch = Dispatch(list(map(len, self._groups)), options["at_once"])
        self._workers: dict[str, Worker] = {}
        self._told: queue.SimpleQueue[tuple[str, object]] = queue.SimpleQueue()
        self._started = 0
        self._ended: Ended = {}

    def run(self, processes: int) -> Ended:
        """Harvest all groups; whoever interrupts this finds all brought home."""
        try:
            for _ in range(min(processes, len(self._groups))):
                self._start()
            while not self._dispatch.is_over:
                self._give_out()
                self._hear(*self._told.get())
        finally:
            self._stop()
        return self._ended

    def _start(self) -> None:
        self._started += 1
        name = f"worker {self._started}"
        self._workers[name] = self._crew.start(self._options, name)
        self._dispatch.join(name)
        threading.Thread(target=self._receive, args=(name,), daemon=True).start()

    def _receive(self, name: str) -> None:
        """Pass on what a worker tells, so that it never waits; None when it is gone."""
        connection = self._workers[name][1]
        with suppress(EOFError, OSError):
            while True:
                self._told.put((name, connection.recv()))
        self._told.put((name, None))

    def _give_out(self) -> None:
        project = self._plan.project
        while (given := self._dispatch.next()) is not None:
            worker, number = given
            part = part_of(project, number)
            hand_out(self._store, project, part, self._groups[number])
            self._crew.give(project, number)
            sources = self._groups[number]
            plan = replace(self._plan, project=part, sources=sources, domain=self._domain)
            with suppress(OSError):  # it died: its own thread tells
                self._workers[worker][1].send(GroupOrder(number, plan))

    def _hear(self, worker: str, told: object) -> None:
        match told:
            case None:
                self._replace(worker)
            case GroupEnd(fault=fault) if fault:
                raise StoreError(fault)
            case GroupEnd(number, ended):
                self._dispatch.end(worker, number)
                self._home(number)
                self._ended |= ended
            case _ if self._watch is not None:
                self._watch(told)  # type: ignore[arg-type]

    def _replace(self, worker: str) -> None:
        """Start a worker in place of one that died."""
        self._workers.pop(worker)[0].join()
        for number in self._dispatch.lose(worker):
            self._home(number)
        for number in self._dispatch.given_up:
            for target in self._groups[number]:
                reason = DIED.format(MAX_LOSSES)
                self._store.set_state(target.key, "failed", reason=reason)
                counts = self._store.counts(target.key)
                outcome = Outcome("failed", reason, "", counts.records, counts.requests, None)
                self._ended[target.key] = outcome, 0
        self._dispatch.given_up.clear()
        self._start()

    def _home(self, number: int) -> None:
        _bring_home(self._store, self._plan.project, number, self._crew)

    def _stop(self) -> None:
        """End all workers, and bring home what they had under way."""
        for _, connection in self._workers.values():
            with suppress(OSError):
                connection.send(None)
        for process, _ in self._workers.values():
            process.join(SECONDS_TO_STOP)
            if process.is_alive():
                process.kill()
                process.join()
        for part in left_parts(self._plan.project):
            self._home(int(part.folder.name))


class Dispatch:
    """Groups by number, with their ``sizes`` in sources, and the workers that have them.

    A worker has ``at_once`` sources at most, or one group that is larger.
    """

    def __init__(self, sizes: Sequence[int], at_once: int) -> None:
        self._sizes = sizes
        self._at_once = at_once
        self._waiting = deque(range(len(sizes)))
        self._losses: Counter[int] = Counter()
        self.under_way: dict[str, set[int]] = {}
        self.given_up: list[int] = []

    @property
    def is_over(self) -> bool:
        """Whether no group waits or is under way."""
        return not self._waiting and not any(self.under_way.values())

    def join(self, worker: str) -> None:
        """Count on a worker from now on."""
        self.under_way[worker] = set()

    def lose(self, worker: str) -> list[int]:
        """Count on a worker no more; return the groups that it had."""
        lost = sorted(self.under_way.pop(worker))
        self._losses.update(lost)
        self.given_up += [group for group in lost if self._losses[group] >= MAX_LOSSES]
        again = [group for group in lost if self._losses[group] < MAX_LOSSES]
        self._waiting.extendleft(reversed(again))
        return lost

    def end(self, worker: str, group: int) -> None:
        """Note that a group came to its end."""
        self.under_way[worker].discard(group)

    def next(self) -> tuple[str, int] | None:
        """Return a worker and the group that it should begin; None if nothing can begin now."""
        if not self._waiting or not self.under_way:
            return None
        worker = min(self.under_way, key=self._load)
        load, group = self._load(worker), self._waiting[0]
        if load and load + self._sizes[group] > self._at_once:
            return None
        self._waiting.popleft()
        self.under_way[worker].add(group)
        return worker, group

    def _load(self, worker: str) -> int:
        return sum(self._sizes[group] for group in self.under_way[worker])
