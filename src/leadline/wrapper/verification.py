"""Wrapper verification: whether a page was read right.

Every check can be wrong for one page: a last page is short, an engine knows synonyms. So a failure
alone changes nothing. It only makes the crawl look for a layout that reads the page better.
"""

import re
from collections.abc import Sequence
from typing import Final

from leadline.wrapper.query_mask import QueryMask
from leadline.wrapper.reading import PageReading, RecordRow

MIN_SHARE_OF_SHOWN: Final = 0.8
"""Share of the records a page says it shows ("21-40") that must be read from it."""
MAX_UNKNOWN_PLACE_SHARE: Final = 0.5
"""Share of values at unknown places above which the layout is another one."""
MIN_QUERY_HIT_RATE: Final = 0.9
"""Share of records with the query, when the wrapper was learned, from which all pages need some."""
MIN_ROWS_FOR_HIT_RATE: Final = 5
UNKNOWN_PLACE: Final = "extra_"
"""Beginning of the names of columns at places that were not learned."""
TRUNCATED_WORD: Final = re.compile(r"\w+[*?]")
"""A word with a wildcard, which records do not hold as it stands."""


def verification_failure(
    reading: PageReading, query: str, query_hit_rate: float, deviating: Sequence[str] = ()
) -> str:
    """Return why a page may be read wrong, '' if nothing speaks for it.

    ``query_hit_rate`` is that of learning; ``deviating`` columns are not as in nearly all records.
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
    if deviating:
        return f"no record has a value of {', '.join(deviating)} as nearly all had"
    expected = query_hit_rate >= MIN_QUERY_HIT_RATE and len(rows) >= MIN_ROWS_FOR_HIT_RATE
    asked = query.strip() and not TRUNCATED_WORD.fullmatch(query)
    if expected and asked and not share_with_query(rows, query):
        return "no record holds the words that were asked"
    return ""


def unknown_place_share(rows: Sequence[RecordRow]) -> float:
    """Compute the share of text values that stand at places never seen before."""
    columns = [cell.column for row in rows for cell in row.fields if cell.kind == "text"]
    unknown = sum(name.startswith(UNKNOWN_PLACE) for name in columns)
    return unknown / len(columns) if columns else 0.0


def share_with_query(rows: Sequence[RecordRow], query: str) -> float:
    """Compute the share of rows that hold the query or one of its words."""
    mask = QueryMask(query)
    return sum(mask.occurs_in(row.text) for row in rows) / len(rows) if rows else 0.0
