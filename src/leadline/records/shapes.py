"""The shape of a record: all of its markup that decides where values stand in it.

A source prints its records from a few templates, so the same shapes come again and again; what was
worked out for one record of a shape holds for all others (``replaying``, and where the link stands
that names a record). A shape is the tags and the tree of the nodes, and of their attributes only
what is looked at: telling classes without digits, names given by the markup, column spans, clicks.

>>> from leadline.dom import parse_html
>>> from leadline.model import RecordSpan
>>> page = parse_html("<p class='odd n7'><b>A</b> 1<p class=n8><b>B</b> 2<p><b>C</b> 3", "")
>>> shapes = Shapes()
>>> one, two, three = (shapes.of(page, RecordSpan((i,))) for i in page.elements("p"))
>>> one == two, two == three
(False, False)
>>> page = parse_html("<p class=n7><b>A</b> 1<p class=n8><b>B</b> 2", "")
>>> one, two = (shapes.of(page, RecordSpan((i,))) for i in page.elements("p"))
>>> one == two
True
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from leadline.records.flat import DIGITS
from leadline.records.said import Said, form_of
from leadline.records.sketch import HIGHLIGHT, HINTS, LABEL_CLASS, telling_class

if TYPE_CHECKING:
    from collections.abc import Hashable, Sequence

    from leadline.dom import Attributes, Document
    from leadline.model import RecordSpan

CLICKS: Final = ("onclick", "data-href", "data-url", "data-link")
RARE: Final = frozenset({*HINTS, *CLICKS, "colspan"})
"""Attributes beside the class that decide where values stand."""
IS_PLAIN: Final = RARE.isdisjoint
MOST_MARKS: Final = 20_000
"""Marks that are remembered: a page may be made to have a class of its own in every element."""
MOST_SHAPES: Final = 512
"""Shapes that are remembered; when there are more, all are forgotten."""
MOST_NODES: Final = 1_000
"""A record of more nodes has no like, as a rule, and its shape costs memory."""


@dataclass(frozen=True, slots=True, eq=False)
class Shape:
    """How some records are made: of so many nodes, their texts put together by one form."""

    nodes: int
    form: str

    def said(self, document: Document, start: int) -> Said:
        """What the record of this shape says that begins at ``start``."""
        return Said(document, start, start + self.nodes, self.form)


class _Marks:
    """A number for all that counts of a class attribute; the same for classes that mean the same.

    The key is the attribute's value, or that with what the rare attributes say.
    """

    def __init__(self) -> None:
        self.numbers: dict[object, int] = {}
        self.known: dict[object, int] = {None: 0}

    def of(self, attributes: Sequence[Attributes]) -> tuple[int, ...]:
        """The marks of some nodes."""
        known, plain = self.known, IS_PLAIN
        try:
            return tuple([
                0 if not held
                else known[held.get("class")] if plain(held)
                else known[held.get("class"), _rare(held)]
                for held in attributes
            ])  # fmt: skip
        except KeyError:
            self._learn(attributes)
            return self.of(attributes)

    def _learn(self, attributes: Sequence[Attributes]) -> None:
        for held in attributes:
            value, rare = held.get("class"), None if IS_PLAIN(held) else _rare(held)
            key = value if rare is None else (value, rare)
            if key not in self.known:
                meaning = (_meaning(value or ""), rare)
                self.known[key] = self.numbers.setdefault(meaning, len(self.numbers) + 1)


def _meaning(value: str) -> tuple[object, ...]:
    names = value.split()
    return (
        telling_class(value), DIGITS.sub("#", names[0]) if names else "", len(names) > 1,
        bool(value), bool(HIGHLIGHT.search(value)), bool(LABEL_CLASS.search(value)),
    )  # fmt: skip


class Shapes:
    """Takes shapes; two taken by one of these are the same only if the records are made alike.

    One that was forgotten is never given again, so what is kept by it stays true.
    """

    def __init__(self) -> None:
        self._marks = _Marks()
        self._known: dict[tuple[Hashable, ...], Shape] = {}

    def of(self, document: Document, span: RecordSpan) -> Shape | None:
        """The shape of a record, None for one that is too long to be worth it."""
        nodes = span.nodes
        start, stop = nodes[0], document.end[nodes[-1]]
        if stop - start > MOST_NODES or len(self._marks.known) > MOST_MARKS:
            return None
        made = (
            tuple(document.tag[start:stop]),
            tuple([end - start for end in document.end[start:stop]]),
            self._marks.of(document.attributes[start:stop]),
            tuple(document.gap[start + 1 : stop]),
            len(nodes) == 1 or tuple([node - start for node in nodes]),
        )
        shape = self._known.get(made)
        if shape is None:
            if len(self._known) >= MOST_SHAPES:
                self._known.clear()
            shape = self._known[made] = Shape(stop - start, form_of(document, nodes))
        return shape


def _rare(held: Attributes) -> tuple[object, ...]:
    return (
        any(held.get(name) for name in HINTS),
        held.get("colspan"),
        any(name in held for name in CLICKS),
    )
