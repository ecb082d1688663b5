"""The shape of a record: all of its markup that decides where values stand in it.

A source prints its records from a few templates, so the same shapes come again and again; what was
worked out for one record of a shape holds for all others (``replaying``, and where the link stands
that names a record). A shape is the tags and the tree of the nodes, and of their attributes only
what is looked at: telling classes without digits, names given by the markup, column spans, clicks.

>>> from leadline.page.dom import parse_html
>>> from leadline.model import RecordSpan
>>> page = parse_html("<p class='odd n7'><b>A</b> 1<p class=n8><b>B</b> 2<p><b>C</b> 3", "")
>>> shapes = Shapes()
>>> one, two, three = shapes.of(page, [RecordSpan((i,)) for i in page.elements("p")])
>>> one == two, two == three
(False, False)
>>> page = parse_html("<p class=n7><b>A</b> 1<p class=n8><b>B</b> 2", "")
>>> one, two = shapes.of(page, [RecordSpan((i,)) for i in page.elements("p")])
>>> one == two
True
"""

from __future__ import annotations

from dataclasses import dataclass
from operator import sub
from typing import TYPE_CHECKING, Any, Final

from leadline.columns.inline_runs import HIGHLIGHT, HINTS, LABEL_CLASS, telling_class
from leadline.columns.record_text import RecordText, text_boundaries
from leadline.mining.signatures import DIGITS

if TYPE_CHECKING:
    from collections.abc import Hashable, Sequence

    from leadline.columns.record_text import TextBoundaries
    from leadline.model import RecordSpan
    from leadline.page.dom import Attributes, Document

CLICKS: Final = ("onclick", "data-href", "data-url", "data-link")
RARE: Final = frozenset({*HINTS, *CLICKS, "colspan"})
"""Attributes beside the class that decide where values stand."""
IS_PLAIN: Final = RARE.isdisjoint
IS_UNHINTED: Final = frozenset(HINTS).isdisjoint
IS_UNCLICKED: Final = frozenset(CLICKS).isdisjoint
MOST_MARKS: Final = 20_000
"""Marks that are remembered: a page may be made to have a class of its own in every element."""
MOST_SHAPES: Final = 512
"""Shapes that are remembered; when there are more, all are forgotten."""
MOST_NODES: Final = 1_000
"""A record of more nodes has no like, as a rule, and its shape costs memory."""


@dataclass(frozen=True, slots=True, eq=False)
class Shape:
    """How some records are made: of so many nodes, their texts put together alike."""

    nodes: int
    boundaries: TextBoundaries

    def record_text(self, document: Document, start: int) -> RecordText:
        """What the record of this shape says that begins at ``start``."""
        return RecordText(document, start, start + self.nodes, self.boundaries)


class _Marks:
    """A number for all that counts of a class attribute; the same for classes that mean the same.

    The key is the attribute's value, or that with what the rare attributes say.
    """

    def __init__(self) -> None:
        self.numbers: dict[object, int] = {}
        self.known: dict[object, int] = {None: 0}

    def of(self, attributes: Sequence[Attributes]) -> list[int] | None:
        """The marks of some nodes, None when there are too many to be kept."""
        known, plain = self.known, IS_PLAIN
        if len(known) > MOST_MARKS:
            return None
        try:
            return [
                0 if not held
                else known[held.get("class")] if plain(held)
                else known[held.get("class"), _rare(held)]
                for held in attributes
            ]  # fmt: skip
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
            if len(self.known) > MOST_MARKS:
                return


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
        self._latest: dict[int, tuple[tuple[object, ...], Shape]] = {}

    def of(self, document: Document, spans: Sequence[RecordSpan]) -> list[Shape | None]:
        """The shapes of a page's records, None for those too long to be worth it.

        Marks and sizes are taken once for all nodes from the first record to the last.
        """
        ends = document.end
        places = [(span.nodes[0], ends[span.nodes[-1]]) for span in spans]
        short = [place for place in places if place[1] - place[0] <= MOST_NODES]
        first = min([start for start, _ in short], default=0)
        last = max([stop for _, stop in short], default=0)
        marks = self._marks.of(document.attributes[first:last])
        if marks is None:
            return [None] * len(spans)
        sizes = [*map(sub, ends[first:last], range(first, last))]
        found: list[Shape | None] = []
        for span, (start, stop) in zip(spans, places, strict=True):
            if stop - start > MOST_NODES:
                found.append(None)
                continue
            inside = slice(start - first, stop - first)
            made = (document.tag[start:stop], sizes[inside], marks[inside],
                    document.gap[start + 1 : stop], _inner_roots(span))  # fmt: skip
            found.append(self._made(document, span, made))
        return found

    def _made(self, document: Document, span: RecordSpan, made: tuple[list[Any], ...]) -> Shape:
        """The shape of a record that is made so. The last one of as many nodes is looked at first:
        most are made as that, and a comparison takes less than a hash.
        """
        nodes = len(made[0])
        latest = self._latest.get(nodes)
        if latest is not None and latest[0] == made:
            return latest[1]
        key = (*map(tuple, made),)
        shape = self._known.get(key)
        if shape is None:
            if len(self._known) >= MOST_SHAPES:
                self._known.clear()
                self._latest.clear()
            shape = self._known[key] = Shape(nodes, text_boundaries(document, span.nodes))
        self._latest[nodes] = made, shape
        return shape


def _inner_roots(span: RecordSpan) -> list[int]:
    """Where the nodes of a record begin after its first one."""
    start, *others = span.nodes
    return [node - start for node in others] if others else others


def _rare(held: Attributes) -> tuple[object, ...]:
    hinted = not IS_UNHINTED(held) and any(held.get(name) for name in HINTS)
    return hinted, held.get("colspan"), not IS_UNCLICKED(held)
