"""Parts of a wrapper as JSON data, and back.

A field's metadata may hold the ``key`` of wrapper files, where that is another name, and
``joined``, where a path of steps is stored as one text.

>>> from leadline.wrapper.totals.stated import TotalLocator
>>> plain = to_plain(TotalLocator("range", "p.n", "results", ""))
>>> plain
{'pattern': 'range', 'place': 'p.n', 'before': 'results', 'after': ''}
>>> from_plain(TotalLocator, plain | {"former": 1}).place
'p.n'
"""

from collections.abc import Mapping
from dataclasses import Field, fields
from typing import Any, TypeVar

Stored = TypeVar("Stored")


def to_plain(stored: Any) -> dict[str, Any]:
    """Convert a flat dataclass; fields that are not compared are caches and left out."""
    return {
        part.metadata.get("key", part.name): _plain(getattr(stored, part.name), part)
        for part in fields(stored)
        if part.compare
    }


def from_plain(kind: type[Stored], data: Mapping[str, Any]) -> Stored:
    """Restore a flat dataclass; missing keys mean defaults, unknown keys are ignored."""
    stored = {part.metadata.get("key", part.name): part for part in fields(kind)}  # type: ignore[arg-type]
    known = stored.keys() & data.keys()
    return kind(**{stored[key].name: _restored(data[key], stored[key]) for key in known})


def _plain(value: Any, part: Field[Any]) -> Any:
    if part.metadata.get("joined"):
        is_path = all(isinstance(step, str) for step in value) and value
        return "/".join(value) if is_path else ["/".join(path) for path in value]
    if isinstance(value, frozenset):
        return sorted(value)
    return [_plain(item, part) for item in value] if isinstance(value, tuple) else value


def _restored(value: Any, part: Field[Any]) -> Any:
    if part.metadata.get("joined"):
        if isinstance(value, str):
            return tuple(value.split("/"))
        return tuple(tuple(path.split("/")) for path in value)
    return tuple(_restored(item, part) for item in value) if isinstance(value, list) else value
