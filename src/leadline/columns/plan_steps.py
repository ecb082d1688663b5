"""The steps of a plan: what to read of a record, where it stands, and the reading itself.

A step is "the text of these nodes, or these addresses, to this column". Nodes are counted from the
record's first node, so one list of steps serves all records of a shape (``plan`` compiles it,
``reader`` keeps it).

>>> from leadline.page.dom import parse_html
>>> from leadline.columns.record_text import text_boundaries
>>> page = parse_html("<p><b>A  cat</b> <a href=/7>more</a>", "http://a.example/")
>>> record = RecordText(page, 3, 7, text_boundaries(page, [3]))
>>> value_of(record, TEXT, (0, 1, 0, 3)), value_of(record, LINKS, (3,))
('A cat', 'http://a.example/7')
"""

import re
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

from leadline.columns.record_text import RecordText, Slice, text_of
from leadline.columns.runs import class_value, image_address, link_address
from leadline.model import Field
from leadline.values.lists import LIST_SEPARATOR, SEPARATOR_CHARS, has_alphanumeric

TEXT, PIECE, LINKS, IMAGES, CLASS, SPLIT = range(6)
"""What a plain step reads: a text, the same without the signs around it, links, images, a class, or
a text that templates split."""
LABEL, LINES, CAPTION, INLINE_LABELS, IF_ADDRESS = range(6, 11)
"""What a conditional step reads: a text that may begin with its label, lines that may, a text that
may begin with a caption, lines that may hold several labels, or a run whose only texts are those of
buttons: it counts only if an address stands in it."""

Step = tuple[int, int, Any]
"""What to read, the number of the column it goes to, and where it stands."""
Addresses = tuple[tuple[int, str, tuple[int, ...]], ...]
"""Links or images, the kind of their column, and their nodes."""

make_field: Final = partial(tuple.__new__, Field)
"""Makes a field of a tuple, faster than a call of ``Field``."""


@dataclass(frozen=True, slots=True)
class LabelledRun:
    """A run that may begin with a label or caption (its ``first`` piece).

    ``otherwise`` are the steps for a run without one.
    """

    slot: str
    text: Slice
    first: Slice
    addresses: Addresses
    otherwise: list[Step]


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


def value_of(record: RecordText, what: int, where: Any) -> str:
    """Read one plain step of a record."""
    if what == TEXT:
        return text_of(record, where)
    if what == PIECE:
        return _piece(record, *where)
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
