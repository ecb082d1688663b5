"""Display strings of filled forms: "status=open & year=1990..1995".

Names are labels where they are short, values the texts of the choices. An open end of a range is
left out.

>>> from leadline.model import Choice
>>> form = QueryInterface("", "http://h/", "http://h/", "GET", (
...     Control("st", "select", "Status:", choices=(Choice("1", "open"), Choice("2", "closed"))),
...     Control("y1", "text", "Year", role="date_from"), Control("y2", "text", role="date_to"),
...     Control("q", "search")))
>>> display_query(form, (("st", "1"), ("y1", "1990"), ("y2", "1995")), "q")
'Status=open & Year=1990..1995'
>>> display_query(form, (("q", "sea fog"), ("y1", "1990")), "q")
'sea fog & Year=1990..'
"""

from collections.abc import Sequence
from typing import Final

from leadline.forms.roles.query_box import control_groups
from leadline.forms.submit.ranges import pair_range_ends
from leadline.model import BOX_KINDS, Control, QueryInterface

MAX_SHOWN_LABEL_LENGTH: Final = 30
"""Characters of a label that stands for a control's name."""
AND: Final = " & "


def display_query(
    interface: QueryInterface, values: Sequence[tuple[str, str]], box: str = ""
) -> str:
    """Return values by control name as one line; that of ``box``, and an address, stand alone."""
    groups = control_groups(interface)
    by_name = {group[0].name: group for group in groups}
    ends = {groups[at][0].name: groups[to][0].name for at, to in pair_range_ends(groups).items()}
    value_by_name = dict(values)
    parts = []
    for name, value in values:
        low = next((low_name for low_name, other in ends.items() if other == name), "")
        if low in value_by_name:
            continue
        text = _value(by_name.get(name, []), value)
        if name in (box, ""):
            parts.append(text)
        elif low or name in ends:
            first = "" if low else text
            last = text
            if not low:
                last = _value(by_name.get(ends[name], []), value_by_name.get(ends[name], ""))
            parts.append(f"{shown_name(by_name.get(low or name, []), low or name)}={first}..{last}")
        else:
            parts.append(f"{shown_name(by_name.get(name, []), name)}={text}")
    return AND.join(parts)


def display_name(interface: QueryInterface, name: str) -> str:
    """Return a control's label if it is short, else its name."""
    group = [control for control in interface.controls if control.name == name]
    return shown_name(group, name)


def display_values(interface: QueryInterface, values: Sequence[tuple[str, str]]) -> str:
    """Return the values alone, as a page may repeat them."""
    by_name = {group[0].name: group for group in control_groups(interface)}
    return " ".join(_value(by_name.get(name, []), value) for name, value in values)


def shown_name(group: Sequence[Control], name: str) -> str:
    """Return the label of the controls of one name if it is short, else the name."""
    label = (group[0].group_label or group[0].label).strip(" :：*?") if group else ""
    return " ".join(label.split()) if 0 < len(label) <= MAX_SHOWN_LABEL_LENGTH else name


def _value(group: Sequence[Control], value: str) -> str:
    for control in group:
        if control.kind in BOX_KINDS and control.value == value and control.label:
            return " ".join(control.label.split())
        for choice in control.choices:
            if choice.value == value and choice.text.strip():
                return " ".join(choice.text.split())
    return " ".join(value.split())
