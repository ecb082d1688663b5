"""When to stop asking: too many weak queries in a row, or too many known records in weak answers.

A weak answer full of known records says more than an empty one. If one record in a hundred were
still unseen, 350 records drawn blindly would all be known once in thirty times (.99 ** 350). So a
source is left after a few weak queries that brought so many records, or twice as many as a small
source gave in all. After more weak queries it is left whatever they brought.

>>> rule = StoppingRule(max_weak_queries=3)
>>> rule.add(new=0); rule.add(new=9); rule.add(new=0)
>>> rule.reason() is None
True
"""

from dataclasses import dataclass
from typing import Final

MAX_WEAK_QUERIES: Final = 25
"""Weak queries in a row after which a source counts as exhausted."""
MIN_WEAK_QUERIES: Final = 8
"""Weak queries in a row before known records count."""
MIN_KNOWN_RECORDS: Final = 350
MIN_KNOWN_SHARE: Final = 0.05
"""Known records in weak answers that end a source, and their least share of the records taken."""


@dataclass(slots=True)
class StoppingRule:
    """Counts weak queries in a row: those with no new record."""

    max_weak_queries: int = MAX_WEAK_QUERIES
    weak: int = 0
    known: int = 0

    def add(self, *, new: int, records: int = 0) -> None:
        """Add a query that brought ``records``, of which ``new`` were not known."""
        self.weak = 0 if new else self.weak + 1
        self.known = 0 if new else self.known + records

    def reason(self, *, taken: int | None = None, patience: int = 1) -> str | None:
        """Return why to stop, or None; ``taken`` are the records that the source gave so far."""
        if self.weak >= patience * self.max_weak_queries:
            return f"{self.weak} queries in a row brought nothing new"
        if taken is None or patience > 1 or not self.is_saturated(taken):
            return None
        return f"{self.weak} queries in a row brought {self.known:,} records, all of them known"

    def is_saturated(self, taken: int) -> bool:
        """Whether weak answers brought so many known records that hardly any can be unseen."""
        needed = min(2 * taken, max(MIN_KNOWN_RECORDS, MIN_KNOWN_SHARE * taken))
        return self.weak >= MIN_WEAK_QUERIES and self.known >= needed
