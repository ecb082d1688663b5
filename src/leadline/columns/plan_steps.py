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
from collections.abc import Collection
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

from leadline.columns.record_text import RecordText, Slice, text_of
from leadline.columns.runs import class_value, image_address, link_address
from leadline.model import Field
from leadline.values.lists import (
    LABEL_PREFIX,
    LIST_SEPARATOR,
    SEPARATOR_CHARS,
    SlotValue,
    has_alphanumeric,
)

TEXT, PIECE, LINKS, IMAGES, CLASS, SPLIT, IF_ADDRESS, LABELLED = range(8)
"""What a step reads: a text, the same without the signs around it, links, images, a class, a text
that templates split, a run whose only texts are those of buttons (it counts only if an address
stands in it), or a run that may hold labels."""

Step = tuple[int, int, Any]
"""What to read, the number of the column it goes to, and where it stands."""
Addresses = tuple[tuple[int, str, tuple[int, ...]], ...]
"""Links or images, the kind of their column, and their nodes."""

make_field: Final = partial(tuple.__new__, Field)
"""Makes a field of a tuple, faster than a call of ``Field``."""


@dataclass(frozen=True, slots=True)
class CaptionedRun:
    """A run whose ``first`` piece may be its caption: a known one, or a new one with a colon.

    ``otherwise`` are the steps for a run without one.
    """

    slot: str
    captions: Collection[str]
    text: Slice
    first: Slice
    addresses: Addresses
    otherwise: list[Step]

    def values(self, record: RecordText) -> list[SlotValue]:
        """Read the run into the column of its caption, if it has one."""
        label = caption = text_of(record, self.first)
        if caption not in self.captions:
            new = LABEL_PREFIX.fullmatch(caption)
            if not new or not all(one.endswith((":", "：")) for one in self.captions):
                return []
            label = new[1]
        text = text_of(record, self.text).removeprefix(caption).strip(SEPARATOR_CHARS + ":：")
        slot = f"{self.slot}={label}"
        labelled = [(slot, "text", text)] if text else []
        return labelled + address_values(record, slot, self.addresses)


@dataclass(frozen=True, slots=True)
class LabelledLines:
    """Lines that may begin with labels, each with its addresses."""

    slot: str
    labels: Collection[str]
    lines: list[tuple[Slice, Addresses]]
    otherwise: list[Step]

    def values(self, record: RecordText) -> list[SlotValue]:
        """Read each line into the column of the last label in front of it, if there is any."""
        lines: list[SlotValue] = []
        slot = self.slot
        for line, linked in self.lines:
            text = text_of(record, line)
            label = LABEL_PREFIX.match(text) if ":" in text or "：" in text else None
            if label and label[1] in self.labels:
                slot, text = f"{self.slot}={label[1]}", text[label.end() :]
            if text:
                lines.append((slot, "text", text))
            lines += address_values(record, slot, linked)
        return lines if slot != self.slot else []


@dataclass(frozen=True, slots=True)
class InlineLabels:
    """A run whose lines may hold several labels, found by ``pattern``."""

    slot: str
    pattern: re.Pattern[str]
    text: Slice
    lines: list[Slice]
    pieces: list[tuple[Slice, Addresses]]
    otherwise: list[Step]

    def values(self, record: RecordText) -> list[SlotValue]:
        """Read lines into the columns of the labels inside them."""
        texts: list[SlotValue] = []
        slot = self.slot
        for line in self.lines:
            text = text_of(record, line)
            labels = [*self.pattern.finditer(text)]
            stops = [*(label.start() for label in labels), len(text)]
            parts = [(slot, text[: stops[0]])]
            for label, stop in zip(labels, stops[1:], strict=True):
                slot = f"{self.slot}={label[label.lastindex or 0]}"
                parts.append((slot, text[label.end() : stop]))
            stripped = ((at, part.strip(SEPARATOR_CHARS).removesuffix(" -")) for at, part in parts)
            texts += [(at, "text", part) for at, part in stripped if part]
        return [*texts, *self._addresses(record)] if texts else []

    def _addresses(self, record: RecordText) -> list[SlotValue]:
        """Return the addresses of pieces, each at the last label in front of its piece's end."""
        whole = text_of(record, self.text)
        values: list[SlotValue] = []
        cursor = 0
        for piece, linked in self.pieces:
            text = text_of(record, piece)
            cursor = max(cursor, whole.find(text, cursor))
            labels = [*self.pattern.finditer(whole, 0, cursor + len(text))]
            slot = f"{self.slot}={labels[-1][labels[-1].lastindex or 0]}" if labels else self.slot
            values += address_values(record, slot, linked)
        return values


def address_values(record: RecordText, slot: str, linked: Addresses) -> list[SlotValue]:
    """Return the links and images of a slot."""
    return [
        (slot, kind, address)
        for what, kind, nodes in linked
        for address in addresses(record, what, nodes)
    ]


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
