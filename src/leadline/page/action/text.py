"""Values of page scripts: texts, numbers, comparisons, and the methods that handlers use."""

from collections.abc import Callable
from math import ceil, floor, isfinite
from typing import Any, Final
from urllib.parse import quote, unquote, urlencode

from leadline.page.action.host import UNKNOWN, Gathered, Unknown

MAX_REPEATED: Final = 200_000
LARGEST_WHOLE: Final = 10**15
UNESCAPED: Final = "-_.!~*'()"


def plain(value: Any) -> str:
    """Return a value as text; what is not known is nothing.

    >>> plain(2.0), plain(True), plain(None), plain([1, "a"])
    ('2', 'true', 'null', '1,a')
    """
    if isinstance(value, str):
        return value
    if isinstance(value, bool):
        return "true" if value else "false"
    if value is None:
        return "null"
    if isinstance(value, int | float):
        return str(int(value)) if float(value).is_integer() and abs(value) < 1e15 else repr(value)
    if isinstance(value, list):
        return _joined(value, ",")
    return urlencode(value.held) if isinstance(value, Gathered) else ""


def _joined(items: list[Any], mark: str) -> str:
    """Return texts joined, as many as fit."""
    made, length = list[str](), 0
    for one in items:
        made.append("" if isinstance(one, list) else plain(one))
        length += len(made[-1]) + len(mark)
        if length > MAX_REPEATED:
            break
    return mark.join(made)


def truth(value: Any) -> bool | None:
    """Return whether a value counts as true, None where that is not known."""
    if isinstance(value, Unknown):
        return None
    if isinstance(value, str | bool | int | float) or value is None:
        return bool(value) and value == value
    return True


def number(value: Any) -> int | float | None:
    """Return a value as a number, None without one."""
    if isinstance(value, bool | int | float):
        return value
    if isinstance(value, str) and len(value) <= 40:
        try:
            found = float(value) if value.strip() else 0.0
        except ValueError:
            return None
        if not isfinite(found):
            return None
        return int(found) if found.is_integer() and abs(found) < 1e15 else found
    return None


def combined(sign: str, one: Any, other: Any) -> Any:
    """Return what a binary operator makes of two values.

    >>> combined("+", "a", 2), combined("*", 3, "20"), combined("==", "2", 2)
    ('a2', 60, True)
    """
    if sign == "+" and (isinstance(one, str | list) or isinstance(other, str | list)):
        return plain(one) + plain(other)
    if sign in ("==", "===", "!=", "!=="):
        return _equal(sign, one, other)
    left, right = number(one), number(other)
    if left is None or right is None:
        return UNKNOWN
    try:
        if sign not in _ARITHMETIC:
            return UNKNOWN
        made = _ARITHMETIC[sign](left, right)
        is_large = isinstance(made, int) and abs(made) > LARGEST_WHOLE
        return float(made) if is_large else made
    except (ZeroDivisionError, OverflowError, ValueError):
        return UNKNOWN


def _equal(sign: str, one: Any, other: Any) -> Any:
    if isinstance(one, Unknown) or isinstance(other, Unknown):
        return UNKNOWN
    same = one == other
    numbers = number(one), number(other)
    if len(sign) == 2 and isinstance(one, str) != isinstance(other, str) and None not in numbers:
        same = numbers[0] == numbers[1]
    return same if sign[0] == "=" else not same


_ARITHMETIC: Final[dict[str, Callable[[Any, Any], Any]]] = {
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
    "/": lambda a, b: a / b,
    "%": lambda a, b: a % b,
    "<": lambda a, b: a < b,
    ">": lambda a, b: a > b,
    "<=": lambda a, b: a <= b,
    ">=": lambda a, b: a >= b,
}


def _whole(value: Any = "", *_: Any) -> Any:
    """Return the whole number that a text begins with."""
    text = plain(value).strip()[:20]
    digits = ""
    for sign in text:
        if not (sign.isdecimal() or (sign in "+-" and not digits)):
            break
        digits += sign
    return int(digits) if digits.strip("+-").isascii() and digits.strip("+-") else UNKNOWN


def _encoded(value: Any = "", *_: Any) -> str:
    return quote(plain(value), safe=UNESCAPED)


