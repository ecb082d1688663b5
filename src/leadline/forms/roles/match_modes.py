"""Match modes: settings of selects and radio buttons for how and where words are looked for.

A catalogue that offers [shelf mark] [is exactly] [____] answers no common word as it stands. The
other choices are ranked by how much they let through: words anywhere before titles, titles before
other fields, parts before beginnings. Choices that exclude ("not") are left out.

>>> how = Control("how", "select", role="match_mode", choices=(
...     Choice("e", "is exactly", True), Choice("b", "begins with"), Choice("c", "contains")))
>>> form = QueryInterface("", "http://h/", "http://h/", "GET", (how, Control("q", "text")))
>>> match_settings(form)
[(('how', 'c'),), (('how', 'b'),)]
>>> [c.text for c in apply_setting(form, (("how", "c"),)).controls[0].choices if c.selected]
['contains']
"""

import re
from itertools import combinations, product
from operator import itemgetter
from typing import Final

from leadline.forms.roles.query_box import TEXT_FIELD, as_select, served_with
from leadline.model import Choice, Control, QueryInterface
from leadline.page.data_files import any_of
from leadline.page.text import fold

MatchSetting = tuple[tuple[str, str], ...]
"""Names of selects or radio buttons and the values chosen there."""

WIDE_CHOICE: Final = re.compile(
    rf"\b(?:{any_of('leadline.forms', 'wide_choice.words')})"
    rf"|{any_of('leadline.forms', 'wide_choice.anywhere')}",
    re.IGNORECASE,
)
"""Choices that look for words anywhere in a record, or anywhere in a field."""
_EXCLUDING_CHOICE: Final = re.compile(
    rf"\b(?:{any_of('leadline.forms', 'excluding_choice.words')})\b"
    rf"|{any_of('leadline.forms', 'excluding_choice.anywhere')}",
    re.IGNORECASE,
)
MAX_MODE_CHOICES: Final = 30
"""Choices of a match mode; a longer select lists places or subjects."""
MAX_SINGLE_SETTINGS: Final = 4
"""Settings of one select that are tried."""
WORDS_PLACE: Final = "{words}"
"""Place of the words in the value of a box that names an index beside them."""
_NAMED_INDEX: Final = re.compile(
    r"(?<![^\s(,;\"'“«„>])[^\W\d_][\w.]{0,19}[:=](?=[\"“]?[^\W\d_]{3})"
)
"""Start of a query that names its index, as a page shows it: title:sea, ti=sea."""
MAX_NAMED_INDEXES: Final = 3
MAX_EXAMPLE_CHARACTERS: Final = 20_000
MAX_PAIRED_SETTINGS: Final = 2
"""Settings of two selects that are tried."""


def match_settings(interface: QueryInterface) -> list[MatchSetting]:
    """Return the settings worth a try, widest first: one select changed, then two."""
    selects = [control for control in interface.controls if _is_match_mode(control)]
    ranked = [(select.name, _ranked(select)) for select in (*selects, *_radio_modes(interface))]
    single = sorted(
        (rank, place, (name, value))
        for name, values in ranked
        for place, (rank, value) in enumerate(values)
    )
    pairs = sorted(
        (rank + other_rank, ((name, value), (other, other_value)))
        for (name, values), (other, other_values) in combinations(ranked, 2)
        for (rank, value), (other_rank, other_value) in product(
            values[:MAX_PAIRED_SETTINGS], other_values[:MAX_PAIRED_SETTINGS]
        )
    )
    return [(bound,) for _, _, bound in single[:MAX_SINGLE_SETTINGS]] + [
        bound for _, bound in pairs[:MAX_PAIRED_SETTINGS]
    ]


def index_settings(box: Control, text: str) -> list[MatchSetting]:
    """Return ways to name an index beside the words, as examples on the page do, widest first.

    >>> index_settings(Control("q", "text"), "Use index:word, e.g. title:sea or year=1901")
    [(('q', 'title:{words}'),), (('q', 'index:{words}'),)]
    """
    named = dict.fromkeys(
        match[0] for match in _NAMED_INDEX.finditer(text[:MAX_EXAMPLE_CHARACTERS])
    )
    ranked = sorted(named, key=_rank)[:MAX_NAMED_INDEXES]
    return [((box.name, f"{name}{WORDS_PLACE}"),) for name in ranked]


def apply_setting(interface: QueryInterface, setting: MatchSetting) -> QueryInterface:
    """Return the interface with the choices of a setting selected."""
    values: dict[str, list[str]] = {}
    for name, value in setting:
        values.setdefault(name, []).append(value)
    return served_with(interface, values)


def _radio_modes(interface: QueryInterface) -> list[Control]:
    """Return groups of radio buttons that are match modes, each as a select of its buttons."""
    groups: dict[str, list[Control]] = {}
    for control in interface.controls:
        if control.kind == "radio" and control.name and not control.disabled:
            groups.setdefault(control.name, []).append(control)
    return [
        as_select(group)
        for group in groups.values()
        if 2 <= len(group) <= MAX_MODE_CHOICES and any(one.role == "match_mode" for one in group)
    ]


def _is_match_mode(control: Control) -> bool:
    shown = not (control.disabled or control.honeypot or control.multiple)
    is_mode = control.kind == "select" and control.role == "match_mode"
    return is_mode and shown and 2 <= len(control.choices) <= MAX_MODE_CHOICES


def _ranked(select: Control) -> list[tuple[int, str]]:
    """Return the unselected choices with a rank that grows as they let less through."""
    selected = next((choice for choice in select.choices if choice.selected), select.choices[0])
    others = [
        (_rank(choice.text), choice.value)
        for choice in select.choices
        if choice != selected and _is_usable(choice)
    ]
    return sorted(others, key=itemgetter(0))


def _is_usable(choice: Choice) -> bool:
    text = fold(choice.text)
    if choice.disabled or _EXCLUDING_CHOICE.search(text):
        return False
    return bool(choice.value or WIDE_CHOICE.search(text))


def _rank(text: str) -> int:
    return 0 if WIDE_CHOICE.search(fold(text)) else 1 if TEXT_FIELD.search(text) else 2
