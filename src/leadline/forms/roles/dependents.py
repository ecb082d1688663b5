"""Dependent selects: selects whose choices are known only after another one is chosen.

A select without a real choice depends on the last select before it that has some. To fill it,
choose the parent, fetch the form again and read the dependent select then.

>>> from leadline.model import Choice
>>> land = Control("land", "select", choices=(Choice("", "Pick"), Choice("1", "Bari")))
>>> town = Control("town", "select", choices=(Choice("", "Pick a land first"),))
>>> [control.depends_on for control in name_parents([land, town])]
['', 'land']
"""

from collections.abc import Sequence
from dataclasses import replace

from leadline.forms.labels.placeholders import UNBOUND_VALUES
from leadline.model import Control, QueryInterface


def name_parents(controls: Sequence[Control]) -> list[Control]:
    """Return the controls with the parents of dependent selects named."""
    named: list[Control] = []
    parent = ""
    for control in controls:
        if control.kind == "select" and control.name:
            if parent and _is_waiting(control):
                control = replace(control, depends_on=parent)
            parent = control.name
        named.append(control)
    return named


def _is_waiting(control: Control) -> bool:
    """Return whether a select offers nothing yet."""
    if len(control.choices) > 1:
        return False
    return not any(c.value.strip().casefold() not in UNBOUND_VALUES for c in control.choices)


def fill_dependents(interface: QueryInterface, served: QueryInterface) -> QueryInterface:
    """Return the interface with the choices that a fetch with the parent chosen has brought.

    ``served`` is the form of the page that came. Only selects that waited are renewed.
    """
    selects = [control for control in served.controls if control.kind == "select"]
    fresh = {control.name: control for control in selects if not _is_waiting(control)}
    return replace(
        interface,
        controls=tuple(
            replace(control, choices=fresh[control.name].choices, depends_on="")
            if control.depends_on and control.name in fresh
            else control
            for control in interface.controls
        ),
    )
