"""The columns that the first pages of a source fill in nearly every record: later pages should too.

A page on which one of them stands empty in all records may be laid out anew
(``verification.verification_failure``), and
so may one on which its values look as none did before, a name where years stood. It is also how
answers differ: of what a second look does not find either, nothing more is expected.

>>> from leadline.model import Field
>>> from leadline.wrapper.wrapper import RecordRow
>>> def rows(**said): return [RecordRow("", tuple(Field(*one) for one in said.items()), "")] * 60
>>> profile = ColumnProfile()
>>> profile.add(rows(title="A sea", year="1901"))
>>> profile.deviating(rows(title="B", extra_p="1887"))
['title', 'year']
>>> profile.deviating(rows(title="A sea", year="Ann Lee"))
['year']
>>> profile.deviating(rows(title="B C", year="1887")), profile.deviating(rows(title="A sea")[:3])
([], [])
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from leadline.wrapper.wrapper import RecordRow

ROWS_PROFILED: Final = 50
"""Rows from which it is known what is filled."""
MIN_SHARE_FILLED: Final = 0.97
"""Share of these that have a value: five rows without one are no accident then."""
MIN_ROWS_TO_JUDGE: Final = 5
"""Rows of a page from which it tells something that none has a value."""
MAX_VALUES_KEPT: Final = 40
"""Values of a column that are remembered, to tell it by."""
LETTER: Final = re.compile(r"[^\W\d_]")
DIGIT: Final = re.compile(r"\d")

ValueShapes = frozenset[str]


@dataclass(slots=True)
class ColumnProfile:
    """What is filled, counted over the first pages: afterwards a page costs a look at a few rows.

    ``filled_columns`` are these columns with how their texts look.
    """

    filled_columns: dict[str, ValueShapes] = field(default_factory=dict)
    values: dict[str, list[str]] = field(default_factory=dict)
    _rows: int = 0
    _times: Counter[str] = field(default_factory=Counter)
    _shapes: dict[str, set[str]] = field(default_factory=dict)

    def add(self, rows: Sequence[RecordRow]) -> None:
        """Count a page in, as long as there is something to learn."""
        if self._rows >= ROWS_PROFILED:
            return
        for row in rows:
            self._times.update(list(dict.fromkeys(one.column for one in row.fields)))
            for one in row.fields:
                held = self.values.setdefault(one.column, [])
                if len(held) < MAX_VALUES_KEPT:
                    held.append(one.value)
                if one.kind == "text":
                    self._shapes.setdefault(one.column, set()).add(value_shape(one.value))
        self._rows += len(rows)
        if self._rows >= ROWS_PROFILED:
            often = [
                one for one, times in self._times.items() if times >= MIN_SHARE_FILLED * self._rows
            ]
            self.filled_columns = {one: frozenset(self._shapes.get(one, ())) for one in often}

    def deviating(self, rows: Sequence[RecordRow]) -> list[str]:
        """Columns that are not as they should be on a page of enough rows."""
        return (
            deviating_columns(rows, self.filled_columns) if len(rows) >= MIN_ROWS_TO_JUDGE else []
        )

    def exclude(self, columns: Collection[str]) -> None:
        """Expect nothing more of some columns."""
        self.filled_columns = {
            one: looks for one, looks in self.filled_columns.items() if one not in columns
        }


def deviating_columns(rows: Sequence[RecordRow], usual: Mapping[str, ValueShapes]) -> list[str]:
    """Usual columns that no row has, or that look as never before in the first and other rows."""
    if not usual or not rows:
        return []
    left = set(usual)
    for row in rows:
        left.difference_update([one.column for one in row.fields])
        if not left:
            break
    return sorted(left | _misshapen((rows[0], rows[len(rows) // 2], rows[-1]), usual))


def _misshapen(rows: Sequence[RecordRow], usual: Mapping[str, ValueShapes]) -> set[str]:
    """Columns of the first row that look as never before, unless they look as usual in another."""
    odd = set(usual)
    for row in rows:
        held = [one for one in row.fields if one.column in odd]
        odd = {one.column for one in held if _is_misshapen(one.value, usual[one.column])}
        if not odd:
            break
    return odd


def _is_misshapen(value: str, looks: ValueShapes) -> bool:
    return bool(looks) and value_shape(value) not in looks


def value_shape(value: str) -> str:
    """How a text looks: whether it has letters and digits, and one, two or more words.

    >>> value_shape("1901"), value_shape("Ann Lee"), value_shape("ZA 803 B"), value_shape("...")
    ('9', 'a_', 'a9__', '')
    """
    letters = "a" if LETTER.search(value) else ""
    digits = "9" if DIGIT.search(value) else ""
    return letters + digits + "_" * min(value.count(" "), 2)
