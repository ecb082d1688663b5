"""Evidence for roles: concepts of a control's name, and kinds of choices.

>>> are_mostly([Choice("1", "Title"), Choice("2", "Author")], "field_names")
True
"""

import re
from collections.abc import Sequence
from typing import Final

from leadline.domain.similarity import normalise
from leadline.forms.lexicon import Concepts, role_concepts, word_set
from leadline.model import Choice, Control

VALUE_CONCEPTS: Final = ("price", "date", "location", "number")
"""Concepts of typed values, the most specific first."""

FRAMEWORK_PREFIX: Final = re.compile(r"^(?:data|form|search|filter)\[")
"""Containers that frameworks put around names; Italian dates are ``data`` too."""

MAX_SHORT_NAME_LENGTH: Final = 2
"""Characters of a name that says little beside a label."""

MAX_CHOICES_MATCHED: Final = 60
"""Choices of a select that are matched with an expression."""

MAX_CHOICES_COMPARED: Final = 40
"""Choices of a select that are looked up in a set of words."""

MIN_KNOWN_CHOICES: Final = 2
"""Choices that must be in a set of words for a select to be of that kind."""

MIN_KNOWN_SHARE: Final = 0.6
"""Share of the choices that must be in a set of words."""

RANGES: Final = {
    "price": ("price_min", "price_max", "price_range"),
    "date": ("date_from", "date_to", "date"),
    "number": ("num_min", "num_max", "number"),
}
"""Roles of the low end, the high end and the whole of a range, by concept."""

WHOLE_ROLES: Final = frozenset(whole for _, _, whole in RANGES.values())


def name_concepts(control: Control) -> Concepts:
    """Return the concepts of name and id, without the containers of frameworks."""
    if control.label and len(control.name) <= MAX_SHORT_NAME_LENGTH:
        return role_concepts(control.element_id)
    _, dollar, own = control.name.rpartition("$")
    if dollar:
        return role_concepts(own)
    return role_concepts(FRAMEWORK_PREFIX.sub("", own)) | role_concepts(control.element_id)


def range_role(concept: str, label: Concepts, name: Concepts) -> str:
    """Return the role of a concept: an end of its range if label or name speak of one."""
    if concept not in RANGES:
        return concept
    low, high, whole = RANGES[concept]
    for spoken in (label, name):
        if ("from" in spoken) != ("to" in spoken):
            return low if "from" in spoken else high
    return whole


def matching_share(choices: Sequence[Choice], pattern: re.Pattern[str]) -> float:
    """Return the share of the choices that match; the first may be a caption and is left out."""
    texts = [choice.text.strip() for choice in choices[:MAX_CHOICES_MATCHED]]
    rest = texts[1:] if len(texts) > 2 else texts
    return sum(bool(pattern.search(text)) for text in rest) / len(rest) if rest else 0.0


def are_places(choices: Sequence[Choice]) -> bool:
    """Return whether several well-known places are among the choices."""
    known = {normalise(choice.text) for choice in choices} & word_set("places")
    return len(known) >= MIN_KNOWN_CHOICES


def are_mostly(choices: Sequence[Choice], words: str) -> bool:
    """Return whether most choices are in a set of words (its name); a first "all" is left out."""
    names = word_set(words)
    texts = [normalise(c.text) or c.text.strip() for c in choices[:MAX_CHOICES_COMPARED]]
    known = sum(text in names for text in texts)
    if known < MIN_KNOWN_CHOICES:
        return False
    return known > MIN_KNOWN_SHARE * (len(texts) - (texts[0] not in names))


def are_months(choices: Sequence[Choice]) -> bool:
    """Return whether the choices are the months of a year."""
    texts = {normalise(choice.text) for choice in choices[:5]}
    return 12 <= len(choices) <= 14 and bool(texts & word_set("months"))
