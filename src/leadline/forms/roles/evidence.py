"""What a control speaks of, for roles: concepts of its name, and kinds of choices.

>>> from leadline.model import Choice
>>> are_mostly([Choice("1", "Title"), Choice("2", "Author")], frozenset({"title", "author"}))
True
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from leadline.domain.similarity import normalise
from leadline.forms.role_lexicon import MONTHS, PLACES, ROLE_WORDS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from leadline.model import Choice, Control

FIELDS: Final = ("price", "date", "location", "number")
WRAPPER: Final = re.compile(r"^(?:data|form|search|filter)\[")
"""Containers that frameworks put around names; Italian dates are ``data`` too."""

SHORT_NAME: Final = 2
"""Letters of a name that says little beside a label."""

RANGES: Final = {
    "price": ("price_min", "price_max", "price_range"),
    "date": ("date_from", "date_to", "date"),
    "number": ("num_min", "num_max", "number"),
}
WHOLES: Final = frozenset(whole for _, _, whole in RANGES.values())


def name_concepts(control: Control) -> frozenset[str]:
    """What name and id speak of; containers of frameworks left out."""
    if control.label and len(control.name) <= SHORT_NAME:
        return frozenset()
    _, dollar, own = control.name.rpartition("$")
    if dollar:
        return ROLE_WORDS.read(own)
    return ROLE_WORDS.read(WRAPPER.sub("", own)) | ROLE_WORDS.read(control.element_id)


def ranged(concept: str, said: frozenset[str], named: frozenset[str]) -> str:
    """The end of a range that label or name speak of."""
    if concept not in RANGES:
        return concept
    low, high, whole = RANGES[concept]
    for spoken in (said, named):
        if ("from" in spoken) != ("to" in spoken):
            return low if "from" in spoken else high
    return whole


def share(choices: Sequence[Choice], pattern: re.Pattern[str]) -> float:
    texts = [choice.text.strip() for choice in choices[:60]]
    rest = texts[1:] if len(texts) > 2 else texts
    return sum(bool(pattern.search(text)) for text in rest) / len(rest) if rest else 0.0


def are_places(choices: Sequence[Choice]) -> bool:
    """Several well-known places among the choices."""
    return len({normalise(choice.text) for choice in choices} & PLACES) >= 2


def are_mostly(choices: Sequence[Choice], names: frozenset[str]) -> bool:
    """More than half of several choices are names of one kind; a first "all" does not count."""
    texts = [normalise(choice.text) or choice.text.strip() for choice in choices[:40]]
    known = sum(text in names for text in texts)
    return known >= 2 and known > 0.6 * (len(texts) - (texts[0] not in names))


def are_months(choices: Sequence[Choice]) -> bool:
    texts = {normalise(choice.text) for choice in choices[:5]}
    return 12 <= len(choices) <= 14 and bool(texts & MONTHS)
