"""Presets: controls that are served with a value which may restrict every answer.

[Status: open], a ticked "only available", or a range that is filled in beforehand hide records from
every query, and so from every proof. Released, such a control restricts nothing; where no value
stands for all, it is closed, and only its choices one by one show everything.

>>> form = QueryInterface("", "http://h/", "http://h/", "GET", (
...     Control("q", "search"),
...     Control("st", "select", "Status", choices=(Choice("", "All"), Choice("1", "open", True))),
...     Control("old", "radio", "books", "b", checked=True), Control("old", "radio", "maps", "m")))
>>> status, kind = presets_of(form, "q")
>>> status.text, status.free, status.is_closed
('Status: open', ('',), False)
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from leadline.forms.display import shown_name
from leadline.forms.labels.placeholders import unrestricting
from leadline.forms.lexicon import concepts
from leadline.forms.link_facets import PRESENTATION_PARAMETER, ROUTER_PARAMETER
from leadline.forms.roles.match_modes import WIDE_CHOICE
from leadline.forms.roles.query_box import PRESENTING_ROLES, as_select, control_groups, served_with
from leadline.forms.submit.ranges import order_key, pair_range_ends
from leadline.model import Choice, Control, QueryInterface
from leadline.page.text import fold

MAX_TEXT_LENGTH: Final = 60
HIDDEN_VALUE: Final = re.compile(r"[^\W\d_]{2,20}(?:[ -][^\W\d_]{1,20}){0,3}|[1-9]\d{1,5}|[2-9]")
"""Hidden value that may name a part of a source: a word or a number, and neither flag nor token."""
NO_PART: Final = re.compile(r"(?:true|yes|on|all|any|full|simple|basic|advanced)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Preset:
    """A control with a value: ``text`` for people, ``free`` sends all (None: nothing does).

    ``others`` are the values of its other choices.
    """

    name: str
    text: str
    free: tuple[str, ...] | None
    others: tuple[str, ...] = ()

    @property
    def is_closed(self) -> bool:
        """Whether no value of the control stands for all."""
        return self.free is None

    @property
    def is_typed(self) -> bool:
        """Whether something is filled in."""
        return self.free == ("",) and not self.others


def presets_of(interface: QueryInterface, box_name: str) -> tuple[Preset, ...]:
    """Return the controls beside the query box that are served with a restricting value."""
    groups = control_groups(interface)
    widest = _widest(groups)
    ours = [group for group in groups if _is_ours(group[0], box_name)]
    presets = (_preset(group, widest.get(group[0].name)) for group in ours)
    return tuple(preset for preset in presets if preset is not None)


def hidden_presets(interface: QueryInterface) -> tuple[Preset, ...]:
    """Return hidden values that may restrict: no pages, orders, formats, commands or languages.

    A value that is its own name only says which form is sent.

    >>> form = QueryInterface("", "http://h/", "http://h/", "GET", (
    ...     Control("q", "search"), Control("region", "hidden", value="north"),
    ...     Control("frm", "hidden", value="frm"),
    ...     Control("action", "hidden", value="find"), Control("t", "hidden", value="9f3a2c")))
    >>> [preset.text for preset in hidden_presets(form)]
    ['region: north']
    """
    return tuple(
        Preset(one.name, f"{one.name}: {one.value}", ("",))
        for one in interface.controls
        if one.kind == "hidden"
        and one.value != one.name
        and HIDDEN_VALUE.fullmatch(one.value)
        and not any(p.match(one.name) for p in (PRESENTATION_PARAMETER, ROUTER_PARAMETER))
        and not NO_PART.fullmatch(one.value)
        and not {"search", "language", "submit"} & (concepts(one.name) | concepts(one.value))
    )


def _widest(groups: Sequence[list[Control]]) -> dict[str, str]:
    """Return the farthest choices of selects that are both ends of a range: from 1990, to 2024."""
    widest: dict[str, str] = {}
    for at, to in pair_range_ends(groups).items():
        for control, farthest in ((groups[at][0], min), (groups[to][0], max)):
            choices = [one for one in control.choices if not one.disabled]
            keyed = [(key, one.value) for one in choices if (key := order_key(one.text))]
            if control.kind == "select" and keyed and len(keyed) == len(choices):
                widest[control.name] = farthest(keyed)[1]
    return widest


def release(interface: QueryInterface, presets: Sequence[Preset]) -> QueryInterface:
    """Return the interface with presets set to the values that restrict nothing."""
    free = {preset.name: preset.free for preset in presets if preset.free is not None}
    return served_with(interface, free)


def unticked_boxes(interface: QueryInterface, box_name: str) -> tuple[Preset, ...]:
    """Return boxes that stand alone and are not ticked: "include closed cases" would show more."""
    return tuple(
        Preset(box.name, _text([box], ""), (box.value,))
        for box, *others in control_groups(interface)
        if box.kind == "checkbox" and not others and not box.checked and _is_ours(box, box_name)
    )


def _is_ours(control: Control, box_name: str) -> bool:
    """Tell whether a control may restrict what is found and may be set by us."""
    if control.honeypot or control.disabled or control.readonly or not control.name:
        return False
    if control.role == "match_mode" and _released(control, control.choices):
        return True  # title, author, all fields
    return control.name != box_name and control.role not in PRESENTING_ROLES


def _preset(group: Sequence[Control], widest: str | None) -> Preset | None:
    control = group[0]
    if control.kind == "select":
        preset = _of_select(control)
        if preset is None or not preset.is_closed or widest is None:
            return preset
        return replace(preset, free=(widest,)) if widest in preset.others else None
    if control.kind == "radio":
        return _of_select(as_select(group))
    if control.kind == "checkbox":
        return _of_checkboxes(group)
    is_typed = control.kind not in {"range", "color", "file", "password"}
    if not is_typed or not control.value.strip() or control.required:
        return None
    return Preset(control.name, _text(group, control.value), ("",))


def _of_select(select: Control) -> Preset | None:
    choices = [choice for choice in select.choices if not choice.disabled]
    served = [choice for choice in choices if choice.selected]
    released = _released(select, choices)
    if not served or not {*released}.isdisjoint(served):
        return None
    text = _text([select], ", ".join(choice.text for choice in served))
    wanted = (choice.value for choice in released if choice.value or not select.required)
    free = next(wanted, None)
    others = tuple(choice.value for choice in choices if not choice.selected)
    if free is None and select.multiple and not select.required:
        return Preset(select.name, text, (), others)
    return Preset(select.name, text, None if free is None else (free,), others) if others else None


def _released(select: Control, choices: Sequence[Choice]) -> list[Choice]:
    """Return the choices that restrict nothing, or look for words in any field."""
    free, is_mode = {*unrestricting(choices)}, select.role == "match_mode"
    return [c for c in choices if c in free or (is_mode and WIDE_CHOICE.search(fold(c.text)))]


def _of_checkboxes(group: Sequence[Control]) -> Preset | None:
    ticked = [box for box in group if box.checked]
    if not ticked or (len(group) > 1 and len(ticked) == len(group)):
        return None
    text = _text(group, ", ".join(box.label or box.value for box in ticked))
    return Preset(group[0].name, text, () if len(group) == 1 else tuple(b.value for b in group))


def _text(group: Sequence[Control], value: str) -> str:
    label = shown_name(group, group[0].name)
    shown = " ".join(value.split())
    return (f"{label}: {shown}" if shown and shown != label else label)[:MAX_TEXT_LENGTH]
