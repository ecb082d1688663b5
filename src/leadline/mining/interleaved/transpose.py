"""A page whose records are woven over rows, made anew with each record in one piece.

Where row 1 holds three pictures, row 2 three titles and row 3 three prices, a record is a column of
three rows (DEPTA's non-contiguous case), and in a table that compares things it is a column of the
whole table. Everything that reads records (cuts, ranks, templates, columns, identities) knows them
as neighbours. So the rows are turned before it reads: each record becomes a row of its own, with
the cells in order, and a label in front of a row becomes the ``data-label`` of its cells.

>>> from leadline.page.dom import parse_html
>>> grid = "<tr><td>A<td>B<tr><td>1<td>2<tr><td>C<td><tr><td>3<td>"
>>> page = parse_html(f"<table>{grid}</table>", "http://h.test/")
>>> made = unwoven(page, [(4, Weave(2))])
>>> [made.document.visible_text(row) for row in made.document.elements("tr")]
['A 1', 'B 2', 'C 3']
>>> first = next(made.document.elements("tr"))
>>> [page.visible_text(node) for node in made.back((first,))]
['A', '1']
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import zip_longest
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from leadline.mining.signatures import LEAVES
from leadline.page.dom import Document

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from leadline.page.dom import Attributes

SECTIONS: Final = frozenset({"thead", "tbody", "tfoot"})
LABEL: Final = "data-label"
"""The attribute by which tables for narrow screens name a cell; columns are named after it."""
LONGEST_LABEL: Final = 60
ITEM: Final = "item"
"""The class of the new rows: records with a common class are records however ragged they are. It is
one of those that name no column.
"""

Rows = list[int]


@dataclass(frozen=True, slots=True)
class Weave:
    """How records are woven: over ``rows`` rows each (0: over all of a table), the k-th cells of
    which are one record; ``labelled`` rows begin with a cell that names the others.
    """

    rows: int
    labelled: bool = False

    def to_dict(self) -> dict[str, Any]:
        """Plain values."""
        return {"rows": self.rows, "labelled": self.labelled}

    @classmethod
    def from_dict(cls, plain: dict[str, Any]) -> Weave:
        """What ``to_dict`` gave."""
        return cls(int(plain["rows"]), bool(plain["labelled"]))


class Made(NamedTuple):
    """A node of the new page: what it is made of (-1: of nothing), and where it stands."""

    origin: int
    depth: int
    tag: str
    attributes: Attributes


@dataclass(frozen=True, slots=True)
class Unwoven:
    """The page made anew, and for each of its nodes the one it was, -1 for those made up."""

    document: Document
    origin: list[int]

    def back(self, nodes: Sequence[int]) -> tuple[int, ...]:
        """The nodes of the page as it came: of a record that was woven, its cells."""
        children = self.document.children
        return tuple([
            self.origin[held]
            for node in nodes
            for held in ([node] if self.origin[node] >= 0 else children(node))
            if self.origin[held] >= 0
        ])  # fmt: skip


def cells_of(document: Document, row: int) -> list[int]:
    """The elements in a row; none where text stands beside them."""
    nodes = document.children(row)
    return [] if any(document.tag[node] == "#text" for node in nodes) else nodes


def runs_of_rows(document: Document, holder: int, least: int = 2) -> list[Rows]:
    """The rows in an element, parted by what is none: headings, other elements, text.

    What shows nothing parts none. The first row of a run has ``least`` cells.
    """
    runs: list[Rows] = [[]]
    for node in document.children(holder):
        if not shows(document, node):
            continue
        run = runs[-1]
        goes_on = bool(run) and document.tag[run[0]] == document.tag[node]
        if _is_row(document, node, 1 if goes_on else least):
            if run and not goes_on:
                runs.append([])
            runs[-1].append(node)
        elif run:
            runs.append([])
    return [run for run in runs if run]


def _all_rows(document: Document, holder: int) -> list[int]:
    if document.tag[holder] not in SECTIONS:
        return document.children(holder)
    sections = document.children(document.parent[holder])
    return [
        row for node in sections if document.tag[node] in SECTIONS
        for row in document.children(node)
    ]  # fmt: skip


def _is_row(document: Document, node: int, least: int) -> bool:
    cells = cells_of(document, node)
    if len(cells) < least:
        return False
    return not any(
        document.attribute(cell, "colspan").strip() not in ("", "1") and shows(document, cell)
        for cell in cells
    )


def shows(document: Document, node: int) -> bool:
    """Whether a reader sees anything of a node."""
    return any(document.tag[inner] in LEAVES for inner in range(node, document.end[node]))


def groups_of(document: Document, holder: int, weave: Weave) -> list[Rows]:
    """The rows that share records, group by group; the last of a run may be short of a row.

    A record may be alone in its group. Rows of a single cell are believed where they make whole
    groups, for much else has one cell.
    """
    if not weave.rows:
        rows = [row for row in _all_rows(document, holder) if _is_row(document, row, 2)]
        return [rows] if rows else []
    runs = runs_of_rows(document, holder, 1)
    if any(len(run) % weave.rows for run in runs):
        runs = runs_of_rows(document, holder)
    return [
        group for group in in_groups(runs, weave.rows)
        if len(group) == weave.rows or len(cells_of(document, group[0])) > 1
    ]  # fmt: skip


def in_groups(runs: Sequence[Rows], size: int) -> list[Rows]:
    """Runs of rows cut into groups of so many; shorter runs are none."""
    return [
        run[at : at + size] for run in runs if len(run) >= size for at in range(0, len(run), size)
    ]


def unwoven(document: Document, places: Sequence[tuple[int, Weave]]) -> Unwoven:
    """The page with the records of some elements (in document order) in one piece each.

    Other rows of these elements are headings and pagers, and are left out.
    """
    depth = document.depth
    nodes: list[Made] = []
    at = 0
    for holder, weave in places:
        groups = groups_of(document, holder, weave)
        if not groups or groups[0][0] < at:
            continue
        nodes += _kept(document, depth, at, holder + 1)
        at, tag = holder + 1, document.tag[groups[0][0]]
        for group in groups:
            nodes += _kept(document, depth, at, group[0], tag)
            nodes += _records(document, depth, group, weave)
            at = document.end[group[-1]]
        nodes += _kept(document, depth, at, document.end[holder], tag)
        at = max(at, document.end[holder])
    nodes += _kept(document, depth, at, len(document))
    return Unwoven(_document(document, nodes), [made.origin for made in nodes])


def _kept(
    document: Document, depth: list[int], at: int, stop: int, dropped: str = ""
) -> Iterator[Made]:
    """Nodes as they are, but for siblings of the first that have a tag to be dropped."""
    level = depth[at] if at < stop else 0
    while at < stop:
        if document.tag[at] == dropped and depth[at] == level:
            at = document.end[at]
        else:
            yield Made(at, depth[at], document.tag[at], document.attributes[at])
            at += 1


def _records(document: Document, depth: list[int], group: Rows, weave: Weave) -> Iterator[Made]:
    """The records of a group of rows, each a row of its own; those that show nothing are none."""
    rows = [cells_of(document, row) for row in group]
    labels = [""] * len(rows)
    if weave.labelled:
        labels = [document.visible_text(cells[0])[:LONGEST_LABEL] for cells in rows]
        rows = [cells[1:] for cells in rows]
    looks = [_look(document, row, label) for row, label in zip(group, labels, strict=True)]
    level = depth[group[0]]
    for column in zip_longest(*rows, fillvalue=-1):
        if not any(cell >= 0 and shows(document, cell) for cell in column):
            continue
        yield Made(-1, level, document.tag[group[0]], {"class": ITEM})
        for row, cell, look in zip(group, column, looks, strict=True):
            tag = document.tag[cell if cell >= 0 else cells_of(document, row)[-1]]
            held = document.attributes[cell] if cell >= 0 else {}
            yield Made(cell, level + 1, "td" if tag == "th" else tag, {**look, **held})
            if cell >= 0:
                yield from _kept(document, depth, cell + 1, document.end[cell])


def _look(document: Document, row: int, label: str) -> Attributes:
    """What a row says of all its cells: its class and its label."""
    said = {"class": document.attribute(row, "class"), LABEL: label}
    return {name: value for name, value in said.items() if value}


def _document(old: Document, nodes: Sequence[Made]) -> Document:
    new = Document(old.url, old.charset, old.html)
    new.base, new.scripts = old.base, old.scripts
    new.tag = [made.tag for made in nodes]
    new.attributes = [made.attributes for made in nodes]
    new.text = [old.text[made.origin] if made.origin >= 0 else "" for made in nodes]
    new.text_nodes = [node for node, tag in enumerate(new.tag) if tag == "#text"]
    new.parent, new.end = _tree([made.depth for made in nodes])
    new.gap = _gaps(old, nodes)
    return new


def _tree(depths: Sequence[int]) -> tuple[list[int], list[int]]:
    """Parents and ends from the depths of nodes in document order."""
    parents, ends = [], [len(depths)] * len(depths)
    above: list[int] = []
    for node, depth in enumerate(depths):
        for closed in above[depth:]:
            ends[closed] = node
        del above[depth:]
        parents.append(above[-1] if above else -1)
        above.append(node)
    return parents, ends


def _gaps(old: Document, nodes: Sequence[Made]) -> list[bool]:
    """Where a space parts texts: where one did, and where nodes come together that did not."""
    gaps, parted, before = [], False, -1
    for made in nodes:
        parted = parted or made.origin != before + 1
        before = made.origin
        is_text = made.tag == "#text"
        gaps.append(is_text and (parted or old.gap[made.origin]))
        parted = parted and not is_text
    return gaps
