"""Frozen values as plain JSON data, and back: what the store keeps and what wrapper files hold.

A field's metadata may hold the ``key`` of the data, where that is another name; ``joined``, where a
path of steps is stored as one text; ``row``, where dataclasses are stored as lists of their values;
``flat``, where the values of a part stand among the others; ``by``, where one of several classes is
named; ``sparse``, where a default is not stored; and ``unstored``, where nothing is.

>>> from leadline.wrapper.totals.stated import TotalLocator
>>> plain = to_plain(TotalLocator("range", "p.n", "results", ""))
>>> plain
{'pattern': 'range', 'place': 'p.n', 'before': 'results', 'after': ''}
>>> from_plain(TotalLocator, plain | {"former": 1}).place
'p.n'
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import MISSING, Field, fields, is_dataclass
from functools import lru_cache
from types import MappingProxyType, NoneType, UnionType
from typing import Any, Final, TypeVar, Union, get_args, get_origin, get_type_hints

Stored = TypeVar("Stored")
Hooks = Mapping[Any, Callable[[Any], Any]]
"""What is stored otherwise, by its type."""
NO_HOOKS: Final[Hooks] = MappingProxyType({})
PLAIN_KINDS: Final[dict[Any, tuple[str, tuple[type, ...]]]] = {
    str: ("a text", (str,)),
    int: ("a number", (int, float)),
    float: ("a number", (int, float)),
    bool: ("true or false", (bool,)),
    list: ("a list", (list,)),
}
"""What an entry of a file must be, by the type of its field; others are tables."""
MAX_SHOWN_ENTRY: Final = 40


def to_plain(stored: Any, hooks: Hooks = NO_HOOKS, *, sparse: bool = False) -> dict[str, Any]:
    """Convert a dataclass; fields that are not compared are caches and left out.

    ``sparse``: what is as its default is left out everywhere.
    """
    data: dict[str, Any] = {}
    for part in fields(stored):
        value, note = getattr(stored, part.name), part.metadata
        is_left_out = part.default is not MISSING and value == part.default
        if not part.compare or note.get("unstored"):
            continue
        if is_left_out and (sparse or note.get("sparse")):
            continue
        plain = _plain(value, part, hooks, sparse)
        data |= plain if note.get("flat") else {note.get("key", part.name): plain}
    return data


def _plain(value: Any, part: Field[Any], hooks: Hooks, sparse: bool) -> Any:
    if (hook := hooks.get(type(value))) is not None:
        return hook(value)
    if hasattr(value, "to_dict"):
        return value.to_dict()
    if is_dataclass(value):
        plain = to_plain(value, hooks, sparse=sparse)
        if part.metadata.get("by"):
            plain = {"by": type(value).__name__, **plain}
        return [*plain.values()] if part.metadata.get("row") else plain
    if part.metadata.get("joined"):
        is_path = all(isinstance(step, str) for step in value) and value
        return "/".join(value) if is_path else ["/".join(path) for path in value]
    if isinstance(value, Mapping):
        return {name: _plain(one, part, hooks, sparse) for name, one in value.items()}
    if isinstance(value, tuple | list | frozenset):
        items = [_plain(one, part, hooks, sparse) for one in value]
        return sorted(items) if isinstance(value, frozenset) else items
    return value.decode("utf-8", "replace") if isinstance(value, bytes) else value


def from_plain(kind: type[Stored], data: Any, hooks: Hooks = NO_HOOKS) -> Stored:
    """Restore a dataclass; missing keys mean defaults, unknown keys are ignored.

    Raise ``KeyError`` with the name of a key that it needs.
    """
    made: Stored = _dataclass(kind, data, hooks)
    return made


def _dataclass(kind: Any, data: Any, hooks: Hooks) -> Any:
    given: dict[str, Any] = {}
    for number, (part, hint) in enumerate(_parts(kind)):
        key = part.metadata.get("key", part.name)
        if part.metadata.get("flat"):
            given[part.name] = _restored(hint, data, hooks)
        elif isinstance(data, list):
            if number < len(data):
                given[part.name] = _restored(hint, data[number], hooks)
        elif key not in data:
            if part.default is MISSING and part.default_factory is MISSING:
                raise KeyError(key)
        elif part.metadata.get("joined"):
            given[part.name] = _steps(data[key])
        else:
            given[part.name] = _restored(hint, data[key], hooks)
    return kind(**given)


@lru_cache(maxsize=256)
def _parts(kind: type) -> list[tuple[Field[Any], Any]]:
    """Return the fields of a class that are stored, with their types."""
    hints = get_type_hints(kind)
    parts = [part for part in fields(kind) if part.compare and not part.metadata.get("unstored")]
    return [(part, hints[part.name]) for part in parts]


def _steps(value: Any) -> Any:
    if isinstance(value, str):
        return tuple(value.split("/"))
    return tuple(tuple(path.split("/")) for path in value)


def _says_class(data: Any) -> bool:
    return isinstance(data, dict) and "by" in data


def _class_of(classes: Sequence[Any], data: Any) -> Any:
    """Return which of several classes data are of: the one that they name, else the first."""
    if data is None:
        return NoneType
    by = data["by"] if _says_class(data) else None
    return next((one for one in classes if by and one.__name__ == by), classes[0])


def _restored(kind: Any, data: Any, hooks: Hooks) -> Any:
    """Return data as a value of a type."""
    if kind in hooks:
        return hooks[kind](data)
    outer, inner = get_origin(kind), get_args(kind)
    if outer in (Union, UnionType):
        return _restored(_class_of(inner, data), data, hooks)
    if outer is tuple and inner[-1] is not ...:
        return tuple(_restored(one, item, hooks) for one, item in zip(inner, data, strict=False))
    if outer in (tuple, list, frozenset):
        return outer(_restored(inner[0], item, hooks) for item in data)
    if isinstance(outer, type) and issubclass(outer, Mapping):
        return {name: _restored(inner[1], one, hooks) for name, one in data.items()}
    if hasattr(kind, "from_dict"):
        return kind.from_dict(data)
    if is_dataclass(kind):
        return _dataclass(kind, data, hooks)
    if hasattr(kind, "_fields"):
        hints = get_type_hints(kind).values()
        return kind(*[_restored(one, item, hooks) for one, item in zip(hints, data, strict=False)])
    return data.encode() if kind is bytes else data


def wrong_entry(kind: Any, data: Any, where: str = "") -> str:
    """Return what is wrong with the first entry that is of another kind than its field, else ''.

    >>> from leadline.wrapper.wrapper import Wrapper
    >>> wrong_entry(Wrapper, {"layouts": [], "said": "often"})
    "said is a number, not 'often'"
    >>> wrong_entry(Wrapper, {"layouts": [{"columns": {"names": {"/td": 7}}}]})
    'layouts[0].columns.names./td is a text, not 7'
    """
    outer, inner = get_origin(kind), get_args(kind)
    if outer in (Union, UnionType):
        by = wrong_entry(str, data["by"], f"{where}.by") if _says_class(data) else ""
        return "" if data is None else by or wrong_entry(_class_of(inner, data), data, where)
    is_list = isinstance(outer, type) and issubclass(outer, tuple | list | set | frozenset)
    wanted, kinds = PLAIN_KINDS.get(list if is_list else kind, ("a table", (dict,)))
    entry: Any = data
    if (isinstance(data, bool) and kind is not bool) or not isinstance(data, kinds):
        shown = repr(data)
        shown = shown if len(shown) <= MAX_SHOWN_ENTRY else f"{shown[:MAX_SHOWN_ENTRY]}…"
        return f"{where or 'the file'} is {wanted}, not {shown}"
    start, parts = f"{where}." if where else "", list[tuple[Any, Any, str]]()
    if is_list:
        parts += [(inner[0], one, f"{where}[{number}]") for number, one in enumerate(entry)]
    elif outer is not None:
        parts += [(inner[1], one, f"{start}{name}") for name, one in entry.items()]
    elif is_dataclass(kind) and isinstance(kind, type):
        for part, hint in _parts(kind):
            key = part.metadata.get("key", part.name)
            hint = get_args(hint)[0] if part.metadata.get("joined") else hint
            parts += [(hint, entry[key], f"{start}{key}")] if key in entry else []
    return next(filter(None, (wrong_entry(*one) for one in parts)), "")
