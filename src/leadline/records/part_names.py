"""What a part of a text is called: by its label, the words beside it, or its kind.

>>> from leadline.records.templates import parts_in
>>> parts = parts_in("(score: {number}) by {rest} on {date}, {number} words, {number}")
>>> [part_name(part, ["7", "8", "9"]) for part in parts]
['score', 'by', 'date', 'words', '']
>>> [part_name(part, ["4", "14"]) for part in parts_in("[{number}%] Tags=[{rest}]")]
['%', 'Tags']
>>> part_name(parts[4], ["1999", "2001", "2003"])
'year'
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from leadline.records.types import learn_type

if TYPE_CHECKING:
    from collections.abc import Sequence

    from leadline.records.templates import Part

LABEL: Final = re.compile(r"([^\W\d_][^:：,;|()（）【\[]{0,30}?)(?:\s?[:：]|(?<!\s)[【(（\[])\s*$")
"""Words with a colon or bracket behind them, in front of a part."""
BEHIND: Final = re.compile(r"\s?([^\W\d_][^\s,;:|=()（）\[\]【】<>]{0,24}|%)")
BEFORE: Final = re.compile(r"([^\W\d_][^\s,;:|=()（）\[\]【】<>]{0,24})\s?$")
KIND_NAMES: Final = {
    "date": "date",
    "time": "time",
    "url": "address",
    "email": "email",
    "unit": "unit",
}


def part_name(part: Part, values: Sequence[str]) -> str:
    """A name for a part, '' where nothing tells one."""
    if label := LABEL.search(part.before):
        return label[1].rstrip(" =")
    if part.before.endswith(("/", "=")) and part.kind == "rest" and " " not in part.before:
        return "id"
    if part.kind in KIND_NAMES:
        return KIND_NAMES[part.kind]
    kind = learn_type(values).name
    if kind in ("year", "date", "time"):
        return kind
    behind = BEHIND.match(part.after) if part.kind in ("number", "amount", "quantity") else None
    before = BEFORE.search(part.before)
    return behind[1] if behind else before[1] if before else ""
