"""Query box and submit button: the control that takes words, and the button to press.

>>> form = QueryInterface("", "http://h/", "http://h/", "GET", (
...     Control("user", "email"), Control("q", "text"),
...     Control("go", "submit", value="Go"), Control("fulltext", "submit", value="Search")))
>>> query_control(form).name, choose_submit_button(form).name
('q', 'fulltext')
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from leadline.forms.lexicon import concepts, is_search_name
from leadline.model import BOX_KINDS, BUTTON_KINDS, Choice, Control, QueryInterface
from leadline.page.data_files import any_of

SCORE_BY_KIND: Final = {"search": 5.0, "text": 1.0, "textarea": -0.5, "url": -3.0, "tel": -4.0}
"""Scores by a control's kind, before name and label count; other kinds take no words."""

NEEDED: Final = "needed"
"""Role of controls that are only sent together with others of this role."""
SCORE_BY_ROLE: Final = {
    "query_text": 2.0, "attribute_text": 0.0, "": 0.0, "page_size": -10.0, NEEDED: -10.0
}  # fmt: skip
NARROW_ROLE_SCORE: Final = -1.0
"""Score of boxes for dates, prices, places: they take words only where no other does."""

MIN_BOX_SCORE: Final = -2.5
"""Score below which a box is for e-mail addresses, user names or traps."""

NEAR_SCORE: Final = 4.0
"""Score of a button that shares the nearest container with the box."""
MIN_BUTTON_SCORE: Final = -4.0
NO_BOX_SCORE: Final = -10.0
_LETTER: Final = re.compile(r"[^\W\d_]")
"""Buttons without a letter (+, ×, ») change rows or pages."""

TEXT_FIELD: Final = re.compile(any_of("leadline.forms", "text_field"), re.IGNORECASE)
"""Labels and names of fields whose texts are made of common words."""

LANGUAGE_ROLE: Final = "language"
"""Role of a choice of languages: another one may show the same records, translated."""
OTHER_BUTTON_PURPOSES: Final = frozenset(
    {"clear", "other_button", "order", "login", "register", "newsletter"}
)
"""Purposes of buttons that do not search."""

SUBMIT_KINDS: Final = frozenset({"submit", "image"})

PRESENTING_ROLES: Final = frozenset(
    {"sort", "sort_direction", "page_size", "view_option", "match_mode"}
    | {"other_function:site_search", "other_function:email", "terms"}
)
"""Roles of controls that change how records are found or shown, and hide none; or that agree."""


def query_control(interface: QueryInterface) -> Control | None:
    """Return the keyword box, else the likeliest text box, else None."""
    best, best_score = None, MIN_BOX_SCORE
    for control in interface.controls:
        score = box_score(control) + _role_score(control)
        if score > best_score:
            best, best_score = control, score
    return best


def word_boxes(interface: QueryInterface) -> list[Control]:
    """Return the boxes that may take any words, likeliest first.

    The keyword box stands alone. Where a form has a box for each attribute, titles and descriptions
    go first: common words stand there.
    """
    best = query_control(interface)
    if best is not None and (pairs := _pairs(interface)):
        return pairs
    if best is None or best.role == "query_text":
        return [best] if best is not None else []
    boxes = [
        control
        for control in interface.controls
        if control.kind in {"text", "search"}
        and box_score(control) + _role_score(control) > MIN_BOX_SCORE
    ]
    boxes.sort(key=lambda box: (not TEXT_FIELD.search(f"{box.label} {box.name}"), box != best))
    return boxes


def _pairs(interface: QueryInterface) -> list[Control]:
    """Return the likeliest box of each button where one form holds several searches.

    Those in the head of the page come last.
    """
    boxes: dict[tuple[int, ...], Control] = {}
    for control in interface.controls:
        score = box_score(control) + _role_score(control)
        if not control.buttons or score <= MIN_BOX_SCORE:
            continue
        other = boxes.get(control.buttons)
        if other is None or score > box_score(other) + _role_score(other):
            boxes[control.buttons] = control
    ways = [buttons for buttons in boxes if not any({*buttons} < {*more} for more in boxes)]
    if len(ways) < 2 or not any(boxes[one].in_head for one in ways):
        return []
    return sorted((boxes[one] for one in ways), key=lambda box: box.in_head)


