"""Constraints of controls: maxlength, pattern, min, max and step (HTML standard 4.10.5.3).

A page's pattern may be hostile. Only patterns without repeated groups, look-around, references or
nested sets are matched, as their time is bounded. All others allow every value.

>>> year = Control("y", "number", low="1900", high="2020")
>>> [value for value in ("1899", "1984", "19x4") if accepts(year, value)]
['1984']
>>> accepts(Control("code", "text", pattern="[A-Z]{2}[0-9]+", max_length=5), "AB1234")
False
"""

import re
from functools import lru_cache
from math import inf, isfinite
from typing import Final

from leadline.forms.read.controls import TYPED_NUMBER, TYPED_TIMES
from leadline.model import Control

ISO_DAY: Final = re.compile(r"(\d{4})-(\d\d)-(\d\d)")
MAX_PATTERN_LENGTH: Final = 200
"""Characters of a pattern that is matched."""
MAX_PATTERN_REPEATS: Final = 3
"""Repeats in a pattern; matching takes at most the value's length to this power."""

MAX_MATCHED_LENGTH: Final = 100
"""Characters of a value that is matched."""
TIME_KINDS: Final = frozenset(TYPED_TIMES)
NUMBER_KINDS: Final = frozenset({"number", "range"})
_RISKY: Final = re.compile(r"\)\s*[*+?{]|\(\?(?!:)|\\[1-9kpPN]|\[[^\]]*\[|--|&&|~~|\|\|")
_REPEATS: Final = re.compile(r"(?<!\\)(?<!\()[*+?]|\{\d*,\d*\}")


def as_wanted(control: Control, value: str) -> str:
    """Return a value as a control wants it: a day in its order, all else as it is.

    >>> as_wanted(Control("d", "text", date_format="dmy."), "2027-03-05")
    '05.03.2027'
    """
    day = ISO_DAY.fullmatch(value.strip())
    if day is None or not control.date_format:
        return value
    parts = dict(zip("ymd", day.groups(), strict=True))
    return control.date_format[3:].join(parts[unit] for unit in control.date_format[:3])


def accepts(control: Control, value: str) -> bool:
    """Return whether a browser would send a value from a control."""
    length = len(value.encode("utf-16-le", "replace")) // 2
    if control.max_length and length > control.max_length:
        return False
    if value and length < control.min_length:
        return False
    if control.kind in NUMBER_KINDS:
        return _is_number_within(control, value)
    if control.kind in TIME_KINDS:
        return _is_time_within(control, value)
    if "\n" in value and control.kind != "textarea":
        return False
    return _matches(control.pattern, value)


def _is_number_within(control: Control, value: str) -> bool:
    if not TYPED_NUMBER.fullmatch(value):
        return False
    number = float(value)
    is_within = _number(control.low, -inf) <= number <= _number(control.high, inf)
    if not isfinite(number) or not is_within:
        return False
    if control.step.strip().casefold() == "any":
        return True
    away = (number - _number(control.low, 0.0)) / (_number(control.step, 1.0) or 1.0)
    return not isfinite(away) or abs(away - round(away)) < 1e-6


def _number(text: str, otherwise: float) -> float:
    return float(text) if TYPED_NUMBER.fullmatch(text.strip()) else otherwise


def _is_time_within(control: Control, value: str) -> bool:
    """Return whether a time keeps its limits; times sort as their texts do."""
    form = TYPED_TIMES[control.kind]
    if not form.fullmatch(value):
        return False
    low, high = control.low.strip(), control.high.strip()
    if form.fullmatch(low) and value < low:
        return False
    return not (form.fullmatch(high) and value > high)


def _matches(pattern: str, value: str) -> bool:
    compiled = _compiled(pattern) if 0 < len(pattern) <= MAX_PATTERN_LENGTH else None
    if compiled is None or len(value) > MAX_MATCHED_LENGTH or not value:
        return True
    return bool(compiled.fullmatch(value))


@lru_cache(maxsize=500)
def _compiled(pattern: str) -> re.Pattern[str] | None:
    """Return a pattern whose time is bounded, None for any other."""
    if _RISKY.search(pattern) or len(_REPEATS.findall(pattern)) > MAX_PATTERN_REPEATS:
        return None
    try:
        return re.compile(pattern)
    except (re.error, OverflowError, RecursionError):
        return None
