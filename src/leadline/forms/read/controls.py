"""Controls: one element of a page with the value that a browser would start with.

HTML standard 4.10.5 (input states and their value sanitisation), 4.10.7 (select: which option is
selected when none is), 4.10.11 (textarea), 4.10.19.5 (disabled by a fieldset, first legend
excepted), 4.10.8 (nothing inside a datalist is submitted).

>>> from leadline.page.dom import parse_html
>>> document = parse_html("<select name=s><option disabled>x<option> A  b </select>", "http://h/")
>>> read_control(document, next(document.elements("select"))).choices[1]
Choice(value='A b', text='A b', selected=True, disabled=False)
"""

import re
from dataclasses import replace
from typing import Final, get_args

from leadline.forms.words import squash
from leadline.model import BOX_KINDS, Choice, Control, ControlKind
from leadline.page.dom import Document

INPUT_KINDS: Final[dict[str, ControlKind]] = {kind: kind for kind in get_args(ControlKind)}
for _other in ("textarea", "select"):
    del INPUT_KINDS[_other]
BUTTON_KIND_BY_TYPE: Final[dict[str, ControlKind]] = {"reset": "reset", "button": "button"}

MAX_LENGTH_DIGITS: Final = 6
"""Digits of a limit on length; more limit nothing."""

ONE_LINE_KINDS: Final = frozenset({"text", "search", "tel", "password", "email", "url", "hidden"})
TYPED_NUMBER: Final = re.compile(r"-?(\d+(\.\d+)?|\.\d+)([eE][-+]?\d+)?")
_COLOUR: Final = re.compile(r"#[0-9a-fA-F]{6}")
TYPED_TIMES: Final = {
    "date": re.compile(r"\d{4,}-\d\d-\d\d"),
    "month": re.compile(r"\d{4,}-\d\d"),
    "week": re.compile(r"\d{4,}-W\d\d"),
    "time": re.compile(r"\d\d:\d\d(:\d\d(\.\d{1,3})?)?"),
    "datetime-local": re.compile(r"\d{4,}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d{1,3})?)?"),
}


def read_control(document: Document, node: int) -> Control:
    """Return the control at a node; label, role and honeypot flag are set elsewhere."""
    kind = kind_of_control(document, node)
    has = document.attributes[node]
    control = Control(
        name=document.attribute(node, "name"),
        kind=kind,
        value=_value(document, node, kind),
        checked=kind in BOX_KINDS and "checked" in has,
        multiple="multiple" in has,
        required="required" in has or document.attribute(node, "aria-required") == "true",
        disabled="disabled" in has,
        readonly="readonly" in has,
        element_id=document.attribute(node, "id"),
        dirname=document.attribute(node, "dirname"),
        pattern=document.attribute(node, "pattern"),
        min_length=_length(document, node, "minlength"),
        max_length=_length(document, node, "maxlength"),
        low=document.attribute(node, "min"),
        high=document.attribute(node, "max"),
        step=document.attribute(node, "step"),
        node=node,
    )
    if kind == "select":
        return replace(control, choices=read_choices(document, node))
    if kind in {"submit", "image"}:
        return _with_overrides(document, control)
    return control


def kind_of_control(document: Document, node: int) -> ControlKind:
    """Return the kind of a control as browsers take it."""
    tag = document.tag[node]
    declared = document.attribute(node, "type").strip().casefold()
    if tag == "select":
        return "select"
    if tag == "textarea":
        return "textarea"
    if tag == "button":
        return BUTTON_KIND_BY_TYPE.get(declared, "submit")
    return INPUT_KINDS.get(declared, "text")


def _length(document: Document, node: int, name: str) -> int:
    """Return a limit on length, 0 for what is no number."""
    text = document.attribute(node, name).strip()
    return int(text) if text.isdecimal() and len(text) <= MAX_LENGTH_DIGITS else 0


def _value(document: Document, node: int, kind: ControlKind) -> str:
    if kind == "select":
        return ""
    if kind == "textarea":
        raw = "".join(document.text[i] for i in document.texts(node))
        return raw.replace("\r\n", "\n").replace("\r", "\n")
    value = document.attributes[node].get("value")
    if value is None:
        return "on" if kind in BOX_KINDS else _sanitise(document, node, kind, "")
    return _sanitise(document, node, kind, value)


