"""Dates as they are written: in digits, with the names of months in a dozen languages, in Chinese.

>>> [(order, day.isoformat()) for order, day in find_dates("03/04/2012")]
[('dmy', '2012-04-03'), ('mdy', '2012-03-04')]
>>> [(order, day.isoformat()) for order, day in find_dates("Mittwoch, 3. März 2012, 14:05 Uhr")]
[('dMy', '2012-03-03T14:05:00')]
>>> find_dates("2012年4月3日")[0][1], find_dates("2012-04-03T10:00:00Z")[0][0], find_dates("12-34")
(datetime.date(2012, 4, 3), 'ymd', [])
"""

import re
from datetime import date, datetime
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
