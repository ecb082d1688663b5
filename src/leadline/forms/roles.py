"""What a control of a query interface is for: words, attribute, category, date, range, sort...

Rules over name, label and choices, most specific first; what the neighbours are decides only for
pairs (from and to of one thing) and for the one keyword box. Roles: ``query_text``,
``attribute_text``, ``category``, ``flag``, ``date``, ``date_from``, ``date_to``, ``number``,
``num_min``, ``num_max``, ``price_min``, ``price_max``, ``price_range``, ``location``,
``match_mode``, ``sort``, ``sort_direction``, ``page_size``, ``view_option``,
``other_function:site_search``, ``other_function:email``, ``other``; hidden controls are ``state``.

>>> from leadline.model import Choice, Control
>>> sizes = tuple(Choice(n, n) for n in ("10", "20", "50"))
>>> control_role(Control("n", "select", "Results per page", choices=sizes))
'page_size'
>>> control_role(Control("yfrom", "text", "Year from")), control_role(Control("au", "text", "作者"))
('date_from', 'attribute_text')
"""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from leadline.forms.choose import box_score
from leadline.forms.lexicon import concepts
from leadline.forms.role_words import (
    EXACT,
    FIELD_NAMES,
    MATCH_LABELS,
    MONTHS,
    OPERATORS,
    PAGE_PARTS,
    PLACES,
    ROLE_WORDS,
    SHOW,
    VIEWS,
    WHAT,
)
from leadline.forms.words import name_words
from leadline.knowledge.likeness import normalise

if TYPE_CHECKING:
    from collections.abc import Sequence

    from leadline.model import Choice, Control

_DIGITS: Final = re.compile(r"^\D{0,3}\d[\d.,\s]*\D{0,12}$")
_COUNT: Final = re.compile(
    r"^\d{1,4}(?:\s*(?:results?|items?|records?|hits|rows|per page|pro seite|par page|"
    r"条|條|件|筆|건))?\W*$"
)
_YEAR: Final = re.compile(r"^(?:1[5-9]|20)\d\d$")
FIELDS: Final = ("price", "date", "location", "number")
WRAPPER: Final = re.compile(r"^(?:data|form|search|filter)\[")
"""Containers that frameworks put around names; Italian dates are ``data`` too."""

SHORT_NAME: Final = 2

JOINS: Final = frozenset({"newsletter", "register"})
"""A box inside a query form that is labelled so takes an address."""

LETTERS: Final = frozenset({"message", "comment", "contact"})
NARROW: Final = frozenset({*FIELDS, "identifier"})
ENDS: Final = frozenset({"from", "to"})
HIGHS: Final = frozenset({"price_max", "date_to", "num_max"})
LOOSE: Final = frozenset({"attribute_text", "number", "category"})
_ASCENDING: Final = re.compile(r"asc|desc|auf|ab|升|降|昇|↑|↓|a-z|z-a|croiss", re.I)


def with_roles(controls: Sequence[Control], kind: str) -> list[Control]:
    """The controls of one form with their roles; pairs and the keyword box settled together."""
    roles = [control_role(control) for control in controls]
    _settle_pairs(controls, roles)
    if kind in {"search", "filter"}:
        _settle_query_text(controls, roles)
    return [
        replace(control, role=role) if role else control
        for control, role in zip(controls, roles, strict=True)
    ]


def control_role(control: Control) -> str:
    """The role a control has by itself, '' for buttons."""
    if control.kind in {"submit", "image", "reset", "button"}:
        return ""
    if control.kind == "hidden":
        return "state"
    said = label_concepts(control.group_label or control.label)
    named = _named(control)
    if control.kind in {"radio", "checkbox"}:
        return _box_role(control, said, named)
    if control.kind == "select":
        return _select_role(control, said, named)
    return _text_role(control, said, named)


