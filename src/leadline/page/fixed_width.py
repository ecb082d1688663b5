"""Columns of fixed width in ``pre`` elements, as tables: the header line tells where they begin.

>>> lines = "<b>NAME      YEAR</b>\\n<a href=/1>oak tree</a>  1901\\n<a href=/2>fir</a>       1903"
>>> with_fixed_width(f"<pre>{lines}</pre>")[:47]
'<table><tr><th><b>NAME</th><th>YEAR</b></th></t'
>>> with_fixed_width("<pre>one  two\\nthree\\n</pre>")
'<pre>one  two\\nthree\\n</pre>'
"""

import re
from itertools import pairwise
from typing import Final

from leadline.page.markup import with_pre_blocks

MAX_CHARACTERS: Final = 500_000
"""Characters of a page with a block that is read so."""
MAX_HEADER_CHARACTERS: Final = 1_000
RULE: Final = re.compile(r"[-=+_|\u2500-\u257f ]+")
_CHARACTERS: Final = re.compile(r"((?:<[^<>]*>)*)(&#?\w{1,12};|[^<]|<(?![^<>]*>))?")
_HEADING: Final = re.compile(r"\S+(?: \S+)*")

Line = tuple[str, list[str]]
"""Text of a line, and the markup of each of its characters, with the tags before it."""


def with_fixed_width(html: str) -> str:
    """Return a page with tables for its ``pre`` elements that hold columns below a header line."""
    return with_pre_blocks(html, _table) if len(html) <= MAX_CHARACTERS else html


def _table(block: str) -> str:
    """Return the table of a block, '' where its lines do not stand in columns."""
    lines = [line for line in map(_read, block.expandtabs().splitlines()) if line[0].strip()]
    if len(lines) < 2:
        return ""
    (header, _), rows = lines[0], [line for line in lines[1:] if not RULE.fullmatch(line[0])]
    is_ruled = len(rows) < len(lines) - 1
    is_headed = len(header) <= MAX_HEADER_CHARACTERS and (is_ruled or _is_header(lines[0], rows))
    if not rows or not is_headed:
        return ""
    starts, width = [0], len(header)
    headings = [*_HEADING.finditer(header)]
    written = {at for text, _ in rows for at, sign in enumerate(text[:width]) if not sign.isspace()}
    for left, right in pairwise(headings):
        gap = range(right.start(), left.end(), -1)
        start = next((place for place in gap if place - 1 not in written), 0)
        if not start:
            return ""
        starts.append(start)
    if len(starts) < 2:
        return ""
    cells = [_row(lines[0], starts, "th"), *(_row(row, starts, "td") for row in rows)]
    return f"<table>{''.join(cells)}</table>"


def _read(line: str) -> Line:
    pieces = [(tags, sign) for tags, sign in _CHARACTERS.findall(line) if tags or sign]
    text = "".join("x" if len(sign) > 1 else sign for _, sign in pieces)
    return text, [tags + sign for tags, sign in pieces]


def _is_header(first: Line, rows: list[Line]) -> bool:
    """Tell whether a line names columns: every row has a link or a number, and it has none."""

    def tells(line: Line) -> bool:
        return any(sign.isdigit() for sign in line[0]) or any("href" in sign for sign in line[1])

    return not tells(first) and all(map(tells, rows))


def _row(line: Line, starts: list[int], tag: str) -> str:
    _, signs = line
    ends = [*starts[1:], len(signs)]
    cells = ("".join(signs[start:end]).strip() for start, end in zip(starts, ends, strict=True))
    return f"<tr>{''.join(f'<{tag}>{cell}</{tag}>' for cell in cells)}</tr>"
