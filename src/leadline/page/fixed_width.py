"""Columns of fixed width in ``pre`` elements, as tables: the header line tells where they begin.

>>> lines = "<b>NAME      YEAR</b>\\n<a href=/1>oak tree</a>  1901\\n<a href=/2>fir</a>       1903"
>>> with_fixed_width(f"<pre>{lines}</pre>")[:47]
'<table><tr><th><b>NAME</th><th>YEAR</b></th></t'
>>> with_fixed_width("<pre>one  two\\nthree\\n</pre>")
'<pre>one  two\\nthree\\n</pre>'
"""

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from leadline.page.markup import with_pre_blocks

MAX_CHARACTERS: Final = 500_000
"""Characters of a page with a block that is read so."""
MAX_HEADER_CHARACTERS: Final = 1_000
MAX_LINES_BEFORE_HEADER: Final = 2
MIN_LONG_SHARE: Final = 0.9
"""Share of the records with several lines from which lines without a first column go on."""
MAX_LINES_OF_RECORD: Final = 4
RULE: Final = re.compile(r"[-=+_|\u2500-\u257f ]+")
_CHARACTERS: Final = re.compile(r"((?:<[^<>]*>)*)(&#?\w{1,12};|[^<]|<(?![^<>]*>))?")
_HEADING: Final = re.compile(r"\S+(?: \S+)*")

Line = tuple[str, list[str]]
"""Text of a line, and the markup of each of its characters, with the tags before it."""


def with_fixed_width(html: str) -> str:
    """Return a page with tables for its ``pre`` elements that hold columns below a header line."""
    return with_pre_blocks(html, _table) if len(html) <= MAX_CHARACTERS else html


def _table(block: str) -> str:
    """Return the table of a block, '' where its lines do not stand in columns.

    A few lines may stand in front of the header, such as what the page counts.
    """
    lines = [line for line in map(_read, block.expandtabs().splitlines()) if line[0].strip()]
    for at in range(min(MAX_LINES_BEFORE_HEADER + 1, len(lines) - 1)):
        if table := _table_below(lines[at], lines[at + 1 :]):
            front = ("".join(signs).strip() for _, signs in lines[:at])
            return "".join([*(f"<p>{line}</p>" for line in front), table])
    return ""


def _table_below(header: Line, below: list[Line]) -> str:
    """Return the table of the lines below a header, '' where they do not stand in its columns."""
    rows = [line for line in below if not RULE.fullmatch(line[0])]
    is_ruled = len(rows) < len(below)
    headings = [*_HEADING.finditer(header[0])]
    if not rows or len(header[0]) > MAX_HEADER_CHARACTERS or len(headings) < 2:
        return ""
    records = _records(rows, headings[0].end()) or [[row] for row in rows]
    first = [lines[0] for lines in records]
    if not (is_ruled or _is_header(header, first)):
        return ""
    width = len(header[0])
    written = {at for text, _ in first for at, sign in enumerate(text[:width]) if sign.strip()}
    starts = [0]
    for left, right in pairwise(headings):
        gap = range(right.start(), left.end(), -1)
        start = next((place for place in gap if place - 1 not in written), 0)
        if not start:
            return ""
        starts.append(start)
    cells = (_row(lines[0], starts, "td", lines[1:]) for lines in records)
    return f"<table>{_row(header, starts, 'th')}{''.join(cells)}</table>"


def _records(rows: list[Line], width: int) -> list[list[Line]]:
    """Return records of several lines: those below the first have an empty first column.

    Nearly every record has such lines; else an empty column is one that lacks its value.
    """
    records: list[list[Line]] = []
    for row in rows:
        if row[0][:width].strip():
            records.append([row])
        elif records:
            records[-1].append(row)
        else:
            return []
    long = sum(len(lines) > 1 for lines in records)
    most = max((len(lines) for lines in records), default=0)
    regular = len(records) > 1 and long >= MIN_LONG_SHARE * len(records)
    return records if regular and most <= MAX_LINES_OF_RECORD else []


def _read(line: str) -> Line:
    pieces = [(tags, sign) for tags, sign in _CHARACTERS.findall(line) if tags or sign]
    text = "".join("x" if len(sign) > 1 else sign for _, sign in pieces)
    return text, [tags + sign for tags, sign in pieces]


def _is_header(first: Line, rows: list[Line]) -> bool:
    """Tell whether a line names columns: every row has a link or a number, and it has none."""

    def tells(line: Line) -> bool:
        return any(sign.isdigit() for sign in line[0]) or any("href" in sign for sign in line[1])

    return not tells(first) and all(map(tells, rows))


def _row(line: Line, starts: list[int], tag: str, below: Sequence[Line] = ()) -> str:
    """Return the row of a line, the lines below it as further cells."""
    _, signs = line
    ends = [*starts[1:], len(signs)]
    cells = ["".join(signs[start:end]).strip() for start, end in zip(starts, ends, strict=True)]
    cells += ["".join(more).strip() for _, more in below]
    return f"<tr>{''.join(f'<{tag}>{cell}</{tag}>' for cell in cells)}</tr>"
