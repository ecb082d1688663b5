"""Columns of values in normal form: one kind and one format a column, a reading a value.

>>> column = read_column(["03/04/2012", "25/12/2013", "1/5/2014", "n.d."])
>>> column.format.kind, column.keys
('date', ('2012-04-03', '2013-12-25', '2014-05-01', ''))
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from leadline.values.dates import find_dates
from leadline.values.normal.reading import ColumnFormat, NormalColumn, Reading
from leadline.values.normal.text import fold_width, read_text

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence


def read_column(values: Sequence[str], kind: str = "", locale: str = "") -> NormalColumn:
    """Read the values of a column; ``kind`` is voted for where it is not told.

    ``kind`` is one of ``VALUE_KINDS``, ``locale`` a language with or without its country ("de",
    "en-US"). Every value has its place in ``readings``; a value that cannot be read has None.
    """
    unique = dict.fromkeys(values)
    texts = {value: fold_width(value) for value in unique}
    learned = learn_format([text for text in texts.values() if text], kind, locale)
    read = READERS[learned.kind]
    readings = {value: read(text, learned) if text else None for value, text in texts.items()}
    return NormalColumn(learned, tuple(values), tuple(map(readings.__getitem__, values)))


def learn_format(texts: Sequence[str], kind: str = "", locale: str = "") -> ColumnFormat:
    """Settle kind and format of a column from its different values, folded in width."""
    dated = [[order for order, _ in find_dates(text)] for text in texts]
    if not kind and sum(map(bool, dated)) > len(texts) / 2:
        kind = "date"
    orders = [orders[0] for orders in dated if len(orders) == 1 and orders[0] in ("dmy", "mdy")]
    return ColumnFormat(kind or "text", max(set(orders), key=orders.count, default=""), "", locale)


def _read_date(text: str, learned: ColumnFormat) -> Reading | None:
    days = find_dates(text)
    settled = [day for order, day in days if order == learned.order or len(days) == 1]
    if not settled:
        return None
    day = settled[0]
    number = day.year * 10_000 + day.month * 100 + day.day
    return Reading("date", f"{day:%Y-%m-%d}", number, number, "", "YMD")


READERS: dict[str, Callable[[str, ColumnFormat], Any]] = {"date": _read_date, "text": read_text}
