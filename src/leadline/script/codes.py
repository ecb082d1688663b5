"""Codes that a box takes in place of words, such as postal codes: their shape, by an example.

>>> box = DrawnBox("e.g. 41003", "[0-9]{5}", "numeric", 5)
>>> code_like(box, ()), nonsense_code("SW1A 1AA"), codes_in(["41003 Ashford", "No. 7"], "41003")
('41003', 'QQ0Q 0QQ', ['41003'])
>>> [code_like(DrawnBox("Search 2024 reports"), ()), code_like(DrawnBox("", most=5), ["12345"])]
['', '12345']
"""

import re
from collections.abc import Iterable
from typing import Final

from leadline.page.observed import DrawnBox

MIN_CODE_CHARACTERS: Final = 3
MAX_CODE_CHARACTERS: Final = 10
NUMBER_MODES: Final = frozenset({"numeric", "number", "tel", "decimal"})
"""Kinds of boxes that take digits."""
_CODE: Final = re.compile(
    r"(?<![\w.,])(?=[\w -]{0,8}\d)[A-Z]{0,3}\d[A-Z\d]{1,7}(?:[ -]?\d[A-Z\d]{1,3})?(?!\w)"
)
"""A code: digits, maybe with capital letters, in two parts at most."""


def code_like(box: DrawnBox | None, lines: Iterable[str]) -> str:
    """Return an example of the codes that a box takes, of its hint or the page; '' for words."""
    if box is None:
        return ""
    is_short = MIN_CODE_CHARACTERS <= box.most <= MAX_CODE_CHARACTERS
    if not (is_short or box.pattern or box.mode in NUMBER_MODES):
        return ""
    texts = (found[0] for text in (box.hint, *lines) for found in _CODE.finditer(text[:1_000]))
    fitting = (one for one in texts if len(one) >= MIN_CODE_CHARACTERS)
    if box.most:
        size = box.most if is_short and not box.hint else 0
        fitting = (one for one in fitting if len(one) <= box.most and size in (0, len(one)))
    return next(fitting, "")


def codes_in(texts: Iterable[str], like: str) -> list[str]:
    """Return the codes of the shape of one in some texts, each once."""
    shape = re.compile(rf"(?<![\w-]){''.join(map(_kind, like))}(?![\w-])")
    return list(dict.fromkeys(one for text in texts for one in shape.findall(text)))


def nonsense_code(like: str) -> str:
    """Return a code of the shape of one that nobody has."""
    return re.sub("[A-Z]", "Q", re.sub(r"\d", "0", like))


def _kind(sign: str) -> str:
    if sign.isdecimal():
        return r"\d"
    return "[A-Z]" if sign.isalpha() else re.escape(sign)
