"""What a part of a text is called: by its label, the words beside it, its kind or its type.

>>> from leadline.columns.templates.template import parts_in
>>> parts = parts_in("(score: {number}) by {rest} on {date}, {number} words, {number}")
>>> [part_name(part, ["7", "8", "9"]) for part in parts]
['score', 'by', 'date', 'words', '']
>>> [part_name(part, ["4", "14"]) for part in parts_in("[{number}%] Tags=[{rest}] ${amount}")]
['percent', 'Tags', 'price']
>>> [part_name(part, ["4", "14"]) for part in parts_in("{number} of {number} x {number} mm")]
['', 'size', 'size']
>>> part_name(parts[4], ["1999", "2001", "2003"]), part_name(parts[1], ["A-1", "B-7", "B-9"])
('year', 'by')
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from leadline.columns.templates.template import UNITS
from leadline.values.types import learn_type

if TYPE_CHECKING:
    from collections.abc import Sequence

    from leadline.columns.templates.template import TemplatePart

LABEL: Final = re.compile(r"([^\W\d_][^:：,;|()（）【\[]{0,30}?)(?:\s?[:：]|(?<!\s)[【(（\[])\s*$")
"""Words with a colon or bracket behind them, in front of a part."""
GIVEN: Final = re.compile(r"([^\W\d_][\w-]{0,24})=$")
"""The name of a value in an address or an order."""
BEHIND: Final = re.compile(r"\s?([^\W\d_][^\s,;:|=/()（）\[\]【】<>]{0,24})")
BEFORE: Final = re.compile(r"([^\W\d_][^\s,;:|=()（）\[\]【】<>]{0,24})\s?$")
KIND_NAMES: Final = {
    "date": "date", "time": "time", "url": "address", "email": "email", "unit": "unit",
    "measure": "size",
}  # fmt: skip
TYPE_NAMES: Final = {"year": "year", "date": "date", "time": "time", "money": "price"}
COUNTED: Final = frozenset({"number", "amount", "quantity"})
MONEY: Final = re.compile(r"[$€£¥￥₽₹₩]")
TIMES: Final = frozenset("x×хX")
"""Signs between the sides of a size."""
SIZED: Final = re.compile(rf"\s?{UNITS}")
SMALL: Final = 2
"""Letters of words that say nothing alone ("3 of 5")."""


def part_name(part: TemplatePart, values: Sequence[str]) -> str:
    """A name for a part, '' where nothing tells one."""
    if label := LABEL.search(part.before):
        return label[1].rstrip(" =")
    if given := GIVEN.search(part.before):
        return given[1]
    if part.kind in KIND_NAMES:
        return KIND_NAMES[part.kind]
    if known := TYPE_NAMES.get(learn_type(values).name):
        return known
    if part.kind in COUNTED and (counted := _counted(part)):
        return counted
    before = BEFORE.search(part.before)
    return before[1] if before else ""


def _counted(part: TemplatePart) -> str:
    """What a number is of: money, a share, a side, or what stands behind it."""
    beside = (part.before[-1:], part.after.strip()[:1])
    if any(map(MONEY.match, beside)):
        return "price"
    if beside[1] == "%":
        return "percent"
    if {part.before.strip(), part.after.strip()} & TIMES:
        return "size"
    behind = BEHIND.match(part.after)
    said = behind[1].rstrip(".") if behind else ""
    plain = said.isascii() and said.islower() and len(said) <= SMALL
    return "" if plain and not SIZED.match(part.after) else said
