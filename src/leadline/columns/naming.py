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

MAX_NAME_CHARACTERS: Final = 60
LAYOUT_WORD: Final = re.compile(
    r"(?:col|row|span|grid|container|wrapper|wrap|inner|outer|content|item|field|value|data|text|"
    r"block|box|cell|views|view|media|body|left|right|center|pull|float|d|p|m|my|mx|mb|mt|btn|"
    r"button|link|small|medium|large|xs|sm|md|lg|xl|hidden|visible|flex|block|inline|info|list|"
    r"unit|size|fa|icon|clear|fix|clearfix|cf|first|last|odd|even|td|th|tr|div|li|ul|css|style)"
)
"""Class words that tell where something stands on the page, not what it is."""
LABEL_EDGES: Final = " :：*▲▼△▽▴▾↑↓↕⇅⇵⬍"
"""Signs around a label that do not belong to its name; headers of sorted tables have arrows."""
MAX_ROWS_TO_HEADER: Final = 20
"""Rows of a table that are searched for its header."""
MAX_HEADER_CHARACTERS: Final = 40
"""Characters of a cell of a header that is no ``th``."""
HEADINGS: Final = frozenset({"h1", "h2", "h3", "h4", "h5", "h6"})


def clean_name(hint: str) -> str:
    """Return a readable name from a label or a class (marked ``@``); '' if it names nothing."""
    if not hint.startswith("@"):
        return " ".join(hint.split()).strip(LABEL_EDGES)[:MAX_NAME_CHARACTERS]
    words = [word for word in re.split(r"[-_]+|(?<=[a-z])(?=[A-Z])", hint[1:]) if word]
    kept = [word for word in words if len(word) > 1 and not LAYOUT_WORD.fullmatch(word.casefold())]
    return "_".join(kept).casefold()[:MAX_NAME_CHARACTERS]


def step_name(step: str) -> str:
    """Return a name from a step of a place: its class, or 'title' for a heading."""
    tag, _, style = step.lstrip("~").partition(".")
    return clean_name(f"@{style}") or ("title" if tag in HEADINGS else "")


def header_names(document: Document, spans: Sequence[RecordSpan]) -> dict[int, str]:
    """Return the header text by column number, for records that are rows of a table.

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
    """Return the first row of header cells, else a first row of short texts as wide as records."""
    spare: dict[int, str] = {}
    for at, row in enumerate(rows):
        if at > MAX_ROWS_TO_HEADER:
            break
        cells = _cells(document, row)
        named = {column: text for column, cell, text in cells if text}
        heads = sum(document.tag[cell] == "th" for _, cell, _ in cells)
        if heads and heads >= len(cells) / 2 and len(cells) >= min(width, 2):
            return named
        if (
            at == 0
            and len(cells) == width > 1
            and all(len(t) <= MAX_HEADER_CHARACTERS for t in named.values())
        ):
            spare = named
    return spare


def _cells(document: Document, row: int) -> list[tuple[int, int, str]]:
    """Return column number, node and text of the cells of a row."""
    result, column = [], 0
    for cell in document.children(row):
        if document.tag[cell] in CELLS:
            result.append((column, cell, document.visible_text(cell)))
            span = document.attribute(cell, "colspan").strip()
            column += min(max(int(span), 1), 1000) if span.isdecimal() and len(span) < 5 else 1
    return result
