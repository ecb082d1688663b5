"""Rows as they are compared, to tell grids from tables: what their cells are made of and say.

>>> from leadline.page.dom import parse_html
>>> from leadline.mining.signatures import Flat
>>> from leadline_research.autorm2015.segment import cohesion
>>> page = parse_html("<table><tr><td>Ann<td>Bo<tr><td>$ 3<td>$ 4<tr><td>Cy<td>Di</table>", "")
>>> rows = [Rows(Flat(page), saying=True)[row] for row in page.elements("tr")]
>>> [cohesion(kinds) for kinds in phases(rows, 2)]
[1.0, 1.0]
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Final

from leadline.mining.interleaved.transpose import cells_of
from leadline.mining.signatures import KIND_BITS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from leadline.mining.signatures import Flat

BROADEST: Final = 12
AMOUNT: Final = re.compile(r"[$€£¥￥₽₹₩]|\d[.,]\d\d(?!\d)")
NUMERIC: Final = 0.4
"""Share of digits among letters and digits from which a text is a number, with its unit."""
SHORT: Final = 10
"""Characters of a number with its unit: "1 kg"."""
LONG: Final = 80
"""Characters from which a text is prose."""


@dataclass(frozen=True)
class Row:
    """A row as it is compared: the kinds of its cells, and what they say."""

    flat: Flat
    nodes: tuple[int, ...]
    cells: tuple[int, ...]

    @cached_property
    def texts(self) -> tuple[str, ...]:
        """The texts of its cells."""
        return tuple(map(self.flat.document.visible_text, self.nodes))

    @cached_property
    def label(self) -> str:
        """What its first cell says."""
        return self.flat.document.visible_text(self.nodes[0])

    @property
    def leads(self) -> bool:
        """Whether each cell that shows anything has a link or a picture."""
        flat, end = self.flat, self.flat.document.end
        return all(
            flat.linked[end[node]] > flat.linked[node]
            or flat.pictures[end[node]] > flat.pictures[node]
            for node, kind in zip(self.nodes, self.cells, strict=True)
            if kind
        )


class Rows(dict[int, Row]):
    """Rows by their node, read as they are asked for: most elements are done with after two.

    Compared is the make of cells, and what kind of things they say (``saying``) where the make is
    the same in all rows.
    """

    def __init__(self, flat: Flat, *, saying: bool) -> None:
        self.flat = flat
        self.saying = saying

    def __missing__(self, node: int) -> Row:
        flat = self.flat
        nodes = tuple(cells_of(flat.document, node)[:BROADEST])
        row = Row(flat, nodes, tuple([flat.kinds[cell] for cell in nodes]))
        if self.saying:
            kinds = zip(row.cells, map(said, row.texts), strict=True)
            row = replace(row, cells=tuple([kind | says for kind, says in kinds]))
        self[node] = row
        return row


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
