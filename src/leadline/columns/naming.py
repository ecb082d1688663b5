"""Names of columns: header cells, labels, microdata and classes, before any number.

>>> clean_name("  Year : "), clean_name("@views-field-title"), clean_name("@col-md")
('Year', 'title', '')
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from leadline.columns.inline_runs import CELLS

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from leadline.model import RecordSpan
    from leadline.page.dom import Document

LONGEST_NAME: Final = 60
NO_NAME: Final = re.compile(
    r"(?:col|row|span|grid|container|wrapper|wrap|inner|outer|content|item|field|value|data|text|"
    r"block|box|cell|views|view|media|body|left|right|center|pull|float|d|p|m|my|mx|mb|mt|btn|"
    r"button|link|small|medium|large|xs|sm|md|lg|xl|hidden|visible|flex|block|inline|info|list|"
    r"unit|size|fa|icon|clear|fix|clearfix|cf|first|last|odd|even|td|th|tr|div|li|ul|css|style)"
)
"""Class words that say where something stands on the page, not what it is."""
EDGES: Final = " :：*▲▼△▽▴▾↑↓↕⇅⇵⬍"
"""Signs around a label that are not its name; headers of sorted tables have arrows."""
HEADINGS: Final = frozenset({"h1", "h2", "h3", "h4", "h5", "h6"})


def clean_name(hint: str) -> str:
    """A readable name from a label, or from a class (marked with ``@``); '' if it tells nothing."""
    if not hint.startswith("@"):
        return " ".join(hint.split()).strip(EDGES)[:LONGEST_NAME]
    words = [word for word in re.split(r"[-_]+|(?<=[a-z])(?=[A-Z])", hint[1:]) if word]
    kept = [word for word in words if len(word) > 1 and not NO_NAME.fullmatch(word.casefold())]
    return "_".join(kept).casefold()[:LONGEST_NAME]


def step_name(step: str) -> str:
    """A name from one step of a place: its class, or 'title' for a heading."""
    tag, _, style = step.lstrip("~").partition(".")
    return clean_name(f"@{style}") or ("title" if tag in HEADINGS else "")


def header_names(document: Document, spans: Sequence[RecordSpan]) -> dict[int, str]:
    """Column number to header text, for records that are rows of a table.

    >>> from leadline.page.dom import parse_html
    >>> from leadline.model import RecordSpan
    >>> page = parse_html("<table><tr><th colspan=2>Who<th>Year<tr><td>A<td>B<td>1</table>", "")
    >>> header_names(page, [RecordSpan((10,))])
    {0: 'Who', 2: 'Year'}
    """
    if not spans:
        return {}
    row = spans[0].nodes[0]
    if document.tag[row] in CELLS:
        row = document.parent[row]
    if row < 0 or document.tag[row] != "tr":
        return {}
    table = next((i for i in document.ancestors(row) if document.tag[i] == "table"), -1)
    if table < 0:
        return {}
    taken = {node for span in spans for node in span.nodes}
    return _best_header(document, _rows(document, table, taken), len(_cells(document, row)))


def _rows(document: Document, table: int, taken: set[int]) -> Iterable[int]:
    for row in document.elements("tr", within=table):
        nearest = next((i for i in document.ancestors(row) if document.tag[i] == "table"), -1)
        if nearest == table and row not in taken:
            yield row


def _best_header(document: Document, rows: Iterable[int], width: int) -> dict[int, str]:
    """The first row of header cells, else a first row of short texts as wide as the records."""
    spare: dict[int, str] = {}
    for at, row in enumerate(rows):
        if at > 20:
            break
        cells = _cells(document, row)
        named = {column: text for column, cell, text in cells if text}
        heads = sum(document.tag[cell] == "th" for _, cell, _ in cells)
        if heads and heads >= len(cells) / 2 and len(cells) >= min(width, 2):
            return named
        if at == 0 and len(cells) == width > 1 and all(len(t) <= 40 for t in named.values()):
            spare = named
    return spare


def _cells(document: Document, row: int) -> list[tuple[int, int, str]]:
    """Column number, node and text of the cells of a row."""
    found, column = [], 0
    for cell in document.children(row):
        if document.tag[cell] in CELLS:
            found.append((column, cell, document.visible_text(cell)))
            span = document.attribute(cell, "colspan").strip()
            column += min(max(int(span), 1), 1000) if span.isdecimal() and len(span) < 5 else 1
    return found
