"""What a generated page object needs beside its runtime where records are columns of several rows.

Pasted behind ``page_object_runtime`` then; says again in selectolax what ``mining.interleaved.transpose`` does
with documents, but leaves the page as it is: a record is its cells.

>>> tree = LexborHTMLParser("<table><tr><td>A<td>B<tr><td>1<td>2<tr><td>C<td><tr><td>3<td></table>")
>>> found = woven_records_in(tree, "html > body > table > tbody", 2, labelled=False)
>>> [[cell.text() for cell in cells] for cells in found]
[['A', '1'], ['B', '2'], ['C', '3']]
"""

from __future__ import annotations

from typing import Any

from selectolax.lexbor import LexborHTMLParser  # noqa: TC002

SECTIONS = ("thead", "tbody", "tfoot")
SHOWN = "img, svg, picture, video, input, select, textarea, button"


def woven_records_in(
    tree: LexborHTMLParser, parents: str, rows: int, *, labelled: bool
) -> list[list[Any]]:
    """The cells of each record: the k-th ones of so many rows (0: of all rows of a table)."""
    found = []
    for parent in tree.css(parents):
        for group in _groups(parent, rows):
            cells = [list(row.iter())[labelled:] for row in group]
            for number in range(max(map(len, cells))):
                record = [held[number] for held in cells if number < len(held)]
                if any(map(_shows, record)):
                    found.append(record)
    return found


def _groups(parent: Any, rows: int) -> list[list[Any]]:
    if not rows:
        sections = parent.parent.iter() if parent.tag in SECTIONS else [parent]
        whole = [row for section in sections for row in section.iter() if _is_row(row, 2)]
        return [whole] if whole else []
    runs: list[list[Any]] = [[]]
    for node in filter(_shows, parent.iter()):
        if not _is_row(node, 1) or (runs[-1] and runs[-1][0].tag != node.tag):
            runs.append([])
        if _is_row(node, 1):
            runs[-1].append(node)
    return [run[at : at + rows] for run in runs for at in range(0, len(run) - rows + 1, rows)]


def _is_row(node: Any, least: int) -> bool:
    cells = list(node.iter())
    wide = any((cell.attributes.get("colspan") or "1") != "1" and _shows(cell) for cell in cells)
    return len(cells) >= least and not wide


def _shows(node: Any) -> bool:
    return bool(node.text().strip()) or node.css_first(SHOWN) is not None
