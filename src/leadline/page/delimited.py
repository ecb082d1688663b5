"""Tables written as text (CSV, TSV): rows as objects, or as the HTML table of a page.

Some forms are answered with such a file, and some pages read one.

>>> delimited_to_html("id;name\\n1;Ann\\n", "text/csv; charset=utf-8")
'<table><tr><th>id</th><th>name</th></tr><tr><td>1</td><td>Ann</td></tr></table>'
>>> delimited_to_html("<p>One, two", "text/html"), delimited_to_html("no columns", "text/csv")
('', '')
>>> delimited_rows("# all names\\n#\\n#id\\tname\\n1\\tAnn\\n")
[['#id', 'name'], ['1', 'Ann']]
>>> delimited_to_html("one, two", "text/plain"), delimited_to_html("a\\tb\\nc", "text/plain")
('', '')
"""

import csv
import re
from html import escape
from io import StringIO
from typing import Any, Final

DELIMITED_TYPES: Final = ("csv", "comma-separated", "tab-separated")
DELIMITERS: Final = ",;\t|"
MIN_PLAIN_ROWS: Final = 3
"""Rows of equally many columns from which plain text without tabs is a table."""
MAX_HEADING: Final = 300
"""Characters of a column's name, which each row repeats; a longer one is cut."""
MAX_CELL: Final = 100_000
"""Characters of a cell; a longer one is a quote that nobody closed."""
_COMMENTS: Final = re.compile(r"(?:#(?:[ #\r][^\n]*)?\n|\r?\n)+")


def delimited_rows(text: str, delimiters: str = DELIMITERS) -> list[list[str]]:
    """Return the rows of a table, its names first; [] for what is no table with a heading."""
    text = text.lstrip("\ufeff")
    comments = _COMMENTS.match(text)
    text = text[comments.end() :] if comments is not None else text
    header = text.partition("\n")[0]
    delimiter = max(delimiters, key=header.count)
    if delimiter not in header or header.lstrip().startswith("<"):
        return []
    try:
        rows = [row for row in csv.reader(StringIO(text, newline=""), delimiter=delimiter) if row]
    except csv.Error:
        return []
    # the limit of the csv module is of the whole process, and other libraries move it
    return [] if any(len(cell) > MAX_CELL for row in rows for cell in row) else rows


def table_items(text: str, delimiters: str = DELIMITERS) -> list[dict[str, Any]]:
    """Return the rows of a table as objects.

    >>> table_items("id;name\\n1;fog\\n2;sea, deep\\n")
    [{'id': '1', 'name': 'fog'}, {'id': '2', 'name': 'sea, deep'}]
    """
    header, *rows = delimited_rows(text, delimiters) or [[]]
    names = [name.strip()[:MAX_HEADING] or f"column_{n}" for n, name in enumerate(header, 1)]
    return [dict(zip(names, row, strict=False)) for row in rows if any(row)]


def delimited_to_html(text: str, stated: str) -> str:
    """Return a file of rows as a page, '' where the stated type or the text is none."""
    kind = stated.partition(";")[0].casefold()
    is_plain = kind.strip() == "text/plain"
    if not (is_plain or any(name in kind for name in DELIMITED_TYPES)):
        return ""
    rows = delimited_rows(text, "\t" if is_plain and "\t" in text else DELIMITERS)
    is_short = "\t" not in text and len(rows) < MIN_PLAIN_ROWS
    if is_plain and (is_short or len({*map(len, rows)}) > 1):  # lines of a text
        return ""
    lines = (
        "".join(f"<{tag}>{escape(cell)}</{tag}>" for cell in row)
        for tag, row in zip(["th", *["td"] * len(rows)], rows, strict=False)
    )
    return f"<table>{''.join(f'<tr>{line}</tr>' for line in lines)}</table>" if rows else ""
