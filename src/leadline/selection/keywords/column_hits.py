"""Which columns of the records an engine really searches, learned from hits and misses.

Captions, dates, sizes and numbers are shown in records but often not indexed.

>>> hits = ColumnHits()
>>> for _ in range(5): hits.add("size", hit=False)
>>> hits.is_dropped("size"), hits.is_dropped("title")
(True, False)
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Hashable

MIN_MISSES_TO_DROP: Final = 5


class ColumnHits:
    """Hits and misses of submitted words by the column that they were seen in."""

    def __init__(self) -> None:
        self._misses_over_hits: Counter[Hashable] = Counter()

    def add(self, column: Hashable, *, hit: bool) -> None:
        """Count a word of this column that found something, or nothing."""
        self._misses_over_hits[column] += -1 if hit else 1

    def is_dropped(self, column: Hashable) -> bool:
        """Whether words of the column are asked no more: five more misses than hits."""
        return self._misses_over_hits[column] >= MIN_MISSES_TO_DROP
