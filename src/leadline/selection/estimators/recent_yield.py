"""Recent yield: new records by cost that the latest answers of a source brought.

Counts tell well which term of a source comes next, and badly what it brings once few records are
left. A source slows down slowly, so its latest answers predict its next one. The last ten answers
that brought something are remembered, however many between them brought nothing.

>>> recent = RecentYield()
>>> for _ in range(40): recent.add(records=1, cost=2.0)
>>> for _ in range(20): recent.add(records=0, cost=1.0)
>>> round(recent.rate, 2)
0.25
"""

from typing import Final

REMEMBERED_ANSWERS: Final = 10.0
"""Productive answers that are remembered."""


class RecentYield:
    """New records by cost; ``rate`` is 0 before the first answer."""

    def __init__(self) -> None:
        self._records = self._cost = 0.0

    def add(self, *, records: float, cost: float) -> None:
        """Add an answer: its new records and its cost."""
        kept = 1.0 - min(records, 1.0) / REMEMBERED_ANSWERS
        self._records = self._records * kept + records
        self._cost = self._cost * kept + cost

    @property
    def rate(self) -> float:
        """New records for a cost of one."""
        return self._records / self._cost if self._cost else 0.0
