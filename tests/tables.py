"""Tables of a test that are content: pages, forms and texts in a TOML file beside the module.

``tests/x/test_y.toml`` holds the tables of ``tests/x/test_y.py``. A table of rows is a list of
``[[NAME]]``; a column that a row leaves out is None. Arrays are read as tuples (``sequence``), and
``{}`` is None (``empty``).
"""

import tomllib
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from types import NoneType
from typing import Any

import pytest


@cache
def _content(module: str) -> dict[str, Any]:
    return tomllib.loads(Path(module).with_suffix(".toml").read_text("utf-8"))


def _value(value: Any, sequence: type, empty: type) -> Any:
    if isinstance(value, list):
        return sequence(_value(item, sequence, empty) for item in value)
    if isinstance(value, dict):
        return {name: _value(item, sequence, empty) for name, item in value.items()} or empty()
    return value


def read_rows(
    module: str, name: str, *columns: str, sequence: type = tuple, empty: type = NoneType
) -> list[Any]:
    """Return the rows of a table, each a tuple of these columns; without columns, its items."""
    items = _content(module)[name]
    if not columns:
        return [_value(item, sequence, empty) for item in items]
    assert all(item.keys() <= {*columns} for item in items), "a column has another name"
    return [
        tuple(_value(item.get(column), sequence, empty) for column in columns) for item in items
    ]


def each_row(module: str, name: str, *columns: str, **read: Any) -> pytest.MarkDecorator:
    """Return the mark that runs a test on each row of a table.

    A row is called ``case`` or, where it has none, by its first text; ``further = true`` runs it
    with many alone.
    """
    rows = [
        pytest.param(
            *values,
            id=case or (values[0][:80] if isinstance(values[0], str) else None),
            marks=pytest.mark.many if is_further else (),
        )
        for *values, case, is_further in read_rows(
            module, name, *columns, "case", "further", **read
        )
    ]
    return pytest.mark.parametrize(columns, rows)


def each_named(rows: Sequence[tuple[Any, ...]], *columns: str) -> pytest.MarkDecorator:
    """Return the mark that runs a test on each row of a table in Python, called by its first."""
    named = [pytest.param(*values, id=name) for name, *values in rows]
    return pytest.mark.parametrize(columns, named)


def read_values(module: str, name: str, *, sequence: type = tuple) -> dict[str, Any]:
    """Return values by their names."""
    return {key: _value(value, sequence, NoneType) for key, value in _content(module)[name].items()}


def read_text(module: str, name: str) -> str:
    """Return a text: a page, a plan or a script."""
    text: str = _content(module)[name]
    return text


def words(text: str) -> list[str]:
    """Return the words of a text: a list that is read at a glance."""
    return text.split()


def as_arrays(value: Any) -> Any:
    """Return a value with lists for its tuples, to compare it with arrays of a table."""
    if isinstance(value, list | tuple):
        return [as_arrays(item) for item in value]
    return {k: as_arrays(v) for k, v in value.items()} if isinstance(value, dict) else value
