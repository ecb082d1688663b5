"""Settings that a form may want besides words: boxes to tick, a select that asks to choose.

Such a form answers words with the same error as nonsense. Each choice of the select holds a part of
every answer, so all of them are asked.

>>> from leadline.model import Control, QueryInterface
>>> where = Control("coll", "select", choices=(
...     Choice("", "Choose a collection"), Choice("1", "Coins"), Choice("2", "Maps")))
>>> form = QueryInterface("", "http://h/", "http://h/", "GET", (
...     where, Control("q", "text"), Control("ok", "checkbox", "Closed, too", "yes")))
>>> needed_settings(form)
[(('coll', '1'),), (('coll', '1'), ('ok', 'yes'))]
>>> other_parts(form, (("coll", "1"),))
[('coll', '2')]
"""

from collections.abc import Sequence
from typing import Final

from leadline.forms.labels.placeholders import first_caption, unrestricting
from leadline.forms.roles.match_modes import MatchSetting
from leadline.forms.roles.query_box import PRESENTING_ROLES, as_select, control_groups
from leadline.model import Choice, Control, QueryInterface

MAX_CHOICES_OF_PART: Final = 60
"""Choices of a select that are all asked with every word."""


def needed_settings(interface: QueryInterface) -> list[MatchSetting]:
    """Return settings to try: a group of boxes ticked and a choice made, then single boxes too."""
    chosen, single = list[tuple[str, str]](), list[tuple[str, str]]()
    has_parts = False
    for group in _groups(interface):
        boxes = [(box.name, box.value) for box in group]
        if group[0].kind == "checkbox" and not any(box.checked for box in group):
            (chosen if len(group) > 1 else single).extend(boxes)
        elif group[0].multiple and not any(choice.selected for choice in group[0].choices):
            chosen.extend((group[0].name, choice.value) for choice in group[0].choices)
        elif not has_parts and (values := _parts(group)):
            has_parts = True
            chosen.append((group[0].name, values[0]))
    settings = dict.fromkeys([tuple(chosen), (*chosen, *single)])
    return [setting for setting in settings if setting]


def must_choose(interface: QueryInterface) -> bool:
    """Tell whether a form says that a choice must be made where it makes none: "Category *".

    >>> kinds = (Choice("", "Select one"), Choice("a", "Auditor"), Choice("n", "Notary"))
    >>> kind = Control("kind", "select", "* Category:", choices=kinds)
    >>> must_choose(QueryInterface("", "http://h/", "http://h/", "GET", (kind,)))
    True
    """
    groups = (group for group in _groups(interface) if _parts(group))
    return any(group[0].required or "*" in _ends(group[0].label) for group in groups)


def _ends(label: str) -> str:
    bare = label.strip(" :\xa0")
    return bare[:1] + bare[-1:]


def other_parts(interface: QueryInterface, setting: MatchSetting) -> list[tuple[str, str]]:
    """Return the choices that hold the other parts of every answer."""
    chosen = dict(setting)
    return [
        (group[0].name, value)
        for group in _groups(interface)
        if group[0].name in chosen
        for value in _parts(group, is_set=True)
        if value != chosen[group[0].name]
    ]


def _groups(interface: QueryInterface) -> list[list[Control]]:
    return [
        group
        for group in control_groups(interface)
        if group[0].name
        and group[0].role not in PRESENTING_ROLES
        and not (group[0].honeypot or group[0].disabled or group[0].depends_on)
    ]


def _parts(group: Sequence[Control], *, is_set: bool = False) -> list[str]:
    """Return the choices of a select or of radio buttons where none is made as it is served."""
    if group[0].kind not in {"select", "radio"} or group[0].multiple:
        return []
    select = group[0] if group[0].kind == "select" else as_select(group)
    choices = [choice for choice in select.choices if not choice.disabled]
    free = {*unrestricting(choices)}
    served = next((choice for choice in choices if choice.selected), None)
    if served is None and group[0].kind == "select":
        served = choices[0] if choices else None
    if not is_set and served is not None and served not in free and not _is_caption(select, served):
        return []
    values = [c.value for c in choices if c not in free and not _is_caption(select, c)]
    return values if 1 < len(values) <= MAX_CHOICES_OF_PART else []


def _is_caption(select: Control, choice: Choice) -> bool:
    return choice == select.choices[0] and bool(first_caption(select.choices))