def _named(control: Control) -> frozenset[str]:
    """What name and id speak of; containers of frameworks left out.

    A name of one or two letters says little beside a label.
    """
    if control.label and len(control.name) <= SHORT_NAME:
        return frozenset()
    _, dollar, own = control.name.rpartition("$")
    if dollar:
        return ROLE_WORDS.read(own)
    return ROLE_WORDS.read(WRAPPER.sub("", own)) | ROLE_WORDS.read(control.element_id)


def label_concepts(label: str) -> frozenset[str]:
    """What a label speaks of; ends of ranges only where its first or last word says so."""
    words = name_words(normalise(label))
    found = ROLE_WORDS.read(normalise(label)) - ENDS
    for word in (*words[:1], *words[-1:][::-1], "".join(words[:3])):
        if not word:
            continue
        ends = ROLE_WORDS.word(word) & ENDS
        if ends:
            return found | ends
    return found


def _box_role(control: Control, said: frozenset[str], named: frozenset[str]) -> str:
    if control.kind == "checkbox" and not control.group_label:
        return "flag"
    spoken = said | named
    for concept, role in (("sort", "sort"), ("view", "view_option"), ("page_size", "page_size")):
        if concept in spoken:
            return role
    if "match" in spoken or EXACT.search(control.label):
        return "match_mode"
    return _field(said, frozenset(), "category") if control.group_label else "category"


def _select_role(control: Control, said: frozenset[str], named: frozenset[str]) -> str:
    label = normalise(control.label)
    numeric = _share(control.choices, _DIGITS)
    if _share(control.choices, _ASCENDING) > 0.9 and len(control.choices) == 2:
        return "sort_direction"
    if "sort" in said or ("sort" in named and not said & set(FIELDS)):
        return "sort"
    counts = _share(control.choices, _COUNT) > 0.5
    if "page_size" in said or (counts and ("page_size" in named or SHOW.match(label))):
        return "page_size"
    if _share(control.choices, _YEAR) > 0.6 or _are_months(control.choices):
        return _ranged("date", said, named)
    if label in MATCH_LABELS or "match" in said or ("match" in named and not label):
        return "match_mode" if numeric < 0.7 else "number"
    if "view" in said or ("view" in named and not label) or _are_mostly(control.choices, VIEWS):
        return "view_option"
    if _are_mostly(control.choices, OPERATORS) or (
        _share(control.choices, EXACT) > 0.6 and not said
    ):
        return "match_mode"
    if not label and _are_mostly(control.choices, FIELD_NAMES):
        return "match_mode"
    if "category" in said and not said & {"price", "from", "to"}:
        return "category"
    if _are_places(control.choices):
        return "location"
    return _field(said, named, "") or ("number" if numeric > 0.7 else "category")


def _text_role(control: Control, said: frozenset[str], named: frozenset[str]) -> str:
    if control.kind in {"date", "month", "week", "datetime-local", "time"}:
        return _ranged("date", said, named)
    if control.kind == "email" or "email" in concepts(f"{control.name} {control.label}"):
        return "other_function:email"
    if not JOINS.isdisjoint(concepts(control.label)):
        return "other_function:email"
    if control.kind in {"number", "range"}:
        return _field(said, named, _ranged("number", said, named))
    if control.kind in {"password", "file"} or _is_letter(control):
        return "other"
    if "page_size" in said:
        return "page_size"
    if "without" in said | named:
        return "attribute_text"
    if _is_query(control, said):
        return "query_text"
    if "location" in said:
        return "location"
    if "identifier" in said or ("identifier" in named and not said):
        return "attribute_text"
    return _field(said, named, "attribute_text")


def _is_letter(control: Control) -> bool:
    """A large box in which a person writes to somebody."""
    return control.kind == "textarea" and not LETTERS.isdisjoint(
        concepts(control.label) | concepts(control.name)
    )


def _is_query(control: Control, said: frozenset[str]) -> bool:
    """A box named or labelled as one for words, and for nothing narrower."""
    if normalise(control.label) in WHAT:
        return True
    spoken = concepts(control.label)
    narrower = said & NARROW or "person" in spoken
    narrower = narrower or ("category" in said and "search" not in spoken)
    return (_is_named_for_words(control) or "search" in spoken) and not narrower


