"""Roles of controls: what each control of a query interface asks for or sets.

Rules over name, label and choices, the most specific first. Neighbours decide only about the two
ends of a range and about the one keyword box. Roles: ``query_text``,
``attribute_text``, ``category``, ``flag``, ``date``, ``date_from``, ``date_to``, ``number``,
``num_min``, ``num_max``, ``price_min``, ``price_max``, ``price_range``, ``location``,
``match_mode``, ``sort``, ``sort_direction``, ``page_size``, ``view_option``,
``other_function:site_search``, ``other_function:email``, ``terms``, ``other``; hidden controls are
``state``.

>>> from leadline.model import Choice
>>> sizes = tuple(Choice(n, n) for n in ("10", "20", "50"))
>>> control_role(Control("n", "select", "Results per page", choices=sizes))
'page_size'
>>> control_role(Control("yfrom", "text", "Year from")), control_role(Control("au", "text", "作者"))
('date_from', 'attribute_text')
"""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Final

from leadline.domain.similarity import normalise
from leadline.forms.lexicon import (
    RANGE_ENDS,
    Concepts,
    concepts,
    is_search_name,
    label_concepts,
    match_choice,
    word_set,
)
from leadline.forms.roles.evidence import (
    VALUE_CONCEPTS,
    are_months,
    are_mostly,
    are_places,
    matching_share,
    name_concepts,
    range_role,
)
from leadline.forms.roles.query_box import box_score
from leadline.forms.roles.range_pairs import settle_range_pairs
from leadline.forms.roles.terms import TERMS_ROLE, is_terms_box
from leadline.forms.words import name_words
from leadline.model import BOX_KINDS, BUTTON_KINDS, Control
from leadline.page.data_files import any_of

_NUMBER_CHOICE: Final = re.compile(r"^\D{0,3}\d[\d.,\s]*\D{0,12}$")
_COUNT_CHOICE: Final = re.compile(
    rf"^\d{{1,4}}(?:\s*(?:{any_of('leadline.forms', 'counted')}))?\W*$"
)
_YEAR_CHOICE: Final = re.compile(r"^(?:1[5-9]|20)\d\d$")
_DIRECTION_CHOICE: Final = re.compile(any_of("leadline.forms", "direction_choice"), re.IGNORECASE)
_TOLERANCE_CHOICE: Final = re.compile(r"^(?:\+ ?/? ?[-–−]|±) ?\d")
_SHOW: Final = re.compile(any_of("leadline.forms", "show"), re.IGNORECASE)

MIN_NUMBER_SHARE: Final = 0.7
"""Share of a select's choices that must be numbers for it to ask for a number."""

MIN_YEAR_SHARE: Final = 0.6
"""Share of a select's choices that must be years for it to ask for a date."""

MIN_MATCH_SHARE: Final = 0.6
"""Share of a select's choices that must be ways to match for it to be a match mode."""

MIN_DIRECTION_SHARE: Final = 0.9
"""Share of two choices that must name a direction for them to be a direction of sorting."""

MIN_CHARACTERS_OF_WORDS: Final = 6
"""Characters that a keyword box takes at least."""
MIN_QUERY_NAME_SCORE: Final = 2.0
"""``box_score`` from which name and kind alone make a box one for words."""

SUBSCRIPTIONS: Final = frozenset({"newsletter", "register"})
"""Purposes in the label of a box that takes an e-mail address."""

MESSAGES: Final = frozenset({"message", "comment", "contact"})
"""Purposes of a text area in which a person writes to somebody."""

NARROW: Final = frozenset({*VALUE_CONCEPTS, "identifier"})
"""Concepts of a label that asks for less than any words."""


def with_roles(controls: Sequence[Control], kind: str) -> list[Control]:
    """Return the controls of one form with their roles; ranges and the keyword box settled."""
    roles = [control_role(control) for control in controls]
    boxes = Counter(control.name for control in controls if control.kind == "checkbox")
    for at, control in enumerate(controls):
        if roles[at] == "flag" and control.name and boxes[control.name] > 1:
            roles[at] = "category"
    settle_range_pairs(controls, roles)
    if kind in {"search", "filter"}:
        _settle_query_text(controls, roles)
    return [
        replace(control, role=role) if role else control
        for control, role in zip(controls, roles, strict=True)
    ]


