"""Tables as grids: the cells left of and above a control's cell.

Rules 4 and 5 of Yang 2008, 2.2: a full row of labels belongs to the row below, a full column to
the column right of it. Columns are counted with ``colspan``.

>>> from leadline.page.dom import parse_html
>>> page = parse_html("<table><tr><td colspan=2>A<td>B<tr><td>x<td>y<td><input></table>", "http://h/")
>>> grid = Grid(page)
>>> cell = grid.cell_of(next(page.elements("input")))
>>> [page.visible_text(c) for c in grid.left_of(cell)], page.visible_text(grid.above(cell)[0])
(['y', 'x'], 'B')
"""

from bisect import bisect_right
from itertools import islice
from operator import itemgetter
from typing import Final

from leadline.page.dom import INLINE_TAGS, Document

CELL_TAGS: Final = ("td", "th")
MAX_STEPS_TO_CELL: Final = 12
"""Steps from a control up to its cell."""
MAX_ROWS_ABOVE: Final = 6
"""Rows looked at above a control; header rows stand near."""

MAX_CELLS_TO_LEFT: Final = 4
"""Cells looked at left of a control's cell."""
MAX_COLSPAN: Final = 100
"""Columns that one cell may span."""
MAX_STEPS_TO_BLOCK_ROW: Final = 4
"""Steps from a control up to the block that is its column."""
MAX_BLOCKS_PER_ROW: Final = 12
"""Columns of blocks that are set like a table."""


PlacedCell = tuple[int, int, int]
"""A cell node, its first column and the column after it."""


class Grid:
    """The tables of a page; each row is read once, when it is asked for."""

    def __init__(self, document: Document) -> None:
        self._document = document
        self._place: dict[int, int] = {}
        self._rows: dict[int, list[PlacedCell]] = {}
        self._above: dict[int, list[int]] = {}
        self._inner: dict[int, list[int]] = {}

    def cell_of(self, node: int) -> int:
        """Return the nearest cell around a node, -1 without one nearby."""
        return self._document.around(node, *CELL_TAGS, steps=MAX_STEPS_TO_CELL)

    def left_of(self, cell: int) -> list[int]:
        """Return cells before a cell in its row, nearest first."""
        row = self._row(self._document.parent[cell])
        at = self._place.get(cell, 0)
        return [placed[0] for placed in reversed(row[max(0, at - MAX_CELLS_TO_LEFT) : at])]

    def first_of(self, cell: int) -> int:
        """Return the first cell of a cell's row."""
        return self._row(self._document.parent[cell])[0][0]

    def above(self, cell: int) -> list[int]:
        """Return cells of the rows above that cover a cell's first column, nearest first."""
        parent = self._document.parent[cell]
        own = self._row(parent)
        if cell not in self._place:
            return []
        column = own[self._place[cell]][1]
        over = []
        for row in self._rows_before(parent):
            cells = self._row(row)
            at = bisect_right(cells, column, key=itemgetter(1)) - 1
            if at >= 0 and column < cells[at][2]:
                over.append(cells[at][0])
        return over

    def width(self, cell: int) -> int:
        """Return how many cells the row of a cell has."""
        return len(self._row(self._document.parent[cell]))

    def block_over(self, node: int) -> int:
        """Return the block over a control's where blocks are set like a table, -1 for none.

        Two neighbours, the lower of which holds the control, have equally many elements.
        """
        document = self._document
        for depth, above in enumerate(
            (node, *islice(document.ancestors(node), MAX_STEPS_TO_BLOCK_ROW))
        ):
            row = document.parent[above]
            if (
                row < 0
                or document.tag[above] in CELL_TAGS
                or (depth and document.tag[above] == "form")
            ):
                return -1
            columns = self._elements(row)
            if not 1 < len(columns) <= MAX_BLOCKS_PER_ROW:
                if len(columns) > 1:
                    return -1
                continue
            rows = self._elements(document.parent[row]) if document.parent[row] >= 0 else []
            at = bisect_right(rows, row) - 1
            over = self._elements(rows[at - 1]) if at > 0 else []
            if len(over) != len(columns):
                return -1
            block = over[columns.index(above)]
            return -1 if document.tag[block] in INLINE_TAGS else block
        return -1

    def _elements(self, block: int) -> list[int]:
        """Return the child elements of a block."""
        if block not in self._inner:
            document = self._document
            self._inner[block] = [c for c in document.children(block) if document.tag[c] != "#text"]
        return self._inner[block]

    def _row(self, row: int) -> list[PlacedCell]:
        if row not in self._rows:
            placed: list[PlacedCell] = []
            column = 0
            for child in self._document.children(row):
                if self._document.tag[child] in CELL_TAGS:
                    span = _span(self._document.attribute(child, "colspan"))
                    self._place[child] = len(placed)
                    placed.append((child, column, column + span))
                    column += span
            self._rows[row] = placed
        return self._rows[row]

    def _rows_before(self, row: int) -> list[int]:
        """Return the rows above in one table, nearest first; a head counts for its body."""
        if row not in self._above:
            document = self._document
            body = document.parent[row]
            rows = _rows_in(document, body)
            table = document.parent[body] if body >= 0 else -1
            if table >= 0 and document.tag[body] == "tbody":
                for part in document.children(table):
                    if document.tag[part] == "thead" and part < body:
                        rows = _rows_in(document, part) + rows
            for at, other in enumerate(rows):
                self._above[other] = rows[max(0, at - MAX_ROWS_ABOVE) : at][::-1]
            self._above.setdefault(row, [])
        return self._above[row]


def _rows_in(document: Document, body: int) -> list[int]:
    if body < 0:
        return []
    return [child for child in document.children(body) if document.tag[child] == "tr"]


def _span(declared: str) -> int:
    digits = declared.strip()
    return min(max(int(digits), 1), MAX_COLSPAN) if digits.isdecimal() and len(digits) < 5 else 1
