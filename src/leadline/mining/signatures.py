"""A document made ready for mining: signatures and counts, one pass, integers only.

AutoRM (Shi et al. 2015, section 2.1) clusters the leaves of every pair of trees. Here each leaf
gets a *kind*: its path of tags and the class of the element that holds it. Equal kind stands for
the same leaf cluster, a subtree's kinds are one integer used as a bit set, and so the similarity
of two trees, |common| / max(|kinds|), costs two machine operations instead of a clustering.

>>> from leadline.page.dom import parse_html
>>> flat = Flat(parse_html("<ul><li><b>A</b> 1<li><b>B</b> 2<li>C</ul>", "http://h.test/"))
>>> one, two, three = flat.document.children(3)
>>> similarity(flat.kinds[one], flat.kinds[two]), similarity(flat.kinds[one], flat.kinds[three])
(1.0, 0.5)
"""

from __future__ import annotations

import re
from functools import lru_cache, reduce
from operator import or_
from struct import pack
from typing import TYPE_CHECKING, Final

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    import numpy.typing as npt

    from leadline.page.dom import Document

LONGEST_CLASS: Final = 300
"""Characters of a class attribute that are read (and remembered)."""
KIND_BITS: Final = 1024
"""Kinds share a bit beyond this number: bit sets stay small on pages made to grow them."""

FEW_NAMES: Final = 1 << 16
"""Path numbers below this fit in two bytes, which numpy sorts in a quarter of the time."""

CONTROLS: Final = frozenset({"input", "select", "textarea", "button"})
PICTURES: Final = frozenset(
    {"img", "svg", "picture", "video", "object", "embed", "iframe", "canvas"}
)
LEAVES: Final = CONTROLS | PICTURES | {"#text"}
BREAKS: Final = frozenset({"br", "hr"})
LINKS: Final = frozenset({"a"})
CELLS: Final = frozenset({"td", "th"})
DIGITS: Final = re.compile(r"\d+")
DIGIT: Final = re.compile(r"\d")
STATE: Final = re.compile(
    r"(?:odd|even|first|last|alt|active|selected|current|new|row|hover|visited|open|closed|"
    r"clearfix|-|_)*",
    re.IGNORECASE,
)
"""Class tokens that tell where something stands, not what it is."""


def similarity(a: int, b: int) -> float:
    """Tree similarity of two kind sets: |a and b| / max(|a|, |b|) (section 2.1)."""
    return (a & b).bit_count() / (max(a.bit_count(), b.bit_count()) or 1)


class Flat:
    """Signatures of every node of a document.

    ``named`` numbers the path of tags with their first class (digits out), ``kinds`` holds the
    leaf kinds of a subtree as a bit set. ``chars``, ``linked``, ``dated`` and ``pictures``
    are running sums over node numbers: text, text inside links, texts with digits,
    pictures; the amount in a slice is a difference of two entries. ``shown`` is equal at two
    places between which a reader sees nothing. ``chars_of``, ``shown_of``, ``names_of``,
    ``parent_of`` and ``end_of`` are the same as arrays, like the other sums: lists are read one by
    one, arrays all at once (``candidates``, ``traits``).
    """

    __slots__ = (
        "chars", "chars_of", "dated", "document", "end_of", "kinds", "linked", "named", "names_of",
        "parent_of", "paths", "pictures", "shown", "shown_of", "style_of",
    )  # fmt: skip

    def __init__(self, document: Document) -> None:
        self.document = document
        self.named: list[int] = []
        self.kinds: list[int] = []
        self.style_of: list[str] = []
        self.paths = _Paths(self.style_of)
        if len(document):
            self._sign()
        self.names_of = integers(self.named)
        self.parent_of = integers(document.parent)
        self.end_of = integers(document.end)
        self._spread(self.paths)
        self._count()

    def leaf_kinds(self) -> list[int]:
        """The kinds of leaves alone: without those that rows have for their columns."""
        columns = self.paths.columns()
        return [mask & ~columns for mask in self.kinds] if columns else self.kinds

    def _sign(self) -> None:
        """Number the paths; paths that differ by class alone share the kinds of their leaves."""
        document = self.document
        table = self.paths
        names: dict[tuple[int, str, str | None], int] = {}
        text_names: dict[int, int] = {}
        named = self.named = [table.add(-1, document.tag[0], None)]
        rest = zip(document.tag, document.parent, document.attributes, strict=True)
        next(rest)
        for tag, up, held in rest:
            above = named[up]
            if tag == "#text":
                name = text_names.get(above)
                if name is None:
                    name = text_names[above] = table.add_text(above)
            else:
                key = (above, tag, held.get("class") if held else None)
                name = names.get(key)
                if name is None:
                    name = names[key] = table.add(*key)
            named.append(name)

    def _spread(self, table: _Paths) -> None:
        """Give every subtree the kinds of its leaves, and a row a kind for every column: a note
        over all columns is no row.
        """
        named, parent = self.named, self.document.parent
        kinds = self.kinds = list(map(table.leaf.__getitem__, named))
        for up, mask in zip(parent[:0:-1], reversed(kinds), strict=False):
            kinds[up] |= mask
        cells = _among(CELLS, table.tag)
        if cells.any():
            column: dict[int, int] = {}
            for node in cells[self.names_of].nonzero()[0].tolist():
                row = parent[node]
                at = column[row] = column.get(row, -1) + 1
                if kinds[row]:
                    kinds[row] |= table.column(named[node], at)

    def nodes_of(self, names: npt.NDArray[np.bool_]) -> Iterator[tuple[int, list[int]]]:
        """The nodes of each path that is marked."""
        held = names[self.names_of].nonzero()[0]
        numbers = self.names_of[held]
        nodes = held[in_order(numbers, len(names))].tolist()
        start = 0
        for name, count in enumerate(np.bincount(numbers, minlength=len(names)).tolist()):
            if count:
                yield name, nodes[start : start + count]
                start += count

    def _count(self) -> None:
        document = self.document
        nodes = document.text_nodes
        has_digit, size = DIGIT.search, len(document) + 1
        behind = integers(nodes) + 1
        chunks = list(map(document.text.__getitem__, nodes))
        amounts = np.zeros(size, np.int64)
        amounts[behind] = integers(list(map(len, map(str.strip, chunks))))
        dated = np.zeros(size, np.int64)
        dated[behind] = integers([has_digit(chunk) is not None for chunk in chunks])
        names = self.names_of
        last = self.paths.tag
        things = _among(LEAVES, last)[names]
        links = _among(LINKS, last)[names].nonzero()[0]
        chars = amounts.cumsum()
        shown = chars.copy()
        shown[1:] += things.cumsum()
        self.chars_of, self.shown_of = chars, shown
        self.chars: list[int] = chars.tolist()
        self.shown: list[int] = shown.tolist()
        self.linked = np.zeros(size, np.int64)
        if len(links):
            self.linked = np.where(_covered(links, self.end_of, size), amounts, 0).cumsum()
        self.dated = dated.cumsum()
        self.pictures = np.zeros(size, np.int64)
        if not PICTURES.isdisjoint(last):
            self.pictures[1:] = _among(PICTURES, last)[names].cumsum()


