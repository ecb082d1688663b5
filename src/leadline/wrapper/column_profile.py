"""The columns that the first pages of a source fill in nearly every record: later pages should too.

A page on which one of them stands empty in all records may be laid out anew (``verify.doubt``), and
so may one on which its values look as none did before, a name where years stood. It is also how
answers differ: of what a second look does not find either, nothing more is expected.

>>> from leadline.model import Field
>>> from leadline.wrapper.wrapper import Row
>>> def rows(**said): return [Row("", tuple(Field(*one) for one in said.items()), "")] * 60
>>> filled = Filled()
>>> filled.add(rows(title="A sea", year="1901"))
>>> filled.missing(rows(title="B", extra_p="1887")), filled.missing(rows(title="B C", year="1887"))
(['title', 'year'], [])
>>> filled.missing(rows(title="A sea", year="Ann Lee")), filled.missing(rows(title="A sea")[:3])
(['year'], [])
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from leadline.wrapper.wrapper import Row

LEARNED: Final = 50
"""Rows from which it is known what is filled."""
NEARLY_ALL: Final = 0.97
"""Share of these that have a value: five rows without one are no accident then."""
ENOUGH: Final = 5
"""Rows of a page from which it tells something that none has a value."""
KEPT: Final = 40
"""Values of a column that are remembered, to tell it by."""
LETTER: Final = re.compile(r"[^\W\d_]")
DIGIT: Final = re.compile(r"\d")

Looks = frozenset[str]


@dataclass(slots=True)
class Filled:
    """What is filled, counted over the first pages: afterwards a page costs a look at a few rows.

    ``usual`` are these columns with how their texts look.
    """

    usual: dict[str, Looks] = field(default_factory=dict)
    values: dict[str, list[str]] = field(default_factory=dict)
    _rows: int = 0
    _times: Counter[str] = field(default_factory=Counter)
    _looks: dict[str, set[str]] = field(default_factory=dict)

    def add(self, rows: Sequence[Row]) -> None:
        """Count a page in, as long as there is something to learn."""
        if self._rows >= LEARNED:
            return
        for row in rows:
            self._times.update(list(dict.fromkeys(one.column for one in row.fields)))
            for one in row.fields:
                held = self.values.setdefault(one.column, [])
                if len(held) < KEPT:
                    held.append(one.value)
                if one.kind == "text":
                    self._looks.setdefault(one.column, set()).add(look(one.value))
        self._rows += len(rows)
        if self._rows >= LEARNED:
            often = [one for one, times in self._times.items() if times >= NEARLY_ALL * self._rows]
            self.usual = {one: frozenset(self._looks.get(one, ())) for one in often}

    def missing(self, rows: Sequence[Row]) -> list[str]:
        """Columns that are not as they should be on a page of enough rows."""
        return amiss(rows, self.usual) if len(rows) >= ENOUGH else []

    def forget(self, columns: Collection[str]) -> None:
        """Expect nothing more of some columns."""
        self.usual = {one: looks for one, looks in self.usual.items() if one not in columns}


def amiss(rows: Sequence[Row], usual: Mapping[str, Looks]) -> list[str]:
    """Usual columns that no row has, or that look as never before in the first and other rows."""
    if not usual or not rows:
        return []
    left = set(usual)
    for row in rows:
        left.difference_update([one.column for one in row.fields])
        if not left:
            break
    return sorted(left | _odd((rows[0], rows[len(rows) // 2], rows[-1]), usual))


def _odd(rows: Sequence[Row], usual: Mapping[str, Looks]) -> set[str]:
    """Columns of the first row that look as never before, unless they look as usual in another."""
    odd = set(usual)
    for row in rows:
        held = [one for one in row.fields if one.column in odd]
        odd = {one.column for one in held if _is_odd(one.value, usual[one.column])}
        if not odd:
            break
    return odd


def _is_odd(value: str, looks: Looks) -> bool:
    return bool(looks) and look(value) not in looks


def look(value: str) -> str:
    """How a text looks: whether it has letters and digits, and one, two or more words.

    >>> look("1901"), look("Ann Lee"), look("ZA 803 B"), look("...")
    ('9', 'a_', 'a9__', '')
    """
    letters = "a" if LETTER.search(value) else ""
    digits = "9" if DIGIT.search(value) else ""
    return letters + digits + "_" * min(value.count(" "), 2)
