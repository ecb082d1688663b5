"""Cells that span the rows of a group stand in each of its rows, as a reader sees them.

A table that groups its rows writes the category once, in a cell that spans them. Each row is a
record, and the category is one of its values. A record of several rows has such cells too, as for
a picture; there all spans are equal, or the rows are unlike. Those stay.

>>> from selectolax.lexbor import LexborHTMLParser
>>> rows = "<tr><td rowspan=2>Owls<td>Barn<tr><td>Tawny<tr><td>Gulls<td>Herring"
>>> root = LexborHTMLParser(f"<table>{rows}</table>").root
>>> spread_row_groups(root)
>>> [row.text(separator=" ") for row in root.css("tr")]
['Owls Barn', 'Owls Tawny', 'Gulls Herring']
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from selectolax.lexbor import LexborNode

MAX_SPREAD_CHARACTERS: Final = 2_000_000
"""Characters of markup of a page that are copied into rows; beyond, cells stay where they are."""
MIN_GROUP_ROWS: Final = 4
"""Rows that equal spans of a column cover at least; records of several rows have fewer."""
MIN_ALIKE_SHARE: Final = 0.7
"""Share of the cells of a group that hold the same elements as those of its first row."""
MAX_SPAN_DIGITS: Final = 5
CELLS: Final = frozenset({"td", "th"})


MAX_TABLES_WITH_HEADINGS: Final = 200
"""Tables of a page whose headings are looked for."""
MIN_TELLING_SHARE: Final = 0.3
"""Share of the rows that say what a heading does not: a number, or where a link leads."""


def drop_repeated_headings(root: LexborNode) -> None:
    """Remove the rows that repeat the headings of their table: they stand above it already.

    Long tables print them after every ten rows. A row of headings has no number and no link.

    >>> from selectolax.lexbor import LexborHTMLParser
    >>> rows = "<tr><td>No<td>Kind<tr><td>1<td>Oak<tr><td>No<td>Kind<tr><td>2<td>Fir"
    >>> root = LexborHTMLParser(f"<table>{rows}</table>").root
    >>> drop_repeated_headings(root)
    >>> [row.text(separator=" ") for row in root.css("tr")]
    ['No Kind', '1 Oak', '2 Fir']
    """
    for table in root.css("table")[:MAX_TABLES_WITH_HEADINGS]:
        for section in table.iter():
            rows = [row for row in section.iter() if row.tag == "tr"]
            if len(rows) < MIN_GROUP_ROWS or not (heading := _heading_of(rows[0])):
                continue
            texts = [row.text(separator="\n") for row in rows]
            telling = sum(any(map(str.isdecimal, text)) for text in texts)
            again = [row for row, text in zip(rows[1:], texts[1:], strict=True) if text == heading]
            if telling >= MIN_TELLING_SHARE * (len(rows) - len(again)):
                for row in again:
                    row.decompose()


def _heading_of(row: LexborNode) -> str:
    """Return the text of a row that may name columns, '' of another."""
    cells = [cell for cell in row.iter() if cell.tag in CELLS]
    text = row.text(separator="\n")
    several = sum(bool(cell.text().strip()) for cell in cells) > 1
    is_plain = several and not any(map(str.isdecimal, text)) and row.css_first("a[href]") is None
    return text if is_plain else ""


class SpannedRow(NamedTuple):
    """A row with the cells that it holds, and the cells above that reach it, by their columns."""

    row: LexborNode
    own: dict[int, LexborNode]
    above: dict[int, LexborNode]


def spread_row_groups(root: LexborNode) -> None:
    """Copy the cells that span the rows of a group into these rows, in all tables of a page."""
    sections: dict[int, LexborNode] = {}
    for cell in root.css("td[rowspan], th[rowspan]"):
        section = cell.parent.parent if cell.parent else None
        if section is not None:
            sections[section.mem_id] = section
    left = MAX_SPREAD_CHARACTERS
    for section in sections.values():
        rows = _spanned_rows(section)
        if not _are_groups(rows):
            continue
        for row, own, above in rows:
            left -= sum(len(cell.html or "") for cell in above.values())
            if left < 0:
                return
            for column, cell in sorted(above.items()):
                copy = cell.clone()
                del copy.attrs["rowspan"]
                behind = min((place for place in own if place > column), default=None)
                if behind is None:
                    row.insert_child(copy)
                else:
                    own[behind].insert_before(copy)
        for _, own, _ in rows:
            for cell in own.values():
                if "rowspan" in cell.attributes:
                    del cell.attrs["rowspan"]


def _spanned_rows(section: LexborNode) -> list[SpannedRow]:
    """Place the cells of a section's rows in columns, by the table model of HTML."""
    rows: list[SpannedRow] = []
    open_cells: dict[int, tuple[LexborNode, int]] = {}
    for row in section.iter():
        if row.tag != "tr":
            continue
        above = {column: cell for column, (cell, _) in open_cells.items()}
        open_cells = {
            column: (cell, more - 1) for column, (cell, more) in open_cells.items() if more > 1
        }
        own: dict[int, LexborNode] = {}
        column = 0
        for cell in row.iter():
            if cell.tag in CELLS:
                while column in above:
                    column += 1
                own[column] = cell
                if (more := _span(cell)) > 1:
                    open_cells[column] = (cell, more - 1)
                column += 1
        rows.append(SpannedRow(row, own, above))
    return rows


def _span(cell: LexborNode) -> int:
    stated = cell.attributes.get("rowspan") or ""
    return int(stated) if stated.isdecimal() and len(stated) <= MAX_SPAN_DIGITS else 1


def _are_groups(rows: list[SpannedRow]) -> bool:
    """Tell whether the rows are records in groups: spans of many rows or unlike ones, like rows."""
    spans: dict[int, set[int]] = {}
    for _, own, _ in rows:
        if any(cell.tag == "td" for cell in own.values()):
            for column, cell in own.items():
                spans.setdefault(column, set()).add(_span(cell))
    spanned = [found for found in spans.values() if max(found) > 1]
    if not all(len(found) > 1 or min(found) >= MIN_GROUP_ROWS for found in spanned):
        return False
    alike: list[bool] = []
    first: dict[int, LexborNode] = {}
    for _, own, above in rows:
        if not above:
            first = own
        elif not own or len(own) + len(above) != len(first):
            return False
        else:
            beside = [(cell, first[place]) for place, cell in own.items() if place in first]
            alike += [_tags(cell) == _tags(other) for cell, other in beside]
    return bool(spanned) and sum(alike) >= MIN_ALIKE_SHARE * len(alike)


def _tags(cell: LexborNode) -> frozenset[str]:
    return frozenset(node.tag or "" for node in cell.iter())
