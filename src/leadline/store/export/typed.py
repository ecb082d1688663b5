"""Reads columns as what they are: puts a second column of numbers, dates or lists beside each.

``price`` stays as harvested ("1.234,50 €"), ``price_number`` is 1234.50. A column has a type when
nearly all of its values have it (``leadline.values.types``). A value that cannot be read is empty
in the second column. If enough values are lists, ``name_list`` has them as lists. Digits that count
nothing get no number: barcodes, codes with zeros in front, versions such as 1.10 beside 1.9. Dates
with a clock keep it: ``seen_datetime``, or ``seen_instant`` in UTC where a zone is named.

>>> tags = ["a\\xa0|\\xa0b", "c | d"]
>>> readers = typed_columns(["price", "tags"], [["1,50 €", "12,00 €", "7,25 €"], tags])
>>> [(column.name, column.kind, column.read("3,00 €")) for column in readers]
[('price_number', 'float', 3.0), ('tags_list', 'list', ['3,00 €'])]
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime
from typing import Final

from leadline.store.export.formats import Cell, ScaledFloat, TableRow, speakable
from leadline.values.dates import zone_of
from leadline.values.lists import LIST_SEPARATOR, split_values
from leadline.values.numbers import number_in
from leadline.values.types import ColumnType, learn_type

COLUMN_ENDINGS: Final = {
    "integer": ("number", "int"),
    "number": ("number", "float"),
    "money": ("number", "float"),
    "percentage": ("number", "float"),
    "year": ("year", "int"),
    "boolean": ("boolean", "bool"),
    "date": ("date", "date"),
}
"""Endings of the second column's name, and what it holds, by type."""

MIN_LIST_SHARE: Final = 0.02
"""Share of values that are lists from which a column gets a column of lists."""

MIN_CODE_DIGITS: Final = 12
"""Bare digits from which a column holds codes: barcodes, and numbers of cards and orders."""
MIN_EQUAL_DIGITS: Final = 8
"""Bare digits from which they are codes where all values have as many."""
INTEGER_LIMIT: Final = 2**63
"""Integers from this one on do not fit into the columns of databases."""


@dataclass(frozen=True, slots=True)
class TypedColumn:
    """A second column; ``place`` is the position of the first column in a row."""

    place: int
    name: str
    kind: str
    type: ColumnType

    def read(self, value: str) -> Cell:
        """Read a value of the first column; None if it is not of the type."""
        if self.kind == "list":
            return [*map(speakable, split_values(value))]
        read = self.type.read(value)
        if self.kind in ("datetime", "instant"):
            return _moment(read, value, is_instant=self.kind == "instant")
        if self.kind == "float" and isinstance(read, int | float):
            return ScaledFloat(read, _decimals(value, self.type.style))
        if self.kind == "int" and isinstance(read, int) and abs(read) >= INTEGER_LIMIT:
            return None
        if self.kind == "date" and isinstance(read, date) and not isinstance(read, datetime):
            return read
        return read.date() if self.kind == "date" and isinstance(read, datetime) else read


def typed_columns(names: Sequence[str], values: Sequence[Sequence[str]]) -> list[TypedColumn]:
    """Learn the second columns of a table from samples of each column."""
    taken = {name.casefold() for name in names}
    columns = []
    for place, (name, sample) in enumerate(zip(names, values, strict=True)):
        if sample and sum(LIST_SEPARATOR in value for value in sample) >= MIN_LIST_SHARE * len(
            sample
        ):
            free = _free(f"{name}_list", taken)
            columns.append(TypedColumn(place, free, "list", ColumnType("text")))
            continue
        learned = learn_type(sample)
        if learned.name in COLUMN_ENDINGS and not _counts_nothing(learned, sample):
            ending, kind = COLUMN_ENDINGS[learned.name]
            ending, kind = _clock(learned, sample) if kind == "date" else (ending, kind)
            columns.append(TypedColumn(place, _free(f"{name}_{ending}", taken), kind, learned))
    return columns


def _counts_nothing(learned: ColumnType, sample: Sequence[str]) -> bool:
    """Tell whether bare digits are codes, or numbers with points are versions."""
    if learned.name not in ("integer", "number") or learned.unit:
        return False
    texts = [text for value in sample if (text := value.strip())]
    if learned.name == "integer":
        bare = [text for text in texts if text.isdecimal()]
        lengths = {len(text) for text in bare}
        has_zero = any(text[0] == "0" and len(text) > 1 for text in bare)
        return (
            has_zero
            or max(lengths, default=0) >= MIN_CODE_DIGITS
            or (len(lengths) == 1 and max(lengths) >= MIN_EQUAL_DIGITS)
        )
    decimals = {_decimals(text, learned.style) for text in texts}
    return len(decimals) > 1 and any(
        _decimals(text, learned.style) > 1 and text.endswith("0") for text in texts
    )


def _decimals(value: str, style: str) -> int:
    """Count the digits behind the decimal sign of the number in a text."""
    found = number_in(" ".join(value.split()))
    number = found[1] if found else ""
    sign = "," if style.endswith(",5") else "."
    return len(number.rpartition(sign)[2]) if sign in number else 0


def _clock(learned: ColumnType, sample: Sequence[str]) -> tuple[str, str]:
    """Return ending and kind of a column of dates, by whether most of them have a clock."""
    read = [(learned.read(value), value) for value in sample]
    timed = [value for day, value in read if isinstance(day, datetime)]
    if 2 * len(timed) < len(sample):
        return "date", "date"
    zoned = sum(zone_of(value) is not None for value in timed)
    kind = "instant" if 2 * zoned > len(timed) else "datetime"
    return kind, kind


def _moment(read: object, value: str, *, is_instant: bool) -> datetime | None:
    """Return a moment: in UTC where zones are named, else as the clock of the place shows it."""
    if not isinstance(read, datetime):
        return None
    zone = zone_of(value)
    if zone is None or not is_instant:
        return read if zone is None and not is_instant else None
    try:
        return (read - zone).replace(tzinfo=UTC)
    except OverflowError:
        return None


def _free(name: str, taken: set[str]) -> str:
    number, free = 2, name
    while free.casefold() in taken:
        free, number = f"{name}_{number}", number + 1
    taken.add(free.casefold())
    return free


def with_typed(
    rows: Iterable[TableRow], columns: Sequence[TypedColumn], width: int
) -> Iterator[TableRow]:
    """Put the second columns behind the first ``width`` cells of each row."""
    for row in rows:
        typed: TableRow = []
        for column in columns:
            value = row[column.place]
            typed.append(column.read(value) if isinstance(value, str) else None)
        yield [*row[:width], *typed, *row[width:]]
