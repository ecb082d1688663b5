"""Descriptions of an API in YAML, cut into events by PyYAML where it is installed.

Values are those of JSON: a date, a number of hours or a name for a type is a text, a merge key a
name as any. What nests deeper than JSON may, and names that repeat their parts again and again,
are no description: nothing is built before it is counted.

>>> is_described_in_yaml(b"# An API\\nopenapi: 3.1.0"), is_described_in_yaml(b"<p>openapi: it is")
(True, False)
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Final

from leadline.errors import require_package
from leadline.page.json_text import MAX_JSON_NESTING, is_shallow, read_json

MAX_YAML_BYTES: Final = 4 * 1024 * 1024
MAX_YAML_NODES: Final = 500_000
"""Values that a text may have; those that it names again count each time."""
_DESCRIPTION: Final = re.compile(
    rb"\A[^<{\[]{0,4000}?^[\"']?(?:openapi|swagger)[\"']?\s{0,9}:", re.MULTILINE
)
_YAML_NUMBER: Final = re.compile(r"[-+]?(?:\d++\.?\d*+|\.\d++)(?:[eE][-+]?\d++)?")
_WORDS: Final = {"": None, "~": None, "null": None, "true": True, "false": False}


def is_described_in_yaml(body: bytes) -> bool:
    """Tell whether a text begins as the description of an API in YAML does."""
    return bool(_DESCRIPTION.match(body[:5_000]))


def read_yaml(body: bytes) -> Any | None:
    """Return the data of a description, None where it is none.

    Raises ``MissingExtra`` where it is one and PyYAML is not installed.

    >>> read_yaml(b"openapi: 3.1.0\\npaths: {/a: &a {get: [200, 1:59, 2001-01-01]}, /b: *a}")
    {'openapi': '3.1.0', 'paths': {'/a': {'get': [200, '1:59', '2001-01-01']}, \
'/b': {'get': [200, '1:59', '2001-01-01']}}}
    """
    if not is_described_in_yaml(body) or len(body) > MAX_YAML_BYTES:
        return None
    require_package("yaml", "a description of an API in YAML")
    import yaml

    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    try:
        data = _composed(yaml.parse(body, Loader=loader))
    except (yaml.YAMLError, ValueError, RecursionError):
        return None
    return data if is_shallow(data) else None


@dataclass(slots=True)
class _OpenNode:
    """A list, or a map as names and values in turn, that is not yet at its end."""

    is_map: bool
    anchor: str | None
    first: int
    values: list[Any] = field(default_factory=list)

    @property
    def wants_name(self) -> bool:
        return self.is_map and len(self.values) % 2 == 0


def _composed(events: Iterator[Any]) -> Any:
    """Return the value of the first document; raise ValueError for what is too deep or large."""
    from yaml import events as kinds

    open_ones = [_OpenNode(is_map=False, anchor=None, first=0)]
    named: dict[str, tuple[Any, int]] = {}
    count = 0
    for event in events:
        inner, size = open_ones[-1], 1
        if isinstance(event, kinds.CollectionStartEvent):
            is_map = isinstance(event, kinds.MappingStartEvent)
            open_ones.append(_OpenNode(is_map, event.anchor, count))
            if inner.wants_name or len(open_ones) > MAX_JSON_NESTING:
                raise ValueError("a name that is no text, or nested too deep")
            continue
        if isinstance(event, kinds.CollectionEndEvent):
            done, inner = open_ones.pop(), open_ones[-1]
            pairs = zip(done.values[::2], done.values[1::2], strict=True) if done.is_map else ()
            value: Any = dict(pairs) if done.is_map else done.values
            anchor, held = done.anchor, count - done.first + 1
        elif isinstance(event, kinds.AliasEvent):
            anchor = None
            value, size = named.get(event.anchor, (None, 1))
            if inner.wants_name:
                raise ValueError("a name that is no text")
        elif isinstance(event, kinds.ScalarEvent):
            value = event.value if inner.wants_name else _scalar(event)
            anchor, held = event.anchor, 1
        elif isinstance(event, kinds.DocumentEndEvent):
            break
        else:
            continue
        if anchor is not None:
            named[anchor] = value, held
        inner.values.append(value)
        count += size
        if count > MAX_YAML_NODES:
            raise ValueError("too many values")
    return next(iter(open_ones[0].values), None)


def _scalar(event: Any) -> Any:
    text: str = event.value
    if not event.implicit[0]:
        return text
    if text.casefold() in _WORDS:
        return _WORDS[text.casefold()]
    number = read_json(text.lstrip("+")) if _YAML_NUMBER.fullmatch(text) else None
    return text if number is None else number
