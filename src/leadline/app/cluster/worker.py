"""The worker's side: harvests groups on one event loop, as many at once as the load allows."""

from __future__ import annotations

import asyncio
import gc
import signal
import threading
import time
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from leadline.app.harvest import RunOptions, harvest_plan
from leadline.app.source.admission import Admission
from leadline.model import COLLECTION, LEVEL_OF_STATE, Outcome
from leadline.store.transfer import limit_memory

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable
    from multiprocessing.connection import Connection

    from leadline.app.harvest import Harvest
    from leadline.app.project import Plan
    from leadline.app.source.run import Progress

SECONDS_PER_REPORT: Final = 0.5
"""Seconds between two reports on one source, while its state stays."""
CACHE_MEBIBYTES: Final = 256
"""What all open project files of a worker keep in memory together."""

Ended = dict[str, tuple[Outcome, int]]
"""Outcome and requests of each source of a group."""


@dataclass(frozen=True, slots=True)
class GroupOrder:
    """A group to harvest: its number, and a plan for the part that belongs to it."""

    number: int
    plan: Plan


@dataclass(frozen=True, slots=True)
class GroupEnd:
    """What a worker tells of a group that ended; ``fault`` is what stops all ("": nothing)."""

    number: int
    ended: Ended = field(default_factory=dict)
    fault: str = ""


@dataclass(slots=True)
class Reports:
    """Passes progress on, but not more often than a person can read."""

    send: Callable[[object], None]
    last: dict[str, tuple[float, str]] = field(default_factory=dict)

    def watch(self, progress: Progress) -> None:
        """Receive the progress of a source."""
        now, (before, state) = time.monotonic(), self.last.get(progress.source, (0.0, ""))
        if progress.state == state and now < before + SECONDS_PER_REPORT:
            return
        self.last[progress.source] = now, progress.state
        self.send(progress)
        if progress.state in LEVEL_OF_STATE:
            del self.last[progress.source]


async def harvest_group(order: GroupOrder, options: RunOptions) -> GroupEnd:
    """Harvest a group into its part."""
    try:
        taken = await harvest_plan(order.plan, **options)
    except Exception as fault:  # the one who gave the order decides what stops
        return GroupEnd(order.number, fault=f"{type(fault).__name__}: {fault}")
    return GroupEnd(order.number, _ended(taken))


def _ended(taken: Harvest) -> Ended:
    return {key: (outcome, taken.asked.get(key, 0)) for key, outcome in taken.outcomes.items()}


def work(connection: Connection, options: RunOptions) -> None:
    """Harvest what the other end orders, until it orders None or goes away: a whole process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the one who gives orders says when to stop
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    limit_memory(CACHE_MEBIBYTES)
    asyncio.run(serve(connection, options))


async def serve(
    connection: Connection,
    options: RunOptions,
    harvest: Callable[[GroupOrder, RunOptions], Awaitable[GroupEnd]] = harvest_group,
) -> None:
    """Begin each group as it comes and as the load allows; stop all at the end of orders."""
    gc.set_threshold(*COLLECTION)
    orders: asyncio.Queue[GroupOrder] = asyncio.Queue()
    stopped = asyncio.Event()
    loop = asyncio.get_running_loop()
    own: RunOptions = {**options, "watch": Reports(connection.send).watch}
    under_way: set[asyncio.Task[None]] = set()

    def receive() -> None:
        with suppress(EOFError, OSError):
            while (order := connection.recv()) is not None:
                loop.call_soon_threadsafe(orders.put_nowait, order)
        loop.call_soon_threadsafe(stopped.set)

    async def begin(order: GroupOrder, admission: Admission) -> None:
        try:
            connection.send(await harvest(order, own))
        finally:
            admission.leave()

    async def admit() -> None:
        async with Admission(own["at_once"]) as admission:
            while True:
                order = await orders.get()
                await admission.admit()
                task = asyncio.create_task(begin(order, admission))
                under_way.add(task)
                task.add_done_callback(under_way.discard)

    threading.Thread(target=receive, daemon=True).start()
    tasks = [asyncio.create_task(admit())]
    await stopped.wait()
    tasks += under_way
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
