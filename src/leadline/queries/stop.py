"""When to stop asking: too many weak queries in a row.

>>> tail = Tail(most=2)
>>> tail.note(new=0, pages=1); tail.note(new=9, pages=1); tail.note(new=0, pages=3)
>>> tail.reason() is None
True
>>> tail.note(new=0, pages=1); tail.reason()
'2 queries in a row brought no more than 0 new records a page'
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

WEAK_IN_A_ROW: Final = 25
"""Weak queries in a row before a source counts as exhausted."""


@dataclass(slots=True)
class Tail:
    """Counts weak queries in a row: those with at most ``theta`` new records a page."""

    most: int = WEAK_IN_A_ROW
    theta: float = 0.0
    weak: int = 0

    def note(self, *, new: int, pages: int) -> None:
        """A query is over."""
        self.weak = self.weak + 1 if new <= self.theta * max(1, pages) else 0

    def reason(self) -> str | None:
        """Why to stop, or None."""
        if self.weak < self.most:
            return None
        return (
            f"{self.weak} queries in a row brought no more than {self.theta:g} new records a page"
        )
