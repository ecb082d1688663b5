"""How and where words are looked for: the selects beside a box, set otherwise than they stand.

A catalogue that offers [shelf mark] [is exactly] [____] answers no common word as it stands. The
other choices are ranked by how much they let through: words anywhere before titles, titles before
other fields, parts before beginnings; what says "not" is no way to ask.

>>> from leadline.model import Choice, Control, QueryInterface
>>> how = Control("how", "select", role="match_mode", choices=(
...     Choice("e", "is exactly", True), Choice("b", "begins with"), Choice("c", "contains")))
>>> form = QueryInterface("", "http://h/", "http://h/", "GET", (how, Control("q", "text")))
>>> match_settings(form)
[(('how', 'c'),), (('how', 'b'),)]
>>> [c.text for c in apply_setting(form, (("how", "c"),)).controls[0].choices if c.selected]
['contains']
"""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import product
from typing import TYPE_CHECKING, Final

from leadline.forms.roles.query_box import TEXT_FIELD
from leadline.page.text import fold

if TYPE_CHECKING:
    from leadline.model import Choice, Control, QueryInterface

MatchSetting = tuple[tuple[str, str], ...]
"""Names of selects and the values chosen there."""

_WIDE_CHOICE: Final = re.compile(
    r"\b(?:contain|includ|any|all\b|every|keyword|full.?text|enth[aä]lt|alle\b|freitext|volltext|"
    r"stichw|beliebig|tous|toutes|mots|contien|todo|cualquier|conten|qualunque|qualquer|"
    r"содерж|люб|все\b|ключев|bevat)|\blike\b|包含|任意|全部|所有|全文|模糊|关键词|關鍵|部分一致|"
    r"全項目|含む|キーワード|포함|모든",
    re.IGNORECASE,
)
"""Words anywhere in a record, or anywhere in a field."""
_EXCLUDING_CHOICE: Final = re.compile(
    r"\b(?:not?|non|nicht|kein\w*|sans|sauf|without|sin|не|null|empty|blank)\b|[!≠<>]|不|無|ない",
    re.IGNORECASE,
)
MAX_MODE_CHOICES: Final = 30
"""A select with more of them is a list of places or subjects."""
MAX_SINGLE_SETTINGS: Final = 4
MAX_PAIRED_SETTINGS: Final = 2
"""Settings of one select, then of two: a form that answers nobody is left soon."""


def match_settings(interface: QueryInterface) -> list[MatchSetting]:
    """The settings worth a try, widest first: one select changed, then two at once."""
    ranked = [
        (control.name, _ranked(control))
        for control in interface.controls
        if _is_match_mode(control)
    ]
    single = sorted(
        (rank, place, (name, value))
        for name, values in ranked for place, (rank, value) in enumerate(values)
    )  # fmt: skip
    pairs = sorted(
        (one[0] + other[0], ((name, one[1]), (second, other[1])))
        for at, (name, values) in enumerate(ranked) for second, others in ranked[at + 1 :]
        for one, other in product(values[:MAX_PAIRED_SETTINGS], others[:MAX_PAIRED_SETTINGS])
    )  # fmt: skip
    return [(bound,) for _, _, bound in single[:MAX_SINGLE_SETTINGS]] + [
        bound for _, bound in pairs[:MAX_PAIRED_SETTINGS]
    ]


def apply_setting(interface: QueryInterface, setting: MatchSetting) -> QueryInterface:
    """The interface with these choices selected."""
    wanted = dict(setting)
    controls = tuple(
        replace(one, choices=_selected(one.choices, wanted[one.name]))
        if one.kind == "select" and one.name in wanted else one
        for one in interface.controls
    )  # fmt: skip
    return replace(interface, controls=controls)


def _is_match_mode(control: Control) -> bool:
    shown = not (control.disabled or control.honeypot or control.multiple)
    is_mode = control.kind == "select" and control.role == "match_mode"
    return is_mode and shown and 2 <= len(control.choices) <= MAX_MODE_CHOICES


def _ranked(control: Control) -> list[tuple[int, str]]:
    """The choices that do not stand yet, with a rank that grows as they let less through."""
    held = next((one for one in control.choices if one.selected), control.choices[0])
    others = [
        (_rank(one.text), one.value)
        for one in control.choices
        if one != held and not one.disabled and not _EXCLUDING_CHOICE.search(fold(one.text))
        and (one.value or _WIDE_CHOICE.search(fold(one.text)))
    ]  # fmt: skip
    return sorted(others, key=lambda one: one[0])


def _rank(text: str) -> int:
    return 0 if _WIDE_CHOICE.search(fold(text)) else 1 if TEXT_FIELD.search(text) else 2


def _selected(choices: tuple[Choice, ...], value: str) -> tuple[Choice, ...]:
    return tuple(replace(one, selected=one.value == value) for one in choices)
