"""A document made ready for mining: signatures and counts, one pass, integers only.

AutoRM (Shi et al. 2015, section 2.1) clusters the leaves of every pair of trees. Here each leaf
gets a *kind*: its path of tags and the class of the element that holds it. Equal kind stands for
the same leaf cluster, a subtree's kinds are one integer used as a bit set, and so the similarity
of two trees, |common| / max(|kinds|), costs two machine operations instead of a clustering.

>>> from leadline.dom import parse_html
>>> flat = Flat(parse_html("<ul><li><b>A</b> 1<li><b>B</b> 2<li>C</ul>", "http://h.test/"))
>>> one, two, three = flat.document.children(3)
>>> similarity(flat.kinds[one], flat.kinds[two]), similarity(flat.kinds[one], flat.kinds[three])
(1.0, 0.5)
"""

from __future__ import annotations

import re
from itertools import accumulate
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from leadline.dom import Document

KIND_BITS: Final = 1024
"""Kinds share a bit beyond this number: bit sets stay small on pages made to grow them."""

CONTROLS: Final = frozenset({"input", "select", "textarea", "button"})
PICTURES: Final = frozenset(
    {"img", "svg", "picture", "video", "object", "embed", "iframe", "canvas"}
)
DIGITS: Final = re.compile(r"\d+")


def similarity(a: int, b: int) -> float:
    """Tree similarity of two kind sets: |a and b| / max(|a|, |b|) (section 2.1)."""
    return (a & b).bit_count() / (max(a.bit_count(), b.bit_count()) or 1)


class Flat:
    """Signatures of every node of a document.

    ``path`` numbers the path of tags, ``named`` the path of tags with their first class (digits
    out), ``kinds`` the leaf kinds of a subtree as a bit set. ``chars``, ``linked`` and ``things``
    are running sums over node numbers: text, text inside links, and pictures and controls; the
    amount in a slice is a difference of two entries.
    """

    __slots__ = ("chars", "document", "kinds", "linked", "named", "path", "style", "things")

    def __init__(self, document: Document) -> None:
        self.document = document
        self.path: list[int] = []
        self.named: list[int] = []
        self.style: list[str] = []
        self.kinds: list[int] = []
        self._sign()
        self._spread()
        self._count()

    def _sign(self) -> None:
        document = self.document
        paths: dict[tuple[int, str], int] = {}
        names: dict[tuple[int, str, str], int] = {}
        bits: dict[tuple[int, str], int] = {}
        styles: dict[str, str] = {}
        path, named, style, kinds = self.path, self.named, self.style, self.kinds
        for i, tag in enumerate(document.tag):
            up = document.parent[i]
            above, above_named = (path[up], named[up]) if up >= 0 else (-1, -1)
            step = paths.setdefault((above, tag), len(paths))
            path.append(step)
            if tag == "#text":
                look = style[up] if up >= 0 else ""
                style.append("")
                named.append(names.setdefault((above_named, tag, ""), len(names)))
            else:
                raw = document.attributes[i].get("class") or ""
                found = styles.get(raw)
                if found is None:
                    found = styles[raw] = first_class(raw)
                look = found
                style.append(look)
                named.append(names.setdefault((above_named, tag, look), len(names)))
                if tag not in PICTURES and tag not in CONTROLS:
                    kinds.append(0)
                    continue
            bit = bits.setdefault((step, look), len(bits))
            kinds.append(1 << (bit % KIND_BITS))

    def _spread(self) -> None:
        kinds, parent = self.kinds, self.document.parent
        for i in range(len(kinds) - 1, 0, -1):
            kinds[parent[i]] |= kinds[i]

    def _count(self) -> None:
        document = self.document
        sizes = [len(text.strip()) if text else 0 for text in document.text]
        inside = [0] * len(sizes)
        done = 0
        for node, tag in enumerate(document.tag):
            if tag == "a" and node >= done:
                done = document.end[node]
                inside[node:done] = sizes[node:done]
        things = [tag in PICTURES or tag in CONTROLS for tag in document.tag]
        self.chars = [0, *accumulate(sizes)]
        self.linked = [0, *accumulate(inside)]
        self.things = [0, *accumulate(things)]

    def is_separator(self, node: int) -> bool:
        """Whether a subtree holds no text, image or control (section 4)."""
        return not self.kinds[node]


def first_class(value: str) -> str:
    """The first class token without digits: ``post-123 big`` is ``post-``."""
    for token in value.split(None, 1):
        return DIGITS.sub("", token)
    return ""
