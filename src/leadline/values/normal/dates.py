"""Dates with the precision that they have: a year, a month of a year, or a day; never more.

Keys are those of EDTF (ISO 8601-2): ``2012``, ``2012-04``, ``2012-04-03``, ``198X`` for a decade,
``18XX`` for a century, ``1914/1918`` for a span, ``../1900`` for before. A year before Christ has a
minus (``-221``). A clock time beside a date is passed over. Months of Chinese and Japanese eras
before the solar calendar came (1912, 1873) are lunar: only the year is read.

>>> plain = ColumnFormat("date")
>>> [read_date(text, plain).key for text in ("3. März 2012", "民國101年4月", "平成元年1月8日")]
['2012-03-03', '2012-04', '1989-01-08']
>>> [read_date(text, plain).key for text in ("03/04/2012", "ca. 1850", "1990s", "3–5 April 2012")]
['2012', '1850', '199X', '2012-04-03/2012-04-05']
>>> read_date("yesterday", plain), read_date("30.02.2012", plain), read_date("5 May", plain)
(None, None, None)
"""

import re
from collections.abc import Iterable, Sequence
from datetime import date
from typing import Final, NamedTuple

from leadline.values.dates import DAY_IN_DIGITS
from leadline.values.normal.date_words import (
    FIRST_YEAR,
    LAST_YEAR,
    DateParts,
    Part,
    full_year,
    parse_date,
)
from leadline.values.normal.reading import ColumnFormat, Reading

MAX_DATE_TEXT_CHARS: Final = 80
"""Characters of a text that may be a date or a span of dates."""
UNCLEAR_YEAR: Final = re.compile(r"\[?(\d{3}(?=[-?])|\d{2}(?=--))[-?]{1,3}\]?")
BRACKETS: Final = re.compile(r"\([^()]{0,60}\)")


class DateSpan(NamedTuple):
    """A date: key, first and last day as numbers, precision; year, month, day with 0 for none."""

    key: str
    low: float
    high: float
    precision: str
    parts: tuple[int, int, int]


def read_date(text: str, learned: ColumnFormat) -> Reading | None:
    """Read a date, or a span of dates; None for what is none, or not of a known year."""
    if len(text) > MAX_DATE_TEXT_CHARS:
        return None
    if unclear := UNCLEAR_YEAR.fullmatch(text):
        return _reading(_of_unclear(unclear[1]))
    plain = DAY_IN_DIGITS.fullmatch(text)
    span = (
        _in_digits(int(plain[1]), int(plain[3]), int(plain[4]), _lengths(plain), learned, plain[2])
        if plain
        else _read_words(text, learned)
    )
    if span is None and not plain and "(" in text:  # 1999年(平成11年)1月, 1998 (USA)
        outside = BRACKETS.sub(" ", text)
        span = _read_words(outside, learned) if any(map(str.isdigit, outside)) else None
    return _reading(span)


def _reading(span: DateSpan | None) -> Reading | None:
    return Reading("date", span.key, span.low, span.high, "", span.precision) if span else None


def _of_unclear(digits: str) -> DateSpan | None:
    """Read "198-" as a decade and "19--" as a century, as catalogues write them."""
    part = Part(int(digits) * 10, 4, "x") if len(digits) == 3 else Part(int(digits) + 1, 2, "c")
    return _decade(part, 0)


def order_of_dates(texts: Iterable[str]) -> str:
    """Return the order of day and month that the dates of a column settle, '' if they do not."""
    days_first = months_first = 0
    for text in texts:
        match = DAY_IN_DIGITS.match(text)
        if match and len(match[1]) <= 2:
            days_first += 12 < int(match[1]) <= 31 and int(match[3]) <= 12
            months_first += 12 < int(match[3]) <= 31 and int(match[1]) <= 12
    if days_first > 9 * months_first:
        return "dmy"
    return "mdy" if months_first > 9 * days_first else ""


def _lengths(match: re.Match[str]) -> tuple[int, int, int]:
    return len(match[1]), len(match[3]), len(match[4])


