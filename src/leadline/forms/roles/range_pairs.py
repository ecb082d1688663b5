"""Two controls side by side that are the low and the high end of one range.

What one of them is of, both are of: "Price from" and a bare "to", ``pmin`` and ``pmax``, two lists
of the same years.

>>> from leadline.model import Control
>>> controls = [Control("a", "text", "Price from"), Control("b", "text", "to")]
>>> roles = ["price_min", "attribute_text"]
>>> settle_pairs(controls, roles)
>>> roles
['price_min', 'price_max']
"""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from leadline.domain.similarity import normalise
from leadline.forms.role_lexicon import ENDS, ROLE_WORDS, label_concepts
from leadline.forms.roles.evidence import RANGES, WHOLES, name_concepts
from leadline.forms.words import name_words

if TYPE_CHECKING:
    from collections.abc import Sequence

    from leadline.model import Control

HIGHS: Final = frozenset({"price_max", "date_to", "num_max"})
LOOSE: Final = frozenset({"attribute_text", "number", "category"})
"""Roles that a neighbour's range may change."""


def settle_pairs(controls: Sequence[Control], roles: list[str]) -> None:
    """From and to that stand side by side share their meaning.

    Without one they are numbers, or places where the form asks for dates too (journeys).
    """
    shown = [i for i, role in enumerate(roles) if role and role != "state"]
    for first, second in pairwise(shown):
        one, other = controls[first], controls[second]
        if one.kind != other.kind or not _are_ends(one, other, roles[first]):
            continue
        found = _range_of(roles[first], roles[second], other)
        if found:
            roles[first], roles[second] = found
        elif roles[first] in LOOSE and roles[second] in LOOSE:
            bare = "from" in label_concepts(one.label) and len(name_words(one.label)) < 3
            travel = bare and any(role.startswith("date") for role in roles)
            ends = ("location", "location") if travel else RANGES["number"][:2]
            roles[first], roles[second] = ends


def _range_of(first: str, second: str, other: Control) -> tuple[str, str] | None:
    """The roles of the two ends, if the first one's has ends and the second is of no other kind."""
    for concept, (low, high, whole) in RANGES.items():
        if first in {low, whole} and second in LOOSE | HIGHS | WHOLES | {low}:
            spoken = _kinds_spoken(other)
            return (low, high) if not spoken or concept in spoken else None
    return None


def _kinds_spoken(control: Control) -> set[str]:
    """Which kinds of range a control speaks of; words like "max" alone mean any."""
    words = (*name_words(normalise(control.label)), *name_words(control.name))
    said = [ROLE_WORDS.word(word) for word in words]
    return {kind for one in said if not one & ENDS for kind in one if kind in RANGES}


NUMBERED: Final = re.compile(r".*[1a]$", re.DOTALL)
"""Names like ``price1`` and ``price2``, ``yeara`` and ``yearb``."""


TWINS: Final = (
    ("min", "max"), ("from", "to"), ("von", "bis"), ("start", "end"), ("begin", "end"),
    ("low", "high"), ("lower", "upper"), ("lo", "hi"), ("od", "do"), ("ot", "do"), ("fra", "til"),
    ("van", "tot"), ("desde", "hasta"), ("low", "top"), ("gte", "lte"), ("after", "before"),
)  # fmt: skip
"""Ends of names that tell the low control from the high one (``pmin``, ``pmax``)."""


def _are_ends(one: Control, other: Control, role: str) -> bool:
    """Whether two controls are the low and the high end of one range."""
    alike = other.label in {"", one.label} or _is_bare_end(other)
    if alike and (_are_numbered(one, other) or _have_same_years(one, other, role)):
        return True
    if _are_twins(one.name.casefold(), other.name.casefold()):
        return True
    low, high = label_concepts(one.label), label_concepts(other.label)
    if role in WHOLES and _is_bare_end(other):
        return "to" not in low
    low, high = low | name_concepts(one), high | name_concepts(other)
    return "from" in low and "to" in high and "to" not in low & high


def _is_bare_end(control: Control) -> bool:
    """Whether a label says no more than "to"."""
    only = len(name_words(control.label)) == 1
    return only and label_concepts(control.label) & ENDS == {"to"}


def _are_numbered(one: Control, other: Control) -> bool:
    twins = one.kind != "select" and one.name[:-1] == other.name[:-1]
    return twins and bool(NUMBERED.match(one.name)) and other.name[-1:] in "2b"


def _have_same_years(one: Control, other: Control, role: str) -> bool:
    """Two selects of dates with the same choices."""
    texts = [[choice.text for choice in control.choices] for control in (one, other)]
    return role == "date" and len(texts[0]) > 2 and texts[0][1:-1] == texts[1][1:-1]


def _are_twins(one: str, other: str) -> bool:
    """Whether two names differ in a word for low and one for high, at their ends."""
    for low, high in TWINS:
        if one.endswith(low) and other == one[: -len(low)] + high:
            return True
        if one.startswith(low) and other == high + one[len(low) :]:
            return True
    return False
