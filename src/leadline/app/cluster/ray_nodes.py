"""``leadline harvest --shared PLACE``: the processes are actors of Ray, on any of its nodes.

An actor is the worker of ``--processes`` (``cluster.worker``): its orders and reports go through a
connection, its groups through a shared place (``cluster.leased``). When a node is lost its groups
wait for the end of their lease; then others go on from their copies.
"""

from __future__ import annotations

import asyncio
import secrets
import sys
import threading
import time
from contextlib import suppress
from multiprocessing.connection import Client, Listener
from typing import TYPE_CHECKING, Any, Final

from leadline.app.cluster.leased import LEASE_SECONDS, LeasedHarvest
from leadline.app.cluster.shared_place import SharedPlace
from leadline.app.cluster.worker import CACHE_MEBIBYTES, GroupOrder, serve
from leadline.app.start.parts import part_of
from leadline.errors import require_package
from leadline.store.transfer import limit_memory

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

    from leadline.app.cluster.processes import Worker
    from leadline.app.harvest import RunOptions
    from leadline.app.project import Project

SECONDS_PER_LOOK: Final = 2.0
"""Seconds between two looks whether an actor that tells nothing is there: its node may be gone."""


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
    """A worker on some node. It works in the main thread: one beside it loses time to Ray's."""

    def __init__(self, key: bytes) -> None:
        import ray

        limit_memory(CACHE_MEBIBYTES)
        leave_pandas_out()
        node: Any = ray.util
        self._door = Listener((node.get_node_ip_address(), 0), authkey=key)

    def address(self) -> Any:
        """Return where this worker takes orders."""
        return self._door.address

    def work(self, leased: LeasedHarvest, options: RunOptions) -> None:
        """Harvest what is ordered, until the end of orders; all is copied then."""
        with self._door, self._door.accept() as connection:
            asyncio.run(serve(connection, options, leased.harvest))


class RayWorker:
    """An actor, seen as a process and the connection to it."""

    def __init__(self, remote: Any, leased: LeasedHarvest, options: RunOptions) -> None:
        self._key = secrets.token_bytes()
        self._handle = remote.remote(self._key)
        self._address = self._handle.address.remote()
        self._ended = self._handle.work.remote(leased, options)
        self._lock = threading.Lock()
        self._connection: Connection | None = None

    def _connected(self) -> Connection:
        import ray

        with self._lock, suppress(ray.exceptions.RayError, EOFError):
            self._connection = self._connection or Client(ray.get(self._address), authkey=self._key)
            return self._connection
        raise BrokenPipeError

    def send(self, order: GroupOrder | None) -> None:
        """Give an order; raises ``OSError`` when the actor is gone."""
        self._connected().send(order)

    def recv(self) -> object:
        """Return the next report; raises ``EOFError`` or ``OSError`` when the actor is gone."""
        connection = self._connected()
        while not connection.poll(SECONDS_PER_LOOK):
            if self._has_ended(0):
                raise EOFError
        return connection.recv()

    def _has_ended(self, seconds: float | None) -> bool:
        import ray

        return bool(ray.wait([self._ended], timeout=seconds)[0])

    def join(self, seconds: float | None = None) -> None:
        """Wait for the end of an actor that was told to stop; None: remove one that is lost."""
        if seconds is None:
            self.kill()
        self._has_ended(seconds)

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

        remote = ray.remote(GroupActor).options(num_cpus=1, scheduling_strategy="SPREAD", name=name)
        worker = RayWorker(remote, self._leased, options)
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
