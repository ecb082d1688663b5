"""Hostile texts for an expression, made from the expression itself.

Backtracking is superlinear where a repeated part can be entered in many ways. So each part that
repeats gives a unit to pump: a text that the part matches, behind a text that leads up to it.

>>> sorted(pumps(re.compile("by (?:a )+in")))
[('', 'by a '), ('', 'by a in'), ('by ', 'a ')]
"""

import re
import re._constants as codes
import re._parser as parser
from collections.abc import Iterator
from typing import Any, Final

SIGNS: Final = "a1 -.,:/|()[]<>国年A_%&=;'\"!?+*#@\n\t·年и½"
"""Characters tried for a set of characters, in this order."""
CATEGORIES: Final = {
    codes.CATEGORY_DIGIT: str.isdigit,
    codes.CATEGORY_NOT_DIGIT: lambda sign: not sign.isdigit(),
    codes.CATEGORY_SPACE: str.isspace,
    codes.CATEGORY_NOT_SPACE: lambda sign: not sign.isspace(),
    codes.CATEGORY_WORD: lambda sign: sign.isalnum() or sign == "_",
    codes.CATEGORY_NOT_WORD: lambda sign: not (sign.isalnum() or sign == "_"),
}
REPEATS: Final = (codes.MAX_REPEAT, codes.MIN_REPEAT, codes.POSSESSIVE_REPEAT)


def _is_in(sign: str, items: Any) -> bool:
    for kind, value in items:
        if kind is codes.LITERAL and ord(sign) == value:
            return True
        if kind is codes.RANGE and value[0] <= ord(sign) <= value[1]:
            return True
        if kind is codes.CATEGORY and CATEGORIES[value](sign):
            return True
    return False


def _sign_in(items: Any) -> str:
    negated = items[0][0] is codes.NEGATE
    for sign in SIGNS:
        if _is_in(sign, items) is not negated:
            return sign
    first = items[0][1]
    return chr(first if isinstance(first, int) else first[0]) if not negated else "~"


def sample(parts: Any) -> str:
    """Return a text that a parsed expression matches, nearly always."""
    text = []
    for kind, value in parts:
        if kind is codes.LITERAL:
            text.append(chr(value))
        elif kind in (codes.NOT_LITERAL, codes.ANY):
            text.append("b" if value == ord("a") else "a")
        elif kind is codes.IN:
            text.append(_sign_in(value))
        elif kind is codes.BRANCH:
            text.append(sample(value[1][0]))
        elif kind is codes.SUBPATTERN:
            text.append(sample(value[-1]))
        elif kind is codes.ATOMIC_GROUP:
            text.append(sample(value))
        elif kind in REPEATS:
            text.append(sample(value[2]) * max(1, min(value[0], 3)))
    return "".join(text)


def _inner(kind: Any, value: Any) -> list[Any]:
    if kind is codes.SUBPATTERN:
        return [value[-1]]
    if kind is codes.BRANCH:
        return list(value[1])
    if kind in REPEATS:
        return [value[2]]
    if kind in (codes.ASSERT, codes.ASSERT_NOT):
        return [value[1]]
    return [value] if kind is codes.ATOMIC_GROUP else []


def _pumps(parts: Any, before: str) -> Iterator[tuple[str, str]]:
    lead = before
    for kind, value in parts:
        if kind in REPEATS and value[1] is not value[0]:
            unit = sample(value[2])
            yield lead, unit
            yield "", lead + unit
        for inner in _inner(kind, value):
            yield from _pumps(inner, lead)
        lead += sample([(kind, value)])
    yield "", lead


def pumps(pattern: re.Pattern[Any], most: int = 40) -> list[tuple[str, str]]:
    """Return texts to pump: what leads up to it, and the unit to repeat."""
    source = (
        pattern.pattern if isinstance(pattern.pattern, str) else pattern.pattern.decode("latin-1")
    )
    parts = parser.parse(source, pattern.flags & ~re.UNICODE & ~re.DEBUG)
    found = [(lead[:200], unit[:200]) for lead, unit in _pumps(parts, "") if unit]
    return list(dict.fromkeys(found))[:most]
