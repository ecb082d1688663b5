"""The texts of one record, each with white space folded once.

Values, label blocks and the visible text of a record are made of the same few texts. Folding them
again for each would cost more than all other reading. A blank separates two texts if markup does,
or if one of them has a blank at its edge.

>>> from leadline.page.dom import parse_html
>>> page = parse_html("<p><b>A  cat</b>, grey<p>1 …", "")
>>> record = RecordText(page, 3, page.end[3], text_boundaries(page, [3]))
>>> record.words, record.text, record.cut
(['A cat', ', grey'], 'A cat, grey', False)
>>> text_of(record, slice_of(page, 3, 4, page.end[3]))
'A cat, grey'
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from typing import NamedTuple

from leadline.columns.runs import ELLIPSES, uncut_text
from leadline.model import RecordSpan
from leadline.page.dom import Document

Slice = tuple[int, int, int, int]
"""Successive texts of a record: number of the first text, that after the last, first node, node
after the last. Nodes are counted from the record's first node."""


class TextBoundaries(NamedTuple):
    """How the texts of a record are joined.

    ``adjacent`` are the texts (by number) that no markup separates from the one before. ``roots``
    are the texts of each node of a record of several nodes: what stands between is not part of it.
    """

    adjacent: tuple[int, ...]
    roots: tuple[tuple[int, int], ...]


class RecordText:
    """The texts of the record at ``start``; ``cut`` tells whether some may have been cut."""

    __slots__ = ("_pieces", "cut", "document", "start", "text", "words")

    def __init__(
        self, document: Document, start: int, stop: int, boundaries: TextBoundaries
    ) -> None:
        self.document = document
        self.start = start
        raw = [*filter(None, document.text[start:stop])]
        self.words = words = [" ".join(text.split()) for text in raw]
        self._pieces: list[str] | None = None
        if boundaries.adjacent and (unseparated := _unseparated(raw, boundaries.adjacent)):
            self._pieces = pieces = [" " + word for word in words]
            for at in unseparated:
                pieces[at] = words[at]
        if boundaries.roots:
            text = " ".join([self.joined(*root) for root in boundaries.roots])
        else:
            text = self.joined(0, len(words))
        self.text = text
        self.cut = "…" in text or "..." in text

    @classmethod
    def of(cls, document: Document, span: RecordSpan) -> RecordText:
        """Return the texts of a record whose shape is not known."""
        boundaries = text_boundaries(document, span.nodes)
        return cls(document, span.nodes[0], document.end[span.nodes[-1]], boundaries)

    def joined(self, first: int, last: int) -> str:
        """Return the texts ``first`` to ``last - 1`` as one visible text."""
        if self._pieces is None:
            return " ".join(self.words[first:last])
        return "".join(self._pieces[first:last]).lstrip(" ")


def _unseparated(raw: Sequence[str], adjacent: Sequence[int]) -> list[int]:
    """Return the adjacent texts that no blank separates from the one before."""
    return [at for at in adjacent if not (raw[at][0].isspace() or raw[at - 1][-1].isspace())]


def text_boundaries(document: Document, roots: Sequence[int]) -> TextBoundaries:
    """Return how the texts of the record with these root nodes are joined."""
    texts = document.texts(roots[0], document.end[roots[-1]])
    adjacent = tuple(at for at, node in enumerate(texts) if at and not document.gap[node])
    if len(roots) == 1:
        return TextBoundaries(adjacent, ())
    slices = [slice_of(document, roots[0], root, document.end[root]) for root in roots]
    inside = tuple((first, last) for first, last, _, _ in slices if last > first)
    return TextBoundaries(adjacent, inside)


def slice_of(document: Document, start: int, first: int, stop: int) -> Slice:
    """Return the texts of the nodes ``first`` to ``stop - 1`` of the record at ``start``."""
    nodes = document.text_nodes
    before, at, after = (bisect_left(nodes, node) for node in (start, first, stop))
    return at - before, after - before, first - start, stop - start


def text_of(record: RecordText, where: Slice) -> str:
    """Return the visible text of a slice; a cut text is completed from its title."""
    at, last, first, stop = where
    text = record.words[at] if last - at == 1 else record.joined(at, last)
    if record.cut and text.endswith(ELLIPSES):
        return uncut_text(record.document, text, record.start + first, record.start + stop)
    return text


def plain_text(record: RecordText, where: Slice) -> str:
    """Return the visible text of a slice as it stands."""
    first, last, _, _ = where
    return record.words[first] if last - first == 1 else record.joined(first, last)
