"""Pairs of label and value that a page lays out: lists of definitions and tables.

>>> from leadline.page.dom import parse_html
>>> page = parse_html("<dl><dt>By:<dd>Ann<dd>Bo<dt>Year<dd>1901</dl>", "http://h.test/")
>>> [(pair.label, pair.values) for group in pair_groups(page) for pair in group.pairs]
[('By', ('Ann', 'Bo')), ('Year', ('1901',))]
>>> page = parse_html("<table><tr><th>Who<th>When<tr><td>A<td>1<tr><td>B<td>2</table>", "")
>>> [(pair.label, pair.values) for group in pair_groups(page) for pair in group.pairs]
[('Who', ('A', 'B')), ('When', ('1', '2'))]
"""

from collections.abc import Iterator, Sequence
from itertools import groupby, pairwise
from typing import Final

from leadline.details.entries import (
    MAX_VALUE_CHARACTERS,
    Entry,
    PairGroup,
    folded_values,
    label_of,
    place_of,
)
from leadline.page.dom import Document

NESTING: Final = ("table", "dl", "form", "h1", "h2")
"""Elements that make a cell a part of the layout."""
MAX_GROUPS: Final = 200
MAX_GROUP_ROWS: Final = 2_000
MAX_LIST_LINE_CHARACTERS: Final = 100
"""Characters of a line that may be one of a list."""


def pair_groups(document: Document) -> list[PairGroup]:
    """Return the lists of definitions and tables of a page that may hold pairs."""
    groups: list[PairGroup] = []
    for node in document.elements("dl", "table"):
        if len(groups) >= MAX_GROUPS:
            break
        path = place_of(document, node)
        pairs, is_marked = (
            (_definitions(document, node, path), True)
            if document.tag[node] == "dl"
            else _table(document, node, path)
        )
        if pairs:
            merged = _merged(pairs)
            groups.append(PairGroup(path, merged, node, document.end[node], is_marked))
    return groups


def _merged(pairs: Sequence[Entry]) -> tuple[Entry, ...]:
    """Return each label once, with all of its values."""
    by_slot: dict[str, Entry] = {}
    for pair in pairs:
        before = by_slot.get(pair.slot)
        values = (*before.values, *pair.values) if before else pair.values
        by_slot[pair.slot] = pair._replace(values=values)
    return tuple(by_slot.values())


def _pair(path: str, label: str, values: tuple[str, ...]) -> Entry:
    return Entry(f"{path}|{label.casefold()}", label, values)


def _definitions(document: Document, node: int, path: str) -> list[Entry]:
    """Return the pairs of a ``dl``; its parts may stand in a ``div`` each."""
    parts: list[int] = []
    for child in document.children(node):
        inside = document.children(child) if document.tag[child] == "div" else [child]
        parts += [part for part in inside if document.tag[part] in ("dt", "dd")]
    pairs, labels = [], list[str]()
    for tag, group in groupby(parts[:MAX_GROUP_ROWS], key=lambda part: document.tag[part]):
        if tag == "dt":
            labels = [label_of(document.visible_text(part)) for part in group]
            continue
        values = tuple(value for part in group for value in values_in(document, part))
        pairs += [_pair(path, label, values) for label in labels if label]
        labels = []
    return pairs


def _table(document: Document, node: int, path: str) -> tuple[list[Entry], bool]:
    """Return the pairs of a table, and whether header cells make them so."""
    rows = [_cells(document, row) for row in _own_rows(document, node)]
    shown = [cells for cells in rows if cells]
    rows = [cells for cells in shown if not any(_is_layout(document, cell) for cell in cells)]
    if not rows or 2 * len(rows) < len(shown):
        return [], False
    heads = [all(document.tag[cell] == "th" for cell in cells) for cells in rows]
    if heads[0] and len(rows) > 1 and len(rows[0]) > 1 and not any(heads[1:]):
        return _columns(document, rows, path), True
    pairs: list[Entry] = []
    is_marked = any(document.tag[cell] == "th" for cells in rows for cell in cells)
    for cells in rows:
        if is_marked:
            pairs += _row_with_headers(document, cells, path)
        elif len(cells) == 2:
            label = label_of(document.visible_text(cells[0]))
            if label:
                pairs.append(_pair(path, label, values_in(document, cells[1])))
    return pairs, is_marked


def _row_with_headers(document: Document, cells: Sequence[int], path: str) -> Iterator[Entry]:
    """Yield the pairs of a row: the cells behind each header cell are its values."""
    label, values = "", list[str]()
    for cell in cells:
        if document.tag[cell] == "th":
            if label:
                yield _pair(path, label, tuple(values))
            label, values = label_of(document.visible_text(cell)), []
        else:
            values += values_in(document, cell)
    if label:
        yield _pair(path, label, tuple(values))


def _columns(document: Document, rows: Sequence[Sequence[int]], path: str) -> list[Entry]:
    """Return the columns of a table with a header, each a list of its cells."""
    pairs = []
    for number, head in enumerate(rows[0]):
        label = label_of(document.visible_text(head))
        cells = [cells[number] for cells in rows[1:] if number < len(cells)]
        texts = [document.visible_text(cell)[:MAX_VALUE_CHARACTERS] for cell in cells]
        if label:
            pairs.append(_pair(path, label, tuple(texts) if any(texts) else ()))
    return pairs


def _own_rows(document: Document, table: int) -> Iterator[int]:
    """Yield the rows of a table, without those of tables inside it."""
    count = 0
    for part in document.children(table):
        is_body = document.tag[part] in ("tbody", "thead", "tfoot")
        for row in document.children(part) if is_body else (part,):
            if document.tag[row] == "tr" and count < MAX_GROUP_ROWS:
                count += 1
                yield row


def _cells(document: Document, row: int) -> list[int]:
    return [cell for cell in document.children(row) if document.tag[cell] in ("th", "td")]


def _is_layout(document: Document, cell: int) -> bool:
    return next(document.elements(*NESTING, within=cell), None) is not None


def values_in(document: Document, node: int) -> tuple[str, ...]:
    """Return the values of a cell: the items of a list or of short lines, else its text."""
    items = list(document.elements("li", within=node))
    inmost = [
        item for item, after in pairwise([*items, len(document)]) if after >= document.end[item]
    ]
    if inmost:
        return folded_values(map(document.visible_text, inmost))
    text = document.visible_text(node)
    breaks = list(document.elements("br", within=node))
    if breaks and len(text) <= MAX_LIST_LINE_CHARACTERS * (len(breaks) + 1):
        starts, stops = [node, *breaks], [*breaks, document.end[node]]
        return folded_values(map(document.visible_text, starts, stops))
    return folded_values([text])
