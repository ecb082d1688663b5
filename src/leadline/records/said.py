"""What one record says, gathered once: each of its texts, white space folded, and all of them.

Values, label blocks and the text that a reader sees are made of the same few texts; folding them
again for each costs more than all else that is done with them.

>>> from leadline.dom import parse_html
>>> page = parse_html("<p><b>A  cat</b>, grey<p>1 …", "")
>>> said = Said(page, 3, page.end[3], form_of(page, [3]))
>>> said.words, said.text, said.cut
(['A cat', ', grey'], 'A cat, grey', False)
>>> text_of(said, slice_of(page, 3, 4, page.end[3]))
'A cat, grey'
"""

from __future__ import annotations

from bisect import bisect_left
from typing import TYPE_CHECKING

from leadline.records.runs import CUT, whole_text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from leadline.dom import Document

Slice = tuple[int, int, str, int, int]
"""Successive texts of a record: the number of the first, that after the last, how they are put
together ('' if a blank parts each from the next), first node and node after the last. Nodes are
counted from the record's first one on."""


class Said:
    """The texts of the record at ``start``; ``cut`` is whether some of them may have been cut."""

    __slots__ = ("cut", "document", "raw", "start", "text", "words")

    def __init__(self, document: Document, start: int, stop: int, form: str) -> None:
        self.document = document
        self.start = start
        self.raw = raw = [*filter(None, document.text[start:stop])]
        self.words = words = [" ".join(text.split()) for text in raw]
        self.text = text = " ".join((form % (*raw,)).split()) if form else " ".join(words)
        self.cut = "…" in text or "..." in text


def form_of(document: Document, roots: Sequence[int]) -> str:
    """How the texts of a record are put together, '' if a blank parts each from the next.

    What stands between its nodes and belongs to none of them is left out.
    """
    held: list[str] = []
    for root, after in zip(roots, (*roots[1:], document.end[roots[-1]]), strict=True):
        inside = document.texts(root)
        signs = _joints(document, inside)
        held += [" %s", *signs[1:]] if signs else []
        held += ["%.0s"] * len(document.texts(document.end[root], after))
    return "" if all(one == " %s" for one in held) else "".join(held)


def slice_of(document: Document, start: int, first: int, stop: int) -> Slice:
    """The texts of the nodes ``first`` to ``stop - 1`` of the record that begins at ``start``."""
    inside = document.texts(first, stop)
    before = bisect_left(document.text_nodes, first) - bisect_left(document.text_nodes, start)
    signs = _joints(document, inside)[1:]
    form = "" if all(one == " %s" for one in signs) else "".join(["%s", *signs])
    return before, before + len(inside), form, first - start, stop - start


def _joints(document: Document, nodes: Sequence[int]) -> list[str]:
    return [" %s" if document.gap[node] else "%s" for node in nodes]


def text_of(said: Said, where: Slice) -> str:
    """``runs.text_between`` for texts that are gathered."""
    text = plain_text(said, where)
    if said.cut and text.endswith(CUT):
        return whole_text(said.document, text, said.start + where[3], said.start + where[4])
    return text


def plain_text(said: Said, where: Slice) -> str:
    """``Document.visible_text`` for texts that are gathered."""
    first, last, form, _, _ = where
    if last - first == 1:
        return said.words[first]
    if form:
        return " ".join((form % (*said.raw[first:last],)).split())
    return " ".join(said.words[first:last])
