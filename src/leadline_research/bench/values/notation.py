"""Readings compared: the notation in which a person writes what a value means.

>>> is_same("180 cm", "1.8 m", "quantity"), is_same("10..20 EUR", "10..20 EUR", "price")
(True, True)
>>> is_same("Jane Q. Austen", "jane q austen", "person"), is_same("cannot be read", "", "date")
(True, True)
>>> is_invented("2012-04", "2012-04-01"), is_invented("cannot be read", "2012")
(True, True)
"""

from __future__ import annotations

import math
import re
from typing import Final

from leadline.values.normal.lexicon import lexicon
from leadline.values.normal.text import text_key

CANNOT_BE_READ: Final = ("cannot be read", "")
NUMERIC: Final = ("price", "money", "number", "integer", "percentage", "quantity")
AMOUNT: Final = re.compile(
    r"(?P<low>-?\d+(?:\.\d+)?)?(?:(?P<dots>\.\.)(?P<high>-?\d+(?:\.\d+)?)?)?(?:\s+(?P<unit>[^\d\s].*))?"
)
SIZES: Final = re.compile(r"(?<=\d)\s*[x×]\s*(?=\d)")
APPROXIMATE: Final = "~?%"
PARTS: Final = re.compile(r"\d+|X+")
TOLERANCE: Final = 1e-4


def is_same(expected: str, key: str, kind: str) -> bool:
    """Tell whether a normal form is what a person expects, whatever unit and case they chose."""
    if expected.casefold() in CANNOT_BE_READ:
        return not key
    if not key:
        return False
    if kind in NUMERIC:
        return _same_amount(expected, key)
    if kind in ("date", "year"):
        return _plain_date(expected) == _plain_date(key)
    return _plain_text(expected) == _plain_text(key)


def is_invented(expected: str, key: str) -> bool:
    """Tell whether a date was read with a part that the expected date does not have."""
    if expected.casefold() in CANNOT_BE_READ:
        return bool(key)
    ours, theirs = _ends(key), _ends(expected)
    if len(ours) != len(theirs):
        return len(ours) > len(theirs)
    return any(
        len(own.strip("-").split("-")) > len(other.strip("-").split("-"))
        for own, other in zip(ours, theirs, strict=True)
    )


def _ends(date: str) -> list[str]:
    return [end for end in _plain_date(date).split("/") if end != ".."]


def _plain_date(date: str) -> str:
    return "".join(sign for sign in date.strip() if sign not in APPROXIMATE).upper()


def _plain_text(text: str) -> str:
    return " ".join(text_key(text).replace(".", " ").replace(",", " ").split())


def _same_amount(expected: str, key: str) -> bool:
    own, theirs = _amount(key), _amount(expected)
    if own is None or theirs is None or own[1] != theirs[1] or len(own[0]) != len(theirs[0]):
        return False
    return all(
        (a is None) == (b is None)
        and (a is None or b is None or math.isclose(a, b, rel_tol=TOLERANCE, abs_tol=1e-9))
        for a, b in zip(own[0], theirs[0], strict=True)
    )


def _amount(text: str) -> tuple[list[float | None], str] | None:
    """Return numbers in the base unit, and that unit; a range has two numbers, one may be None."""
    sizes = SIZES.split(text.strip())
    last = AMOUNT.fullmatch(sizes[-1].strip())
    if not last:
        return None
    unit, factor = _base(last["unit"] or "")
    if len(sizes) > 1:
        numbers = [*sizes[:-1], last["low"] or ""]
        return [float(number.split()[0]) * factor for number in numbers], unit
    ends = [last["low"], last["high"]] if last["dots"] else [last["low"]]
    return [float(end) * factor if end else None for end in ends], unit


def _base(name: str) -> tuple[str, float]:
    units = lexicon().units.get(name.casefold().strip())
    if name in lexicon().currencies.values() or not units:
        return name.strip(), 1.0
    return units[0].base, units[0].factor
