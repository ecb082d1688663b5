"""A span of time in a request, as days: read from two values, and written like them.

>>> from datetime import timedelta
>>> span = span_of({("query", "from"): "05/05/2025", ("query", "to"): "11/05/2025"})
>>> span.days, span.first
(6, datetime.date(2025, 5, 5))
>>> [value for _, value in span.written(span.last, span.last + timedelta(30))]
['11/05/2025', '10/06/2025']
>>> span_of({("json", "a"): 1746403200, ("json", "b"): 1747008000}).days
7
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime
from typing import Final

from leadline.page.request_places import Leaf, Place

Values = tuple[tuple[Place, Leaf], ...]
"""Values by their places in a request; None leaves a value out."""

FULL_DATE: Final = re.compile(
    r"(?P<iso>(?P<y>\d{4})(?P<s>[-/.]?)(?P<m>\d{2})(?P=s)(?P<d>\d{2}))"
    r"(?P<rest>[T ][\d:.,+\-Z ]{1,30})?"
    r"|(?P<a>\d{1,2})(?P<t>[-/.])(?P<b>\d{1,2})(?P=t)(?P<z>\d{4})"
)
EPOCH: Final = re.compile(r"\d{10}|\d{13}")
MAX_DAYS: Final = 4_000
"""Days of a span at most: longer ones are no view of a calendar."""


@dataclass(frozen=True, slots=True)
class TimeSpan:
    """The first and the last day that a request names, and how both are written there."""

    first: date
    last: date
    ends: tuple[tuple[Place, Leaf], ...]
    is_day_first: bool = True

    @property
    def days(self) -> int:
        """Days from the first to the last."""
        return (self.last - self.first).days

    def written(self, first: date, last: date) -> Values:
        """Return other days in the places of this span, written as these are."""
        days = zip(self.ends, (first, last), strict=True)
        return tuple(
            (place, like_day(leaf, day, is_day_first=self.is_day_first))
            for (place, leaf), day in days
        )


def like_day(leaf: Leaf, day: date, *, is_day_first: bool = True) -> Leaf:
    """Return a day written as another one is; seconds are never before their first."""
    text = str(leaf)
    if EPOCH.fullmatch(text):
        unit = 1_000 if len(text) == 13 else 1
        moved = int(text) + unit * 86_400 * (day - day_of(leaf)).days
        return max(moved, 0) if isinstance(leaf, int) else str(max(moved, 0))
    found = FULL_DATE.fullmatch(text)
    if found is None:
        return leaf
    if found["iso"]:
        sep = found["s"]
        return f"{day.year:04}{sep}{day.month:02}{sep}{day.day:02}{found['rest'] or ''}"
    one, two = (day.day, day.month) if is_day_first else (day.month, day.day)
    wide = 2 if text[0] == "0" or len(found["a"]) == len(found["b"]) == 2 else 1
    return f"{one:0{wide}}{found['t']}{two:0{wide}}{found['t']}{day.year:04}"


def span_of(values: Mapping[Place, Leaf]) -> TimeSpan | None:
    """Return the span between two values, None where they are no days in their order."""
    if len(values) != 2:
        return None
    spans: list[TimeSpan] = []
    for is_day_first in (True, False):
        try:
            days = [
                (day_of(leaf, is_day_first=is_day_first), place, leaf)
                for place, leaf in values.items()
            ]
        except ValueError:
            continue
        ordered = sorted(days, key=lambda each: each[0])
        ends = tuple((place, leaf) for _, place, leaf in ordered)
        spans.append(TimeSpan(ordered[0][0], ordered[1][0], ends, is_day_first))
    known = [one for one in spans if one.days <= MAX_DAYS]
    return min(known, key=lambda one: one.days, default=None)


def day_of(leaf: Leaf, *, is_day_first: bool = True) -> date:
    """Return the day that a value names; raise ``ValueError`` where it names none."""
    text = str(leaf)
    if EPOCH.fullmatch(text):
        return datetime.fromtimestamp(int(text) / (1_000 if len(text) == 13 else 1), UTC).date()
    found = FULL_DATE.fullmatch(text)
    if found is None:
        raise ValueError(text)
    if found["iso"]:
        return date(int(found["y"]), int(found["m"]), int(found["d"]))
    one, two = int(found["a"]), int(found["b"])
    day, month = (one, two) if is_day_first else (two, one)
    return date(int(found["z"]), month, day)