def _in_digits(
    first: int,
    second: int,
    third: int,
    lengths: tuple[int, int, int],
    learned: ColumnFormat,
    sign: str,
) -> DateSpan | None:
    """Read three numbers; where the order of day and month is open, only the year."""
    if lengths[0] == 4:
        return _span(first, second, third) if lengths[2] <= 2 else None
    if lengths[0] == 3 or lengths[2] == 3:
        return None
    order = learned.order or ("dmy" if sign == "." else order_of_locale(learned.locale))
    if lengths[2] == 4:
        year = third
    elif first > 31:
        return _span(full_year(first), second, third)
    elif order:
        year = full_year(third)
    else:
        return None
    if first > 12 or second > 12 or first == second:
        order = "mdy" if second > 12 else "dmy"
    if not order:
        return _span(year) if first and second else None
    return _span(year, second, first) if order == "dmy" else _span(year, first, second)


def order_of_locale(locale: str) -> str:
    """Return the order of day and month in a country: '' where it is not one."""
    if locale in ("en-US", "en-PH"):
        return "mdy"
    return "" if locale in ("", "en", "en-CA") or locale[:2] in ("zh", "ja", "ko") else "dmy"


def _year(year: int) -> DateSpan:
    number = float(year * 10_000)
    return DateSpan(str(year), number, number + 9_999, "Y", (year, 0, 0))


def _span(year: int, month: int = 0, day: int = 0) -> DateSpan | None:
    """Make a date; month and day are 0 where there are none. None for days that never were."""
    if not FIRST_YEAR <= year <= LAST_YEAR or month > 12:
        return None
    if not month:
        return None if day else _year(year)
    number = year * 10_000 + month * 100
    if not day:
        key = f"{year:04}-{month:02}"
        return DateSpan(key, number, number + 99, "YM", (year, month, 0))
    try:
        date(year, month, day)
    except ValueError:
        return None
    number += day
    return DateSpan(f"{year:04}-{month:02}-{day:02}", number, number, "YMD", (year, month, day))


def _read_words(text: str, learned: ColumnFormat) -> DateSpan | None:
    said = parse_date(text, learned.locale)
    if said is None or not said.parts:
        return None
    cut = said.cuts[0] if said.cuts else 0
    if len(said.cuts) > 1 or (cut and not 0 < cut < len(said.parts)):
        return None
    whole = _of_parts(said.parts, said, learned) if not cut else _span_of(said, cut, learned)
    if whole is None or "bc" in said.roles:
        return whole and _before_christ(whole)
    if said.lunar and whole.parts[0]:
        whole = _span(whole.parts[0])
    if whole and "approximate" in said.roles:
        whole = whole._replace(precision=whole.precision + "~")
    return whole and _open(whole, said.roles, is_span=bool(cut))


def _open(whole: DateSpan, roles: set[str], *, is_span: bool) -> DateSpan:
    """Open one end of a date: before, after, since."""
    if is_span or not roles & {"before", "after", "since", "open"}:
        return whole
    if "before" in roles:
        return whole._replace(key=f"../{whole.key}", low=0.0)
    return whole._replace(key=f"{whole.key}/..", high=float(LAST_YEAR * 10_000 + 9_999))


def _before_christ(whole: DateSpan) -> DateSpan | None:
    if whole.precision.rstrip("~") != "Y":
        return None
    return DateSpan(f"-{whole.key}", -whole.high, -whole.low, whole.precision, (0, 0, 0))


def _span_of(said: DateParts, cut: int, learned: ColumnFormat) -> DateSpan | None:
    """Read "3–5 April 2012", "1914–18": the shorter end takes what the longer one has."""
    right = _of_parts(said.parts[cut:], said, learned)
    left_parts = said.parts[:cut]
    left = _of_parts(left_parts, said, learned)
    months = [part for part in left_parts if part.tag == "M"]
    if right and right.precision == "YM" and len(months) == 1 and len(left_parts) == 2:
        right = _of_parts([*months, *said.parts[cut:]], said, learned)  # May 1-5, 2010
    if left and not right and len(said.parts) == cut + 1 and left.precision == "Y":
        return (
            _short_span(left.parts[0], said.parts[-1].value) if said.parts[-1].digits == 2 else None
        )
    if left and not right:
        right = _completed(said.parts[cut:], left)
    elif right and not left:
        left = _completed(left_parts, right)
    if left is None or right is None or left.low > right.low:
        return None
    if left.precision != right.precision and "decade" in (left.precision, right.precision):
        return None
    precision = left.precision if left.precision == right.precision else "Y"
    return DateSpan(f"{left.key}/{right.key}", left.low, right.high, precision, (0, 0, 0))


