"""Templates of a few common forms, which need no alignment: one sign between all values, numbers
with thousands, ranges, a state told more closely, names told apart in brackets.

>>> of_one_form(["1,204", "87", "913"]), of_one_form(["46-198", "7-12", "310-312"])
('{number}', '{number}-{number}')
>>> list(of_one_sign([f"{a}; {b}; ink; {n} cm" for n, (a, b) in enumerate(["AX", "BY"] * 12)]))
['{text}; {text}; {text}; {rest}']
"""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING, Final

from leadline.columns.runs import ELLIPSES
from leadline.columns.templates.compiled import GROUPED
from leadline.columns.templates.separators import LONG, MANY, is_categorical
from leadline.columns.templates.template import KINDS, compile_template

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

QUALIFIED: Final = 0.2
"""Share of names with brackets behind them from which these hold a value ("Go West (film)")."""
PARTING: Final = ("; ", "；", " / ", " – ", " — ", " - ", ", ", "，", "、")
SAME_COUNT: Final = 0.9
"""Share of texts with the same number of a sign that makes it part values."""
MOST_PARTS: Final = 12
PAIR: Final = re.compile(r"\d{1,9}/\d{1,9}")
DATE: Final = re.compile(KINDS["date"])
RANGE: Final = re.compile(r"(\d{1,3}(?:,\d{3})+|\d{1,9})-(\d{1,3}(?:,\d{3})+|\d{1,9})")


def of_one_form(held: Sequence[str]) -> str:
    """The template of texts that are all of one of these forms, '' if they are of none."""
    if _are_grouped(held):
        return "{number}"
    if all(map(PAIR.fullmatch, held)):
        return "{number}/{number}"
    if _are_ranges(held):
        return "{number}-{number}"
    return ""


def _are_ranges(held: Sequence[str]) -> bool:
    """Whether all texts go from a number to a greater one like it ("46-198"): codes do not."""
    ends = [
        tuple(end.replace(",", "") for end in match.groups())
        for text in held
        if (match := RANGE.fullmatch(text))
    ]
    if len(ends) < len(held) or any(int(low) > int(high) for low, high in ends):
        return False
    return 2 * sum(len(high) - len(low) <= 1 for low, high in ends) > len(ends)


def with_optional_part(held: Sequence[str]) -> list[str]:
    """The templates of texts of which some have a part more."""
    return _optional(held) or _qualified(held)


def _are_grouped(held: Sequence[str]) -> bool:
    """Whether all texts are numbers, some with signs between their thousands."""
    plain = all(map(GROUPED.fullmatch, held))
    return plain and any(not text.isdigit() and "," in text for text in held)


def _optional(held: Sequence[str]) -> list[str]:
    """The template of a state that some records tell more closely ("closed: fixed", "new")."""
    if not is_categorical(held) or len(held) < MANY:
        return []
    for sign in (": ", "：", " - ", " / ", "/"):
        share = sum(sign in text for text in held) / len(held)
        once = all(text.count(sign) <= 1 and not text.startswith(sign) for text in held)
        if once and 0 < share < 1:
            return [f"{{text}}{sign}{{maybe}}"]
    return []


def _qualified(held: Sequence[str]) -> list[str]:
    """The templates of names of which some have something in brackets behind them."""
    if len(held) < MANY or sum(map(len, held)) > LONG * len(held):
        return []
    for template in ("{rest} ({tail})", "{rest}（{tail}）"):
        read = compile_template(template)
        share = sum(read(text) is not None for text in held) / len(held)
        if QUALIFIED <= share < 1:
            return [template, "{rest:0}"]
    return []


def of_one_sign(held: Sequence[str]) -> Iterator[str]:
    """The template of texts with the same number of a sign in nearly all, two or more: lists have
    as many as they have members. Texts that were cut tell nothing, nor does a sign inside dates.
    """
    whole = [text for text in held if not text.startswith(ELLIPSES) and not text.endswith(ELLIPSES)]
    for sign in PARTING if len(whole) >= MANY else ():
        count, times = Counter(text.count(sign) for text in whole).most_common(1)[0]
        if not 2 <= count <= MOST_PARTS or times < SAME_COUNT * len(whole):
            continue
        if all(sign in "".join(DATE.findall(text)) for text in whole[:MANY]):
            continue
        parted = [text.split(sign) for text in whole if text.count(sign) == count]
        sizes = [sum(map(len, column)) for column in zip(*parted, strict=True)]
        rest = sizes.index(max(sizes))
        if max(sizes) <= LONG * len(parted):
            kinds = ["{text}"] * rest + ["{rest}"] + ["{tail}"] * (count - rest)
            yield sign.join(kinds)
