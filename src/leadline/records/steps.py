"""The steps of a plan: what to read of a record, where it stands, and the reading itself.

A step is "the text of these nodes, or these addresses, to this column". Nodes are counted from the
record's first one on, so one list of steps serves all records of a shape (``planning`` makes it,
``replaying`` keeps it).

>>> from leadline.dom import parse_html
>>> page = parse_html("<p><b>A  cat</b> <a href=/7>more</a>", "http://a.example/")
>>> steps = [(WORDS, "title", "text", (2, 1, 2), None), (LINK, "at", "link", 3, None)]
>>> [one.value for one in read_straight(page, 3, steps)]
['A cat', 'http://a.example/7']
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from leadline.model import Field
from leadline.records.runs import CUT, address_of, code_of, picture_of, whole_text
from leadline.records.values import EDGES, JOIN, says

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from leadline.dom import Document
    from leadline.records.division import Division

CUT_SIGNS: Final = frozenset(sign[-1] for sign in CUT)

WORDS, WORD, LINK, TEXT, PIECE, LINKS, IMAGES, CODE, DIVIDED, LABEL, LINES, CAPTION, RUN = range(13)
"""What a step reads: the text of one node, the same without the signs around it, one address, the
text of several nodes, a piece without the signs around it, addresses, a class, a text that may be
several values, one that may begin with its label, lines that may, a text that may begin with a
caption, or a run whose values follow from what it says."""

Slice = tuple[tuple[int, ...], int, int]
"""Text nodes, first node, node after the last; all counted from the record's first node on."""
Step = tuple[int, int, Any]
"""What to read, the column it goes to, and where it stands."""


Target = tuple[int, "Division[int] | None", tuple[tuple[int, int, tuple[int, ...]], ...]]
"""The column of a text, or how it is divided, and steps for its addresses."""
Linked = tuple[tuple[int, str, tuple[int, ...]], ...]
"""Addresses: links or images, the kind of their column, the nodes."""
Named = tuple[int, str, str, Any, "Division[str] | None"]
"""A step with the name and the kind of its column, and how its text is divided."""

_new: Final = Field.__new__
_set_column, _set_value, _set_kind = (
    Field.__dict__[name].__set__ for name in ("column", "value", "kind")
)


def made_field(column: str, value: str, kind: str) -> Field:
    """A field, in half the time that a frozen dataclass takes to make one."""
    one = _new(Field)
    _set_column(one, column)
    _set_value(one, value)
    _set_kind(one, kind)
    return one


@dataclass(frozen=True, slots=True)
class Labelled:
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
class Lined:
    """A run of several lines that may begin with labels: its lines with their links and images."""

    slot: str
    lines: list[tuple[Slice, Linked]]
    otherwise: list[Step]


def read_straight(document: Document, start: int, steps: Sequence[Named]) -> tuple[Field, ...]:
    """``Replay._read`` of steps that need no look at one another."""
    texts = document.text
    new, set_column, set_value, set_kind = _new, _set_column, _set_value, _set_kind
    found = []
    for what, name, kind, where, division in steps:
        if what <= WORD:
            value = " ".join(texts[start + where[0]].split())
            if value[-1:] in CUT_SIGNS and value.endswith(CUT):
                value = whole_text(document, value, start + where[1], start + where[2])
            if what == WORD and not says(value := value.strip(EDGES)):
                continue
        elif what == LINK:
            value = address_of(document, start + where)
        else:
            value = value_of(document, start, what, where)
        if not value:
            continue
        if division is not None:
            found += [made_field(at, said, kind) for at, said in division.values(value) if at]
            continue
        one = new(Field)  # ``made_field``, without a call for every value
        set_column(one, name)
        set_value(one, value)
        set_kind(one, kind)
        found.append(one)
    return tuple(found)


def named_fields(held: Mapping[int, str], named: Sequence[tuple[str, str]]) -> tuple[Field, ...]:
    """Values by the number of their column as fields; columns without a name are left out."""
    new, set_column, set_value, set_kind = _new, _set_column, _set_value, _set_kind
    found = []
    for place, value in held.items():
        name, kind = named[place]
        if name:
            one = new(Field)
            set_column(one, name)
            set_value(one, value)
            set_kind(one, kind)
            found.append(one)
    return tuple(found)


def value_of(document: Document, start: int, what: int, where: Any) -> str:
    """What a step reads, by itself."""
    if what <= WORD:
        text = text_of(document, start, (where[:1], *where[1:]))
        return text if what == WORDS else text.strip(EDGES) if says(text) else ""
    if what == LINK:
        return address_of(document, start + where)
    if what == TEXT:
        return text_of(document, start, where)
    if what == PIECE:
        return _piece(document, start, *where)
    if what == IMAGES and len(where) == 1:
        return picture_of(document, start + where[0])
    return JOIN.join(addresses(document, start, what, where))


def text_of(document: Document, start: int, where: Slice) -> str:
    """``runs.text_between`` for a slice whose text nodes are known."""
    nodes, first, stop = where
    texts, gap = document.text, document.gap
    if len(nodes) == 1:
        text = " ".join(texts[start + nodes[0]].split())
    else:
        said = [(" " + texts[start + at]) if gap[start + at] else texts[start + at] for at in nodes]
        text = " ".join("".join(said).split())
    if text[-1:] in CUT_SIGNS and text.endswith(CUT):
        return whole_text(document, text, start + first, start + stop)
    return text


def _piece(document: Document, start: int, slices: tuple[Slice, ...], alone: bool) -> str:
    if len(slices) == 1:
        text = text_of(document, start, slices[0]).strip(EDGES)
    else:
        text = " ".join([text_of(document, start, where) for where in slices]).strip(EDGES)
    return text if alone or says(text) else ""


def addresses(document: Document, start: int, what: int, where: tuple[int, ...]) -> list[str]:
    read = address_of if what == LINKS else picture_of if what == IMAGES else code_of
    return [address for at in where if (address := read(document, start + at))]


def add(held: dict[int, str], place: int, value: str) -> None:
    held[place] = held[place] + JOIN + value if place in held else value
