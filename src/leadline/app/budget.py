"""Budgets: of one source, and of all sources of a project, which then take turns.

Without a shared budget every source proceeds at its own pace. With one, the source goes first whose
next request promises most new records (the policy ``Best`` of the bench). A source far below an
equal share also goes first while it still promises something: few records of it are known, so its
estimate is poor. While the best source waits for its host the others wait too: the budget is
scarce, time is not.
"""

import asyncio
import time
from collections.abc import Iterable
from dataclasses import dataclass, field
from math import inf
from typing import Final

from leadline.errors import BudgetSpent
from leadline.model import Budget

UNLIMITED: Final = Budget()
MIN_FRACTION_OF_EQUAL_SHARE: Final = 0.25
"""Fraction of an equal share of all requests below which a source goes first."""
MIN_FRACTION_OF_BEST_PROMISE: Final = 0.1
"""Fraction of the best promise below which a source is not preferred for its small share."""
LONG_STEPS_AT_ONCE: Final = 2
"""Threads in which sources learn at a time: a short step need not wait for a long one."""
LOOP_STEPS_PER_YIELD: Final = 6
"""Steps of the event loop between the arrival of bytes and the request that follows from them."""


@dataclass(slots=True)
class _Contender:
    """A source that competes for requests: its current promise and its requests in this run."""

    promise: float = inf
    requests: int = 0


@dataclass(slots=True)
class BudgetGuard:
    """What was used; ``requests`` and ``bytes`` include earlier runs, ``sent`` does not."""

    budget: Budget = UNLIMITED
    requests: int = 0
    sent: int = 0
    bytes: int = 0
    started: float = field(default_factory=time.monotonic)

    @property
    def seconds(self) -> float:
        """Seconds since this run began."""
        return time.monotonic() - self.started

    @property
    def seconds_left(self) -> float:
        """Seconds until the time of the budget is used up."""
        return self.budget.minutes * 60 - self.seconds if self.budget.minutes else inf

    def reached(self, requests: int, records: int = 0) -> str:
        """Name the first limit that so many requests and records reach; '' if none."""
        budget = self.budget
        for allowed, used, unit in (
            (budget.requests, requests, "requests"),
            (budget.pages, requests, "pages"),
            (budget.bytes, self.bytes, "bytes"),
            (budget.minutes, self.seconds / 60, "minutes"),
            (budget.records, records, "records"),
        ):
            if allowed and used >= allowed:
                return f"{allowed:,g} {unit}"
        return ""

    def check(self, records: int = 0) -> None:
        """Raise ``BudgetSpent`` if no request is allowed after those before the last counted."""
        if limit := self.reached(self.requests - 1, records):
            raise BudgetSpent(f"the budget of {limit} is used up")


class BudgetScheduler:
    """Grants requests to sources within one budget; ``total`` starts from earlier runs.

    One source at a time chooses what to ask next: it learns in steps from what all have brought.
    ``long_steps`` bounds the threads that learn: each of them takes the interpreter from the loop.
    """

    def __init__(self, total: BudgetGuard | None = None, sources: Iterable[str] = ()) -> None:
        self.total = total or BudgetGuard()
        self._contenders = {source: _Contender() for source in sources}
        self._changed = asyncio.Event()
        self.choosing = asyncio.Lock()
        self.long_steps = asyncio.Semaphore(LONG_STEPS_AT_ONCE)

    @property
    def is_unlimited(self) -> bool:
        """Whether the sources share no limit."""
        return self.total.budget == UNLIMITED

    async def yield_to_loop(self) -> None:
        """Let other sources handle their responses before a long page is processed further."""
        if len(self._contenders) > 1:
            for _ in range(LOOP_STEPS_PER_YIELD):
                await asyncio.sleep(0)

    async def acquire(self, source: str, promise: float) -> None:
        """Wait until ``source`` may send a request and count it; raise ``BudgetSpent``.

        ``promise`` is the number of new records that the request is expected to bring.
        """
        contender = self._contenders.setdefault(source, _Contender())
        if not self.is_unlimited and promise != contender.promise:
            contender.promise = promise
            self._notify()
        while not self._is_next(contender) and not self.total.reached(self.total.requests):
            await self._changed.wait()
        if exceeded := self.total.reached(self.total.requests):
            self._notify()
            raise BudgetSpent(f"the budget of {exceeded} for all sources is used up")
        contender.requests += 1
        self.total.requests += 1
        self._notify()

    def remove(self, source: str) -> None:
        """Remove a source that has ended, so that no other waits for it."""
        self._contenders.pop(source, None)
        self._notify()

    def _is_next(self, contender: _Contender) -> bool:
        if self.is_unlimited:
            return True
        contenders = self._contenders.values()
        best = max(other.promise for other in contenders)
        if contender.promise >= best:
            return True
        equal_share = sum(other.requests for other in contenders) / len(contenders)
        return (
            best < inf
            and contender.requests < MIN_FRACTION_OF_EQUAL_SHARE * equal_share
            and contender.promise >= MIN_FRACTION_OF_BEST_PROMISE * best
        )

    def _notify(self) -> None:
        """Make all waiting sources check again."""
        changed, self._changed = self._changed, asyncio.Event()
        changed.set()
