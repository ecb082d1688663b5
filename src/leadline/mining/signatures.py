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
from collections.abc import Collection, Iterator
from copy import copy
from struct import pack
from typing import Final

import numpy as np
import numpy.typing as npt

from leadline.mining.paths import LEAF_TAGS, PICTURE_TAGS, PathTable
from leadline.mining.stripes import rows_to_compare, striped_paths
from leadline.page.dom import Document

MAX_SHORT_PATH_IDS: Final = 1 << 16
"""Path numbers that fit in two bytes, which numpy sorts in a quarter of the time."""

MAX_SPAN_DIGITS: Final = 3
"""Digits of a stated number of rows or columns that is believed."""
MAX_SHOWN_SIZE: Final = 20_000
"""Visible characters of which shares are counted at most, so that a list beside a pager of any
length stays a candidate. On the gold pages 10,000 and 40,000 give the same figures."""
CLOSED_TAGS: Final = frozenset(
    {"select", "optgroup", "datalist", "svg", "head", "picture", "object"}
)
"""Elements whose children are no records; a page is not measured by what they hold."""
LINK_TAGS: Final = frozenset({"a"})
CELL_TAGS: Final = frozenset({"td", "th"})
DIGIT: Final = re.compile(r"\d")


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
    ``shown_size`` is what it counts on the page without the choices of selects, up to a bound.

    Lists are read element by element; the ``..._array`` twins serve numpy.
    """

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
        rows = rows_to_compare(self.path_id_array, self.parent_array, self.paths.variants)
        if rows and (same := striped_paths(document, self.path_ids, self.paths, rows)):
            self._rename(same)
        self.end_array = int_array(document.end)
        self._collect_kinds()
        self._sum_contents()

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

    def _rename(self, same: dict[int, int]) -> None:
        """Give paths that are one the same number, and so to the paths below them."""
        merged = self.paths.merged(same)
        self.path_ids = list(map(merged.__getitem__, self.path_ids))
        self.path_id_array = int_array(self.path_ids)

    def with_same_paths(self, same: dict[int, int]) -> PageSignatures:
        """Return the page with some paths made one: ``same`` maps a number to a smaller one."""
        view = copy(self)
        view._rename(same)
        view._collect_kinds()
        return view

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
            attributes = self.document.attributes
            last_column: dict[int, int] = {}
            spanned: dict[int, set[int]] = {}
            for node in is_cell[self.path_id_array].nonzero()[0].tolist():
                row = parent[node]
                column = last_column.get(row, -1) + 1
                if spanned and row in spanned:
                    while column in spanned[row]:
                        column += 1
                width = 1
                if attributes[node]:
                    width = _stated_span(attributes[node].get("colspan"))
                    rows = _stated_span(attributes[node].get("rowspan"))
                    self._span_column(spanned, row, column, rows)
                last_column[row] = column + width - 1
                if kinds[row]:
                    place = column if width == 1 else -column - 1
                    kinds[row] |= self.paths.column_kind(path_ids[node], place)

    def _span_column(self, spanned: dict[int, set[int]], row: int, column: int, rows: int) -> None:
        """Add a column to those that cells of rows above span, for the rows below a cell's row."""
        end, tag = self.document.end, self.document.tag
        node, stop = end[row], end[self.document.parent[row]]
        while rows > 1 and node < stop:
            if tag[node] == "tr":
                spanned.setdefault(node, set()).add(column)
                rows -= 1
            node = end[node]

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
        options = _paths_ending_in(CLOSED_TAGS, last_tag)[path_ids].nonzero()[0]
        self.shown_size = self.visible_sums[-1]
        if len(options):
            folded = _covered(options, self.end_array, size)[1:]
            self.shown_size -= int(np.diff(visible_sums)[folded].sum())
        self.shown_size = min(self.shown_size, MAX_SHOWN_SIZE)
        self.link_sums = np.zeros(size, np.int64)
        if len(links):
            self.link_sums = np.where(_covered(links, self.end_array, size), chars, 0).cumsum()
        self.digit_sums = digits.cumsum()
        self.picture_sums = np.zeros(size, np.int64)
        if not PICTURE_TAGS.isdisjoint(last_tag):
            self.picture_sums[1:] = _paths_ending_in(PICTURE_TAGS, last_tag)[path_ids].cumsum()


def _stated_span(stated: str | None) -> int:
    """Return the number of rows or columns that a cell says it spans, 1 if it is no number."""
    return int(stated) if stated and stated.isdecimal() and len(stated) < MAX_SPAN_DIGITS else 1


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