def _sanitise(document: Document, node: int, kind: ControlKind, value: str) -> str:
    """Apply the value sanitisation algorithm of the input's state."""
    if kind in ONE_LINE_KINDS and kind != "hidden":
        value = value.replace("\r", "").replace("\n", "")
        return value.strip(" \t\f") if kind in {"email", "url"} else value
    if kind == "number":
        return value if TYPED_NUMBER.fullmatch(value) else ""
    if kind == "range":
        return value if TYPED_NUMBER.fullmatch(value) else _range_default(document, node)
    if kind == "color":
        return value.lower() if _COLOUR.fullmatch(value) else "#000000"
    if kind in TYPED_TIMES:
        return value if TYPED_TIMES[kind].fullmatch(value) else ""
    return "" if kind == "file" else value


def _range_default(document: Document, node: int) -> str:
    """Return the value of a range control that states none: the middle of its range."""

    def bound(name: str, default: float) -> float:
        text = document.attribute(node, name)
        return float(text) if TYPED_NUMBER.fullmatch(text) else default

    low, high = bound("min", 0.0), bound("max", 100.0)
    middle = low + (high - low) / 2 if high >= low else low
    return f"{middle:.10g}"


def _with_overrides(document: Document, control: Control) -> Control:
    """Add the action, method and encoding that a submit button carries itself."""
    has = document.attributes[control.node]
    action = has.get("formaction")
    return replace(
        control,
        form_action=None if action is None else document.link(control.node, "formaction"),
        form_method=has.get("formmethod"),
        form_enctype=has.get("formenctype"),
    )


def read_choices(document: Document, select: int) -> tuple[Choice, ...]:
    """Return the options of a select, with the one selected that a browser would select."""
    choices: list[Choice] = []
    for node, text, grouped_off in _options(document, select):
        has = document.attributes[node]
        value = (has["value"] or "") if "value" in has else text
        shown = squash(has.get("label") or "") or text
        choices.append(Choice(value, shown, "selected" in has, grouped_off or "disabled" in has))
    if "multiple" in document.attributes[select]:
        return tuple(choices)
    return tuple(_select_one(choices, document.attribute(select, "size")))


def _options(document: Document, select: int) -> list[tuple[int, str, bool]]:
    """Return option nodes with their text, and whether a disabled group holds them.

    One pass that leaves out nested selects: broken nesting costs no more than its length.
    """
    options: list[tuple[int, list[str], bool]] = []
    node, stop, off_until = select + 1, document.end[select], -1
    while node < stop:
        tag = document.tag[node]
        if tag == "select":
            node = document.end[node]
            continue
        if tag == "option":
            options.append((node, [], node < off_until))
        elif tag == "optgroup" and "disabled" in document.attributes[node]:
            off_until = max(off_until, document.end[node])
        elif tag == "#text" and options and node < document.end[options[-1][0]]:
            options[-1][1].append(document.text[node])
        node += 1
    return [(option, squash("".join(texts)), off) for option, texts, off in options]


def _select_one(choices: list[Choice], size: str) -> list[Choice]:
    """Keep the last selected option; a drop-down without one selects the first enabled one."""
    chosen = next((i for i in reversed(range(len(choices))) if choices[i].selected), -1)
    if chosen < 0 and size.strip() in {"", "0", "1"}:
        chosen = next((i for i, choice in enumerate(choices) if not choice.disabled), -1)
    return [
        choice if choice.selected == (i == chosen) else replace(choice, selected=i == chosen)
        for i, choice in enumerate(choices)
    ]


def disabled_spans(document: Document) -> list[tuple[int, int]]:
    """Return spans of nodes whose controls a fieldset disables, its first legend left out.

    The spans are sorted and disjoint (fieldsets nest).
    """
    spans: list[tuple[int, int]] = []
    for node in document.elements("fieldset"):
        if "disabled" not in document.attributes[node]:
            continue
        legend = next((c for c in document.children(node) if document.tag[c] == "legend"), -1)
        stop = document.end[node]
        spans += [(node, stop)] if legend < 0 else [(node, legend), (document.end[legend], stop)]
    merged: list[tuple[int, int]] = []
    for first, stop in sorted(spans):
        if merged and first <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(stop, merged[-1][1]))
        else:
            merged.append((first, stop))
    return merged
