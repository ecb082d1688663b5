"""Whether a page that was read by a wrapper was read right.

Each check can be wrong for one page (a last page is short, an engine knows synonyms), so a doubt
alone changes nothing: it only makes the reader look for a layout that reads the page better.

>>> from leadline.page.dom import parse_html
>>> from leadline.model import Field, Page, Request
>>> from leadline.wrapper.wrapper import Reading, Row
>>> page = Page(Request("GET", "http://h.test/"), "http://h.test/", 200)
>>> rows = tuple(Row(str(n), (Field("extra_p", f"red {n}"),), f"red {n}") for n in range(6))
>>> doubt(Reading(page, parse_html("", ""), rows), "sea", 0.95)
'most values stand where none stood when it was learned'
>>> rows = tuple(Row(str(n), (Field("title", f"red {n}"),), f"red {n}") for n in range(6))
>>> doubt(Reading(page, parse_html("", ""), rows), "sea", 0.95), doubt(
...     Reading(page, parse_html("", ""), rows), "red", 0.95)
('no record holds the words that were asked', '')
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from leadline.wrapper.query_mask import Echo

if TYPE_CHECKING:
    from collections.abc import Sequence

    from leadline.wrapper.wrapper import Reading, Row

SHORT: Final = 0.8
"""Share of the records a page says it shows ("21-40") that must be read from it."""
STRANGE: Final = 0.5
"""Share of values at unknown places from which the layout is another one."""
SAID: Final = 0.9
"""Share of records that held the words asked for when the wrapper was learned."""
ENOUGH: Final = 5
"""Rows from which it tells something that none holds them."""
UNKNOWN: Final = "extra_"
CUT_SHORT: Final = re.compile(r"\w+[*?]")
"""A word with a sign for its rest, which records do not hold as it stands."""


def doubt(reading: Reading, query: str, said: float, missing: Sequence[str] = ()) -> str:
    """Why a page may be read wrong, '' where nothing says so.

    ``said`` is the share of records that held the query when the wrapper was learned, ``missing``
    are columns that are not as nearly all records had them (``filled``).
    """
    rows, stated = reading.rows, reading.stated
    if not rows:
        return ""
    if stated is not None and stated.first and stated.last:
        shown = stated.last - stated.first + 1
        if len(rows) < SHORT * shown and not reading.cut:
            return f"the page says that it shows {shown} records, {len(rows)} were read"
    if strangeness(rows) > STRANGE:
        return "most values stand where none stood when it was learned"
    if missing:
        return f"no record has a value of {', '.join(missing)} as nearly all had"
    asked = query.strip() and not CUT_SHORT.fullmatch(query)
    if said >= SAID and asked and len(rows) >= ENOUGH and not share_saying(rows, query):
        return "no record holds the words that were asked"
    return ""


def strangeness(rows: Sequence[Row]) -> float:
    """Share of the text values of rows that stand at places never seen before."""
    columns = [f.column for row in rows for f in row.fields if f.kind == "text"]
    return sum(name.startswith(UNKNOWN) for name in columns) / len(columns) if columns else 0.0


def share_saying(rows: Sequence[Row], query: str) -> float:
    """Share of rows that hold the query or one of its words."""
    echo = Echo(query)
    return sum(echo.found_in(row.text) for row in rows) / len(rows) if rows else 0.0
