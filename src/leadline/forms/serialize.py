"""Query interfaces as plain JSON values and back, so that a store can keep them.

Only what differs from the defaults is written; unknown keys of a newer version are passed over.

>>> from leadline.model import Control
>>> one = QueryInterface("f", "http://h/", "http://h/s", "GET", (Control("q", "search"),))
>>> interface_from_dict(interface_to_dict(one)) == one
True
"""

from __future__ import annotations

from dataclasses import MISSING, fields
from typing import Any

from leadline.model import Choice, Control, QueryInterface


def interface_to_dict(interface: QueryInterface) -> dict[str, Any]:
    """The interface in dicts, lists, strings, numbers and booleans."""
    plain = _plain(interface)
    plain["controls"] = [
        {**_plain(control), "choices": [_plain(choice) for choice in control.choices]}
        if control.choices
        else _plain(control)
        for control in interface.controls
    ]
    return plain


def interface_from_dict(plain: dict[str, Any]) -> QueryInterface:
    """The interface that ``interface_to_dict`` wrote."""
    controls = tuple(
        Control(
            **{
                **_known(Control, control),
                "choices": tuple(
                    Choice(**_known(Choice, choice)) for choice in control.get("choices", ())
                ),
            }
        )
        for control in plain["controls"]
    )
    return QueryInterface(**{**_known(QueryInterface, plain), "controls": controls})


def _plain(value: Any) -> dict[str, Any]:
    """Fields that say something: required ones and those unlike their default."""
    return {
        f.name: getattr(value, f.name)
        for f in fields(value)
        if f.default is MISSING or getattr(value, f.name) != f.default
    }


def _known(kind: type[Any], plain: dict[str, Any]) -> dict[str, Any]:
    names = {f.name for f in fields(kind)}
    return {key: value for key, value in plain.items() if key in names}
