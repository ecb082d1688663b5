"""Ranges of two controls: both ends are bound or none, the low end never above the high end.

Ranges are tiled, not crossed: n values give n pairs, not n squared. Values in steps of one (years,
rooms) are asked one by one, others (prices) from each to the next.

>>> from leadline.model import Choice
>>> def prices(*values): return tuple(Choice(v, v) for v in values)
>>> low = Control("a", "select", role="price_min", choices=prices("100", "500", "2000"))
>>> high = Control("b", "select", role="price_max", choices=prices("500", "2000", "9000"))
>>> [pair for pair, _ in tile_range(low, high, [])]
[('100', '500'), ('500', '2000'), ('2000', '9000')]
"""

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from leadline.forms.labels.placeholders import is_unrestricting
from leadline.forms.lexicon import label_concepts, role_concepts
from leadline.forms.roles.evidence import VALUE_CONCEPTS
from leadline.forms.submit.constraints import accepts
from leadline.model import Control

HIGH_ROLE_BY_LOW: Final = {"price_min": "price_max", "date_from": "date_to", "num_min": "num_max"}
MAX_CONTROLS_APART: Final = 3
"""Controls that may stand between the two ends (a unit, a select of units)."""

TILES_BETWEEN_LIMITS: Final = 10
"""Tiles of a range of which only the limits are known."""

_GROUPED_NUMBER: Final = re.compile(r"\d{1,3}(?:[ ,.'\u00a0]\d{3})+(?!\d)|\d+(?:\.\d+)?")
_NUMBER_OR_DAY: Final = re.compile(r"\d{1,9}(?:-\d{1,2}){0,2}")
_DATE: Final = re.compile(r"(\d{4})-(\d\d?)(?:-(\d\d?))?")

Key = tuple[float, ...]
Pair = tuple[tuple[str, str], float]


def pair_range_ends(groups: Sequence[list[Control]]) -> dict[int, int]:
    """Return the places of high ends by the places of their low ends among control groups."""
    pairs: dict[int, int] = {}
    for at, group in enumerate(groups):
        wanted = HIGH_ROLE_BY_LOW.get(group[0].role)
        if wanted is None or len(group) > 1:
            continue
        for other in range(at + 1, min(at + 1 + MAX_CONTROLS_APART, len(groups))):
            high = groups[other][0]
            if high.role == wanted and other not in pairs.values() and not _differ(group[0], high):
                pairs[at] = other
                break
    return pairs


def _differ(low: Control, high: Control) -> bool:
    """Return whether two ends ask for different things (the first year, the last kilometre)."""
    first, second = (
        (role_concepts(control.name) | label_concepts(control.label)) & frozenset(VALUE_CONCEPTS)
        for control in (low, high)
    )
    return bool(first and second) and first.isdisjoint(second)


def is_reversed(low: str, high: str) -> bool:
    """Return whether two ends of a range, numbers or days, stand the wrong way round.

    >>> is_reversed("2020", "2010"), is_reversed("9", "10"), is_reversed("2020-02-01", "2020-1-1")
    (True, False, True)
    """
    first, last = ([int(n) for n in re.findall(r"\d{1,9}", end)] for end in (low, high))
    if not (_NUMBER_OR_DAY.fullmatch(low) and _NUMBER_OR_DAY.fullmatch(high)):
        return False
    return len(first) == len(last) and first > last


def tile_range(low: Control, high: Control, known: Sequence[tuple[str, float]]) -> list[Pair]:
    """Return pairs of values, low to high: from choices, known values or limits."""
    if low.kind == "select" and high.kind == "select":
        lows, highs = _choices(low), _choices(high)
    else:
        values = list(known) or _limits(low, high)
        lows, highs = _keyed(low, values), _keyed(high, values)
    singles = low.role != "price_min" and _by_ones(sorted({key for key, _, _ in lows}))
    highs = sorted(highs, key=lambda keyed: keyed[0])
    pairs: list[Pair] = []
    for key, value, weight in sorted(lows, key=lambda keyed: keyed[0]):
        for end, other, theirs in highs:
            if end == key if singles else end > key:
                pairs.append(((value, other), min(weight, theirs)))
                break
    return sorted(pairs, key=lambda pair: -pair[1])


def order_key(value: str) -> Key | None:
    """Return where a number or a date stands among others, None for what is neither.

    >>> order_key("2019-03"), order_key("€ 1,200"), order_key("any")
    ((2019.0, 3.0, 0.0), (1200.0,), None)
    """
    date = _DATE.search(value)
    if date:
        return tuple(float(part or 0) for part in date.groups())
    number = _GROUPED_NUMBER.search(value)
    if number is None:
        return None
    text = number[0]
    return (float(re.sub(r"\D", "", text) if re.search(r"[ ,.'\u00a0]\d{3}$", text) else text),)


def _by_ones(keys: list[Key]) -> bool:
    """Return whether most values follow each other in steps of one."""
    steps = [b[-1] - a[-1] for a, b in pairwise(keys) if len(a) == len(b) == 1]
    return len(steps) < len(keys) - 1 or 2 * sum(step == 1 for step in steps) >= len(steps)


def _choices(control: Control) -> list[tuple[Key, str, float]]:
    keyed = []
    for choice in control.choices:
        if choice.disabled or is_unrestricting(choice.value, choice.text):
            continue
        key = order_key(choice.text) or order_key(choice.value)
        if key is not None:
            keyed.append((key, choice.value, 1.0))
    return keyed


def _keyed(control: Control, values: Sequence[tuple[str, float]]) -> list[tuple[Key, str, float]]:
    return [
        (key, value, weight)
        for value, weight in values
        if (key := order_key(value)) is not None and accepts(control, value)
    ]


def _limits(low: Control, high: Control) -> list[tuple[str, float]]:
    """Return values between the stated limits of a numeric range."""
    first, last = order_key(low.low), order_key(high.high)
    if not first or not last or len(first) > 1 or len(last) > 1 or last <= first:
        return []
    width = (last[0] - first[0]) / TILES_BETWEEN_LIMITS
    marks = [round(first[0] + width * step) for step in range(TILES_BETWEEN_LIMITS + 1)]
    return [(str(mark), 1.0) for mark in dict.fromkeys(marks)]
