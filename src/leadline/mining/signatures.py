"""Signatures and running sums of all nodes of a page, computed in one pass, integers only.

AutoRM (Shi et al. 2015, section 2.1) clusters the leaves of every pair of trees. Here each leaf has
a *kind*: its path of tags and the class of the element that holds it. Leaves of equal kind form a
cluster. The kinds of a subtree are one integer used as a bit set. Tree similarity,
|common| / max(|kinds|), then takes two machine operations instead of a clustering.

>>> from leadline.page.dom import parse_html
>>> html = "<ul><li><b>A</b> 1<li><b>B</b> 2<li>C</ul>"
>>> page = PageSignatures(parse_html(html, "http://h.test/"))
>>> first, second, third = (page.leaf_kinds[node] for node in page.document.children(3))
>>> similarity(first, second), similarity(first, third)
(1.0, 0.5)
"""

from __future__ import annotations

import re
from functools import lru_cache, reduce
from operator import or_
from struct import pack
from typing import TYPE_CHECKING, Final

import numpy as np

from leadline.mining.stripes import merged_paths, rows_to_compare

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    import numpy.typing as npt

    from leadline.page.dom import Document

MAX_CLASS_CHARS: Final = 300
"""Characters of a class attribute that are read and cached."""
MAX_KIND_BITS: Final = 1024
"""Bits of a kind set; further kinds share bits, so that hostile pages cannot grow the sets."""
MAX_SHORT_PATH_IDS: Final = 1 << 16
"""Path numbers that fit in two bytes, which numpy sorts in a quarter of the time."""

CONTROL_TAGS: Final = frozenset({"input", "select", "textarea", "button"})
PICTURE_TAGS: Final = frozenset(
    {"img", "svg", "picture", "video", "object", "embed", "iframe", "canvas"}
)
LEAF_TAGS: Final = CONTROL_TAGS | PICTURE_TAGS | {"#text"}
SEPARATOR_TAGS: Final = frozenset({"br", "hr"})
LINK_TAGS: Final = frozenset({"a"})
CELL_TAGS: Final = frozenset({"td", "th"})
DIGITS: Final = re.compile(r"\d+")
DIGIT: Final = re.compile(r"\d")
STATE_CLASS: Final = re.compile(
    r"(?:odd|even|first|last|alt|active|selected|current|new|row|hover|visited|open|closed|"
    r"clearfix|-|_)*",
    re.IGNORECASE,
)
"""Class tokens that name a position or a state, not a kind of thing."""


def similarity(a: int, b: int) -> float:
    """Return the tree similarity of two kind sets: |a and b| / max(|a|, |b|) (section 2.1)."""
    return (a & b).bit_count() / (max(a.bit_count(), b.bit_count()) or 1)


