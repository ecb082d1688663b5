"""Questions of a query interface: what it asks for, which values it takes, what belongs together.

Boxes of one name are one question. The type of value comes from kind, role and choices. Ranges,
dependent selects, limits, required fields and honeypots are named.

>>> from leadline.page.dom import parse_html
>>> from leadline.forms.find import find_interfaces
>>> html = "<form>Year from <input name=a maxlength=4> to <input name=b> <button>Search</button>"
>>> for question in form_questions(find_interfaces(parse_html(html, "http://h/"))[0]):
...     print(question.label, question.role, question.value_type, question.limits, sep=" | ")
Year from | date_from | year | at most 4 characters
to | date_to | date |
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from leadline.forms.roles.query_box import control_groups
from leadline.forms.submit.ranges import pair_range_ends
from leadline.model import BOX_KINDS, BUTTON_KINDS, Choice, Control, QueryInterface
from leadline.page.data_files import any_of

ROLES_BY_VALUE_TYPE: Final = {
    "words": ("query_text",),
    "text": ("attribute_text",),
    "yes or no": ("flag",),
    "place": ("location",),
    "price": ("price_min", "price_max", "price_range"),
    "number": ("number", "num_min", "num_max", "page_size"),
    "date": ("date", "date_from", "date_to"),
    "e-mail": ("other_function:email",),
}
VALUE_TYPE_BY_ROLE: Final = {
    role: value_type for value_type, roles in ROLES_BY_VALUE_TYPE.items() for role in roles
}
_UNTYPED: Final = BUTTON_KINDS | {"hidden"}
MAX_EXACT_CHARACTERS: Final = 20
"""Characters of a box from which a word fits into it as well as a number."""
_NUMBER_WORD: Final = re.compile(
    rf"(?<![^\W\d_])(?:{any_of('leadline.forms', 'number_name.words')})(?![^\W\d_])"
    rf"|{any_of('leadline.forms', 'number_name.anywhere')}",
    re.IGNORECASE,
)
_YEAR: Final = re.compile(r"\D{0,3}(?:1[5-9]|20)\d\d\D{0,3}")
YEAR_DIGITS: Final = 4
MIN_YEAR_CHOICE_SHARE: Final = 0.6
"""Share of a select's choices that must be years for it to take a year."""


def exact_number(form: QueryInterface) -> str:
    """Return the label of the only box of a form if it takes a number of few characters, else ''.

    >>> number = Control("lic", "text", "Licence number", max_length=6)
    >>> exact_number(QueryInterface("", "", "", "GET", (number,)))
    'Licence number'
    >>> exact_number(QueryInterface("", "", "", "GET", (Control("q", "text", "Number or name"),)))
    ''
    """
    boxes = [control for control in form.controls if control.kind not in _UNTYPED]
    if len(boxes) != 1 or not 0 < boxes[0].max_length <= MAX_EXACT_CHARACTERS:
        return ""
    called = boxes[0].label or boxes[0].name
    return called if _NUMBER_WORD.search(called) else ""


@dataclass(frozen=True, slots=True)
class FormQuestion:
    """One question of a form; ``name`` is sent, ``label`` is read."""

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
    """Return what a form asks for, in its order; hidden controls and buttons left out."""
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
    choices = [(choice.value, choice.text) for choice in first.choices]
    if many:
        choices = [(box.value, box.label) for box in group]
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


def _defaults(group: Sequence[Control]) -> list[str]:
    """Return what goes out untouched, in the words that a reader sees."""
    if group[0].kind in BOX_KINDS:
        return [c.label or c.value for c in group if c.checked]
    if group[0].kind == "select":
        return [choice.text for choice in group[0].choices if choice.selected and choice.value]
    return [group[0].value] if group[0].value else []


def value_type(control: Control) -> str:
    """Return the type of value that a control takes."""
    by_role = VALUE_TYPE_BY_ROLE.get(control.role, "choice" if control.choices else "text")
    if by_role == "date" and (_are_years(control.choices) or control.max_length == YEAR_DIGITS):
        return "year"
    if by_role == "date" and control.kind in {"month", "week", "time"}:
        return control.kind
    is_choice = by_role in {"text", "place"} and control.kind in {"select", *BOX_KINDS}
    return "choice" if is_choice else by_role


def _are_years(choices: Sequence[Choice]) -> bool:
    years = sum(bool(_YEAR.fullmatch(choice.text.strip())) for choice in choices)
    return bool(choices) and years > MIN_YEAR_CHOICE_SHARE * len(choices)


def _limits(control: Control) -> str:
    """Return the limits on what may be typed, as text."""
    limits = {
        f"{control.low or '…'} to {control.high or '…'}": control.low or control.high,
        f"in steps of {control.step}": control.step not in {"", "any"},
        f"at least {control.min_length} characters": control.min_length,
        f"at most {control.max_length} characters": control.max_length,
        f"like {control.pattern}": control.pattern,
    }
    return ", ".join(text for text, is_set in limits.items() if is_set)
