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

from itertools import islice, takewhile
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
MAX_ROWS_TO_RECORDS: Final = 10
"""First rows of a table, among which its headings and a record stand."""
MAX_HEADING_COLUMNS: Final = 500
CELLS: Final = frozenset({"td", "th"})
GROUP_HEADING: Final = "data-group-heading"
"""Attribute of a cell that says the heading of a row's group, and stood above it."""


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


def join_heading_rows(root: LexborNode) -> None:
    """Write headings that stand in several rows as one row: each behind the names of its groups.

    Only headings whose cells span columns, above rows whose cells span none, are such.

    >>> from selectolax.lexbor import LexborHTMLParser
    >>> heads = "<tr><th rowspan=2>No<th colspan=2>Sold<tr><th>Year<th>Price"
    >>> root = LexborHTMLParser(f"<table>{heads}<tr><td>1<td>1990<td>7</table>").root
    >>> join_heading_rows(root)
    >>> [cell.text() for cell in root.css("tr")[0].iter()]
    ['No', 'Sold Year', 'Sold Price']
    """
    for table in root.css("table")[:MAX_TABLES_WITH_HEADINGS]:
        within = (row for section in table.iter() for row in section.iter() if row.tag == "tr")
        rows = [(row, _cells_of(row)) for row in islice(within, MAX_ROWS_TO_RECORDS)]
        heads = [*takewhile(lambda one: _are_headings(*one), rows)]
        widths = {len(cells) for _, cells in rows[len(heads) :] if not any(map(_spans, cells))}
        heads = [(row, cells) for row, cells in heads if len(cells) > 1]
        columns = _stacked([cells for _, cells in heads])
        if len(heads) > 1 and len(columns) in widths:
            _join(heads[-1][0], columns)
            for row, _ in heads[:-1]:
                row.decompose()


def _cells_of(row: LexborNode) -> list[LexborNode]:
    return [cell for cell in row.iter() if cell.tag in CELLS]


def _are_headings(row: LexborNode, cells: list[LexborNode]) -> bool:
    above = row.parent.tag if row.parent is not None else ""
    is_headed = above == "thead" or all(cell.tag == "th" for cell in cells)
    return bool(cells) and is_headed and row.css_first("input, select, textarea") is None


def _spans(cell: LexborNode) -> bool:
    return _span(cell) > 1 or _span(cell, "colspan") > 1


def _stacked(rows: list[list[LexborNode]]) -> list[list[LexborNode]]:
    """Return the heading cells of each column from above; [] where they form no groups."""
    columns: dict[int, list[LexborNode]] = {}
    filled: dict[int, int] = {}
    for number, cells in enumerate(rows):
        column = 0
        for cell in cells:
            while filled.get(column, 0) > number:
                column += 1
            for _ in range(min(_span(cell, "colspan"), MAX_HEADING_COLUMNS - column)):
                columns.setdefault(column, []).append(cell)
                filled[column] = number + _span(cell)
                column += 1
    lowest = {cells[-1].mem_id for cells in columns.values()}
    is_whole = all(filled[at] >= len(rows) for at in columns) and len(lowest) == len(columns)
    placed = [cell.mem_id for cells in columns.values() for cell in cells]
    has_groups = len({*placed}) < len(placed)
    return [columns[at] for at in sorted(columns)] if is_whole and has_groups else []


def _join(row: LexborNode, columns: list[list[LexborNode]]) -> None:
    """Put one cell for each column into a row, its groups' names before its own."""
    texts = [[" ".join(cell.text().split()) for cell in cells] for cells in columns]
    joined = [cells[-1].clone() for cells in columns]
    for cell in _cells_of(row):
        cell.decompose()
    for cell, names in zip(joined, texts, strict=True):
        for span in ("rowspan", "colspan"):
            if span in cell.attributes:
                del cell.attrs[span]
        groups = "".join(f"{name} " for name in dict.fromkeys(names[:-1]) if name != names[-1])
        if groups and (child := cell.child) is not None:
            child.insert_before(groups)
        elif groups:
            cell.insert_child(groups)
        row.insert_child(cell)