class PageSignatures:
    """Signatures of every node of a document.

    ``path_ids`` numbers the path of tags with their first classes (digits removed).
    ``leaf_kinds`` holds the leaf kinds of each subtree as a bit set. The ``..._sums`` are running
    sums over node numbers: characters of text, of text inside links, texts with digits, pictures.
    The amount in a slice of nodes is the difference of two entries. ``visible_sums`` counts
    characters and other leaves: it is equal at two nodes between which nothing is displayed.

    Lists are read element by element; the ``..._array`` twins serve numpy.
    """

    __slots__ = (
        "digit_sums",
        "document",
        "end_array",
        "leaf_kinds",
        "link_sums",
        "parent_array",
        "path_classes",
        "path_id_array",
        "path_ids",
        "paths",
        "picture_sums",
        "text_sum_array",
        "text_sums",
        "visible_sum_array",
        "visible_sums",
    )

    def __init__(self, document: Document) -> None:
        self.document = document
        self.path_ids: list[int] = []
        self.leaf_kinds: list[int] = []
        self.path_classes: list[str] = []
        self.paths = PathTable(self.path_classes)
        if len(document):
            self._number_paths()
        self.parent_array = int_array(document.parent)
        self.path_id_array = int_array(self.path_ids)
        if self.paths.variants:
            self._merge_stripes()
        self.end_array = int_array(document.end)
        self._collect_kinds()
        self._sum_contents()

    def kinds_without_columns(self) -> list[int]:
        """Return the leaf kinds of every node, without the kinds that rows have for columns."""
        columns = self.paths.column_kinds()
        return [mask & ~columns for mask in self.leaf_kinds] if columns else self.leaf_kinds

    def nodes_by_path(self, wanted: npt.NDArray[np.bool_]) -> Iterator[tuple[int, list[int]]]:
        """Yield each wanted path number with its nodes; ``wanted`` is indexed by path number."""
        positions = wanted[self.path_id_array].nonzero()[0]
        numbers = self.path_id_array[positions]
        nodes = positions[stable_order(numbers, len(wanted))].tolist()
        start = 0
        for path_id, count in enumerate(np.bincount(numbers, minlength=len(wanted)).tolist()):
            if count:
                yield path_id, nodes[start : start + count]
                start += count

    def _number_paths(self) -> None:
        """Number the path of every node; paths that differ by class only share leaf kinds."""
        document, table = self.document, self.paths
        element_ids: dict[tuple[int, str, str | None], int] = {}
        text_ids: dict[int, int] = {}
        path_ids = self.path_ids = [table.add(-1, document.tag[0], None)]
        nodes = zip(document.tag, document.parent, document.attributes, strict=True)
        next(nodes)
        for tag, parent, attributes in nodes:
            above = path_ids[parent]
            if tag == "#text":
                path_id = text_ids.get(above)
                if path_id is None:
                    path_id = text_ids[above] = table.add_text(above)
            else:
                key = (above, tag, attributes.get("class") if attributes else None)
                path_id = element_ids.get(key)
                if path_id is None:
                    path_id = element_ids[key] = table.add(*key)
            path_ids.append(path_id)

    def _merge_stripes(self) -> None:
        """Give rows whose classes take turns one path number."""
        rows = rows_to_compare(self.path_id_array, self.parent_array, self.paths.variants)
        if rows:
            merged = merged_paths(self.document, self.path_ids, self.paths, rows)
            if merged:
                self.path_ids = list(map(merged.__getitem__, self.path_ids))
                self.path_id_array = int_array(self.path_ids)

    def _collect_kinds(self) -> None:
        """Give every subtree the kinds of its leaves, and a row one more kind for each column.

        By its column kinds a row differs from a note that spans all columns.
        """
        path_ids, parent = self.path_ids, self.document.parent
        kinds = self.leaf_kinds = list(map(self.paths.leaf_kind.__getitem__, path_ids))
        for above, mask in zip(parent[:0:-1], reversed(kinds), strict=False):
            kinds[above] |= mask
        is_cell = _paths_ending_in(CELL_TAGS, self.paths.tag)
        if is_cell.any():
            last_column: dict[int, int] = {}
            for node in is_cell[self.path_id_array].nonzero()[0].tolist():
                row = parent[node]
                column = last_column[row] = last_column.get(row, -1) + 1
                if kinds[row]:
                    kinds[row] |= self.paths.column_kind(path_ids[node], column)

    def _sum_contents(self) -> None:
        document = self.document
        nodes = document.text_nodes
        has_digit, size = DIGIT.search, len(document) + 1
        behind = int_array(nodes) + 1
        texts = list(map(document.text.__getitem__, nodes))
        chars = np.zeros(size, np.int64)
        chars[behind] = int_array(list(map(len, map(str.strip, texts))))
        digits = np.zeros(size, np.int64)
        digits[behind] = int_array([has_digit(text) is not None for text in texts])
        path_ids, last_tag = self.path_id_array, self.paths.tag
        leaves = _paths_ending_in(LEAF_TAGS, last_tag)[path_ids]
        links = _paths_ending_in(LINK_TAGS, last_tag)[path_ids].nonzero()[0]
        text_sums = chars.cumsum()
        visible_sums = text_sums.copy()
        visible_sums[1:] += leaves.cumsum()
        self.text_sum_array, self.visible_sum_array = text_sums, visible_sums
        self.text_sums: list[int] = text_sums.tolist()
        self.visible_sums: list[int] = visible_sums.tolist()
        self.link_sums = np.zeros(size, np.int64)
        if len(links):
            self.link_sums = np.where(_covered(links, self.end_array, size), chars, 0).cumsum()
        self.digit_sums = digits.cumsum()
        self.picture_sums = np.zeros(size, np.int64)
        if not PICTURE_TAGS.isdisjoint(last_tag):
            self.picture_sums[1:] = _paths_ending_in(PICTURE_TAGS, last_tag)[path_ids].cumsum()


def int_array(values: Collection[int]) -> npt.NDArray[np.int64]:
    """Return numbers as a read-only array; ``np.array`` takes 2.5 times as long."""
    return np.frombuffer(pack(f"{len(values)}q", *values), np.int64)


def stable_order(numbers: npt.NDArray[np.int64], limit: int) -> npt.NDArray[np.int64]:
    """Return the stable order that sorts path numbers below ``limit``."""
    keys = numbers.astype(np.uint16) if limit < MAX_SHORT_PATH_IDS else numbers
    return np.argsort(keys, kind="stable")


def _paths_ending_in(tags: frozenset[str], last_tag: list[str]) -> npt.NDArray[np.bool_]:
    """Mark the path numbers whose last step is one of ``tags``."""
    return np.fromiter(map(tags.__contains__, last_tag), np.bool_, len(last_tag))


