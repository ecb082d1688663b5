"""One budget for all sources of a project: who spends the next request of it.

Without such a budget every source goes on at its own pace. With one, a request that one source
spends is lost to the others, so the source goes first whose next request promises most new records
(the schedule ``Best`` of the bench). A source that got far less than its share goes first too, as
long as it promises a little: what is there is known badly while little of it was seen. While the
best one waits for its host, the others wait with it: the budget is scarce, time is not.

>>> import asyncio
>>> async def run():
...     turns = Turns(Budget(requests=3), ["a", "b"])
...     poor = asyncio.create_task(turns.take("a", 1.0))
...     for _ in range(3): await turns.take("b", 9.0)
...     try: await poor
...     except BudgetSpent as spent: return str(spent)
>>> asyncio.run(run())
'the budget of 3 requests for all sources is used up'
"""

from __future__ import annotations

import asyncio
import time
from dataclasses import dataclass, field
from math import inf
from typing import TYPE_CHECKING, Final

from leadline.errors import BudgetSpent
from leadline.model import Budget

if TYPE_CHECKING:
    from collections.abc import Iterable

NO_LIMIT = Budget()
FAIR: Final = 0.25
"""Share of an even share of the requests below which a source goes first."""
STEPS: Final = 6
"""Turns of the event loop from bytes that arrived to the request that follows upon them."""
PROMISE: Final = 0.1
"""Share of the best promise below which a source that got little has no turn: of requests that
are all there is, none are spent on what promises next to nothing."""


@dataclass(slots=True)
class _Place:
    """One source in the race: what its next request promises, and what it got in this run."""

    promise: float = inf
    spent: int = 0


@dataclass(slots=True)
class Spent:
    """What all sources spent, earlier runs of the project included."""

    requests: int = 0
    bytes: int = 0
    started: float = field(default_factory=time.monotonic)

    def over(self, total: Budget) -> str:
        """What is used up, in words, or ''."""
        minutes = (time.monotonic() - self.started) / 60
        for allowed, used, what in (
            (total.requests, self.requests, "requests"), (total.pages, self.requests, "pages"),
            (total.bytes, self.bytes, "bytes"), (total.minutes, minutes, "minutes"),
        ):  # fmt: skip
            if allowed and used >= allowed:
                return f"{allowed:,g} {what}"
        return ""


class Turns:
    """Hands out requests to sources; ``spent`` is what earlier runs used of the budget."""

    def __init__(
        self, total: Budget = NO_LIMIT, sources: Iterable[str] = (), spent: Spent | None = None
    ) -> None:
        self.total = total
        self.spent = spent or Spent()
        self._places = {source: _Place() for source in sources}
        self._changed = asyncio.Event()

    @property
    def is_open(self) -> bool:
        """Whether nothing limits the sources together."""
        return self.total == NO_LIMIT

    async def let_others(self) -> None:
        """Let other sources handle what their hosts answered: reading a long page in one go keeps
        all hosts waiting.
        """
        if len(self._places) > 1:
            for _ in range(STEPS):
                await asyncio.sleep(0)

    async def take(self, source: str, promise: float) -> None:
        """Wait for the turn of a source, and spend a request; raises ``BudgetSpent``."""
        place = self._places.setdefault(source, _Place())
        if not self.is_open and promise != place.promise:
            place.promise = promise
            self._wake()
        while not self._is_due(place) and not self.spent.over(self.total):
            await self._changed.wait()
        if used := self.spent.over(self.total):
            self._wake()
            raise BudgetSpent(f"the budget of {used} for all sources is used up")
        place.spent += 1
        self.spent.requests += 1
        self._wake()

    def received(self, size: int) -> None:
        """So many bytes came."""
        self.spent.bytes += size

    def leave(self, source: str) -> None:
        """A source is over: nobody waits for it any more."""
        self._places.pop(source, None)
        self._wake()

    def _is_due(self, place: _Place) -> bool:
        if self.is_open:
            return True
        best = max(one.promise for one in self._places.values())
        if place.promise >= best:
            return True
        least = FAIR * sum(one.spent for one in self._places.values()) / len(self._places)
        return best < inf and place.spent < least and place.promise >= PROMISE * best

    def _wake(self) -> None:
        """Whoever waits looks again."""
        changed, self._changed = self._changed, asyncio.Event()
        changed.set()
