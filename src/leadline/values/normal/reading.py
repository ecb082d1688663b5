"""What a value says, in a form in which equal values are equal: ``Reading``."""

from dataclasses import dataclass
from typing import Final, NamedTuple

VALUE_KINDS: Final = (
    "date",
    "price",
    "quantity",
    "number",
    "boolean",
    "isbn",
    "issn",
    "doi",
    "url",
    "email",
    "phone",
    "language",
    "person",
    "place",
    "text",
)
"""Kinds of values that can be read, as attributes name them in ``project.toml``."""
MIN_ROUNDED_DIGITS: Final = 3
"""Digits, zeros at the end aside, from which a number may be the other one, rounded."""
MAX_DIGITS: Final = 12


class Reading(NamedTuple):
    """A value as it was understood.

    ``key`` is the normal form as text: ``2012-04`` is a month without a day, ``10..20 EUR`` a range
    of money, ``9787506365437`` an ISBN. Readings of one kind are equal where their keys are.
    ``low`` and ``high`` are the ends of a number, of an amount or of a date (as year, month and day
    in one number, 20120400 for April 2012), None where there is none. ``unit`` is a currency (ISO
    4217) or a unit; ``precision`` of a date is Y, YM or YMD.
    """

    kind: str
    key: str
    low: float | None = None
    high: float | None = None
    unit: str = ""
    precision: str = ""


@dataclass(frozen=True, slots=True)
class ColumnFormat:
    """How the values of a column are written: settled by all of them, not by one.

    ``order`` is "dmy", "mdy" or "ymd" for dates in digits, "" where the column does not tell;
    ``decimal`` is the decimal sign, "" likewise; ``locale`` a language with or without its country
    ("de", "en-US", "zh-TW"), "" if unknown. ``unit`` is the currency or unit of numbers that have
    none beside them, ``base`` the base unit of the column's dimension.
    """

    kind: str
    order: str = ""
    decimal: str = ""
    locale: str = ""
    unit: str = ""
    base: str = ""


@dataclass(frozen=True, slots=True)
class NormalColumn:
    """Values of a column as they are written, and what each of them says (None: unreadable)."""

    format: ColumnFormat
    raw: tuple[str, ...]
    readings: tuple[Reading | None, ...]

    @property
    def keys(self) -> tuple[str, ...]:
        """Normal form of each value, '' where it cannot be read."""
        return tuple(reading.key if reading else "" for reading in self.readings)


def is_same_amount(left: Reading | None, right: Reading | None) -> bool:
    """Tell whether two readings are one amount or date; an amount may be the other one, rounded.

    >>> fine, rough, other = (Reading("number", "", n, n) for n in (24.19167, 24.19, 24.3))
    >>> is_same_amount(fine, rough), is_same_amount(rough, other)
    (True, False)
    """
    if left is None or right is None or left.low is None or right.low is None:
        return False
    if "date" in (left.kind, right.kind):
        return left[:2] == right[:2]
    is_range = (left.low, right.low) != (left.high, right.high)
    if is_range or (left.unit and right.unit and left.unit != right.unit):
        return False
    digits = min(_digits(left.low), _digits(right.low))
    shown = digits - 1 if digits >= MIN_ROUNDED_DIGITS else MAX_DIGITS
    return f"{left.low:.{shown}e}" == f"{right.low:.{shown}e}"


def _digits(number: float) -> int:
    """Count the digits of a number, zeros at the end aside: those of 2,450,000 are three."""
    return len(f"{number:.{MAX_DIGITS}e}".partition("e")[0].strip("-0.").replace(".", ""))
