"""Both ends of a range as numbers, read as the values of a column are.

>>> range_ends("1920", "1930-05", ColumnFormat("date"))
(19200000.0, 19300599)
>>> range_ends("10", "", ColumnFormat("price", unit="EUR"))
(10.0, inf)
>>> range_ends("soon", "", ColumnFormat("price")) is None
True
"""

from math import inf
from typing import Final

from leadline.values.normal.column import READERS
from leadline.values.normal.reading import ColumnFormat, Reading
from leadline.values.normal.text import fold_width

NUMBER_KINDS: Final = frozenset({"date", "price", "quantity", "number"})
"""Kinds of values that lie in ranges."""
DAYS_IN: Final = {"Y": 10_000, "YM": 100}
"""Numbers of days that a year or a month takes in a reading of a date."""


def range_ends(low: str, high: str, learned: ColumnFormat) -> tuple[float, float] | None:
    """Return the ends of a range ('': open); None where an end is no value of the column's kind."""
    if learned.kind not in NUMBER_KINDS:
        return None
    read = READERS[learned.kind]
    first = read(fold_width(low), learned) if low else None
    last = read(fold_width(high), learned) if high else None
    if (low and first is None) or (high and last is None):
        return None
    return -inf if first is None else _start(first), inf if last is None else _stop(last)


def _start(reading: Reading) -> float:
    value, step = reading.low or 0.0, DAYS_IN.get(reading.precision, 0)
    return value // step * step if step else value


def _stop(reading: Reading) -> float:
    value, step = reading.low or 0.0, DAYS_IN.get(reading.precision, 0)
    return value // step * step + step - 1 if step else value
