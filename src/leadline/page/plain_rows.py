"""Rows of plain values in data: named by headings beside them, in their first row, or by place.

>>> rows = plain_rows([["Name", "Born"], ["Ann", 1901], ["Bo", 1902]])
>>> rows
({'Name': 'Ann', 'Born': 1901}, {'Name': 'Bo', 'Born': 1902})
>>> headed(plain_rows([["Ann", 1901]]), {"columns": [{"title": "Name"}, {"title": "Born"}]})
({'Name': 'Ann', 'Born': 1901},)
"""

from typing import Any, Final

HEAD_KEYS: Final = ("title", "label", "name", "field", "id")
"""Names under which data describe a column, the heading that is shown first."""
MAX_HEADS: Final = 200
MAX_BESIDE: Final = 30
"""Values beside rows among which their headings are looked for."""


def plain_rows(value: list[Any]) -> tuple[dict[str, Any], ...]:
    """Return lists of one length as objects; () where they hold other lists or objects."""
    widths = {len(one) if isinstance(one, list) else 0 for one in value}
    if len(widths) != 1 or max(widths) < 2:
        return ()
    if any(one and isinstance(one, dict | list) for one in value[0]):
        return ()
    heads = _heads(value[0])
    is_headed = heads and any(all(map(_is_number, cells)) for cells in zip(*value[1:], strict=True))
    names = heads if is_headed else [*map(str, range(len(value[0])))]
    rows = value[1:] if is_headed else value
    return tuple(dict(zip(names, row, strict=True)) for row in rows)


def headed(items: tuple[dict[str, Any], ...], beside: Any) -> tuple[dict[str, Any], ...]:
    """Return rows without names by the headings that stand beside them, if just one list fits."""
    if not items or not all(name.isdecimal() for name in items[0]):
        return items
    is_small = isinstance(beside, dict) and len(beside) <= MAX_BESIDE
    every = map(_heads, beside.values()) if is_small else ()
    fitting = [heads for heads in every if len(heads) == len(items[0])]
    if len(fitting) != 1:
        return items
    return tuple(dict(zip(fitting[0], item.values(), strict=False)) for item in items)


def _heads(value: Any) -> list[str]:
    """Return a list of names, or the names of a list of described columns; [] where they repeat."""
    if not isinstance(value, list) or len(value) > MAX_HEADS:
        return []
    names = [
        next((one[key] for key in HEAD_KEYS if one.get(key)), "") if isinstance(one, dict) else one
        for one in value
    ]
    texts = [one for one in names if isinstance(one, str) and one and not _is_number(one)]
    return texts if len({*texts}) == len(value) else []


def _is_number(value: Any) -> bool:
    text = value.replace(".", "", 1).lstrip("-") if isinstance(value, str) else ""
    return text.isdecimal() or (isinstance(value, int | float) and not isinstance(value, bool))
