"""Columns that nearly all records of a source fill, and the shapes of their values.

Later pages should fill them too. If a page does not, or if its values have other shapes (a name
where years stood), its layout may be another one (``verification_failure``). Columns in which
answers differ anyhow are found the same way, and excluded.

>>> from leadline.model import Field
>>> def rows(**row): return [RecordRow("", tuple(Field(*one) for one in row.items()), "")] * 60
>>> profile = ColumnProfile()
>>> profile.add(rows(title="A sea", year="1901"))
>>> profile.deviating(rows(title="B", extra_p="1887"))
['title', 'year']
"""

import re
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from leadline.wrapper.reading import RecordRow

ROWS_PROFILED: Final = 50
"""Rows after which the profile is settled."""
MIN_SHARE_FILLED: Final = 0.97
"""Share of the profiled rows that have a value: five later rows without one are no accident."""
MIN_ROWS_TO_JUDGE: Final = 5
MAX_VALUES_KEPT: Final = 40
"""Values of each column that are kept for the matching of columns."""
LETTER_IN_VALUE: Final = re.compile(r"[^\W\d_]")
DIGIT_IN_VALUE: Final = re.compile(r"\d")

ValueShapes = frozenset[str]


@dataclass(slots=True)
class ColumnProfile:
    """Filled columns with the shapes of their values, counted over the first pages only."""

    filled_columns: dict[str, ValueShapes] = field(default_factory=dict)
    values: dict[str, list[str]] = field(default_factory=dict)
    _rows: int = 0
    _times: Counter[str] = field(default_factory=Counter)
    _shapes: dict[str, set[str]] = field(default_factory=dict)

    def add(self, rows: Sequence[RecordRow]) -> None:
        """Count the rows of a page, unless the profile is settled."""
        if self._rows >= ROWS_PROFILED:
            return
        for row in rows:
            self._times.update(list(dict.fromkeys(cell.column for cell in row.fields)))
            for cell in row.fields:
                values = self.values.setdefault(cell.column, [])
                if len(values) < MAX_VALUES_KEPT:
                    values.append(cell.value)
                if cell.kind == "text":
                    self._shapes.setdefault(cell.column, set()).add(value_shape(cell.value))
        self._rows += len(rows)
        if self._rows >= ROWS_PROFILED:
            least = MIN_SHARE_FILLED * self._rows
            filled = [column for column, times in self._times.items() if times >= least]
            self.filled_columns = {name: frozenset(self._shapes.get(name, ())) for name in filled}

    def deviating(self, rows: Sequence[RecordRow]) -> list[str]:
        """Return the columns that deviate on a page of enough rows."""
        enough = len(rows) >= MIN_ROWS_TO_JUDGE
        return deviating_columns(rows, self.filled_columns) if enough else []

    def exclude(self, columns: Collection[str]) -> None:
        """Expect nothing more of some columns."""
        self.filled_columns = {
            name: shapes for name, shapes in self.filled_columns.items() if name not in columns
        }


def deviating_columns(
    rows: Sequence[RecordRow], filled_columns: Mapping[str, ValueShapes]
) -> list[str]:
    """Return filled columns that no row has, or whose values have new shapes in three rows."""
    if not filled_columns or not rows:
        return []
    empty = set(filled_columns)
    for row in rows:
        empty.difference_update([cell.column for cell in row.fields])
        if not empty:
            break
    sample = (rows[0], rows[len(rows) // 2], rows[-1])
    return sorted(empty | _misshapen(sample, filled_columns))


def _misshapen(rows: Sequence[RecordRow], filled_columns: Mapping[str, ValueShapes]) -> set[str]:
    """Return columns whose values have a new shape in every row that holds them."""
    columns = set(filled_columns)
    for row in rows:
        columns &= {
            cell.column
            for cell in row.fields
            if (known := filled_columns.get(cell.column)) and value_shape(cell.value) not in known
        }
        if not columns:
            break
    return columns


def value_shape(value: str) -> str:
    """Describe a text: whether it has letters and digits, and one, two or more words.

    >>> value_shape("1901"), value_shape("Ann Lee"), value_shape("ZA 803 B"), value_shape("...")
    ('9', 'a_', 'a9__', '')
    """
    letters = "a" if LETTER_IN_VALUE.search(value) else ""
    digits = "9" if DIGIT_IN_VALUE.search(value) else ""
    return letters + digits + "_" * min(value.count(" "), 2)
