"""Entry lists: the names and values that a browser would send for a filled form, in order.

HTML standard 4.10.21.4, "constructing the entry list", from the stored interface alone: no page is
needed. Controls that the caller does not set keep the value they were served with: hidden fields,
tokens and honeypots stay untouched.

>>> controls = Control("t", "hidden", value="7"), Control("q", "search")
>>> form = QueryInterface("", "http://h/", "http://h/", "GET", controls)
>>> build_entry_list(form, {"q": "x"}, None)
[('t', '7'), ('q', 'x')]
"""

from collections.abc import Mapping, Sequence
from typing import Final
from urllib.parse import parse_qsl

from leadline.errors import UnsupportedForm
from leadline.forms.submit.encoding import Entries, sent_charset_name
from leadline.model import BOX_KINDS, BUTTON_KINDS, Control, QueryInterface

ACTION: Final = "{+action}"
"""Name of an action that is chosen: its value says which fields it sets, as a query."""
DIRECTION_KINDS: Final = frozenset(
    {"text", "search", "textarea", "tel", "url", "email", "hidden", "password"}
)


def build_entry_list(
    interface: QueryInterface, values: Mapping[str, str | Sequence[str]], button: Control | None
) -> Entries:
    """Return names and values to send; raise ``UnsupportedForm`` for an unknown name."""
    filled = _values_by_control(interface, values)
    entries: Entries = []
    for at, control in enumerate(interface.controls):
        if control.kind in BUTTON_KINDS:
            if button is not None and _is_same(control, button):
                entries += _button_entries(control)
            continue
        if not control.name or (control.disabled and at not in filled):
            continue
        if control.kind == "hidden" and control.name.casefold() == "_charset_":
            entries.append((control.name, sent_charset_name(interface.charset)))
            continue
        sent = filled[at] if at in filled else _own_values(control)
        entries += [(control.name, value) for value in sent]
        if control.dirname and control.kind in DIRECTION_KINDS:
            entries.append((control.dirname, _direction(control, sent)))
    chosen = [value for name, value in entries if name == ACTION]
    for sets in [parse_qsl(value, keep_blank_values="=" in value) for value in chosen]:
        entries = _set([pair for pair in entries if pair[0] != ACTION], sets)
    return _set(entries, button.sets) if button is not None and button.sets else entries


def _set(entries: Entries, sets: Sequence[tuple[str, str]]) -> Entries:
    """Return entries with those that the button's script sets, the missing ones at the end."""
    wanted = dict(sets)
    held = {name for name, _ in entries}
    made = [(name, wanted.get(name, value)) for name, value in entries]
    return made + [(name, value) for name, value in wanted.items() if name not in held]


def _is_same(control: Control, button: Control) -> bool:
    """Return whether two buttons are one: by their nodes, else (node -1) by all fields."""
    return control.node == button.node if button.node >= 0 else control == button


def _button_entries(button: Control) -> Entries:
    if button.kind == "image":
        prefix = f"{button.name}." if button.name else ""
        return [(f"{prefix}x", "0"), (f"{prefix}y", "0")]
    return [(button.name, button.value)] if button.name and button.kind == "submit" else []


def _own_values(control: Control) -> list[str]:
    """Return what an untouched control sends."""
    if control.kind in BOX_KINDS:
        return [control.value] if control.checked else []
    if control.kind != "select":
        return [control.value]
    choices = [choice for choice in control.choices if not choice.disabled]
    served = [choice.value for choice in choices if choice.selected]
    if served or not (control.multiple and control.required):
        return served
    return [choice.value for choice in choices]  # a browser refuses to send none; all hide nothing


def _direction(control: Control, sent: list[str]) -> str:
    if control.direction != "auto":
        return control.direction
    from unicodedata import bidirectional

    for char in sent[0] if sent else "":
        kind = bidirectional(char)
        if kind in {"L", "R", "AL"}:
            return "ltr" if kind == "L" else "rtl"
    return "ltr"


def _values_by_control(
    interface: QueryInterface, values: Mapping[str, str | Sequence[str]]
) -> dict[int, list[str]]:
    """Return the caller's values by the place of the control that sends them."""
    places: dict[str, list[int]] = {}
    for at, control in enumerate(interface.controls):
        if control.name and control.kind not in BUTTON_KINDS:
            places.setdefault(control.name, []).append(at)
    filled: dict[int, list[str]] = {}
    for name, value in values.items():
        if name not in places:
            unnamed = "its box has no name, so a script alone sends what is typed there"
            raise UnsupportedForm(f"the form has no control named {name!r}" if name else unnamed)
        wanted = [value] if isinstance(value, str) else list(value)
        _distribute(interface.controls, places[name], wanted, filled)
    return filled


def _distribute(
    controls: Sequence[Control], places: list[int], wanted: list[str], filled: dict[int, list[str]]
) -> None:
    """Distribute values of one name: boxes by value, selects by choice, others in order."""
    rest = list(wanted)
    boxes = [at for at in places if controls[at].kind in BOX_KINDS]
    for at in boxes:
        own = controls[at].value
        filled[at] = [own] if own in rest else []
        if own in rest:
            rest.remove(own)
    others = [at for at in places if controls[at].kind not in BOX_KINDS]
    others.sort(key=lambda at: (controls[at].disabled, controls[at].kind == "hidden"))
    for order, at in enumerate(others):
        if controls[at].kind == "select" and controls[at].multiple:
            filled[at], rest = rest, []
        elif rest:
            filled[at] = [rest.pop(0)]
        elif order == 0 and not boxes:
            filled[at] = []
    if rest and places:
        at = others[-1] if others else boxes[-1]
        filled[at] = [*filled.get(at, []), *rest]
