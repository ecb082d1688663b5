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

from leadline.domain.similarity import normalise
from leadline.forms.lexicon import concepts
from leadline.forms.role_lexicon import (
    ENDS,
    EXACT,
    FIELD_NAMES,
    MATCH_LABELS,
    OPERATORS,
    PAGE_PARTS,
    SHOW,
    VIEWS,
    WHAT,
    label_concepts,
)
from leadline.forms.roles.evidence import (
    FIELDS,
    are_months,
    are_mostly,
    are_places,
    name_concepts,
    ranged,
    share,
)
from leadline.forms.roles.query_box import box_score
from leadline.forms.roles.range_pairs import settle_pairs
from leadline.forms.words import name_words

if TYPE_CHECKING:
    from collections.abc import Sequence

    from leadline.model import Control

_DIGITS: Final = re.compile(r"^\D{0,3}\d[\d.,\s]*\D{0,12}$")
_COUNT: Final = re.compile(
    r"^\d{1,4}(?:\s*(?:results?|items?|records?|hits|rows|per page|pro seite|par page|"
    r"条|條|件|筆|건))?\W*$"
)
_YEAR: Final = re.compile(r"^(?:1[5-9]|20)\d\d$")


JOINS: Final = frozenset({"newsletter", "register"})
"""A box inside a query form that is labelled so takes an address."""

LETTERS: Final = frozenset({"message", "comment", "contact"})
NARROW: Final = frozenset({*FIELDS, "identifier"})
_ASCENDING: Final = re.compile(r"asc|desc|auf|ab|升|降|昇|↑|↓|a-z|z-a|croiss", re.I)


def with_roles(controls: Sequence[Control], kind: str) -> list[Control]:
    """The controls of one form with their roles; pairs and the keyword box settled together."""
    roles = [control_role(control) for control in controls]
    settle_pairs(controls, roles)
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
    if control.group_label and control.kind not in {"radio", "checkbox"}:
        said |= label_concepts(control.label) & ENDS
    named = name_concepts(control)
    if control.kind in {"radio", "checkbox"}:
        return _box_role(control, said, named)
    if control.kind == "select":
        return _select_role(control, said, named)
    return _text_role(control, said, named)


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
    numeric = share(control.choices, _DIGITS)
    if share(control.choices, _ASCENDING) > 0.9 and len(control.choices) == 2:
        return "sort_direction"
    if "sort" in said or ("sort" in named and not said & set(FIELDS)):
        return "sort"
    counts = share(control.choices, _COUNT) > 0.5
    if "page_size" in said or (counts and ("page_size" in named or SHOW.match(label))):
        return "page_size"
    if share(control.choices, _YEAR) > 0.6 or are_months(control.choices):
        return ranged("date", said, named)
    if label in MATCH_LABELS or "match" in said or ("match" in named and not label):
        return "match_mode" if numeric < 0.7 else "number"
    if "view" in said or ("view" in named and not label) or are_mostly(control.choices, VIEWS):
        return "view_option"
    if are_mostly(control.choices, OPERATORS) or (share(control.choices, EXACT) > 0.6 and not said):
        return "match_mode"
    if not label and are_mostly(control.choices, FIELD_NAMES):
        return "match_mode"
    if "category" in said and not said & {"price", "from", "to"}:
        return "category"
    if are_places(control.choices):
        return "location"
    if numeric > 0.7 and {"number", "location"} <= said:
        return "number"
    return _field(said, named, "") or ("number" if numeric > 0.7 else "category")


def _text_role(control: Control, said: frozenset[str], named: frozenset[str]) -> str:
    if control.kind in {"date", "month", "week", "datetime-local", "time"}:
        return ranged("date", said, named)
    if control.kind == "email" or "email" in concepts(f"{control.name} {control.label}"):
        return "other_function:email"
    if not JOINS.isdisjoint(concepts(control.label)):
        return "other_function:email"
    if control.kind in {"number", "range"}:
        return _field(said, named, ranged("number", said, named))
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
    return (_is_made_for_words(control) or "search" in spoken) and not narrower


def _is_made_for_words(control: Control) -> bool:
    """Whether name and kind make a box one for words; a letter beside a label does not."""
    said = "".join(name_words(control.name))
    letter = len(said) == 1 and said != "q" and control.kind != "search"
    return box_score(control) >= 2.0 and not (letter and control.label)


def _field(said: frozenset[str], named: frozenset[str], otherwise: str) -> str:
    """Price, date, place or number: what the label says goes before what the name says."""
    for spoken in (said, named):
        for concept in FIELDS:
            if concept in spoken:
                return ranged(concept, said, named)
        if "category" in spoken:
            break
    return otherwise


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
        if are_mostly(one.choices, FIELD_NAMES):
            roles[at] = "query_text"
        elif one.label and are_mostly(one.choices, OPERATORS):
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
