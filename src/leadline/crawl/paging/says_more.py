"""What the last page of an answer itself says of rows that follow: a range, or a flag in data.

A walk that ends because no page is linked has not come to the end of an answer that says "1-20 of
345" below 20 rows, or ``"has_more": true`` behind them.
"""

from __future__ import annotations

import json
import re
from typing import Any, Final

from leadline.wrapper.reading import PageReading
from leadline.wrapper.totals.stated import stated_totals

MAX_DATA_BYTES: Final = 2_000_000
_FLAG: Final = re.compile(
    r"has_?(?:more|next)(?:_?(?:page|pages|results|items))?|more|is_?truncated"
)
_NEXT: Final = re.compile(r"next(?:_?(?:page|url|link|href|cursor|page_?token))?")
_INSIDE: Final = frozenset({"meta", "paging", "pagination", "pageinfo", "page", "links", "_links"})


def rows_named(reading: PageReading, taken: int) -> int:
    """Return how many rows the last page of an answer names, if more than ``taken``, else 0."""
    named: int = reading.fact("rows named", lambda: _named(reading))
    if named < 0:  # more, and nobody says how many
        return taken + 1
    return named if named > taken else 0


def _named(reading: PageReading) -> int:
    body = reading.page.body
    if body.lstrip()[:1] == b"{":
        return -1 if len(body) <= MAX_DATA_BYTES and says_more(_data(body)) else 0
    shown = len(reading.rows)
    ranges = stated_totals(reading.document, mask=str.casefold, rows=reading.nodes)
    totals = [
        one.value
        for one in ranges
        if one.locator.pattern == "range"
        and not one.approximate
        and one.first is not None
        and one.last is not None
        and one.last - one.first + 1 == shown
        and one.value is not None
        and one.value > one.last
    ]
    return totals[0] if totals and shown else 0


def _data(body: bytes) -> Any:
    try:
        return json.loads(body)
    except (ValueError, RecursionError):
        return None


def says_more(data: Any) -> bool:
    """Tell whether data says beside its rows that others follow.

    >>> says_more({"rows": [1], "has_more": True}), says_more({"rows": [1], "next": None})
    (True, False)
    >>> says_more({"rows": [1], "paging": {"next": "/rows?page=2"}})
    True
    """
    if not isinstance(data, dict):
        return False
    for name, value in data.items():
        called = str(name).casefold()
        if value is True and _FLAG.fullmatch(called):
            return True
        if isinstance(value, str) and value and _NEXT.fullmatch(called):
            return True
        if called in _INSIDE and isinstance(value, dict) and _says_at_once(value):
            return True
    return False


def _says_at_once(data: dict[str, Any]) -> bool:
    return says_more({name: one for name, one in data.items() if not isinstance(one, dict)})
