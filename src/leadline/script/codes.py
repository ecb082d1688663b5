"""Codes and names of places that a box takes in place of words: what they are like, by an example.

>>> box = DrawnBox("e.g. 41003", "[0-9]{5}", "numeric", 5)
>>> code_like(box, ()), nonsense_code("SW1A 1AA"), codes_in(["41003 Ashford", "No. 7"], "41003")
('41003', 'QQ0Q 0QQ', ['41003'])
>>> [code_like(DrawnBox("Search 2024 reports"), ()), code_like(DrawnBox("", most=5), ["12345"])]
['', '12345']
>>> code_like(DrawnBox("", "[A-Z]{2}[0-9]{3}"), ["DE1234 or 20260", "KT301"])
'KT301'
>>> code_like(DrawnBox("for example San Juan or 1200", label="City"), ())
'San Juan'
"""

import re
from collections.abc import Iterable
from typing import Final

from leadline.page.data_files import any_of
from leadline.page.observed import DrawnBox

MIN_CODE_CHARACTERS: Final = 3
MAX_CODE_CHARACTERS: Final = 10
MAX_NAME: Final = 60
"""Characters of the name of a place."""
NUMBER_MODES: Final = frozenset({"numeric", "number", "tel", "decimal"})
"""Kinds of boxes that take digits."""
_CODE: Final = re.compile(
    r"(?<![\w.,])(?=[\w -]{0,8}\d)[A-Z]{0,3}\d[A-Z\d]{1,7}(?:[ -]?\d[A-Z\d]{1,3})?(?!\w)"
)
"""A code: digits, maybe with capital letters, in two parts at most."""


_PLACES: Final = re.compile(any_of("leadline.script", "place_box"), re.IGNORECASE)
_EXAMPLE: Final = re.compile(
    rf"(?:{any_of('leadline.script', 'for_example')})[\s:,'\"“„]{{0,4}}"
    r"((?-i:[^\W\d_][\w'’.-]{1,40}(?: [A-Z][\w'’-]{1,40}){0,3}))",
    re.IGNORECASE,
)
"""The name of a place behind words for "for example"."""
_PLAIN_PATTERN: Final = re.compile(
    r"\^?(?:(?:\[[\w\s-]{1,40}\]|\\[dws]|[\w -])(?:[?*+]|\{\d{1,2}(?:,\d{0,2})?\})?){1,8}\$?"
)
"""A pattern of so few parts that trying it on a short text cannot take long."""


def code_like(box: DrawnBox | None, lines: Iterable[str]) -> str:
    """Return an example of what a box takes, of its hint or the page: a code, or a place's name.

    '' where it takes words.
    """
    if box is None:
        return ""
    is_short = MIN_CODE_CHARACTERS <= box.most <= MAX_CODE_CHARACTERS
    if is_short or box.pattern or box.mode in NUMBER_MODES:
        texts = (found[0] for text in (box.hint, *lines) for found in _CODE.finditer(text[:1_000]))
        fitting = (one for one in texts if len(one) >= MIN_CODE_CHARACTERS)
        if box.most:
            size = box.most if is_short and not box.hint else 0
            fitting = (one for one in fitting if len(one) <= box.most and size in (0, len(one)))
        return next((one for one in fitting if _fits(box.pattern, one)), "")
    is_place = _PLACES.search(f"{box.label} {box.hint}") is not None
    example = _EXAMPLE.search(box.hint) if is_place else None
    return example[1] if example is not None else ""


def _fits(pattern: str, code: str) -> bool:
    """Tell whether a code is of a pattern; one that is not plain, or no pattern, fits all.

    >>> _fits("[A-Z]{2}", "K1"), _fits("[z-a]{2}", "K1"), _fits("[0-9]{5,2}", "K1")
    (False, True, True)
    """
    try:
        return not _PLAIN_PATTERN.fullmatch(pattern) or bool(re.fullmatch(pattern, code))
    except re.error:
        return True


def is_code(like: str) -> bool:
    """Tell whether an example is a code, and no name."""
    return any(map(str.isdecimal, like))


def values_like(text: str, like: str) -> list[str]:
    """Return what of the text of a record may be asked: a code like an example, or all of it."""
    return codes_in([text], like)[:1] if is_code(like) else [text][: len(text) <= MAX_NAME]


def codes_in(texts: Iterable[str], like: str) -> list[str]:
    """Return the codes of the shape of one in some texts, each once; none like a name."""
    if not is_code(like):
        return []
    shape = re.compile(rf"(?<![\w-]){''.join(map(_kind, like))}(?![\w-])")
    return list(dict.fromkeys(one for text in texts for one in shape.findall(text)))


def nonsense_code(like: str) -> str:
    """Return a code of the shape of one that nobody has."""
    return re.sub("[A-Z]", "Q", re.sub(r"\d", "0", like))


def _kind(sign: str) -> str:
    if sign.isdecimal():
        return r"\d"
    return "[A-Z]" if sign.isalpha() else re.escape(sign)
