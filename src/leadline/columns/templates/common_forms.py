"""Templates of common forms that need no alignment.

The forms are: one sign between all values, numbers with thousands signs, ranges of numbers, a state
with a detail, and names with a remark in brackets.

>>> common_form(["1,204", "87", "913"]), common_form(["46-198", "7-12", "310-312"])
('{number}', '{number}-{number}')
>>> list(separated_by_one_sign([f"{a}; {b}; ink; {n} cm" for n, (a, b) in enumerate(["AX"] * 24)]))
['{text}; {text}; {text}; {rest}']
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from leadline.columns.runs import ELLIPSES
from leadline.columns.templates.compiled import GROUPED_NUMBER
from leadline.columns.templates.separators import (
    MAX_PART_MEAN_CHARACTERS,
    MIN_TEXTS_FOR_STATISTICS,
    is_categorical,
)
from leadline.columns.templates.template import KINDS, compile_template

MIN_BRACKETED_SHARE: Final = 0.2
"""Share of names with brackets behind them from which these hold a value ("Go West (film)")."""
LIST_SIGNS: Final = ("; ", "；", " / ", " – ", " — ", " - ", ", ", "，", "、")
MIN_SAME_COUNT_SHARE: Final = 0.9
"""Share of texts with the same number of a sign from which the sign separates values."""
MAX_SEPARATORS: Final = 12
DETAIL_SIGNS: Final = (": ", "：", " - ", " / ", "/")
"""Signs between a state and its detail."""
PAIR_OF_NUMBERS: Final = re.compile(r"\d{1,9}/\d{1,9}")
DATE: Final = re.compile(KINDS["date"])
NUMBER_RANGE: Final = re.compile(r"(\d{1,3}(?:,\d{3})+|\d{1,9})-(\d{1,3}(?:,\d{3})+|\d{1,9})")


def common_form(texts: Sequence[str]) -> str:
    """Return the template if all texts are numbers, pairs or ranges of numbers, else ''."""
    if _are_grouped(texts):
        return "{number}"
    if all(map(PAIR_OF_NUMBERS.fullmatch, texts)):
        return "{number}/{number}"
    if _are_ranges(texts):
        return "{number}-{number}"
    return ""


def _are_ranges(texts: Sequence[str]) -> bool:
    """Whether all texts go from a number to a greater one of about its length ("46-198")."""
    ends = [
        tuple(end.replace(",", "") for end in match.groups())
        for text in texts
        if (match := NUMBER_RANGE.fullmatch(text))
    ]
    if len(ends) < len(texts) or any(int(low) > int(high) for low, high in ends):
        return False
    return 2 * sum(len(high) - len(low) <= 1 for low, high in ends) > len(ends)


def _are_grouped(texts: Sequence[str]) -> bool:
    """Whether all texts are numbers, some with commas between their thousands."""
    plain = all(map(GROUPED_NUMBER.fullmatch, texts))
    return plain and any(not text.isdigit() and "," in text for text in texts)


def with_optional_part(texts: Sequence[str]) -> list[str]:
    """Return the templates of texts of which some have a second part."""
    return _state_with_detail(texts) or _name_with_remark(texts)


def _state_with_detail(texts: Sequence[str]) -> list[str]:
    """Return the template of a state that has a detail in some records ("closed: fixed", "new")."""
    if not is_categorical(texts) or len(texts) < MIN_TEXTS_FOR_STATISTICS:
        return []
    for sign in DETAIL_SIGNS:
        share = sum(sign in text for text in texts) / len(texts)
        once = all(text.count(sign) <= 1 and not text.startswith(sign) for text in texts)
        if once and 0 < share < 1:
            return [f"{{text}}{sign}{{maybe}}"]
    return []


def _name_with_remark(texts: Sequence[str]) -> list[str]:
    """Return the templates of names of which some or all have a remark in brackets behind them."""
    if len(texts) < MIN_TEXTS_FOR_STATISTICS:
        return []
    if sum(map(len, texts)) > MAX_PART_MEAN_CHARACTERS * len(texts):
        return []
    for template in ("{rest} ({tail})", "{rest}（{tail}）"):
        read = compile_template(template)
        share = sum(read(text) is not None for text in texts) / len(texts)
        if share >= MIN_BRACKETED_SHARE:
            return [template, "{rest:0}"]
    return []


def separated_by_one_sign(texts: Sequence[str]) -> Iterator[str]:
    """Return templates of texts with the same number of a sign in nearly all, two or more.

    Lists have as many signs as members. Cut texts are left out, and signs that stand inside dates.
    """
    whole = [text for text in texts if not (text.startswith(ELLIPSES) or text.endswith(ELLIPSES))]
    for sign in LIST_SIGNS if len(whole) >= MIN_TEXTS_FOR_STATISTICS else ():
        count, times = Counter(text.count(sign) for text in whole).most_common(1)[0]
        if not 2 <= count <= MAX_SEPARATORS or times < MIN_SAME_COUNT_SHARE * len(whole):
            continue
        if all(sign in "".join(DATE.findall(text)) for text in whole[:MIN_TEXTS_FOR_STATISTICS]):
            continue
        rows = [text.split(sign) for text in whole if text.count(sign) == count]
        sizes = [sum(map(len, column)) for column in zip(*rows, strict=True)]
        rest = sizes.index(max(sizes))
        if max(sizes) <= MAX_PART_MEAN_CHARACTERS * len(rows):
            kinds = ["{text}"] * rest + ["{rest}"] + ["{tail}"] * (count - rest)
            yield sign.join(kinds)