def control_role(control: Control) -> str:
    """Return the role that a control has by itself, '' for buttons."""
    if control.kind in BUTTON_KINDS:
        return ""
    if control.kind == "hidden":
        return "state"
    label = label_concepts(control.group_label or control.label)
    if control.group_label and control.kind not in BOX_KINDS:
        label |= label_concepts(control.label) & RANGE_ENDS
    name = name_concepts(control)
    if control.kind in BOX_KINDS:
        return _box_role(control, label, name)
    if control.kind == "select":
        return (
            _presentation_role(control, label, name)
            or _match_role(control, label, name)
            or _choice_role(control, label, name)
        )
    return _text_role(control, label, name)


def _box_role(control: Control, label: Concepts, name: Concepts) -> str:
    if is_terms_box(control):
        return TERMS_ROLE
    if control.kind == "checkbox" and not control.group_label:
        return "flag"
    spoken = label | name
    for concept, role in (("sort", "sort"), ("view", "view_option"), ("page_size", "page_size")):
        if concept in spoken:
            return role
    if "match" in spoken or match_choice().search(control.label):
        return "match_mode"
    return _value_role(label, frozenset(), "category") if control.group_label else "category"


def _presentation_role(control: Control, label: Concepts, name: Concepts) -> str:
    """Return the role of a select that orders or pages the answer, '' for others."""
    choices = control.choices
    if len(choices) == 2 and matching_share(choices, _DIRECTION_CHOICE) > MIN_DIRECTION_SHARE:
        return "sort_direction"
    if "sort" in label or ("sort" in name and label.isdisjoint(VALUE_CONCEPTS)):
        return "sort"
    shows = "page_size" in name or _SHOW.match(normalise(control.label))
    if "page_size" in label or (shows and matching_share(choices, _COUNT_CHOICE) > 0.5):
        return "page_size"
    return ""


def _match_role(control: Control, label: Concepts, name: Concepts) -> str:
    """Return the role of a select of dates, of ways to match or of views, '' for others."""
    choices, text = control.choices, normalise(control.label)
    if matching_share(choices, _YEAR_CHOICE) > MIN_YEAR_SHARE or are_months(choices):
        return range_role("date", label, name)
    if text in word_set("match_labels") or "match" in label or ("match" in name and not text):
        is_number = matching_share(choices, _NUMBER_CHOICE) >= MIN_NUMBER_SHARE
        return "number" if is_number else "match_mode"
    if "view" in label or ("view" in name and not text) or are_mostly(choices, "views"):
        return "view_option"
    if matching_share(choices, _TOLERANCE_CHOICE) > MIN_MATCH_SHARE:
        return "match_mode"
    joins = are_mostly(choices, "operators")
    if joins or (not label and matching_share(choices, match_choice()) > MIN_MATCH_SHARE):
        return "match_mode"
    return "match_mode" if not text and are_mostly(choices, "field_names") else ""


def _choice_role(control: Control, label: Concepts, name: Concepts) -> str:
    """Return the role of a select that restricts what is found."""
    if "category" in label and not label & {"price", "from", "to"}:
        return "category"
    if are_places(control.choices):
        return "location"
    is_number = matching_share(control.choices, _NUMBER_CHOICE) > MIN_NUMBER_SHARE
    if is_number and {"number", "location"} <= label:
        return "number"
    return _value_role(label, name, "") or ("number" if is_number else "category")


def _text_role(control: Control, label: Concepts, name: Concepts) -> str:
    if control.kind in {"date", "month", "week", "datetime-local", "time"}:
        return range_role("date", label, name)
    if _takes_email(control):
        return "other_function:email"
    if control.kind in {"number", "range"}:
        return _value_role(label, name, range_role("number", label, name))
    if control.kind in {"password", "file"} or _is_message(control):
        return "other"
    if "page_size" in label:
        return "page_size"
    if is_search_name(control.label) and (
        "without" in label or match_choice().search(control.label)
    ):
        return "query_text"
    if "without" in label | name:
        return "attribute_text"
    if _is_query(control, label):
        return "query_text"
    if "location" in label:
        return "location"
    if "identifier" in label or ("identifier" in name and not label):
        return "attribute_text"
    return _value_role(label, name, "attribute_text")


