"""Record shapes: the markup of a record that decides where its values stand.

A source prints its records from a few templates, so shapes recur. What was compiled for one record
of a shape holds for all others (``reader``; also the place of the link that names a record). A
shape is the tags and the tree of the nodes, and of the attributes only what reading looks at:
class names without digits, names given by the markup, column spans, and click targets.

>>> from leadline.page.dom import parse_html
>>> page = parse_html("<p class='odd n7'><b>A</b> 1<p class=n8><b>B</b> 2<p><b>C</b> 3", "")
>>> shapes = Shapes()
>>> one, two, three = shapes.of(page, [RecordSpan((i,)) for i in page.elements("p")])
>>> one == two, two == three
(False, False)
"""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from operator import sub
from typing import Any, Final

from leadline.columns.inline_runs import HEADING, HIGHLIGHT, HINTS, LABEL_CLASS, content_class
from leadline.columns.record_text import RecordText, TextBoundaries, text_boundaries
from leadline.mining.paths import DIGITS
from leadline.model import RecordSpan
from leadline.page.dom import Attributes, Document

CLICK_ATTRIBUTES: Final = ("onclick", "data-href", "data-url", "data-link")
SHAPING_ATTRIBUTES: Final = frozenset({*HINTS, *CLICK_ATTRIBUTES, HEADING, "colspan"})
"""Attributes beside the class that decide where values stand."""
IS_PLAIN: Final = SHAPING_ATTRIBUTES.isdisjoint
IS_UNHINTED: Final = frozenset(HINTS).isdisjoint
IS_UNCLICKED: Final = frozenset(CLICK_ATTRIBUTES).isdisjoint
MAX_MARKS: Final = 20_000
"""Marks that are kept: a hostile page may have a class of its own in every element."""
MAX_KNOWN_SHAPES: Final = 512
"""Shapes that are kept; beyond, all are dropped."""
MAX_SHAPE_NODES: Final = 1_000
"""Nodes of a record with a shape: a longer one rarely recurs, and its shape costs memory."""


@dataclass(frozen=True, slots=True, eq=False)
class Shape:
    """The number of nodes of some records, and how their texts are joined."""

    nodes: int
    boundaries: TextBoundaries

    def record_text(self, document: Document, start: int) -> RecordText:
        """Return the texts of the record of this shape at ``start``."""
        return RecordText(document, start, start + self.nodes, self.boundaries)


class _Marks:
    """Numbers for attributes; equal numbers mean the same to a reader.

    The key is the class attribute, or that with the other shaping attributes.
    """

    def __init__(self) -> None:
        self.numbers: dict[object, int] = {}
        self.known: dict[object, int] = {None: 0}

    def of(self, attributes: Sequence[Attributes]) -> list[int] | None:
        """Return the marks of some nodes, None when there are too many to be kept."""
        known, plain = self.known, IS_PLAIN
        if len(known) > MAX_MARKS:
            return None
        try:
            return [
                known[attributes_of.get("class")]
                if attributes_of and plain(attributes_of)
                else known[attributes_of.get("class"), _others(attributes_of)]
                if attributes_of
                else 0
                for attributes_of in attributes
            ]
        except KeyError:
            self._learn(attributes)
            return self.of(attributes)

    def _learn(self, attributes: Sequence[Attributes]) -> None:
        for attributes_of in attributes:
            value, rare = (
                attributes_of.get("class"),
                None if IS_PLAIN(attributes_of) else _others(attributes_of),
            )
            key = value if rare is None else (value, rare)
            if key not in self.known:
                meaning = (_meaning(value or ""), rare)
                self.known[key] = self.numbers.setdefault(meaning, len(self.numbers) + 1)
            if len(self.known) > MAX_MARKS:
                return


def _meaning(value: str) -> tuple[object, ...]:
    names = value.split()
    first = DIGITS.sub("#", names[0]) if names else ""
    patterns = (bool(HIGHLIGHT.search(value)), bool(LABEL_CLASS.search(value)))
    return (content_class(value), first, len(names) > 1, bool(value), *patterns)


class Shapes:
    """Gives the shapes of records: one shape for records of the same markup.

    A shape that was dropped is never given again, so what is kept by it stays true.
    """

    def __init__(self) -> None:
        self._marks = _Marks()
        self._known: dict[tuple[Hashable, ...], Shape] = {}
        self._latest: dict[int, tuple[tuple[object, ...], Shape]] = {}

    def of(self, document: Document, spans: Sequence[RecordSpan]) -> list[Shape | None]:
        """Return the shapes of a page's records, None for records too long to have one.

        Marks and sizes are taken once for all nodes from the first record to the last.
        """
        ends = document.end
        places = [(span.nodes[0], ends[span.nodes[-1]]) for span in spans]
        short = [place for place in places if place[1] - place[0] <= MAX_SHAPE_NODES]
        first = min([start for start, _ in short], default=0)
        last = max([stop for _, stop in short], default=0)
        marks = self._marks.of(document.attributes[first:last])
        if marks is None:
            return [None] * len(spans)
        sizes = [*map(sub, ends[first:last], range(first, last))]
        result: list[Shape | None] = []
        for span, (start, stop) in zip(spans, places, strict=True):
            if stop - start > MAX_SHAPE_NODES:
                result.append(None)
                continue
            inside = slice(start - first, stop - first)
            gaps = document.gap[start + 1 : stop]
            markup = (document.tag[start:stop], sizes[inside], marks[inside], gaps)
            result.append(
                self._shape(document, span, (*markup, [node - start for node in span.nodes[1:]]))
            )
        return result

    def _shape(self, document: Document, span: RecordSpan, made: tuple[list[Any], ...]) -> Shape:
        """Return the shape of a record of this markup.

        The last one of as many nodes is compared first: a comparison takes less than a hash.
        """
        nodes = len(made[0])
        latest = self._latest.get(nodes)
        if latest is not None and latest[0] == made:
            return latest[1]
        key = (*map(tuple, made),)
        shape = self._known.get(key)
        if shape is None:
            if len(self._known) >= MAX_KNOWN_SHAPES:
                self._known.clear()
                self._latest.clear()
            shape = self._known[key] = Shape(nodes, text_boundaries(document, span.nodes))
        self._latest[nodes] = made, shape
        return shape


def _others(attributes_of: Attributes) -> tuple[object, ...]:
    hinted = not IS_UNHINTED(attributes_of) and any(attributes_of.get(name) for name in HINTS)
    heading = attributes_of.get(HEADING)
    return hinted, attributes_of.get("colspan"), heading, not IS_UNCLICKED(attributes_of)
