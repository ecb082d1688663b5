"""Tables written as text: a line of names, then rows of values between commas or other signs."""

import csv
from io import StringIO
from typing import Final

from leadline.script.data.lists import Item

DELIMITERS: Final = ",;\t|"


def table_items(text: str, delimiters: str = DELIMITERS) -> list[Item]:
    """Return the rows of a table as objects; [] for what is no table with a heading.

    >>> table_items("id;name\\n1;fog\\n2;sea, deep\\n")
    [{'id': '1', 'name': 'fog'}, {'id': '2', 'name': 'sea, deep'}]
    """
    first = text.lstrip("\ufeff").partition("\n")[0]
    delimiter = max(delimiters, key=first.count)
    if not first.count(delimiter) or first.lstrip().startswith("<"):
        return []
    rows = csv.reader(StringIO(text.lstrip("\ufeff"), newline=""), delimiter=delimiter)
    try:
        names = [name.strip() or f"column_{n}" for n, name in enumerate(next(rows), 1)]
        return [dict(zip(names, row, strict=False)) for row in rows if any(row)]
    except csv.Error:
        return []
