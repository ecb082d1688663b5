"""Whether a page that was read by a wrapper was read right.

Each check can be wrong for one page (a last page is short, an engine knows synonyms), so a doubt
alone changes nothing: it only makes the reader look for a layout that reads the page better.

>>> from leadline.page.dom import parse_html
>>> from leadline.model import Field, Page, Request
>>> from leadline.wrapper.wrapper import PageReading, RecordRow
>>> page = Page(Request("GET", "http://h.test/"), "http://h.test/", 200)
>>> def read(column):
...     rows = (RecordRow(str(n), (Field(column, "red"),), "red") for n in range(6))
...     return PageReading(page, parse_html("", ""), tuple(rows))
>>> verification_failure(read("extra_p"), "sea", 0.95)
'most values stand where none stood when it was learned'
>>> verification_failure(read("title"), "sea", 0.95)
'no record holds the words that were asked'
>>> verification_failure(read("title"), "red", 0.95)
''
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from leadline.wrapper.query_mask import QueryMask

if TYPE_CHECKING:
    from collections.abc import Sequence

    from leadline.wrapper.wrapper import PageReading, RecordRow

MIN_SHARE_OF_SHOWN: Final = 0.8
"""Share of the records a page says it shows ("21-40") that must be read from it."""
MAX_UNKNOWN_PLACE_SHARE: Final = 0.5
"""Share of values at unknown places from which the layout is another one."""
MIN_QUERY_HIT_RATE: Final = 0.9
"""Share of records that held the words asked for when the wrapper was learned."""
MIN_ROWS_FOR_HIT_RATE: Final = 5
"""Rows from which it tells something that none holds them."""
UNKNOWN_PLACE: Final = "extra_"
TRUNCATED_WORD: Final = re.compile(r"\w+[*?]")
"""A word with a sign for its rest, which records do not hold as it stands."""


def verification_failure(
    reading: PageReading, query: str, said: float, missing: Sequence[str] = ()
) -> str:
    """Why a page may be read wrong, '' where nothing says so.

    ``said`` is the share of records that held the query when the wrapper was learned, ``missing``
    are columns that are not as nearly all records had them (``filled``).
    """
    rows, stated = reading.rows, reading.stated
    if not rows:
        return ""
    if stated is not None and stated.first and stated.last:
        shown = stated.last - stated.first + 1
        if len(rows) < MIN_SHARE_OF_SHOWN * shown and not reading.cut:
            return f"the page says that it shows {shown} records, {len(rows)} were read"
    if unknown_place_share(rows) > MAX_UNKNOWN_PLACE_SHARE:
        return "most values stand where none stood when it was learned"
    if missing:
        return f"no record has a value of {', '.join(missing)} as nearly all had"
    asked = query.strip() and not TRUNCATED_WORD.fullmatch(query)
    if (
        said >= MIN_QUERY_HIT_RATE
        and asked
        and len(rows) >= MIN_ROWS_FOR_HIT_RATE
        and not query_hit_rate(rows, query)
    ):
        return "no record holds the words that were asked"
    return ""


def unknown_place_share(rows: Sequence[RecordRow]) -> float:
    """Share of the text values of rows that stand at places never seen before."""
    columns = [f.column for row in rows for f in row.fields if f.kind == "text"]
    return (
        sum(name.startswith(UNKNOWN_PLACE) for name in columns) / len(columns) if columns else 0.0
    )


def query_hit_rate(rows: Sequence[RecordRow], query: str) -> float:
    """Share of rows that hold the query or one of its words."""
    query_mask = QueryMask(query)
    return sum(query_mask.occurs_in(row.text) for row in rows) / len(rows) if rows else 0.0