def spread_heading_rows(root: LexborNode) -> None:
    """Write the heading above the rows of a group into each of them, and drop what sums it up.

    A heading is one cell over all columns that the head of the table names. Groups are unlike in
    length, or their headings look like no row.

    >>> from selectolax.lexbor import LexborHTMLParser
    >>> owls = "<tr><td colspan=2>Owls<tr><td>1<td>Barn<tr><td>2<td>Tawny"
    >>> rows = f"<tr><th>No<th>Name{owls}<tr><td colspan=2>Gulls<tr><td>3<td>Ivory"
    >>> root = LexborHTMLParser(f"<table>{rows}</table>").root
    >>> spread_heading_rows(root)
    >>> [row.text(separator=" ") for row in root.css("tr")]
    ['No Name', '1 Barn Owls', '2 Tawny Owls', '3 Ivory Gulls']
    """
    left = MAX_SPREAD_CHARACTERS
    for table in root.css("table")[:MAX_TABLES_WITH_HEADINGS]:
        sections = [[row for row in part.iter() if row.tag == "tr"] for part in table.iter()]
        head = next((r for rows in sections for r in rows[:1] if _is_head(r)), None)
        columns = len(_cells_of(head)) if head is not None else 0
        groups = [_groups_of(rows, columns) for rows in sections if columns > 1]
        for heading, rows, sums in (one for groups_of in groups for one in groups_of):
            cell = _cells_of(heading)[0]
            left -= len(cell.html or "") * len(rows)
            if left < 0:
                return
            for row in rows:
                copy = cell.clone()
                copy.attrs[GROUP_HEADING] = ""
                del copy.attrs["colspan"]
                row.insert_child(copy)
            for row in (heading, *sums):
                row.decompose()
        if head is not None and any(groups):
            head.insert_child(_cells_of(head)[-1].clone())
            _cells_of(head)[-1].inner_html = ""


def _is_head(row: LexborNode) -> bool:
    cells = _cells_of(row)
    return len(cells) > 1 and all(one.tag == "th" and not _spans(one) for one in cells)


RowGroup = tuple["LexborNode", list["LexborNode"], list["LexborNode"]]
"""A heading's row, its rows, and those that sum them up."""


def _groups_of(rows: list[LexborNode], columns: int) -> list[RowGroup]:
    """Return the groups of a section that is nothing but groups, [] of another."""
    groups: list[RowGroup] = []
    for row in rows:
        cells = _cells_of(row)
        if not groups and _is_head(row):
            continue
        if len(cells) == 1 and _span(cells[0], "colspan") >= columns:
            if row.css_first("a, input, button, select") or not cells[0].text().strip():
                return []
            groups.append((row, [], []))
        elif not groups:
            return []
        elif len(cells) == columns and not any(map(_spans, cells)) and not groups[-1][2]:
            groups[-1][1].append(row)
        elif groups[-1][1] and len(groups[-1][2]) < 1:
            groups[-1][2].append(row)
        else:
            return []
    lengths = [len(within) for _, within, _ in groups]
    if not groups or not all(lengths):
        return []
    is_apart = len({*lengths}) > 1 or lengths[0] >= MIN_GROUP_ROWS
    looks = ({*_looks(groups[0][0])}, {*_looks(groups[0][1][0])})
    return groups if (is_apart and len(groups) > 1) or not looks[0] <= looks[1] else []


def _looks(row: LexborNode) -> list[str]:
    """Return what tells how a row looks: its classes, and the tags and classes of its cells."""
    cells = [node for node in row.traverse() if node.tag not in ("-text", "td", "tr")]
    names = " ".join((node.attributes.get("class") or "") for node in (row, *_cells_of(row)))
    return [*(node.tag or "" for node in cells), *names.split()]


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


def _span(cell: LexborNode, name: str = "rowspan") -> int:
    stated = cell.attributes.get(name) or ""
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
