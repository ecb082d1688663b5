"""Budget of one source: requests, bytes and time used, and the check before each request."""

import time
from dataclasses import dataclass, field

from leadline.errors import BudgetSpent
from leadline.model import Budget


@dataclass(slots=True)
class BudgetGuard:
    """Counters of a source; ``requests`` and ``bytes`` include earlier runs, ``sent`` does not."""

    budget: Budget
    requests: int = 0
    sent: int = 0
    bytes: int = 0
    started: float = field(default_factory=time.monotonic)

    @property
    def seconds(self) -> float:
        """Seconds since this run began."""
        return time.monotonic() - self.started

    def check(self, records: int = 0) -> None:
        """Raise ``BudgetSpent`` if the budget allows no request after those counted before.

        ``records`` were taken until now.
        """
        budget, before = self.budget, self.requests - 1
        for allowed, used, unit in (
            (budget.requests, before, "requests"),
            (budget.pages, before, "pages"),
            (budget.bytes, self.bytes, "bytes"),
            (budget.minutes, self.seconds / 60, "minutes"),
            (budget.records, records, "records"),
        ):
            if allowed and used >= allowed:
                raise BudgetSpent(f"the budget of {allowed:,g} {unit} is used up")
