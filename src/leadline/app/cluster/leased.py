"""A group harvested under a lease, on the disk of a node, with copies in a shared place.

A node that cannot renew its lease may be taken for dead. So it stops asking before the lease ends;
whoever takes over waits for that end, and goes on from the last copy. What was asked since that
copy is asked again.
"""

import asyncio
import os
import tempfile
import threading
import time
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final

from leadline.app.cluster.shared_place import GroupCopies, SharedPlace
from leadline.app.cluster.worker import GroupEnd, GroupOrder, harvest_group
from leadline.app.harvest import RunOptions
from leadline.app.project import Project
from leadline.store.export.table import export

LEASE_SECONDS: Final = 30.0
SAFE_SHARE: Final = 0.6
"""Share of a lease after which a node that could not renew it stops."""
RENEWALS: Final = 6
"""Tries to renew a lease while it lasts."""
MAX_COPY_SHARE: Final = 0.01
"""Share of the time of a process that copies of all its groups may take."""


class Renewal(threading.Thread):
    """Renews a lease in a thread of its own: copies and pages do not delay it."""

    def __init__(self, place: SharedPlace, number: int, seconds: float) -> None:
        super().__init__(daemon=True)
        self._place, self._number, self._seconds = place, number, seconds
        self._renewed = time.monotonic()
        self.ended = threading.Event()

    def run(self) -> None:
        """Renew it again and again."""
        while not self.ended.wait(self._seconds / RENEWALS):
            begun = time.monotonic()
            with suppress(OSError):
                self._place.hold(self._number, self._seconds)
                self._renewed = begun

    async def watch(self) -> None:
        """End this process in time where the lease is not renewed: another node takes over."""
        while time.monotonic() < self._renewed + SAFE_SHARE * self._seconds:
            await asyncio.sleep(self._seconds / RENEWALS / 2)
        os._exit(1)


@dataclass(frozen=True, slots=True)
class LeasedHarvest:
    """Harvests groups that lie in a shared place, under leases of so many seconds.

    ``under_way`` are the groups that this process has now.
    """

    url: str
    seconds: float = LEASE_SECONDS
    under_way: set[int] = field(default_factory=set)

    async def harvest(self, order: GroupOrder, options: RunOptions) -> GroupEnd:
        """Harvest a group from its copy, and leave its end as a copy and a table."""
        place, number = SharedPlace(self.url), order.number
        with tempfile.TemporaryDirectory(prefix="leadline-") as folder:
            project = Project(Path(folder, "part"))
            await asyncio.to_thread(place.hold, number, self.seconds)
            await asyncio.to_thread(place.fetch, number, project)
            own = replace(order, plan=replace(order.plan, project=project))
            ended = asyncio.Event()
            self.under_way.add(number)
            renewal = Renewal(place, number, self.seconds)
            renewal.start()
            watching = asyncio.create_task(renewal.watch())
            copying = asyncio.create_task(self._copy(place.copies(number), project, ended))
            try:
                end = await harvest_group(own, options)
            finally:
                ended.set()
                await copying
                self.under_way.discard(number)
                renewal.ended.set()
                await asyncio.to_thread(renewal.join)
                watching.cancel()
                await asyncio.to_thread(place.hold, number, 0)
            if any(outcome.records for outcome, _ in end.ended.values()):
                table = Path(folder, "table.parquet")
                await asyncio.to_thread(export, project.store, table)
                await asyncio.to_thread(place.put_table, number, table)
        return end

    async def _copy(self, copies: GroupCopies, project: Project, ended: asyncio.Event) -> None:
        """Copy the group when it has ended, and before, as often as copying takes little time."""
        pause = self.seconds / RENEWALS
        while not ended.is_set():
            with suppress(TimeoutError):
                await asyncio.wait_for(ended.wait(), pause)
            is_last, begun = ended.is_set(), time.monotonic()
            try:
                await asyncio.to_thread(copies.push, project)
            except OSError:
                if is_last:
                    raise
            if not is_last and ended.is_set():
                await asyncio.to_thread(copies.push, project)
            spent = (time.monotonic() - begun) * len(self.under_way)
            pause = max(self.seconds / RENEWALS, spent / MAX_COPY_SHARE)
