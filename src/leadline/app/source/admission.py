"""Admission of sources: so many at once, and fewer while the process is late with those it has.

One process asks and reads for all its sources in turn. Where each host is asked once a second, some
dozens keep it busy. One more source then brings no page sooner: it makes all others late. So beyond
the first few a source is admitted only while the event loop keeps its appointments and the process
leaves a part of its core idle. A source that waits costs no task, no connection and no knowledge.

>>> async def run() -> list[int]:
...     admission, under_way = Admission(2), []
...     async with admission:
...         for _ in range(3):
...             await admission.admit()
...             under_way.append(admission.under_way)
...             asyncio.get_running_loop().call_later(0.01, admission.leave)
...     return under_way
>>> asyncio.run(run())
[1, 2, 1]
"""

import asyncio
import sys
import time
from typing import Final, Self

AT_ONCE: Final = 100
"""Sources under way at a time in one process, when nobody says otherwise."""
FIRST_AT_ONCE: Final = 12
"""Sources that are admitted without a look at the load."""
MAX_LATENESS_SECONDS: Final = 0.1
"""Lateness of the event loop, smoothed, up to which a further source is admitted."""
MAX_SHARE_OF_A_CORE: Final = 0.7
"""Processor time of this process in a second, smoothed, up to which a further source is admitted.
A source that has just begun must still learn its layout, and near 1 every request waits."""
SECONDS_PER_LOOK: Final = 0.1
SWITCH_SECONDS: Final = 0.0005
"""Seconds after which a thread that learns gives the interpreter back to the event loop. With the
usual .005 the loop waits so long after each message, file and row."""
NEWEST_WEIGHT: Final = 0.2
"""Share of the newest look in the smoothed lateness."""
NEWEST_SHARE_WEIGHT: Final = 0.1
"""Share of the newest look in the smoothed processor time: mostly the last second counts."""


class Admission:
    """Counts the sources under way; used by one task at a time, inside ``async with``."""

    def __init__(self, at_once: int = AT_ONCE) -> None:
        if at_once < 1:
            raise ValueError("at least one source is harvested at once")
        self.at_once = at_once
        self.under_way = 0
        self.lateness = 0.0
        self.share_of_a_core = 0.0
        self._changed = asyncio.Event()
        self._looks: asyncio.Task[None] | None = None
        self._switch_seconds = sys.getswitchinterval()

    async def __aenter__(self) -> Self:
        self._switch_seconds = sys.getswitchinterval()
        sys.setswitchinterval(SWITCH_SECONDS)
        self._looks = asyncio.create_task(self._look())
        return self

    async def __aexit__(self, *_: object) -> None:
        if self._switch_seconds > SWITCH_SECONDS:  # else another harvest shortened it
            sys.setswitchinterval(self._switch_seconds)
        if self._looks is not None:
            self._looks.cancel()

    async def admit(self) -> None:
        """Wait until one more source may begin, and count it."""
        if self.under_way >= FIRST_AT_ONCE:
            self._changed.clear()  # each needs a look that was taken after the one before began
            await self._changed.wait()
        while not self._has_room():
            self._changed.clear()
            await self._changed.wait()
        self.under_way += 1

    def leave(self, *_: object) -> None:
        """Count a source that ended."""
        self.under_way -= 1
        self._changed.set()

    def _has_room(self) -> bool:
        if self.under_way < min(FIRST_AT_ONCE, self.at_once):
            return True
        is_punctual = self.lateness <= MAX_LATENESS_SECONDS
        has_time = self.share_of_a_core <= MAX_SHARE_OF_A_CORE
        return self.under_way < self.at_once and is_punctual and has_time

    async def _look(self) -> None:
        """See again and again how late the event loop is, and how busy the process."""
        while True:
            begun, spent = time.monotonic(), time.process_time()
            due = begun + SECONDS_PER_LOOK
            await asyncio.sleep(SECONDS_PER_LOOK)
            late = max(0.0, time.monotonic() - due)
            self.lateness += NEWEST_WEIGHT * (late - self.lateness)
            share = (time.process_time() - spent) / (time.monotonic() - begun)
            self.share_of_a_core += NEWEST_SHARE_WEIGHT * (share - self.share_of_a_core)
            self._changed.set()
