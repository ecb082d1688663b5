"""Range pairs: two neighbouring controls that are the low and the high end of one range.

Both ends ask for what either of them says: "Price from" and a bare "to", ``pmin`` and ``pmax``,
two lists of the same years.

>>> controls = [Control("a", "text", "Price from"), Control("b", "text", "to")]
>>> roles = ["price_min", "attribute_text"]
>>> settle_range_pairs(controls, roles)
>>> roles
['price_min', 'price_max']
"""

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from leadline.domain.similarity import normalise
from leadline.forms.lexicon import RANGE_ENDS, is_bare_range_end, label_concepts, word_role_concepts
from leadline.forms.roles.evidence import RANGES, WHOLE_ROLES, name_concepts
from leadline.forms.words import name_words
from leadline.model import Control

HIGH_ROLES: Final = frozenset({"price_max", "date_to", "num_max"})
CHANGEABLE_ROLES: Final = frozenset({"attribute_text", "number", "category"})
"""Roles that a neighbour's range may change."""

_LOW_NUMBERED: Final = re.compile(r".*[1a]$", re.DOTALL)
"""Names like ``price1`` (beside ``price2``) and ``yeara``."""

LOW_HIGH_WORDS: Final = """min/max from/to von/bis start/end begin/end low/high lower/upper lo/hi
od/do ot/do fra/til van/tot desde/hasta low/top gte/lte after/before ini/fim ini/fin inicio/fim
inicio/fin inicial/final debut/fin du/au dal/al"""
"""Ends of names that distinguish the low control from the high one (``pmin``, ``pmax``)."""


def settle_range_pairs(controls: Sequence[Control], roles: list[str]) -> None:
    """Give the two ends of each range the roles of its low and its high end.

    Ends that name no concept are numbers. Where the form asks for dates too, "NOUN from" is a date,
    and a label that says no more than "from" is a place (journeys).
    """
    shown = [at for at, role in enumerate(roles) if role and role != "state"]
    names = {control.name for control in controls}
    for first, second in pairwise(shown):
        low, high = controls[first], controls[second]
        is_list = high.name.endswith("2") and f"{high.name[:-1]}3" in names
        if low.kind != high.kind or is_list or not _are_ends(low, high, roles[first]):
            continue
        ends = _end_roles(roles[first], roles[second], high)
        if ends:
            roles[first], roles[second] = ends
        elif roles[first] in CHANGEABLE_ROLES and roles[second] in CHANGEABLE_ROLES:
            says_from = "from" in label_concepts(low.label)
            if not says_from or not any(role.startswith("date") for role in roles):
                roles[first], roles[second] = RANGES["number"][:2]
            elif is_bare_range_end(low.label):
                roles[first] = roles[second] = "location"
            else:
                roles[first], roles[second] = RANGES["date"][:2]


def _end_roles(first: str, second: str, high: Control) -> tuple[str, str] | None:
    """Return the roles of the two ends; None if the second control asks for something else."""
    for concept, (low_role, high_role, whole) in RANGES.items():
        others = CHANGEABLE_ROLES | HIGH_ROLES | WHOLE_ROLES | {low_role}
        if first in {low_role, whole} and second in others:
            spoken = _spoken_ranges(high)
            return (low_role, high_role) if not spoken or concept in spoken else None
    return None


def _spoken_ranges(control: Control) -> set[str]:
    """Return the kinds of range that a control names; words like "max" alone mean any."""
    words = (*name_words(normalise(control.label)), *name_words(control.name))
    spoken = [word_role_concepts(word) for word in words]
    return {kind for kinds in spoken if not kinds & RANGE_ENDS for kind in kinds if kind in RANGES}


def _are_ends(low: Control, high: Control, role: str) -> bool:
    """Return whether two controls are the low and the high end of one range."""
    share_label = high.label in {"", low.label} or _says_only_to(high)
    if share_label and (_are_numbered(low, high) or _have_same_years(low, high, role)):
        return True
    if _are_low_and_high(low.name.casefold(), high.name.casefold()):
        return True
    first, second = label_concepts(low.label), label_concepts(high.label)
    if role in WHOLE_ROLES and _says_only_to(high):
        return "to" not in first
    first, second = first | name_concepts(low), second | name_concepts(high)
    return "from" in first and "to" in second and "to" not in first & second


def _says_only_to(control: Control) -> bool:
    """Return whether a label says no more than "to"."""
    only = len(name_words(control.label)) == 1
    return only and label_concepts(control.label) & RANGE_ENDS == {"to"}


def _are_numbered(low: Control, high: Control) -> bool:
    """Return whether names count two ends: ``day1`` and ``day2``, ``day`` and ``day_1``."""
    if low.kind == "select" or not low.name:
        return False
    if low.name[:-1] == high.name[:-1]:
        return bool(_LOW_NUMBERED.match(low.name)) and high.name[-1] in "2b"
    return high.name.rstrip("12").rstrip("_-") == low.name != high.name


def _have_same_years(low: Control, high: Control, role: str) -> bool:
    """Return whether two controls are selects of dates with the same choices."""
    texts = [[choice.text for choice in control.choices] for control in (low, high)]
    return role == "date" and len(texts[0]) > 2 and texts[0][1:-1] == texts[1][1:-1]


def _are_low_and_high(first: str, second: str) -> bool:
    """Return whether two names differ only in a word for low and one for high at their ends."""
    for pair in LOW_HIGH_WORDS.split():
        low, _, high = pair.partition("/")
        if first.endswith(low) and second == first[: -len(low)] + high:
            return True
        if first.startswith(low) and second == high + first[len(low) :]:
            return True
    return False
