"""The steps of a plan: what to read of a record, where it stands, and the reading itself.

A step is "the text of these nodes, or these addresses, to this column". Nodes are counted from the
record's first one on, so one list of steps serves all records of a shape (``planning`` makes it,
``replaying`` keeps it).

>>> from leadline.page.dom import parse_html
>>> from leadline.columns.record_text import RecordText, text_boundaries
>>> page = parse_html("<p><b>A  cat</b> <a href=/7>more</a>", "http://a.example/")
>>> record = RecordText(page, 3, 7, text_boundaries(page, [3]))
>>> steps = [(WORDS, "title", "text", (0, 1, 2), None), (LINK, "at", "link", 3, None)]
>>> [one.value for one in read_straight([record], steps)[0]]
['A cat', 'http://a.example/7']
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import partial
from itertools import repeat
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from leadline.columns.record_text import text_of
from leadline.columns.runs import CUT, address_of, code_of, picture_of, whole_text
from leadline.model import Field
from leadline.values.lists import EDGES, JOIN, says

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from leadline.columns.record_text import RecordText, Slice
    from leadline.columns.templates.compiled import Division

WORDS, WORD, LINK, TEXT, PIECE, LINKS, IMAGES, CODE, DIVIDED, LABEL, LINES, CAPTION, RUN = range(13)
"""What a step reads: the text of one node, the same without the signs around it, one address, the
text of several nodes, a piece without the signs around it, addresses, a class, a text that may be
several values, one that may begin with its label, lines that may, a text that may begin with a
caption, or a run whose values follow from what it says."""

Step = tuple[int, int, Any]
"""What to read, the column it goes to, and where it stands."""


Target = tuple[int, "Division[int] | None", tuple[tuple[int, int, tuple[int, ...]], ...]]
"""The column of a text, or how it is divided, and steps for its addresses."""
Linked = tuple[tuple[int, str, tuple[int, ...]], ...]
"""Addresses: links or images, the kind of their column, the nodes."""
Named = tuple[int, str, str, Any, "Division[str] | None"]
"""A step with the name and the kind of its column, and how its text is divided."""

Cell: TypeAlias = "Field | list[Field] | None"
"""What a step read of one record: the parts of a divided text, nothing if it says nothing."""

made_field: Final = partial(tuple.__new__, Field)
"""A field of a tuple, without a call of Python's own."""


@dataclass(frozen=True, slots=True)
class LabelledRun:
    """A run of one line that may begin with a label or caption (its ``first`` piece): its links and
    images, the steps for a line that does not, and where lines go by the names seen so far.
    """

    slot: str
    text: Slice
    first: Slice
    linked: Linked
    otherwise: list[Step]
    targets: dict[str, Target] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class LabelledLines:
    """A run of several lines that may begin with labels: its lines with their links and images."""

    slot: str
    lines: list[tuple[Slice, Linked]]
    otherwise: list[Step]


def read_straight(group: Sequence[RecordText], steps: Sequence[Named]) -> list[tuple[Field, ...]]:
    """The fields of some records of one shape, by steps that need no look at one another: each is
    taken once for all of them.
    """
    if not steps:
        return [()] * len(group)
    cut = [record for record in group if record.cut]
    words = None if cut else [*zip(*[record.words for record in group], strict=True)]
    columns: list[Iterable[Cell]] = []
    whole, divided = True, False
    for what, name, kind, where, division in steps:
        values = _values(group, words, what, where)
        if division is not None:
            divided = True
            columns.append([_parts(division, value) if value else None for value in values])
        elif all(values):
            columns.append(map(made_field, zip(repeat(name), values, repeat(kind))))
        else:
            whole = False
            columns.append([made_field((name, value, kind)) if value else None for value in values])
    rows: Iterable[tuple[Any, ...]] = zip(*columns, strict=True)
    if divided:
        return [_flat(row) for row in rows]
    return [*rows] if whole else [(*filter(None, row),) for row in rows]


def _values(
    group: Sequence[RecordText], words: Sequence[Sequence[str]] | None, what: int, where: Any
) -> Sequence[str]:
    """What a step reads of each record; ``words`` are their texts one by one, if none is cut."""
    if words is not None and what <= WORD:
        values = words[where[0]]
        if what == WORDS:
            return values
        return [value.strip(EDGES) if says(value) else "" for value in values]
    if what == LINK:
        return [address_of(record.document, record.start + where) for record in group]
    return [value_of(record, what, where) for record in group]


def _parts(division: Division[str], text: str) -> list[Field]:
    return [made_field((name, part, "text")) for name, part in division.values(text) if name]


def _flat(row: Iterable[Cell]) -> tuple[Field, ...]:
    """The fields of a record, those of a divided text among the others."""
    found: list[Field] = []
    for cell in row:
        if isinstance(cell, list):
            found += cell
        elif cell is not None:
            found.append(cell)
    return tuple(found)


def value_of(record: RecordText, what: int, where: Any) -> str:
    """What a step reads, by itself."""
    if what <= WORD:
        at, first, stop = where
        text = record.words[at]
        if record.cut and text.endswith(CUT):
            text = whole_text(record.document, text, record.start + first, record.start + stop)
        return text if what == WORDS else text.strip(EDGES) if says(text) else ""
    if what == LINK:
        return address_of(record.document, record.start + where)
    if what == TEXT:
        return text_of(record, where)
    if what == PIECE:
        return _piece(record, *where)
    if what == IMAGES and len(where) == 1:
        return picture_of(record.document, record.start + where[0])
    return JOIN.join(addresses(record, what, where))


def _piece(record: RecordText, slices: tuple[Slice, ...], alone: bool) -> str:
    if len(slices) == 1:
        text = text_of(record, slices[0]).strip(EDGES)
    else:
        text = " ".join([text_of(record, where) for where in slices]).strip(EDGES)
    return text if alone or says(text) else ""


def addresses(record: RecordText, what: int, where: tuple[int, ...]) -> list[str]:
    """What some nodes of a record lead to, show, or are coded by."""
    read = address_of if what == LINKS else picture_of if what == IMAGES else code_of
    document, start = record.document, record.start
    return [address for at in where if (address := read(document, start + at))]


def add(held: dict[int, str], place: int, value: str) -> None:
    held[place] = held[place] + JOIN + value if place in held else value