def integers(values: Collection[int]) -> npt.NDArray[np.int64]:
    """Numbers as an array that is only read; numpy's own way takes 2.5 times as long."""
    return np.frombuffer(pack(f"{len(values)}q", *values), np.int64)


def in_order(numbers: npt.NDArray[np.int64], most: int) -> npt.NDArray[np.int64]:
    """The order that sorts path numbers below ``most``, equal ones in place."""
    kept = numbers.astype(np.uint16) if most < FEW_NAMES else numbers
    return np.argsort(kept, kind="stable")


def _among(tags: frozenset[str], last: list[str]) -> npt.NDArray[np.bool_]:
    """For every path whether its last step is one of these tags."""
    return np.fromiter(map(tags.__contains__, last), np.bool_, len(last))


def _covered(
    nodes: npt.NDArray[np.int64], ends: npt.NDArray[np.int64], size: int
) -> npt.NDArray[np.bool_]:
    """Which places (one behind each node) lie inside the subtrees of these nodes."""
    opened = np.bincount(nodes + 1, minlength=size + 1)
    closed = np.bincount(ends[nodes] + 1, minlength=size + 1)
    return (opened - closed).cumsum()[:size] > 0


class _Paths:
    """Tables by path number: path of tags alone, class of the last step, kind if it is a leaf."""

    __slots__ = (
        "_bits", "_columns", "_names", "_paths", "_styles", "broken", "leaf", "path", "style",
        "tag",
    )  # fmt: skip

    def __init__(self, style: list[str]) -> None:
        self.style = style
        self.path: list[int] = []
        self.tag: list[str] = []
        self.leaf: list[int] = []
        self._names: dict[tuple[int, str, str], int] = {}
        self._paths: dict[tuple[int, str], int] = {}
        self._bits: dict[tuple[int, str], int] = {}
        self._columns: dict[tuple[int, int], int] = {}
        self._styles: dict[str | None, str] = {None: "", "": ""}
        self.broken: set[int] = set()
        """Paths of elements with a line break or a rule directly inside."""

    def add(self, above: int, tag: str, raw: str | None) -> int:
        """The number of a path; classes that differ in digits, state or later tokens are one."""
        style = self._styles.get(raw)
        if style is None and raw:
            style = self._styles[raw] = first_class(raw[:LONGEST_CLASS])
        key = (above, tag, style or "")
        number = self._names.get(key)
        if number is None:
            number = self._names[key] = len(self.path)
            step = (self.path[above] if above >= 0 else -1, tag)
            path = self._paths.setdefault(step, len(self._paths))
            self.path.append(path)
            self.tag.append(tag)
            self.style.append(key[2])
            self.leaf.append(self.bit(path, key[2]) if tag in LEAVES else 0)
            if tag in BREAKS:
                self.broken.add(above)
        return number

    def add_text(self, above: int) -> int:
        """The number of the path of texts below a path: a leaf whose class is that of its parent.

        No path goes on behind it, so that it needs no number among paths of tags.
        """
        self.path.append(-1)
        self.tag.append("#text")
        self.style.append("")
        self.leaf.append(self.bit(-2 - self.path[above], self.style[above]))
        return len(self.leaf) - 1

    def bit(self, path: int, look: str) -> int:
        number = self._bits.setdefault((path, look), len(self._bits))
        return 1 << (number % KIND_BITS)

    def columns(self) -> int:
        """The kinds of all cells by column."""
        return reduce(or_, self._columns.values(), 0)

    def column(self, name: int, at: int) -> int:
        """The kind of a cell of this path in a column."""
        found = self._columns.get((name, at))
        if found is None:
            found = self._columns[name, at] = self.bit(self.path[name], f"#{at}")
        return found


@lru_cache(maxsize=20_000)
def first_class(value: str) -> str:
    """The first class token that is no state, without digits: ``odd post-123 big`` is ``post-``."""
    for token in value.split():
        name = token if token.isalpha() else DIGITS.sub("", token)
        if not STATE.fullmatch(name):
            return name
    return ""
