"""Names of the parts of a text: by label, by the words beside a part, by its kind or its type.

>>> from leadline.columns.templates.template import parts_in
>>> parts = parts_in("(score: {number}) by {rest} on {date}, {number} words, {number}")
>>> [part_name(part, ["7", "8", "9"]) for part in parts]
['score', 'by', 'date', 'words', '']
"""

import re
from collections.abc import Collection, Sequence
from typing import Final

from leadline.columns.templates.template import UNITS, TemplatePart
from leadline.page.data_files import LEXICON_FILE, read_table
from leadline.values.types import learn_type

PART_LABEL: Final = re.compile(
    r"([^\W\d_][^:：,;|()（）【\[]{0,30}?)(?:\s?[:：]|(?<!\s)[【(（\[])\s*$"
)
"""Words with a colon or bracket behind them, in front of a part."""
PARAMETER_NAME: Final = re.compile(r"([^\W\d_][\w-]{0,24})=$")
"""The name of a value in an address or a sort order."""
WORD_BEHIND: Final = re.compile(r"\s?([^\W\d_][^\s,;:|=/()（）\[\]【】<>]{0,24})")
WORD_BEFORE: Final = re.compile(r"([^\W\d_][^\s,;:|=()（）\[\]【】<>]{0,24})\s?$")
KIND_NAMES: Final = {
    "date": "date",
    "time": "time",
    "url": "address",
    "email": "email",
    "unit": "unit",
    "measure": "size",
}
TYPE_NAMES: Final = {"year": "year", "date": "date", "time": "time", "money": "price"}
COUNTED_KINDS: Final = frozenset({"number", "amount", "quantity"})
MONEY_SIGN: Final = re.compile(r"[$€£¥￥₽₹₩]")
TIMES_SIGNS: Final = frozenset(read_table("leadline.columns", LEXICON_FILE)["times_signs"])
"""Signs between the sides of a size."""
UNIT_BEHIND: Final = re.compile(rf"\s?{UNITS}")
MAX_PREPOSITION_LETTERS: Final = 2
"""Letters of words that name nothing alone ("3 of 5")."""


def part_name(part: TemplatePart, values: Sequence[str]) -> str:
    """Return a name for a part, '' where nothing tells one."""
    if label := PART_LABEL.search(part.before):
        return label[1].rstrip(" =")
    if parameter := PARAMETER_NAME.search(part.before):
        return parameter[1]
    if part.kind in KIND_NAMES:
        return KIND_NAMES[part.kind]
    if known := TYPE_NAMES.get(learn_type(values).name):
        return known
    if part.kind in COUNTED_KINDS and (counted := _counted(part)):
        return counted
    before = WORD_BEFORE.search(part.before)
    return before[1] if before else ""


def _counted(part: TemplatePart) -> str:
    """Return what a number counts: money, a share, a side, or the word behind it."""
    beside = (part.before[-1:], part.after.strip()[:1])
    if any(map(MONEY_SIGN.match, beside)):
        return "price"
    if beside[1] == "%":
        return "percent"
    if {part.before.strip(), part.after.strip()} & TIMES_SIGNS:
        return "size"
    behind = WORD_BEHIND.match(part.after)
    word = behind[1].rstrip(".") if behind else ""
    preposition = word.isascii() and word.islower() and len(word) <= MAX_PREPOSITION_LETTERS
    return "" if preposition and not UNIT_BEHIND.match(part.after) else word


def free_name(wanted: str, taken: Collection[str]) -> str:
    """Return a name, or the first that is not taken with a number behind it."""
    name, number = wanted, 2
    while name in taken:
        name, number = f"{wanted}_{number}", number + 1
    return name