def _takes_email(control: Control) -> bool:
    """Return whether a box takes an e-mail address, by its kind, name or label."""
    if control.kind == "email" or "email" in concepts(f"{control.name} {control.label}"):
        return True
    return not SUBSCRIPTIONS.isdisjoint(concepts(control.label))


def _is_message(control: Control) -> bool:
    """Return whether a control is a large box in which a person writes to somebody."""
    return control.kind == "textarea" and not MESSAGES.isdisjoint(
        concepts(control.label) | concepts(control.name)
    )


def _is_query(control: Control, label: Concepts) -> bool:
    """Return whether a box is named or labelled as one for words, and for nothing narrower."""
    if normalise(control.label) in word_set("what"):
        return True
    purposes = concepts(control.label)
    narrower = label & NARROW or "person" in purposes
    narrower = narrower or ("category" in label and "search" not in purposes)
    return (_is_made_for_words(control) or "search" in purposes) and not narrower


def _is_made_for_words(control: Control) -> bool:
    """Return whether name and kind make a box one for words; one letter beside a label does not."""
    name = "".join(name_words(control.name))
    letter = len(name) == 1 and name != "q" and control.kind != "search"
    return box_score(control) >= MIN_QUERY_NAME_SCORE and not (letter and control.label)


def _value_role(label: Concepts, name: Concepts, otherwise: str) -> str:
    """Return the role of a price, date, place or number; the label goes before the name."""
    for spoken in (label, name):
        for concept in VALUE_CONCEPTS:
            if concept in spoken:
                return range_role(concept, label, name)
        if "category" in spoken:
            break
    return otherwise


def _settle_query_text(controls: Sequence[Control], roles: list[str]) -> None:
    """Make a lone box the keyword box, and a box of the page's header a site search."""
    shown = [at for at, role in enumerate(roles) if role and role != "state"]
    texts = [at for at in shown if roles[at] in {"query_text", "attribute_text"}]
    if len(texts) == 1 and box_score(controls[texts[0]]) > 0 and not _is_short(controls[texts[0]]):
        label = controls[texts[0]].label
        if not label or "search" in concepts(label) or len(shown) == 1:
            roles[texts[0]] = "query_text"
    for before, at in pairwise(shown):
        select, box = controls[before], controls[at]
        if roles[at] not in {"attribute_text", "query_text"} or box.label:
            continue
        if are_mostly(select.choices, "field_names"):
            roles[at] = "query_text"
        elif select.label and are_mostly(select.choices, "operators"):
            roles[at] = control_role(replace(box, label=select.label))
    site_searches = [at for at in shown if _is_site_search(controls[at])]
    if len(site_searches) < len(shown):
        for at in site_searches:
            if roles[at] == "query_text":
                roles[at] = "other_function:site_search"


def _is_short(box: Control) -> bool:
    """Return whether a box takes no more than a year or a code."""
    return 0 < box.max_length < MIN_CHARACTERS_OF_WORDS


_OF_SITE: Final = re.compile(any_of("leadline.forms", "of_site"), re.IGNORECASE)


def names_site(control: Control) -> bool:
    """Return whether a text box says that it searches the pages of the site.

    >>> names_site(Control("q", "text", "Поиск по сайту")), names_site(Control("q", "text", "Site"))
    (True, False)
    """
    return control.kind in {"text", "search"} and _OF_SITE.search(control.label) is not None


def _is_site_search(control: Control) -> bool:
    """Return whether a control is named after the page's header, not after the form's matter."""
    words = name_words(f"{control.name} {control.element_id}")
    label = name_words(control.label)
    if not word_set("page_parts").isdisjoint(words) or "sitesearch" in "".join(words):
        return True
    return "site" in label[-2:] and "search" in concepts(control.label)