def _covered(
    nodes: npt.NDArray[np.int64], ends: npt.NDArray[np.int64], size: int
) -> npt.NDArray[np.bool_]:
    """Mark the places, one behind each node, that lie inside the subtrees of ``nodes``."""
    opened = np.bincount(nodes + 1, minlength=size + 1)
    closed = np.bincount(ends[nodes] + 1, minlength=size + 1)
    return (opened - closed).cumsum()[:size] > 0


class PathTable:
    """Tables by path number.

    ``above`` is the path without its last step (-1 for the root), ``variants`` holds lists of
    paths that differ by the last class only.
    ``tag`` and ``first_class`` are of the last step, ``tag_path`` numbers the path of tags alone,
    ``leaf_kind`` is 0 unless the path ends in a leaf. ``with_separators`` holds the paths of
    elements with a line break or rule as a child.
    """

    __slots__ = (
        "_bits",
        "_by_tag",
        "_class_by_attribute",
        "_class_by_names",
        "_columns",
        "_path_ids",
        "_tag_path_ids",
        "above",
        "first_class",
        "leaf_kind",
        "tag",
        "tag_path",
        "variants",
        "with_separators",
    )

    def __init__(self, first_class: list[str]) -> None:
        self.first_class = first_class
        self.above: list[int] = []
        self.variants: list[list[int]] = []
        self.tag_path: list[int] = []
        self.tag: list[str] = []
        self.leaf_kind: list[int] = []
        self.with_separators: set[int] = set()
        self._path_ids: dict[tuple[int, str, str], int] = {}
        self._by_tag: dict[tuple[int, str], list[int]] = {}
        self._tag_path_ids: dict[tuple[int, str], int] = {}
        self._bits: dict[tuple[int, str], int] = {}
        self._columns: dict[tuple[int, int], int] = {}
        self._class_by_attribute: dict[str | None, str] = {None: "", "": ""}
        self._class_by_names: dict[frozenset[str], str] = {}

    def add(self, above: int, tag: str, class_attribute: str | None) -> int:
        """Return the number of a path; digits, state and later tokens of classes do not count.

        The same tokens in another order are the same class.
        """
        name = self._class_by_attribute.get(class_attribute)
        if name is None and class_attribute:
            names = kind_classes(class_attribute[:MAX_CLASS_CHARS])
            name = self._class_by_names.setdefault(frozenset(names), names[0] if names else "")
            self._class_by_attribute[class_attribute] = name
        key = (above, tag, name or "")
        number = self._path_ids.get(key)
        if number is None:
            number = self._path_ids[key] = len(self.tag_path)
            self.above.append(above)
            variants = self._by_tag.setdefault((above, tag), [])
            variants.append(number)
            if len(variants) == 2:
                self.variants.append(variants)
            step = (self.tag_path[above] if above >= 0 else -1, tag)
            tag_path = self._tag_path_ids.setdefault(step, len(self._tag_path_ids))
            self.tag_path.append(tag_path)
            self.tag.append(tag)
            self.first_class.append(key[2])
            self.leaf_kind.append(self._bit(tag_path, key[2]) if tag in LEAF_TAGS else 0)
            if tag in SEPARATOR_TAGS:
                self.with_separators.add(above)
        return number

    def add_text(self, above: int) -> int:
        """Return a new number for the texts below a path; their class is that of their parent.

        No path continues behind a text, so it needs no number among the paths of tags.
        """
        self.above.append(above)
        self.tag_path.append(-1)
        self.tag.append("#text")
        self.first_class.append("")
        self.leaf_kind.append(self._bit(-2 - self.tag_path[above], self.first_class[above]))
        return len(self.leaf_kind) - 1

    def column_kinds(self) -> int:
        """Return the kinds of all columns as one set."""
        return reduce(or_, self._columns.values(), 0)

    def column_kind(self, path_id: int, column: int) -> int:
        """Return the kind of a cell of this path in a column."""
        kind = self._columns.get((path_id, column))
        if kind is None:
            kind = self._bit(self.tag_path[path_id], f"#{column}")
            self._columns[path_id, column] = kind
        return kind

    def _bit(self, tag_path: int, mark: str) -> int:
        number = self._bits.setdefault((tag_path, mark), len(self._bits))
        return 1 << (number % MAX_KIND_BITS)


@lru_cache(maxsize=20_000)
def kind_classes(value: str) -> tuple[str, ...]:
    """Return the class tokens that name no state, without digits.

    >>> kind_classes("odd post-123 big")
    ('post-', 'big')
    """
    names = (token if token.isalpha() else DIGITS.sub("", token) for token in value.split())
    return tuple(name for name in names if not STATE_CLASS.fullmatch(name))
