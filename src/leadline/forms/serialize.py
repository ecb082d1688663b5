"""Query interfaces as plain JSON values and back, so that a store can keep them.

Only what differs from the defaults is written; unknown keys of a newer version are ignored.

>>> form = QueryInterface("f", "http://h/", "http://h/s", "GET", (Control("q", "search"),))
>>> interface_from_dict(interface_to_dict(form)) == form
True
"""

from dataclasses import MISSING, fields
from typing import Any

from leadline.model import Choice, Control, QueryInterface


def interface_to_dict(interface: QueryInterface) -> dict[str, Any]:
    """Return the interface as dicts, lists, strings, numbers and booleans."""
    plain: dict[str, Any] = _plain(interface)
    return plain


def interface_from_dict(plain: dict[str, Any]) -> QueryInterface:
    """Return the interface that ``interface_to_dict`` wrote."""
    controls = []
    for control in plain["controls"]:
        choices = tuple(_restored(Choice, choice) for choice in control.get("choices", ()))
        pairs = {name: tuple(map(tuple, control.get(name, ()))) for name in ("sets", "headers")}
        buttons = tuple(control.get("buttons", ()))
        read = {**control, **pairs, "choices": choices, "buttons": buttons}
        controls.append(_restored(Control, read))
    interface: QueryInterface = _restored(QueryInterface, {**plain, "controls": tuple(controls)})
    return interface


def _plain(value: Any) -> Any:
    if isinstance(value, tuple):
        return [_plain(item) for item in value]
    if not isinstance(value, Choice | Control | QueryInterface):
        return value
    return {
        part.name: _plain(getattr(value, part.name))
        for part in fields(value)
        if part.default is MISSING or getattr(value, part.name) != part.default
    }


def _restored(kind: type[Any], plain: dict[str, Any]) -> Any:
    return kind(**{part.name: plain[part.name] for part in fields(kind) if part.name in plain})
