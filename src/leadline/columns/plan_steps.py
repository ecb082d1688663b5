"""The steps of a plan: what to read of a record, where it stands, and the reading itself.

A step is "the text of these nodes, or these addresses, to this column". Nodes are counted from the
record's first node, so one list of steps serves all records of a shape (``plan`` compiles it,
``reader`` keeps it).

>>> from leadline.page.dom import parse_html
>>> from leadline.columns.record_text import RecordText, text_boundaries
>>> page = parse_html("<p><b>A  cat</b> <a href=/7>more</a>", "http://a.example/")
>>> record = RecordText(page, 3, 7, text_boundaries(page, [3]))
>>> steps = [(NODE_TEXT, "title", "text", (0, 1, 2), None), (LINK, "at", "link", 3, None)]
>>> [one.value for one in read_by_column([record], steps)[0]]
['A cat', 'http://a.example/7']
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import partial
from itertools import repeat
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from leadline.columns.record_text import text_of
from leadline.columns.runs import (
    ELLIPSES,
    class_value,
    image_address,
    link_address,
    uncut_text,
)
from leadline.model import Field
from leadline.values.lists import LIST_SEPARATOR, SEPARATOR_CHARS, has_alphanumeric

if TYPE_CHECKING:
    import re
    from collections.abc import Iterable, Sequence

    from leadline.columns.record_text import RecordText, Slice
    from leadline.columns.templates.compiled import Division

NODE_TEXT, NODE_PIECE, LINK, TEXT, PIECE, LINKS, IMAGES, CLASS, SPLIT = range(9)
"""What a plain step reads: the text of one node, the same without the signs around it, one address,
the text of several nodes, the same without the signs around it, links, images, a class, or a text
that templates split."""
LABEL, LINES, CAPTION, INLINE_LABELS, IF_ADDRESS = range(9, 14)
"""What a conditional step reads: a text that may begin with its label, lines that may, a text that
may begin with a caption, lines that may hold several labels, or a run whose only texts are those of
buttons: it counts only if an address stands in it."""

Step = tuple[int, int, Any]
"""What to read, the number of the column it goes to, and where it stands."""
Addresses = tuple[tuple[int, str, tuple[int, ...]], ...]
"""Links or images, the kind of their column, and their nodes."""
Target = tuple[int, "Division[int] | None", tuple[tuple[int, int, tuple[int, ...]], ...]]
"""The column of a text, or how templates split it, and steps for its addresses."""
NamedStep = tuple[int, str, str, Any, "Division[str] | None"]
"""A plain step with the name and the kind of its column, and how templates split its text."""
Cell: TypeAlias = "Field | list[Field] | None"
"""What a step read of one record: a field, the parts of a split text, or nothing."""

make_field: Final = partial(tuple.__new__, Field)
"""Makes a field of a tuple, faster than a call of ``Field``."""


@dataclass(frozen=True, slots=True)
class LabelledRun:
    """A run that may begin with a label or caption (its ``first`` piece).

    ``otherwise`` are the steps for a run without one. ``targets`` are kept by label.
    """

    slot: str
    text: Slice
    first: Slice
    addresses: Addresses
    otherwise: list[Step]
    targets: dict[str, Target] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class LabelledLines:
    """A run of several lines that may begin with labels, each with its addresses."""

    slot: str
    lines: list[tuple[Slice, Addresses]]
    otherwise: list[Step]


@dataclass(frozen=True, slots=True)
class InlineLabels:
    """A run whose lines may hold several labels, found by ``pattern``."""

    slot: str
    pattern: re.Pattern[str]
    text: Slice
    lines: list[Slice]
    pieces: list[tuple[Slice, Addresses]]
    otherwise: list[Step]


def read_by_column(
    group: Sequence[RecordText], steps: Sequence[NamedStep]
) -> list[tuple[Field, ...]]:
    """Read records of one plan a step at a time; no step may depend on another."""
    if not steps:
        return [()] * len(group)
    cut = any(record.cut for record in group)
    words = None if cut else [*zip(*[record.words for record in group], strict=True)]
    columns: list[Iterable[Cell]] = []
    whole, split = True, False
    for what, name, kind, where, division in steps:
        values = _values(group, words, what, where)
        if division is not None:
            split = True
            columns.append([_parts(division, value) if value else None for value in values])
        elif all(values):
            columns.append(map(make_field, zip(repeat(name), values, repeat(kind))))
        else:
            whole = False
            columns.append([make_field((name, value, kind)) if value else None for value in values])
    rows: Iterable[tuple[Any, ...]] = zip(*columns, strict=True)
    if split:
        return [_flat(row) for row in rows]
    return [*rows] if whole else [(*filter(None, row),) for row in rows]


def _values(
    group: Sequence[RecordText], words: Sequence[Sequence[str]] | None, what: int, where: Any
) -> Sequence[str]:
    """Read a step of each record; ``words`` are their texts one by one, if none is cut."""
    if words is not None and what <= NODE_PIECE:
        values = words[where[0]]
        if what == NODE_TEXT:
            return values
        return [value.strip(SEPARATOR_CHARS) if has_alphanumeric(value) else "" for value in values]
    if what == LINK:
        return [link_address(record.document, record.start + where) for record in group]
    return [value_of(record, what, where) for record in group]


def _parts(division: Division[str], text: str) -> list[Field]:
    return [make_field((name, part, "text")) for name, part in division.values(text) if name]


def _flat(row: Iterable[Cell]) -> tuple[Field, ...]:
    """Return the fields of a record, those of a split text among the others."""
    fields: list[Field] = []
    for cell in row:
        if isinstance(cell, list):
            fields += cell
        elif cell is not None:
            fields.append(cell)
    return tuple(fields)


def value_of(record: RecordText, what: int, where: Any) -> str:
    """Read one plain step of a record."""
    if what <= NODE_PIECE:
        at, first, stop = where
        text = record.words[at]
        if record.cut and text.endswith(ELLIPSES):
            text = uncut_text(record.document, text, record.start + first, record.start + stop)
        return (
            text
            if what == NODE_TEXT
            else text.strip(SEPARATOR_CHARS)
            if has_alphanumeric(text)
            else ""
        )
    if what == LINK:
        return link_address(record.document, record.start + where)
    if what == TEXT:
        return text_of(record, where)
    if what == PIECE:
        return _piece(record, *where)
    if what == IMAGES and len(where) == 1:
        return image_address(record.document, record.start + where[0])
    return LIST_SEPARATOR.join(addresses(record, what, where))


def _piece(record: RecordText, slices: tuple[Slice, ...], alone: bool) -> str:
    text = " ".join([text_of(record, where) for where in slices]).strip(SEPARATOR_CHARS)
    return text if alone or has_alphanumeric(text) else ""


def addresses(record: RecordText, what: int, nodes: tuple[int, ...]) -> list[str]:
    """Return the links, images or classes of some nodes of a record."""
    read = link_address if what == LINKS else image_address if what == IMAGES else class_value
    document, start = record.document, record.start
    return [address for node in nodes if (address := read(document, start + node))]


def add(values: dict[int, str], column: int, value: str) -> None:
    """Add a value to its column; several values of a column are a list."""
    values[column] = values[column] + LIST_SEPARATOR + value if column in values else value
