"""Delimited text (CSV, TSV) as an HTML table: some forms are answered with a file.

>>> delimited_to_html("id;name\\n1;Ann\\n", "text/csv; charset=utf-8")
'<table><tr><th>id</th><th>name</th></tr><tr><td>1</td><td>Ann</td></tr></table>'
>>> delimited_to_html("<p>One, two", "text/html"), delimited_to_html("no columns", "text/csv")
('', '')
"""

import csv
from html import escape
from typing import Final

DELIMITED_TYPES: Final = ("csv", "comma-separated", "tab-separated")
DELIMITERS: Final = ",;\t|"


def delimited_to_html(text: str, stated: str) -> str:
    """Return a file of rows as a page, '' where the stated type or the text is none."""
    kind = stated.partition(";")[0].casefold()
    if not any(name in kind for name in DELIMITED_TYPES):
        return ""
    header = text.lstrip("\ufeff").partition("\n")[0]
    delimiter = max(DELIMITERS, key=header.count)
    try:
        rows = [row for row in csv.reader(text.splitlines(), delimiter=delimiter) if row]
    except csv.Error:
        return ""
    if not rows or delimiter not in header:
        return ""
    lines = (
        "".join(f"<{tag}>{escape(cell)}</{tag}>" for cell in row)
        for tag, row in zip(["th", *["td"] * len(rows)], rows, strict=False)
    )
    return f"<table>{''.join(f'<tr>{line}</tr>' for line in lines)}</table>"
