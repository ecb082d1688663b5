"""``leadline harvest --shared PLACE``: the processes are actors of Ray, on any of its nodes.

An actor has the worker of ``--processes`` (``cluster.worker``) beside it: its orders and reports go
through Ray, and its groups through a shared place (``cluster.leased``). When a node is lost its
groups wait for the end of their lease; then others go on from their copies.
"""

from __future__ import annotations

import multiprocessing
import sys
import time
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final

from leadline.app.cluster.leased import LEASE_SECONDS, LeasedHarvest
from leadline.app.cluster.shared_place import SharedPlace
from leadline.app.cluster.worker import GroupOrder, work
from leadline.app.start.parts import part_of
from leadline.errors import require_package

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

    from leadline.app.cluster.processes import Worker
    from leadline.app.harvest import RunOptions
    from leadline.app.project import Project

SECONDS_PER_HEARING: Final = 0.2
"""Seconds that reports are gathered before they are sent together."""


def leave_pandas_out() -> None:
    """Let pyarrow find no pandas, which it else imports before it converts its first list.

    ``to_pandas`` looks for it again. So this is for processes in which nobody has a series.
    """
    import pyarrow as pa

    if "pandas" not in sys.modules:
        sys.modules["pandas"] = None  # type: ignore[assignment]
        with suppress(AttributeError, ImportError):
            pa.array(())
        del sys.modules["pandas"]


def work_leased(connection: Connection, options: RunOptions, leased: LeasedHarvest) -> None:
    """Harvest what an actor orders: a whole process."""
    leave_pandas_out()
    work(connection, options, leased.harvest)


class GroupActor:
    """A worker on some node: it passes orders and reports between Ray and a process of its own.

    In the actor itself Ray's own threads would take the interpreter from the one that reads pages.
    """

    def __init__(self, leased: LeasedHarvest, options: RunOptions) -> None:
        context = multiprocessing.get_context("spawn")
        self._own, theirs = context.Pipe()
        self._process = context.Process(target=work_leased, args=(theirs, options, leased))
        self._process.daemon = True
        self._process.start()
        theirs.close()  # so that the end of the process is seen

    def send(self, order: GroupOrder | None) -> None:
        """Begin a group; None: stop all."""
        self._own.send(order)

    def hear(self) -> list[object]:
        """Return what was told since, after a moment at most; raises ``EOFError`` at the end."""
        self._process.join(SECONDS_PER_HEARING)
        told: list[object] = []
        with suppress(EOFError, OSError):
            while self._own.poll():
                told.append(self._own.recv())
        if not told and not self._process.is_alive():
            raise EOFError
        return told

    def join(self, seconds: float) -> None:
        """Wait until all is stopped and copied."""
        self._process.join(seconds)


class RayWorker:
    """An actor, seen as a process and the connection to it."""

    def __init__(self, handle: Any) -> None:
        self._handle = handle
        self._told: list[object] = []

    def send(self, order: GroupOrder | None) -> None:
        """Give an order; raises ``OSError`` when the actor is gone."""
        import ray

        try:
            ray.get(self._handle.send.remote(order))
        except ray.exceptions.RayError as fault:
            raise BrokenPipeError from fault

    def recv(self) -> object:
        """Return the next report; raises ``EOFError`` when the actor is gone."""
        import ray

        while not self._told:
            try:
                self._told = ray.get(self._handle.hear.remote())
            except ray.exceptions.RayError as fault:
                raise EOFError from fault
        return self._told.pop(0)

    def join(self, seconds: float | None = None) -> None:
        """Wait for the end of an actor that was told to stop, or is gone."""
        import ray

        try:
            ray.get(self._handle.join.remote(seconds), timeout=seconds)
        except ray.exceptions.RayError:
            return

    def is_alive(self) -> bool:
        """An actor that has stopped is there to be removed."""
        return True

    def kill(self) -> None:
        """Remove the actor."""
        import ray

        ray.kill(self._handle)


class RayCrew:
    """Starts actors, and brings groups to the shared place and home from there."""

    def __init__(self, url: str, seconds: float = LEASE_SECONDS) -> None:
        require_package("ray", "A harvest on several machines")
        self._leased, self._place = LeasedHarvest(url, seconds), SharedPlace(url)
        import ray

        if not ray.is_initialized():
            ray.init(include_dashboard=False, log_to_driver=False)

    def start(self, options: RunOptions, name: str) -> Worker:
        """Start a worker on some node."""
        import ray

        remote = ray.remote(GroupActor).options(
            num_cpus=1, max_concurrency=3, scheduling_strategy="SPREAD", name=name
        )
        worker = RayWorker(remote.remote(self._leased, options))
        return worker, worker

    def give(self, project: Project, number: int) -> None:
        """Bring a part to where its worker finds it."""
        self._place.remove(number)
        self._place.copies(number).push(part_of(project, number))

    def fetch(self, project: Project, number: int) -> None:
        """Bring a part back, once nobody holds it."""
        while held := self._place.held_for(number, self._leased.seconds):
            time.sleep(held)
        self._place.fetch(number, part_of(project, number))

    def forget(self, number: int) -> None:
        """Remove a part that is home."""
        self._place.remove(number)

    def left(self) -> list[int]:
        """List the parts that an earlier run left."""
        return self._place.numbers()
