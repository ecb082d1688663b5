"""Rows as they are compared, to tell grids from tables: what their cells are made of and say.

>>> from leadline.dom import parse_html
>>> from leadline.records.flat import Flat
>>> from leadline.records.segment import cohesion
>>> page = parse_html("<table><tr><td>Ann<td>Bo<tr><td>$ 3<td>$ 4<tr><td>Cy<td>Di</table>", "")
>>> rows = [Rows(Flat(page), saying=True)[row] for row in page.elements("tr")]
>>> [cohesion(kinds) for kinds in phases(rows, 2)]
[1.0, 1.0]
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from leadline.records.flat import KIND_BITS
from leadline.records.unweaving import cells_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from leadline.records.flat import Flat

BROADEST: Final = 12
AMOUNT: Final = re.compile(r"[$€£¥￥₽₹₩]|\d[.,]\d\d(?!\d)")
NUMERIC: Final = 0.4
"""Share of digits among letters and digits from which a text is a number, with its unit."""
SHORT: Final = 10
"""Characters of a number with its unit: "1 kg"."""
LONG: Final = 80
"""Characters from which a text is prose."""


@dataclass(frozen=True, slots=True)
class Row:
    """A row as it is compared: the kinds of its cells, their texts, and whether each that shows
    anything has a link or a picture.
    """

    cells: tuple[int, ...]
    texts: tuple[str, ...]
    leads: bool

    @property
    def label(self) -> str:
        """What its first cell says."""
        return self.texts[0]


class Rows(dict[int, Row]):
    """Rows by their node, read as they are asked for: most elements are done with after two.

    Compared is the make of cells, and what kind of things they say (``saying``) where the make is
    the same in all rows.
    """

    def __init__(self, flat: Flat, *, saying: bool) -> None:
        self.flat = flat
        self.saying = saying

    def __missing__(self, node: int) -> Row:
        flat, document = self.flat, self.flat.document
        cells = cells_of(document, node)[:BROADEST]
        texts = tuple(document.visible_text(cell) for cell in cells)
        kinds = tuple(
            flat.kinds[cell] | (said(text) if self.saying else 0)
            for cell, text in zip(cells, texts, strict=True)
        )
        leads = all(self._leads(cell) for cell in cells if flat.kinds[cell])
        row = self[node] = Row(kinds, texts, leads)
        return row

    def _leads(self, cell: int) -> bool:
        flat, stop = self.flat, self.flat.document.end[cell]
        return bool(
            flat.linked[stop] > flat.linked[cell] or flat.pictures[stop] > flat.pictures[cell]
        )


def said(text: str) -> int:
    """What kind of thing a text says, as one bit: nothing, a sum, a number, prose or some words.

    >>> len({said(text) for text in ("", "$ 12", "12 kg", "Iron bridge", "Widget 3000 for all")})
    4
    """
    if not text:
        return 0
    letters = sum(map(str.isalpha, text[:LONG]))
    digits = sum(map(str.isdigit, text[:LONG]))
    measured = text[0].isdigit() and len(text) <= SHORT
    if measured or (digits and digits >= NUMERIC * (letters + digits)):
        return 1 << (KIND_BITS + (0 if AMOUNT.search(text) else 1))
    return 1 << (KIND_BITS + (2 if len(text) < LONG else 3))


def shared(kinds: Sequence[int]) -> int:
    """What more than half of some cells have, the empty ones apart."""
    held = [kind for kind in kinds if kind]
    bits: Counter[int] = Counter()
    for kind, times in Counter(held).items():
        while kind:
            bits[low := kind & -kind] += times
            kind ^= low
    return sum(bit for bit, times in bits.items() if 2 * times > len(held))


def phases(rows: Sequence[Row], size: int, first: int = 0) -> list[list[int]]:
    """The cells that show anything of the rows that stand so many apart, from a column on."""
    return [
        [kind for row in rows[at::size] for kind in row.cells[first:] if kind] for at in range(size)
    ]
