"""What one record says, gathered once: each of its texts, white space folded, and all of them.

Values, label blocks and the text that a reader sees are made of the same few texts; folding them
again for each costs more than all else that is done with them. So each is folded once, and what is
told of several is put together from these: a blank parts two texts if markup does, or one of them
has it at its edge.

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
from typing import TYPE_CHECKING, NamedTuple

from leadline.columns.runs import CUT, whole_text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from leadline.page.dom import Document

Slice = tuple[int, int, int, int]
"""Successive texts of a record: the number of the first, that after the last, first node and node
after the last. Nodes are counted from the record's first one on."""


class TextBoundaries(NamedTuple):
    """How the texts of a record are put together: those (by number) that no markup parts from the
    one before, and for a record of several nodes the texts of each. What stands between its nodes
    belongs to none of them.
    """

    close: tuple[int, ...]
    parts: tuple[tuple[int, int], ...]


class RecordText:
    """The texts of the record at ``start``; ``cut`` is whether some of them may have been cut."""

    __slots__ = ("_pieces", "cut", "document", "start", "text", "words")

    def __init__(
        self, document: Document, start: int, stop: int, boundaries: TextBoundaries
    ) -> None:
        self.document = document
        self.start = start
        raw = [*filter(None, document.text[start:stop])]
        self.words = words = [" ".join(text.split()) for text in raw]
        self._pieces: list[str] | None = None
        if boundaries.close and (glued := _glued(raw, boundaries.close)):
            self._pieces = pieces = [" " + word for word in words]
            for at in glued:
                pieces[at] = words[at]
        if boundaries.parts:
            text = " ".join([self.joined(*part) for part in boundaries.parts])
        else:
            text = self.joined(0, len(words))
        self.text = text
        self.cut = "…" in text or "..." in text

    def joined(self, first: int, last: int) -> str:
        """Successive texts as a reader sees them."""
        if self._pieces is None:
            return " ".join(self.words[first:last])
        return "".join(self._pieces[first:last]).lstrip(" ")


def _glued(raw: Sequence[str], close: Sequence[int]) -> list[int]:
    """Which of the texts that no markup parts from the one before are parted by no blank either."""
    return [at for at in close if not (raw[at][0].isspace() or raw[at - 1][-1].isspace())]


def text_boundaries(document: Document, roots: Sequence[int]) -> TextBoundaries:
    """How the texts of a record are put together."""
    texts = document.texts(roots[0], document.end[roots[-1]])
    close = tuple(at for at, node in enumerate(texts) if at and not document.gap[node])
    if len(roots) == 1:
        return TextBoundaries(close, ())
    slices = [slice_of(document, roots[0], root, document.end[root]) for root in roots]
    return TextBoundaries(
        close, tuple((first, last) for first, last, _, _ in slices if last > first)
    )


def slice_of(document: Document, start: int, first: int, stop: int) -> Slice:
    """The texts of the nodes ``first`` to ``stop - 1`` of the record that begins at ``start``."""
    nodes = document.text_nodes
    before, at, after = (bisect_left(nodes, node) for node in (start, first, stop))
    return at - before, after - before, first - start, stop - start


def text_of(record: RecordText, where: Slice) -> str:
    """``runs.text_between`` for texts that are gathered."""
    text = plain_text(record, where)
    if record.cut and text.endswith(CUT):
        return whole_text(record.document, text, record.start + where[2], record.start + where[3])
    return text


def plain_text(record: RecordText, where: Slice) -> str:
    """``Document.visible_text`` for texts that are gathered."""
    first, last, _, _ = where
    return record.words[first] if last - first == 1 else record.joined(first, last)
