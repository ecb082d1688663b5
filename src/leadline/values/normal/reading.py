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
