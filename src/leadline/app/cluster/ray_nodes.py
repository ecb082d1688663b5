"""``leadline harvest --shared PLACE``: the processes are actors of Ray, on any of its nodes.

An actor is the worker of ``--processes`` (``cluster.worker``): its orders and reports go through
Ray instead of a pipe, and its groups through a shared place (``cluster.leased``). When a node is
lost its groups wait for the end of their lease; then others go on from their copies.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import sys
import threading
import time
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final

from leadline.app.cluster.leased import LEASE_SECONDS, LeasedHarvest
from leadline.app.cluster.shared_place import SharedPlace
from leadline.app.cluster.worker import CACHE_MEBIBYTES, GroupOrder, serve
from leadline.app.start.parts import part_of
from leadline.errors import require_package
from leadline.store.transfer import limit_memory

if TYPE_CHECKING:
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


class GroupActor:
    """A worker on some node: it holds a pipe to its own event loop, which runs in a thread."""

    def __init__(self, leased: LeasedHarvest, options: RunOptions) -> None:
        limit_memory(CACHE_MEBIBYTES)
        leave_pandas_out()
        self._own, theirs = multiprocessing.Pipe()
        work = serve(theirs, options, leased.harvest)
        self._thread = threading.Thread(target=asyncio.run, args=(work,), daemon=True)
        self._thread.start()

    def send(self, order: GroupOrder | None) -> None:
        """Begin a group; None: stop all."""
        self._own.send(order)

    def hear(self) -> list[object]:
        """Return what was told since, after a moment at most."""
        told: list[object] = []
        end = time.monotonic() + SECONDS_PER_HEARING
        while self._own.poll(max(0.0, end - time.monotonic())):
            told.append(self._own.recv())
        if not told and not self._thread.is_alive():
            raise EOFError
        return told

    def join(self, seconds: float) -> None:
        """Wait until all is stopped and copied."""
        self._thread.join(seconds)


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
        time.sleep(self._place.held_for(number, self._leased.seconds))
        self._place.fetch(number, part_of(project, number))

    def forget(self, number: int) -> None:
        """Remove a part that is home."""
        self._place.remove(number)

    def left(self) -> list[int]:
        """List the parts that an earlier run left."""
        return self._place.numbers()