def _completed(parts: Sequence[Part], whole: DateSpan) -> DateSpan | None:
    """Read "3" or "3 April" with the year, and the month, of the other end."""
    year, month, day = whole.parts
    months = [part.value for part in parts if part.tag in ("m", "M")]
    days = [part.value for part in parts if part.tag in ("", "d") and part.digits <= 2]
    if len(parts) != len(months) + len(days) or len(months) > 1 or len(days) > 1:
        return None
    if bool(days) != bool(day):
        return None
    return _span(year, months[0] if months else month, days[0] if days else 0)


def _of_parts(parts: Sequence[Part], said: DateParts, learned: ColumnFormat) -> DateSpan | None:
    """Read numbers and months that stand for one date."""
    tags = "".join(part.tag for part in parts)
    if len(parts) == 1 and tags in ("c", "x"):
        return _decade(parts[0], said.centuries)
    if not 1 <= len(parts) <= 3 or "c" in tags or "x" in tags:
        return None
    if "y" in tags or "d" in tags or "m" in tags:
        return _of_tagged(parts)
    if "M" in tags:
        return _of_named(parts, said.signs) if tags == "M" else None
    values, digits = [part.value for part in parts], [part.digits for part in parts]
    match digits:
        case [4]:
            return _span(values[0])
        case [1 | 2 | 3] if said.roles & {"bc", "ad"}:
            return _year(values[0])
        case [8]:
            return _span(values[0] // 10_000, values[0] // 100 % 100, values[0] % 100)
        case [4, 2] if values[1] > 12:
            return _short_span(values[0], values[1])
        case [4, 1 | 2]:
            return _span(values[0], values[1]) if values[1] or digits[1] == 2 else None
        case [2] if "'" in said.signs:
            return _span(full_year(values[0]))
        case [1 | 2, 4]:
            return _span(values[1], values[0]) if values[0] else None
        case [a, b, c] if b <= 2:
            return _in_digits(values[0], values[1], values[2], (a, b, c), learned, said.signs[:1])
    return None


def _short_span(first: int, last: int) -> DateSpan | None:
    """Read 1914/18 and 1998-99 as spans of years."""
    if last <= first % 100:
        return None
    last += first // 100 * 100
    return DateSpan(f"{first}/{last}", first * 10_000, last * 10_000 + 9_999, "Y", (0, 0, 0))


def _of_tagged(parts: Sequence[Part]) -> DateSpan | None:
    found = {"y": 0, "m": 0, "d": 0}
    for part in parts:
        tag = "m" if part.tag == "M" else part.tag or ("y" if part.digits == 4 else "")
        if not tag and len(parts) == 3:
            tag = "d" if found["m"] else "m"
        if not tag or found[tag]:
            return None
        found[tag] = part.value
    return _span(found["y"], found["m"], found["d"])


def _of_named(parts: Sequence[Part], signs: str) -> DateSpan | None:
    """Read a named month with a year, or with a day and a year."""
    month = next(part.value for part in parts if part.tag == "M")
    numbers = [part for part in parts if part.tag != "M"]
    years = [part for part in numbers if part.digits == 4]
    days = [part for part in numbers if part.digits <= 2]
    if len(years) == 1 and len(years) + len(days) == len(numbers):
        return _span(years[0].value, month, days[0].value if days else 0)
    if not years and len(days) == 2 and days[1].digits == 2:
        return _span(full_year(days[1].value), month, days[0].value)
    if len(days) == len(numbers) == 1 and "'" in signs:
        return _span(full_year(days[0].value), month)
    return None


def _decade(part: Part, centuries: int) -> DateSpan | None:
    """Read a decade ("1980s", "20世紀80年代") or a century."""
    value = part.value
    if part.tag == "c":
        if not 1 <= value <= 21:
            return None
        first = (value - 1) * 100
        return DateSpan(
            f"{value - 1:02}XX", first * 10_000, (first + 99) * 10_000 + 9_999, "century", (0, 0, 0)
        )
    if part.digits == 2:
        if not centuries:
            return None
        value += (centuries - 1) * 100
    if value % 10 or not FIRST_YEAR <= value <= LAST_YEAR:
        return None
    return DateSpan(
        f"{value // 10}X", value * 10_000, (value + 9) * 10_000 + 9_999, "decade", (0, 0, 0)
    )