NATIVES: Final[dict[str, Callable[..., Any]]] = {
    "parseInt": _whole,
    "parseFloat": lambda value="", *_: _or_unknown(number(plain(value))),
    "Number": lambda value="", *_: _or_unknown(number(value)),
    "String": lambda value="", *_: plain(value),
    "Boolean": lambda value=False, *_: bool(truth(value)),
    "encodeURIComponent": _encoded,
    "encodeURI": lambda value="", *_: quote(plain(value), safe=UNESCAPED + ";/?:@&=+$,#%"),
    "escape": lambda value="", *_: quote(plain(value), safe="@*_+-./"),
    "decodeURIComponent": lambda value="", *_: unquote(plain(value)),
    "unescape": lambda value="", *_: unquote(plain(value)),
    "isNaN": lambda value="", *_: number(value) is None,
}


def _or_unknown(value: Any) -> Any:
    return UNKNOWN if value is None else value


def _counted(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return a function of numbers, for values of a script."""

    def counted(*values: Any) -> Any:
        found = [one for one in map(number, values) if one is not None]
        return function(*found) if found and len(found) == len(values) else UNKNOWN

    return counted


MATH: Final[dict[str, Callable[..., Any]]] = {
    "ceil": _counted(lambda value, *_: ceil(value)),
    "floor": _counted(lambda value, *_: floor(value)),
    "round": _counted(lambda value, *_: floor(value + 0.5)),
    "abs": _counted(lambda value, *_: abs(value)),
    "max": _counted(lambda *values: max(values)),
    "min": _counted(lambda *values: min(values)),
}


def _place(value: Any) -> int:
    """Return a place in a text."""
    found = number(value)
    return int(found) if found is not None and isfinite(found) else 0


def _cut(text: str, first: Any = 0, stop: Any = None, *_: Any) -> str:
    low = max(0, _place(first))
    return text[low:] if stop is None else text[low : max(low, _place(stop))]


def _cut_from(text: str, first: Any = 0, length: Any = None, *_: Any) -> str:
    low = _place(first)
    low = max(0, low if low >= 0 else len(text) + low)
    return text[low:] if length is None else text[low : low + max(0, _place(length))]


def _replaced(text: str, old: Any = "", new: Any = "", *_: Any) -> Any:
    if isinstance(old, Unknown) and new == "":  # white space is cut off, in nearly all scripts
        return text.strip()
    if not isinstance(old, str) or not isinstance(new, str) or len(new) > 1000:
        return UNKNOWN
    return text.replace(old, new, 1)


def _split(text: str, mark: Any = ",", *_: Any) -> Any:
    return list(text.split(mark)) if isinstance(mark, str) and mark else list(text)


def _appended(items: list[Any], *more: Any) -> int:
    items += more
    return len(items)


_TEXT_METHODS: Final[dict[str, Callable[..., Any]]] = {
    "toString": lambda text, *_: text,
    "valueOf": lambda text, *_: text,
    "trim": lambda text, *_: text.strip(),
    "toLowerCase": lambda text, *_: text.lower(),
    "toUpperCase": lambda text, *_: text.upper(),
    "substring": _cut,
    "slice": _cut,
    "substr": _cut_from,
    "charAt": lambda text, at=0, *_: _cut_from(text, at, 1),
    "indexOf": lambda text, part="", *_: text.find(plain(part)),
    "lastIndexOf": lambda text, part="", *_: text.rfind(plain(part)),
    "concat": lambda text, *more: text + "".join(map(plain, more)),
    "replace": _replaced,
    "split": _split,
    "startsWith": lambda text, part="", *_: text.startswith(plain(part)),
    "includes": lambda text, part="", *_: plain(part) in text,
}
METHODS: Final[dict[str, dict[str, Callable[..., Any]]]] = {
    "str": _TEXT_METHODS,
    "num": {"toString": lambda value, *_: plain(value), "toFixed": lambda value, *_: plain(value)},
    "list": {
        "join": lambda items, mark=",", *_: _joined(items, plain(mark)),
        "push": _appended,
        "toString": lambda items, *_: plain(items),
    },
}
