"""Date formats of a source, learned from the dates that its records show.

Boxes for dates are then filled as the source expects ("31.12.2004", "12/31/2004").

>>> dates = learn_date_format(["03.02.2004", "24.12.1999", "1.10.2001"])
>>> dates.write(dates.read("24.12.1999") + 8), dates.read("soon")
('01.01.2000', None)
>>> learn_date_format(["1999", "c. 1904"]) is None
True
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Final

from leadline.forms.lexicon import word_set
from leadline.page.data_files import any_of

MIN_DATE_SHARE: Final = 0.8
"""Share of the values of a column that must be dates."""
_DAY: Final = re.compile(r"\s*(\d{1,4})([-./])(\d{1,2})\2(\d{1,4})(?!\d)")


_YEAR: Final = re.compile(any_of("leadline.forms", "asks_year"), re.IGNORECASE)


def asks_year(text: str) -> bool:
    """Return whether a box for dates takes a year alone, by its label or name.

    >>> asks_year("Erscheinungsjahr von"), asks_year("Datum von"), asks_year("出版年月日")
    (True, False, False)
    """
    return _YEAR.search(text) is not None


@dataclass(frozen=True, slots=True)
class DateFormat:
    """The order of year, month and day ("dmy") and the separator between them."""

    order: str
    sign: str

    def read(self, text: str) -> int | None:
        """Return the ordinal of the date that a text begins with, None without one."""
        match = _DAY.match(text)
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
_MONTH_LETTERS: Final = word_set("month_letters")
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
        return DateFormat("mdy" if match[5] in _MONTH_LETTERS else "dmy", match[6])
    return learn_date_format([text.strip()]) if _DAY.match(text) else None


def learn_date_format(texts: Sequence[str]) -> DateFormat | None:
    """Return the format of the dates in a column, None where it holds none or others as well.

    >>> learn_date_format(["12/24/2004", "01/02/2003"])
    DateFormat(order='mdy', sign='/')
    """
    found = [match for text in texts if (match := _DAY.match(text))]
    signs = dict.fromkeys(match[2] for match in found)
    if not texts or len(found) < MIN_DATE_SHARE * len(texts) or len(signs) != 1:
        return None
    for order in ("ymd", "dmy", "mdy"):
        shape = DateFormat(order, *signs)
        if all(shape.read(match[0]) is not None for match in found):
            return shape
    return None
