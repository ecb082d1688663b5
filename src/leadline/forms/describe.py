"""A query interface in the words of a person: each thing it asks, what it takes, how they hang
together.

Boxes of one name are one thing. The type of value is read from kind, role and choices; ranges,
dependent selects, limits, what is required and what no person sees are named.

>>> from leadline.page.dom import parse_html
>>> from leadline.forms.find import find_interfaces
>>> html = "<form>Year from <input name=a maxlength=4> to <input name=b> <button>Search</button>"
>>> for one in form_questions(find_interfaces(parse_html(html, "http://h/"))[0]):
...     print(one.label, one.role, one.value_type, one.limits, one.range_with, sep=" | ")
Year from | date_from | year | at most 4 characters | b
to | date_to | date |  | a
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from leadline.forms.roles.query_box import control_groups
from leadline.forms.submit.ranges import pair_range_ends
from leadline.model import BOX_KINDS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from leadline.model import Choice, Control, QueryInterface

VALUE_TYPE_BY_ROLE: Final = {
    "query_text": "words", "attribute_text": "text", "flag": "yes or no", "location": "place",
    "price_min": "price", "price_max": "price", "price_range": "price", "number": "number",
    "num_min": "number", "num_max": "number", "page_size": "number", "date": "date",
    "date_from": "date", "date_to": "date", "other_function:email": "e-mail",
}  # fmt: skip
_YEAR: Final = re.compile(r"\D{0,3}(?:1[5-9]|20)\d\d\D{0,3}")
YEAR_DIGITS: Final = 4
MIN_YEAR_CHOICE_SHARE: Final = 0.6


@dataclass(frozen=True, slots=True)
class FormQuestion:
    """One thing that a form asks; ``name`` is sent, ``label`` is read."""

    name: str
    label: str
    label_source: str
    kind: str
    role: str
    value_type: str
    choices: tuple[tuple[str, str], ...] = ()
    default: str = ""
    limits: str = ""
    required: bool = False
    multiple: bool = False
    depends_on: str = ""
    range_with: str = ""
    trap: bool = False


def form_questions(interface: QueryInterface) -> tuple[FormQuestion, ...]:
    """What a form asks, in its order; hidden controls and buttons left out."""
    groups = control_groups(interface)
    lows = pair_range_ends(groups)
    partner = lows | {high: low for low, high in lows.items()}
    return tuple(
        _question(group, groups[partner[at]][0].name if at in partner else "")
        for at, group in enumerate(groups)
    )


def _question(group: Sequence[Control], range_with: str) -> FormQuestion:
    first = group[0]
    many = len(group) > 1
    choices = [(c.value, c.label) for c in group] if many else _pairs(first.choices)
    return FormQuestion(
        name=first.name,
        label=first.group_label if many else first.label,
        label_source=first.label_source,
        kind=first.kind,
        role=first.role,
        value_type=value_type(first),
        choices=tuple(choices),
        default=", ".join(_defaults(group)),
        limits=_limits(first),
        required=any(c.required for c in group),
        multiple=first.multiple or (many and first.kind == "checkbox"),
        depends_on=first.depends_on,
        range_with=range_with,
        trap=first.honeypot,
    )


def _pairs(choices: Sequence[Choice]) -> list[tuple[str, str]]:
    return [(choice.value, choice.text) for choice in choices]


def _defaults(group: Sequence[Control]) -> list[str]:
    """What goes out when nobody touches it, in the words a reader sees."""
    if group[0].kind in BOX_KINDS:
        return [c.label or c.value for c in group if c.checked]
    if group[0].kind == "select":
        return [choice.text for choice in group[0].choices if choice.selected and choice.value]
    return [group[0].value] if group[0].value else []


def value_type(control: Control) -> str:
    """The type of value that a control takes."""
    found = VALUE_TYPE_BY_ROLE.get(control.role, "choice" if control.choices else "text")
    if found == "date" and (_are_years(control.choices) or control.max_length == YEAR_DIGITS):
        return "year"
    if found == "date" and control.kind in {"month", "week", "time"}:
        return control.kind
    return (
        "choice" if found in {"text", "place"} and control.kind in {"select", *BOX_KINDS} else found
    )


def _are_years(choices: Sequence[Choice]) -> bool:
    years = sum(bool(_YEAR.fullmatch(choice.text.strip())) for choice in choices)
    return bool(choices) and years > MIN_YEAR_CHOICE_SHARE * len(choices)


def _limits(control: Control) -> str:
    """The limits on what may be typed."""
    said = []
    if control.low or control.high:
        said.append(f"{control.low or '…'} to {control.high or '…'}")
    if control.step and control.step != "any":
        said.append(f"in steps of {control.step}")
    if control.min_length:
        said.append(f"at least {control.min_length} characters")
    if control.max_length:
        said.append(f"at most {control.max_length} characters")
    if control.pattern:
        said.append(f"like {control.pattern}")
    return ", ".join(said)