def _role_score(control: Control) -> float:
    return SCORE_BY_ROLE.get(control.role, NARROW_ROLE_SCORE if control.role else 0.0)


def box_score(control: Control) -> float:
    """Return how likely a control is the keyword box, by kind, name, id and label."""
    if (
        control.kind not in SCORE_BY_KIND
        or control.honeypot
        or control.date_format
        or (not control.name and control.readonly)
    ):
        return NO_BOX_SCORE
    name = concepts(control.name) | concepts(control.element_id)
    label = concepts(control.label)
    score = SCORE_BY_KIND[control.kind] + 2.0 * is_search_name(control.name)
    score += 1.0 * is_search_name(control.element_id)
    score += 2.0 * ("search" in name) + 1.0 * ("search" in label)
    score -= 5.0 * bool({"email", "user", "password", "captcha"} & (name | label))
    score -= 3.0 * ("newsletter" in name | label)
    score -= 1.0 * control.disabled + 1.5 * control.readonly
    return score - 1.0 * (not control.name)


def choose_submit_button(interface: QueryInterface, box: Control | None = None) -> Control | None:
    """Return the button a person would press to search, None without one.

    A button beside the box goes first, if it may search: a form may hold several searches. Then one
    that says search, then the first after the keyword box. Buttons that clear, export, add or
    remove are never chosen; one that jumps to a record only if it is alone.
    """
    box = box or query_control(interface)
    near = box.buttons if box is not None else ()
    best, best_score = None, MIN_BUTTON_SCORE
    for control in interface.controls:
        if control.kind not in SUBMIT_KINDS or control.disabled:
            continue
        score = _button_score(control)
        score += 0.5 * (box is not None and control.node > box.node)
        score += NEAR_SCORE * (control.node in near and score > 0)
        if score > best_score:
            best, best_score = control, score
    return best


def _button_score(button: Control) -> float:
    shown = concepts(button_text(button))
    name = concepts(button.name) | concepts(button.element_id)
    score = 3.0 * ("search" in shown) + 1.0 * ("search" in name)
    text = button_text(button)
    score -= 2.0 * ("jump" in shown | name) + 3.0 * (bool(text) and not _LETTER.search(text))
    return (
        score - 5.0 * len(shown & OTHER_BUTTON_PURPOSES) - 2.0 * len(name & OTHER_BUTTON_PURPOSES)
    )


def button_text(button: Control) -> str:
    """Return what a reader sees on a button: its label, else its value."""
    return button.label or button.value


def control_groups(interface: QueryInterface) -> list[list[Control]]:
    """Return the controls that a person fills, in order; boxes of one name are one group."""
    groups: dict[object, list[Control]] = {}
    for at, control in enumerate(interface.controls):
        if control.kind not in BUTTON_KINDS | {"hidden"}:
            is_box = control.kind in BOX_KINDS and control.name
            key = (control.kind, control.name) if is_box else at
            groups.setdefault(key, []).append(control)
    return list(groups.values())


def as_select(group: Sequence[Control]) -> Control:
    """Return radio buttons of one name as a select of their labels."""
    choices = (Choice(b.value, b.label or b.value, b.checked, b.disabled) for b in group)
    return replace(group[0], kind="select", choices=tuple(choices))


def served_with(interface: QueryInterface, values: Mapping[str, Sequence[str]]) -> QueryInterface:
    """Return the interface as it would be served with other values, by control name."""
    controls = (
        _with_values(control, values[control.name]) if control.name in values else control
        for control in interface.controls
    )
    return replace(interface, controls=tuple(controls))


def _with_values(control: Control, values: Sequence[str]) -> Control:
    if control.kind == "select":
        choices = (replace(choice, selected=choice.value in values) for choice in control.choices)
        return replace(control, choices=tuple(choices))
    if control.kind in BOX_KINDS:
        return replace(control, checked=control.value in values)
    return replace(control, value=values[0] if values else "")
