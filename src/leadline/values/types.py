"""The type of a column, learned from all its values: numbers, money, dates, years, units.

A single value is ambiguous: 03/04/2012 may be in March or April, 1.234 may be one or a thousand.
The column is not: one day above 12 settles the order of all dates, two different signs in one
number the style of all numbers. A column has a type if nearly all of its values have it. Values
stay as they are written; a type says how to read them. See docs/decisions/reading-pages.md.

>>> learn_type(["1.234,50 €", "12,00 €", "990,00 €"])
ColumnType(name='money', style='1.234,5', currency='EUR', unit='', order='')
>>> learn_type(["03/04/2012", "25/12/2013", "1/5/2014"]).order
'dmy'
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Final
from unicodedata import normalize

from leadline.values.dates import find_dates
from leadline.values.numbers import NUMBER_STYLES, currency_of, number_in, read_number
from leadline.values.words import value_words

MIN_TYPED_SHARE: Final = 0.98
"""Share of values that a type must read; below it a column is text."""
MIN_DIFFERENT_VALUES: Final = 3
"""Different values from which a column has a type; two may be numbers by chance."""
MAX_SAMPLED_VALUES: Final = 2_000
"""Values that are looked at, evenly spread."""
MAX_SHORT_CHARS: Final = 80
"""Characters of a value that may be anything but text or an address."""

TypedValue = int | float | bool | str | date | datetime


@dataclass(frozen=True, slots=True)
class ColumnType:
    """A type by ``name``, with what reading its values needs.

    ``style`` says how numbers are written ("1,234.5"), ``order`` how dates are ("dmy"). ``unit``
    and ``currency`` stand beside the number of every value.
    """

    name: str
    style: str = ""
    currency: str = ""
    unit: str = ""
    order: str = ""

    def read(self, value: str) -> TypedValue | None:
        """TypedValue a value, None if it is not of this type."""
        text = " ".join(normalize("NFKC", value).split())
        return READERS[self.name](self, text) if text else None

    def __str__(self) -> str:
        """Return the type for display: ``money (EUR)``, ``number (kg)``, ``date``."""
        beside = self.currency or self.unit
        return f"{self.name} ({beside})" if beside else self.name


TEXT: Final = ColumnType("text")


def learn_type(values: Iterable[str]) -> ColumnType:
    """Learn the type of a column; ``TEXT`` where too few values have another type."""
    sample = [text for value in values if (text := " ".join(normalize("NFKC", value).split()))]
    sample = sample[:: max(1, len(sample) // MAX_SAMPLED_VALUES)]
    if len(set(sample)) < MIN_DIFFERENT_VALUES and not _are_booleans(sample):
        return TEXT
    return next((kind for kind in _proposals(sample) if _reads(kind, sample)), TEXT)


def _reads(proposed: ColumnType, values: Sequence[str]) -> bool:
    """Tell whether a type reads nearly all values, and all if they are fewer than fifty."""
    spare = int((1 - MIN_TYPED_SHARE) * len(values) + 1e-9)
    for value in values:
        if proposed.read(value) is None:
            spare -= 1
            if spare < 0:
                return False
    return True


def _proposals(values: Sequence[str]) -> Iterator[ColumnType]:
    """Yield the types to try, the narrowest first."""
    yield from (ColumnType(name) for name in ("boolean", "url", "email", "year", "time"))
    if sum(len(value) > MAX_SHORT_CHARS for value in values) > (1 - MIN_TYPED_SHARE) * len(values):
        return
    yield from (ColumnType("date", order=order) for order in _orders(values))
    yield from _numbers(values)
    yield ColumnType("identifier")


def _orders(values: Sequence[str]) -> list[str]:
    """Return the orders of day, month and year that read the dates, most frequent first.

    A column of dates like "03/04/2012" without a day above 12 is ambiguous and stays text.
    """
    counted: Counter[str] = Counter()
    for value in values:
        counted.update(list(dict.fromkeys(order for order, _ in find_dates(value))))
    often = [
        order for order, times in counted.most_common() if times >= MIN_TYPED_SHARE * len(values)
    ]
    return [] if {"dmy", "mdy"} <= set(often) else often


def _numbers(values: Sequence[str]) -> Iterator[ColumnType]:
    """Yield the number types: bare numbers, or numbers with equal words beside them."""
    split = [parts for value in values if (parts := number_in(value)) is not None]
    if len(split) < MIN_TYPED_SHARE * len(values):
        return
    beside = Counter((before, after) for before, _, after in split)
    (before, after), times = beside.most_common(1)[0]
    same_words = times >= MIN_TYPED_SHARE * len(split)
    currency = currency_of(before) or currency_of(after)
    numbers = [number for _, number, _ in split]
    for style in NUMBER_STYLES:
        if not _fits(style, numbers) or _may_be_thousands(style, numbers, money=bool(currency)):
            continue
        if not before and not after and same_words:
            whole = all(isinstance(read_number(number, style), int) for _, number, _ in split)
            yield ColumnType("integer" if whole else "number", style)
        elif same_words and after in ("%", "percent", "Prozent") and not before:
            yield ColumnType("percentage", style)
        elif same_words and currency:
            yield ColumnType("money", style, currency=currency)
        elif same_words and after and not before:
            yield ColumnType("number", style, unit=after)


def _fits(style: str, numbers: Sequence[str]) -> bool:
    read = sum(read_number(number, style) is not None for number in numbers)
    return read >= MIN_TYPED_SHARE * len(numbers)


def _may_be_thousands(style: str, numbers: Sequence[str], *, money: bool) -> bool:
    """Tell whether "1.234" may be above a thousand: every point has three digits behind it."""
    pointed = [number for number in numbers if "." in number]
    if style == "1.234,5":
        return bool(pointed) and not money and not any("," in number for number in numbers)
    return bool(pointed) and all(THREE_DECIMALS.search(number) for number in pointed)


THREE_DECIMALS: Final = re.compile(r"\.\d{3}$")

YEAR: Final = re.compile(rf"(1[0-9]{{3}}|20[0-9]{{2}}){value_words().date_signs.year[0]}?")
TIME: Final = re.compile(r"([01]?\d|2[0-3]):([0-5]\d)(?::([0-5]\d))?\s?([ap]\.?m\.?)?", re.I)
URL: Final = re.compile(r"(?:https?://|www\.)[^\s<>\"]{3,2000}", re.I)
EMAIL: Final = re.compile(r"[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,8}")
IDENTIFIER: Final = re.compile(
    r"(?=\S{0,39}\d)(?=\S{0,39}[^\W\d]|\d{1,40}$)(?!\S{0,39}[\u2e80-\ud7ff])\w[\w./:#-]{2,39}"
)
"""Digits, or letters with digits, without blanks: call numbers, shelf marks, order numbers."""


def _are_booleans(values: Sequence[str]) -> bool:
    return len(values) >= MIN_DIFFERENT_VALUES and all(
        value.casefold() in value_words().booleans for value in values
    )


def _full_match(pattern: re.Pattern[str]) -> Callable[[ColumnType, str], TypedValue | None]:
    return lambda _, text: text if pattern.fullmatch(text) else None


def _read_year(_: ColumnType, text: str) -> TypedValue | None:
    match = YEAR.fullmatch(text)
    return int(match[1]) if match else None


def _read_time(_: ColumnType, text: str) -> TypedValue | None:
    match = TIME.fullmatch(text)
    if not match:
        return None
    half = (match[4] or "").casefold()[:1]
    hour = int(match[1]) % 12 + 12 * (half == "p") if half else int(match[1])
    return f"{hour:02}:{match[2]}" + (f":{match[3]}" if match[3] else "")


def _read_date(kind: ColumnType, text: str) -> TypedValue | None:
    return next((day for order, day in find_dates(text) if order == kind.order), None)


def _read_number(kind: ColumnType, text: str) -> TypedValue | None:
    parts = number_in(text)
    if parts is None:
        return None
    before, number, after = parts
    if kind.currency:
        known = kind.currency in (currency_of(before), currency_of(after))
        return read_number(number, kind.style) if known else None
    beside = "%" if kind.name == "percentage" and after in ("percent", "Prozent") else after
    wanted = "%" if kind.name == "percentage" else kind.unit
    return read_number(number, kind.style) if (before, beside) == ("", wanted) else None


def _read_integer(kind: ColumnType, text: str) -> TypedValue | None:
    value = _read_number(kind, text)
    return value if isinstance(value, int) else None


READERS: Final[dict[str, Callable[[ColumnType, str], TypedValue | None]]] = {
    "text": lambda _, text: text,
    "boolean": lambda _, text: value_words().booleans.get(text.casefold()),
    "url": _full_match(URL),
    "email": _full_match(EMAIL),
    "year": _read_year,
    "time": _read_time,
    "date": _read_date,
    "integer": _read_integer,
    "number": _read_number,
    "percentage": _read_number,
    "money": _read_number,
    "identifier": _full_match(IDENTIFIER),
}