def _is_named_for_words(control: Control) -> bool:
    """Whether name and kind make a box one for words; a letter beside a label does not."""
    said = "".join(name_words(control.name))
    letter = len(said) == 1 and said != "q" and control.kind != "search"
    return box_score(control) >= 2.0 and not (letter and control.label)


def _field(said: frozenset[str], named: frozenset[str], otherwise: str) -> str:
    """Price, date, place or number: what the label says goes before what the name says."""
    for spoken in (said, named):
        for concept in FIELDS:
            if concept in spoken:
                return _ranged(concept, said, named)
        if "category" in spoken:
            break
    return otherwise


RANGES: Final = {
    "price": ("price_min", "price_max", "price_range"),
    "date": ("date_from", "date_to", "date"),
    "number": ("num_min", "num_max", "number"),
}
WHOLES: Final = frozenset(whole for _, _, whole in RANGES.values())


def _ranged(concept: str, said: frozenset[str], named: frozenset[str]) -> str:
    """The end of a range that label or name speak of."""
    if concept not in RANGES:
        return concept
    low, high, whole = RANGES[concept]
    for spoken in (said, named):
        if ("from" in spoken) != ("to" in spoken):
            return low if "from" in spoken else high
    return whole


def _settle_pairs(controls: Sequence[Control], roles: list[str]) -> None:
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
    low, high = low | _named(one), high | _named(other)
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


def _settle_query_text(controls: Sequence[Control], roles: list[str]) -> None:
    """A lone box is the keyword box; a site search in a page-wide form is another's."""
    shown = [i for i, role in enumerate(roles) if role and role != "state"]
    texts = [i for i in shown if roles[i] in {"query_text", "attribute_text"}]
    if len(texts) == 1 and box_score(controls[texts[0]]) > 0:
        said = concepts(controls[texts[0]].label)
        if not controls[texts[0]].label or "search" in said or len(shown) == 1:
            roles[texts[0]] = "query_text"
    for before, at in pairwise(shown):
        one, box = controls[before], controls[at]
        if roles[at] not in {"attribute_text", "query_text"} or box.label:
            continue
        if _are_mostly(one.choices, FIELD_NAMES):
            roles[at] = "query_text"
        elif one.label and _are_mostly(one.choices, OPERATORS):
            roles[at] = control_role(replace(box, label=one.label))
    apart = [i for i in shown if _is_page_search(controls[i])]
    if len(apart) < len(shown):
        for at in apart:
            if roles[at] == "query_text":
                roles[at] = "other_function:site_search"


def _is_page_search(control: Control) -> bool:
    """Named after the page's header, not after the form's matter."""
    words = name_words(f"{control.name} {control.element_id}")
    joined = "".join(words)
    said = name_words(control.label)
    whole_site = "site" in said[-2:] and "search" in concepts(control.label)
    return any(word in PAGE_PARTS for word in words) or "sitesearch" in joined or whole_site


def _share(choices: Sequence[Choice], pattern: re.Pattern[str]) -> float:
    texts = [choice.text.strip() for choice in choices[:60]]
    rest = texts[1:] if len(texts) > 2 else texts
    return sum(bool(pattern.search(text)) for text in rest) / len(rest) if rest else 0.0


def _are_places(choices: Sequence[Choice]) -> bool:
    """Several well-known places among the choices."""
    return len({normalise(choice.text) for choice in choices} & PLACES) >= 2


def _are_mostly(choices: Sequence[Choice], names: frozenset[str]) -> bool:
    """More than half of several choices are names of one kind; a first "all" does not count."""
    texts = [normalise(choice.text) or choice.text.strip() for choice in choices[:40]]
    known = sum(text in names for text in texts)
    return known >= 2 and known > 0.6 * (len(texts) - (texts[0] not in names))


def _are_months(choices: Sequence[Choice]) -> bool:
    texts = {normalise(choice.text) for choice in choices[:5]}
    return 12 <= len(choices) <= 14 and bool(texts & MONTHS)
