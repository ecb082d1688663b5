"""Reads JSON of any sender: bounded in depth, its numbers finite, its texts writable.

What the data nests deeper than ``MAX_JSON_NESTING`` is no data, so whoever walks through data may
recurse. A number that is none for a computer (``1e999``, ``NaN``, 5,000 digits) is None, half a
pair of surrogates is the sign for a character that cannot be read.

>>> read_json('{"a": [1, 1e999, "\\\\ud800!"]}')
{'a': [1, None, '\ufffd!']}
>>> read_json("[" * 101 + "]" * 101) is None, read_json("no data") is None
(True, True)
"""

import json
import re
from math import isfinite
from typing import Any, Final

MAX_JSON_NESTING: Final = 100
"""Lists and objects inside each other; deeper ones are no data of anybody."""
MAX_NUMBER_CHARACTERS: Final = 300
"""Characters of a number; a longer whole one fits into no decimal number."""
_LONG_NUMBER: Final = re.compile(r"\d(?:[eE]\+?\d{3}|\d{299})")
_SURROGATE: Final = re.compile(r"\\u[dD][89a-fA-F]")
_ESCAPE: Final = re.compile(
    r"\\(?:u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}"
    r"|(u[dD][89a-fA-F][0-9a-fA-F]{2})|.)",
    re.DOTALL,
)


def _whole(digits: str) -> int | None:
    return int(digits) if len(digits) <= MAX_NUMBER_CHARACTERS else None


def _decimal(digits: str) -> float | None:
    return number if isfinite(number := float(digits)) else None


_PLAIN: Final = json.JSONDecoder(parse_constant=lambda _: None)
_CAREFUL: Final = json.JSONDecoder(
    parse_constant=lambda _: None, parse_float=_decimal, parse_int=_whole
)


def read_json(text: str) -> Any:
    """Return what a JSON text says, None also where it is none or nested too deep."""
    text = text.strip(" \t\r\n\ufeff")
    data, end = json_value(text)
    return data if end == len(text) else None


def json_value(text: str, start: int = 0) -> tuple[Any, int]:
    """Return the value that begins at a place, None without one, and where its reading ended.

    >>> json_value("x=[1] + 2", 2), json_value("x=[1", 2)
    (([1], 5), (None, 4))
    """
    try:
        data, end = _decoded(text, start)
        if _SURROGATE.search(text, start, end):
            data, _ = _CAREFUL.raw_decode(_ESCAPE.sub(_writable, text[start:end]))
    except json.JSONDecodeError as fault:
        return None, fault.pos
    except (ValueError, RecursionError):
        return None, len(text)
    return data if is_shallow(data) else None, end


def _decoded(text: str, start: int) -> tuple[Any, int]:
    try:
        data, end = _PLAIN.raw_decode(text, start)
    except json.JSONDecodeError:
        raise
    except ValueError:  # more digits than Python reads
        return _CAREFUL.raw_decode(text, start)
    if _LONG_NUMBER.search(text, start, end):
        return _CAREFUL.raw_decode(text, start)
    return data, end


def _writable(escape: re.Match[str]) -> str:
    return "\\ufffd" if escape[1] else escape[0]


def is_shallow(data: Any, most: int = MAX_JSON_NESTING) -> bool:
    """Tell whether data nests no deeper than so many lists and maps, in linear time."""
    level = [data] if isinstance(data, dict | list) else []
    for _ in range(most):
        level = [
            inner
            for one in level
            for inner in (one.values() if type(one) is dict else one)
            if type(inner) is dict or type(inner) is list
        ]
        if not level:
            return True
    return False
