"""Dates as they are written: in digits, with the names of months in a dozen languages, in Chinese.

A source's own format (``DateFormat``) is learned from dates that it shows, and written again.

>>> [(order, day.isoformat()) for order, day in find_dates("03/04/2012")]
[('dmy', '2012-04-03'), ('mdy', '2012-03-04')]
>>> [(order, day.isoformat()) for order, day in find_dates("Mittwoch, 3. März 2012, 14:05 Uhr")]
[('dMy', '2012-03-03T14:05:00')]
>>> find_dates("2012年4月3日")[0][1], find_dates("2012-04-03T10:00:00Z")[0][0], find_dates("12-34")
(datetime.date(2012, 4, 3), 'ymd', [])
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Final

from leadline.values.words import value_words

_WEEKDAY: Final = r"(?:[^\W\d_]{2,12}\.?,?\s+)?"
_CLOCK: Final = (
    r"(?:(?:,?\s+(?:at\s+|um\s+|à\s+|o\s+)?|T)(?P<h>\d{1,2})[:h.](?P<i>\d{2})(?::(?P<s>\d{2})(?:\.\d+)?)?"
    r"(?:\s?(?P<half>[ap])\.?m\.?)?(?:\s?(?:Uhr|hrs?|Z|UTC|GMT|[A-Z]{3,4}|[+-]\d\d:?\d\d))?)?"
)
_NAME: Final = r"(?P<name>[^\W\d_]{3,12})\.?"
_DATE_SIGNS: Final = value_words().date_signs
_FORMS: Final = {
    "ymd": r"(?P<y>\d{4})(?P<sign>[-/.])(?P<m>\d{1,2})(?P=sign)(?P<d>\d{1,2})",
    "dmy": r"(?P<d>\d{1,2})(?P<sign>[-/.])\s?(?P<m>\d{1,2})(?P=sign)\s?(?P<y>\d{4})",
    "mdy": r"(?P<m>\d{1,2})(?P<sign>[-/])(?P<d>\d{1,2})(?P=sign)(?P<y>\d{4})",
    "dMy": r"(?P<d>\d{1,2})(?:\.|st|nd|rd|th|er)?[\s-](?:de\s|of\s)?"
    rf"{_NAME}[\s,-]\s?(?:de\s)?(?P<y>\d{{4}})",
    "Mdy": rf"{_NAME}\s(?P<d>\d{{1,2}})(?:st|nd|rd|th)?,?\s(?P<y>\d{{4}})",
    "".join(sign[0] for sign in _DATE_SIGNS): rf"(?P<y>\d{{4}})\s?[{_DATE_SIGNS.year}]\s?"
    rf"(?P<m>\d{{1,2}})\s?[{_DATE_SIGNS.month}]\s?(?P<d>\d{{1,2}})\s?[{_DATE_SIGNS.day}]",
}
_CLOCK_FIRST: Final = r"(?:(?P<h1>\d{1,2}):(?P<i1>\d{2})(?::\d{2})?,?\s+)?"
DATE_FORMS: Final = {
    order: re.compile(_CLOCK_FIRST + _WEEKDAY + form + _CLOCK, re.IGNORECASE)
    for order, form in _FORMS.items()
}
"""Patterns by the order of day (d), month (m, M for a name) and year (y)."""
MAX_DATE_CHARS: Final = 60
DAY_IN_DIGITS: Final = re.compile(r"(\d{1,4})([-./])(\d{1,2})\2(\d{1,4})(?!\d)")
MIN_DATE_SHARE: Final = 0.8
"""Share of the values of a column that must be dates."""


def find_dates(text: str) -> list[tuple[str, date]]:
    """Return every reading of a text that is a date: the order of its parts, the day or moment."""
    if len(text) > MAX_DATE_CHARS or not any(sign.isdigit() for sign in text):
        return []
    readings = []
    for order, form in DATE_FORMS.items():
        match = form.fullmatch(text)
        day = _day(match) if match else None
        if day is not None:
            readings.append((order, day))
    return readings


def _day(match: re.Match[str]) -> date | None:
    parts = match.groupdict()
    months = value_words().months
    month = months.get(parts["name"].casefold(), 0) if parts.get("name") else int(parts["m"])
    try:
        day = date(int(parts["y"]), month, int(parts["d"]))
        if parts["h"] is None and parts["h1"] is not None:
            return datetime(day.year, day.month, day.day, int(parts["h1"]), int(parts["i1"]))
        if parts["h"] is None:
            return day
        hour = int(parts["h"])
        if parts["half"]:
            hour = hour % 12 + 12 * (parts["half"].casefold() == "p")
        return datetime(day.year, day.month, day.day, hour, int(parts["i"]), int(parts["s"] or 0))
    except ValueError:
        return None


ZONE: Final = re.compile(
    r"(?<=\d)\s?(?P<sign>[+-])(?P<hours>\d\d):?(?P<minutes>\d\d)$|(?<![^\W\d_])(?P<name>[A-Z]{1,4})$"
)
"""The zone at the end of a moment."""


def zone_of(text: str) -> timedelta | None:
    """Return how far the zone at the end of a moment is from UTC; None without one.

    >>> zone_of("2012-04-03 14:05 CEST"), zone_of("2012-04-03T14:05-0330"), zone_of("14:05 Uhr")
    (datetime.timedelta(seconds=7200), datetime.timedelta(days=-1, seconds=73800), None)
    """
    zone = ZONE.search(text.strip())
    if zone is None:
        return None
    if zone["name"]:
        hours = value_words().zones.get(zone["name"].casefold())
        return None if hours is None else timedelta(hours=hours)
    offset = timedelta(hours=int(zone["hours"]), minutes=int(zone["minutes"]))
    return -offset if zone["sign"] == "-" else offset


@dataclass(frozen=True, slots=True)
class DateFormat:
    """The order of year, month and day ("dmy") and the separator between them."""

    order: str
    sign: str

    def read(self, text: str) -> int | None:
        """Return the ordinal of the date that a text begins with, None without one."""
        match = DAY_IN_DIGITS.match(text.lstrip())
        if match is None or match[2] != self.sign:
            return None
        parts = dict(zip(self.order, (match[1], match[3], match[4]), strict=True))
        try:
            return date(int(parts["y"]), int(parts["m"]), int(parts["d"])).toordinal()
        except ValueError:
            return None

    def write(self, ordinal: int) -> str:
        """Return the date of an ordinal as the source writes it."""
        day = date.fromordinal(min(max(ordinal, 1), date.max.toordinal()))
        parts = {"y": f"{day.year:04}", "m": f"{day.month:02}", "d": f"{day.day:02}"}
        return self.sign.join(parts[letter] for letter in self.order)


ISO_DATE: Final = DateFormat("ymd", "-")
_LETTERS_OF_DAY: Final = re.compile(
    r"(?<![^\W_])(?:([^\W\d_])\1{3}([-./])([^\W\d_])\3\2([^\W\d_])\4"
    r"|([^\W\d_])\5([-./])([^\W\d_])\7\6([^\W\d_])\8{3})(?![^\W_])",
    re.IGNORECASE,
)
"""Letters that stand for a day: DD/MM/YYYY, TT.MM.JJJJ, ДД.ММ.ГГГГ, ÅÅÅÅ-MM-DD; four for a year."""
_PATTERN: Final = re.compile(r"\\d\{4\}(\\?[-./])\\d\{2\}\1\\d\{2\}")


def shown_date_format(text: str) -> DateFormat | None:
    """Return the format of days that a hint, a pattern or an error names.

    >>> shown_date_format("bitte TT.MM.JJJJ eingeben"), shown_date_format("jj/mm/aaaa")
    (DateFormat(order='dmy', sign='.'), DateFormat(order='dmy', sign='/'))
    >>> shown_date_format(r"\\d{4}/\\d{2}/\\d{2}"), shown_date_format("24.12.2004 or later")
    (DateFormat(order='ymd', sign='/'), DateFormat(order='dmy', sign='.'))
    """
    if match := _PATTERN.search(text):
        return DateFormat("ymd", match[1][-1])
    if match := _LETTERS_OF_DAY.search(text):
        if match[2]:
            return DateFormat("ymd", match[2])
        return DateFormat("mdy" if match[5] in value_words().month_letters else "dmy", match[6])
    return learn_date_format([text.strip()]) if DAY_IN_DIGITS.match(text.lstrip()) else None


def learn_date_format(texts: Sequence[str]) -> DateFormat | None:
    """Return the format of the dates in a column, None where it holds none or others as well.

    >>> learn_date_format(["12/24/2004", "01/02/2003"])
    DateFormat(order='mdy', sign='/')
    """
    found = [match for text in texts if (match := DAY_IN_DIGITS.match(text.lstrip()))]
    signs = dict.fromkeys(match[2] for match in found)
    if not texts or len(found) < MIN_DATE_SHARE * len(texts) or len(signs) != 1:
        return None
    for order in ("ymd", "dmy", "mdy"):
        shape = DateFormat(order, *signs)
        if all(shape.read(match[0]) is not None for match in found):
            return shape
    return None
