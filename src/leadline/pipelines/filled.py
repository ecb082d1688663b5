"""The columns that the first pages of a source fill in nearly every record: later pages should too.

A page on which one of them stands empty in all records may be laid out anew (``verify.doubt``). It
is also how answers differ: of what a second look does not find either, nothing more is expected.

>>> from leadline.model import Field
>>> from leadline.pipelines.reading import Row
>>> def rows(*names): return [Row("", tuple(Field(n, "x") for n in names), "")] * 60
>>> filled = Filled()
>>> filled.add(rows("title", "year"))
>>> filled.missing(rows("title", "extra_p")), filled.missing(rows("title", "year"))
(['year'], [])
>>> filled.missing(rows("title")[:3])
[]
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from leadline.pipelines.reading import Row

LEARNED: Final = 50
"""Rows from which it is known what is filled."""
NEARLY_ALL: Final = 0.97
"""Share of these that have a value: five rows without one are no accident then."""
ENOUGH: Final = 5
"""Rows of a page from which it tells something that none has a value."""
KEPT: Final = 40
"""Values of a column that are remembered, to tell it by."""


@dataclass(slots=True)
class Filled:
    """What is filled, counted over the first pages: afterwards a page costs a look at one row."""

    usual: frozenset[str] = frozenset()
    values: dict[str, list[str]] = field(default_factory=dict)
    _rows: int = 0
    _times: Counter[str] = field(default_factory=Counter)

    def add(self, rows: Sequence[Row]) -> None:
        """Count a page in, as long as there is something to learn."""
        if self._rows >= LEARNED:
            return
        for row in rows:
            self._times.update({one.column for one in row.fields})
            for one in row.fields:
                held = self.values.setdefault(one.column, [])
                if len(held) < KEPT:
                    held.append(one.value)
        self._rows += len(rows)
        if self._rows >= LEARNED:
            often = NEARLY_ALL * self._rows
            self.usual = frozenset(name for name, times in self._times.items() if times >= often)

    def missing(self, rows: Sequence[Row]) -> list[str]:
        """Columns that should be filled and are so in no row of a page."""
        if not self.usual or len(rows) < ENOUGH:
            return []
        left = self.usual
        for row in rows:
            left = left.difference([one.column for one in row.fields])
            if not left:
                return []
        return sorted(left)

    def forget(self, columns: Collection[str]) -> None:
        """Expect nothing more of some columns."""
        self.usual = self.usual.difference(columns)
