"""The type of a column, learned from all its values: numbers, money, dates, years, units.

One value tells little: 03/04/2012 is of March or April, 1.234 one or a thousand. A column tells: a
day above 12 settles the order of all, two different signs in one number the format of all. A
column has a type when nearly all of its values have it (``ENOUGH``); what is written stays as it
is, a type only says how to read it. The libraries that read single values were left out on
purpose: dateparser takes 59 ms a value and guesses the order of day and month for each by itself.

>>> learn_type(["1.234,50 €", "12,00 €", "990,00 €"])
ColumnType(name='money', style='1.234,5', currency='EUR', unit='', order='')
>>> learn_type(["03/04/2012", "25/12/2013", "1/5/2014"]).order
'dmy'
>>> day = learn_type(["March 4, 2012", "Dec 25, 2013", "May 1, 2014"])
>>> day.read("Feb. 29, 2012"), day.read("Feb. 30, 2012")
(datetime.date(2012, 2, 29), None)
>>> learn_type(["12 kg", "3.5 kg", "900 kg"]).unit, learn_type(["12 公里", "3 公里", "5 公里"]).unit
('kg', '公里')
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from datetime import date, datetime
from typing import TYPE_CHECKING, Any, Final
from unicodedata import normalize

from leadline.values.dates import find_dates
from leadline.values.numbers import STYLES, currency_of, number_in, read_number

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

ENOUGH: Final = 0.98
"""Share of values that a type must read; below it a column is text."""
LEAST: Final = 3
"""Different values from which a column has a type; two may be numbers by chance."""
MOST: Final = 2_000
"""Values that are looked at, evenly spread."""
LONGEST: Final = 80
"""Characters of a value that may be anything but text or an address."""

Read = int | float | bool | str | date | datetime


@dataclass(frozen=True, slots=True)
class ColumnType:
    """``name`` is the type; ``style`` how numbers are written ("1,234.5"), ``order`` how dates are
    ("dmy"), ``unit`` and ``currency`` what stands beside the number of every value.
    """

    name: str
    style: str = ""
    currency: str = ""
    unit: str = ""
    order: str = ""

    def read(self, value: str) -> Read | None:
        """A value as what it is, None if it is not of this type."""
        text = " ".join(normalize("NFKC", value).split())
        return READERS[self.name](self, text) if text else None

    def to_dict(self) -> dict[str, str]:
        """Plain values, without what is empty."""
        names = ("name", "style", "currency", "unit", "order")
        return {name: value for name in names if (value := getattr(self, name))}

    @classmethod
    def from_dict(cls, plain: dict[str, Any]) -> ColumnType:
        """What ``to_dict`` gave."""
        return cls(**{name: str(value) for name, value in plain.items()})

    def __str__(self) -> str:
        """For a person: ``money (EUR)``, ``number (kg)``, ``date``."""
        beside = self.currency or self.unit
        return f"{self.name} ({beside})" if beside else self.name


TEXT: Final = ColumnType("text")


def learn_type(values: Iterable[str]) -> ColumnType:
    """The type of a column; ``TEXT`` where too few values say more."""
    held = [text for value in values if (text := " ".join(normalize("NFKC", value).split()))]
    held = held[:: max(1, len(held) // MOST)]
    if len(set(held)) < LEAST and not _are_booleans(held):
        return TEXT
    return next((one for one in _proposals(held) if _reads(one, held)), TEXT)


def _reads(proposed: ColumnType, held: Sequence[str]) -> bool:
    """Whether a type reads nearly all values; of fewer than fifty all."""
    spare = int((1 - ENOUGH) * len(held) + 1e-9)
    for value in held:
        if proposed.read(value) is None:
            spare -= 1
            if spare < 0:
                return False
    return True


def _proposals(held: Sequence[str]) -> Iterator[ColumnType]:
    """Types worth trying, the narrowest first."""
    yield from (ColumnType(name) for name in ("boolean", "url", "email", "year", "time"))
    if sum(len(value) > LONGEST for value in held) > (1 - ENOUGH) * len(held):
        return
    yield from (ColumnType("date", order=order) for order in _orders(held))
    yield from _numbers(held)
    yield ColumnType("identifier")


def _orders(held: Sequence[str]) -> list[str]:
    """Orders of day, month and year in which the dates of a column can be read, likely ones first.

    Where the column leaves open which is the day ("03/04/2012" and no day above 12), it stays text.
    """
    counted: Counter[str] = Counter()
    for value in held:
        counted.update(list(dict.fromkeys(order for order, _ in find_dates(value))))
    often = [order for order, times in counted.most_common() if times >= ENOUGH * len(held)]
    return [] if {"dmy", "mdy"} <= set(often) else often


def _numbers(held: Sequence[str]) -> Iterator[ColumnType]:
    """Numbers, bare or with the same words beside them."""
    parted = [number_in(value) for value in held]
    found = [one for one in parted if one is not None]
    if len(found) < ENOUGH * len(held):
        return
    beside = Counter((before, after) for before, _, after in found)
    (before, after), times = beside.most_common(1)[0]
    alike = times >= ENOUGH * len(found)
    currency = currency_of(before) or currency_of(after)
    numbers = [number for _, number, _ in found]
    for style in STYLES:
        if not _fits(style, numbers) or _may_be_thousands(style, numbers, money=bool(currency)):
            continue
        if not before and not after and alike:
            whole = all(isinstance(read_number(number, style), int) for _, number, _ in found)
            yield ColumnType("integer" if whole else "number", style)
        elif alike and after in ("%", "percent", "Prozent") and not before:
            yield ColumnType("percentage", style)
        elif alike and currency:
            yield ColumnType("money", style, currency=currency)
        elif alike and after and not before:
            yield ColumnType("number", style, unit=after)


def _fits(style: str, numbers: Sequence[str]) -> bool:
    read = sum(read_number(number, style) is not None for number in numbers)
    return read >= ENOUGH * len(numbers)


def _may_be_thousands(style: str, numbers: Sequence[str], *, money: bool) -> bool:
    """Whether "1.234" may be a thousand and more: every point has three digits behind it."""
    pointed = [number for number in numbers if "." in number]
    if style == "1.234,5":
        return bool(pointed) and not money and not any("," in number for number in numbers)
    return bool(pointed) and all(THREE_BEHIND.search(number) for number in pointed)


THREE_BEHIND: Final = re.compile(r"\.\d{3}$")


# --- how the values of each type are read ---

BOOLEANS: Final = {
    "yes": True, "no": False, "true": True, "false": False, "ja": True, "nein": False, "oui": True,
    "non": False, "sí": True, "да": True, "нет": False, "是": True, "否": False, "有": True,
    "无": False, "✓": True, "✔": True, "✗": False, "✘": False, "y": True, "n": False,
}  # fmt: skip
YEAR: Final = re.compile(r"(1[0-9]{3}|20[0-9]{2})年?")
TIME: Final = re.compile(r"([01]?\d|2[0-3]):([0-5]\d)(?::([0-5]\d))?\s?([ap]\.?m\.?)?", re.I)
URL: Final = re.compile(r"(?:https?://|www\.)[^\s<>\"]{3,2000}", re.I)
EMAIL: Final = re.compile(r"[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,8}")
IDENTIFIER: Final = re.compile(
    r"(?=\S*\d)(?=\S*[^\W\d]|\d+$)(?!\S*[\u2e80-\ud7ff])\w[\w./:#-]{2,39}"
)
"""Digits, or letters with digits, without blanks: call numbers, shelf marks, order numbers."""


def _are_booleans(held: Sequence[str]) -> bool:
    return len(held) >= LEAST and all(value.casefold() in BOOLEANS for value in held)


def _matched(pattern: re.Pattern[str]) -> Callable[[ColumnType, str], Read | None]:
    return lambda _, text: text if pattern.fullmatch(text) else None


def _read_boolean(_: ColumnType, text: str) -> Read | None:
    return BOOLEANS.get(text.casefold())


def _read_year(_: ColumnType, text: str) -> Read | None:
    found = YEAR.fullmatch(text)
    return int(found[1]) if found else None


def _read_time(_: ColumnType, text: str) -> Read | None:
    found = TIME.fullmatch(text)
    if not found:
        return None
    half = (found[4] or "").casefold()[:1]
    hour = int(found[1]) % 12 + 12 * (half == "p") if half else int(found[1])
    return f"{hour:02}:{found[2]}" + (f":{found[3]}" if found[3] else "")


def _read_date(kind: ColumnType, text: str) -> Read | None:
    return next((day for order, day in find_dates(text) if order == kind.order), None)


def _read_number(kind: ColumnType, text: str) -> Read | None:
    found = number_in(text)
    if found is None:
        return None
    before, number, after = found
    if kind.currency:
        known = kind.currency in (currency_of(before), currency_of(after))
        return read_number(number, kind.style) if known else None
    beside = "%" if kind.name == "percentage" and after in ("percent", "Prozent") else after
    wanted = "%" if kind.name == "percentage" else kind.unit
    return read_number(number, kind.style) if (before, beside) == ("", wanted) else None


def _read_integer(kind: ColumnType, text: str) -> Read | None:
    value = _read_number(kind, text)
    return value if isinstance(value, int) else None


READERS: Final[dict[str, Callable[[ColumnType, str], Read | None]]] = {
    "text": lambda _, text: text, "boolean": _read_boolean, "url": _matched(URL),
    "email": _matched(EMAIL), "year": _read_year, "time": _read_time, "date": _read_date,
    "integer": _read_integer, "number": _read_number, "percentage": _read_number,
    "money": _read_number, "identifier": _matched(IDENTIFIER),
}  # fmt: skip
