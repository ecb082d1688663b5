"""Tables of a test that are content: pages, forms and texts in a TOML file beside the module.

``tests/x/test_y.toml`` holds the tables of ``tests/x/test_y.py``. A table of rows is a list of
``[[NAME]]``; a column that a row leaves out is None, as is ``{}``. Arrays are read as tuples.
"""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Any


@cache
def _content(module: str) -> dict[str, Any]:
    return tomllib.loads(Path(module).with_suffix(".toml").read_text("utf-8"))


def _value(value: Any, sequence: type) -> Any:
    if isinstance(value, list):
        return sequence(_value(item, sequence) for item in value)
    if isinstance(value, dict):
        return {name: _value(item, sequence) for name, item in value.items()} or None
    return value


def read_rows(module: str, name: str, *columns: str, sequence: type = tuple) -> list[Any]:
    """Return the rows of a table, each a tuple of these columns; without columns, its items."""
    items = _content(module)[name]
    if not columns:
        return [_value(item, sequence) for item in items]
    assert all(item.keys() <= {*columns} for item in items), "a column has another name"
    return [tuple(_value(item.get(column), sequence) for column in columns) for item in items]


def read_values(module: str, name: str, *, sequence: type = tuple) -> dict[str, Any]:
    """Return values by their names."""
    return {key: _value(value, sequence) for key, value in _content(module)[name].items()}
