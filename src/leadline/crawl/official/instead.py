"""A table for download taken instead of a page's list, where it holds all that the page shows.

It is fetched where the page names more records than it shows. It is believed where each shown
record stands in a row of it, value by value, and its rows are as many as the page says: two counts
that agree prove more than either alone. Else the list is walked as if there were no table.
"""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Final

from leadline.crawl.client import fetch
from leadline.crawl.events import Crawl
from leadline.crawl.official.take import PURPOSE, ROUND_ROWS, take_part, whole_table
from leadline.crawl.official.ways import OfficialWay, official_ways
from leadline.crawl.script.part import sift_records
from leadline.crawl.state.source import SourceState
from leadline.crawl.state.walk_log import WalkLog
from leadline.model import TAKEN, Outcome, Page
from leadline.page.charset import decode
from leadline.page.data.lists import Item
from leadline.page.delimited import DELIMITERS, table_items
from leadline.page.dom import Document
from leadline.page.text import fold
from leadline.wrapper.data.rows import item_fields, record_rows
from leadline.wrapper.reading import RecordRow

KINDS_OF_TABLES: Final = ("csv", "tsv")
MIN_SHOWN_RECORDS: Final = 5
"""Records that a page must show, so that a table can be compared with them."""
MIN_TIMES_SHOWN: Final = 3
"""Times the shown records that the page must name, so that a table saves requests."""
_WORD_OR_NUMBER: Final = re.compile(r"\w+")
_JOINT: Final = re.compile(r"(?<=\d)[.,' \u00a0](?=\d{3}(?!\d))")
"""What parts the thousands of a number."""
MAX_DIGITS_OF_COUNT: Final = 9
MIN_SHARE_DRAWN: Final = 0.5
"""Share of a column's values that a page draws, so that it shows the column."""


def take_table_instead(
    source: SourceState, document: Document, shown: Sequence[RecordRow], stated: Iterable[int] = ()
) -> Crawl[Outcome | None]:
    """Take the table that a page offers instead of its list; None where it does not hold all.

    ``stated`` are totals beside those that the page's text says.
    """
    totals = {*stated, *numbers_beside(document, shown)}
    least = MIN_TIMES_SHOWN * max(MIN_SHOWN_RECORDS, len(shown))
    way = offers_table(document)
    is_free = not (source.task.only or source.task.wanted_way or source.record_count)
    if (
        way is None
        or not is_free
        or len(shown) < MIN_SHOWN_RECORDS
        or max(totals, default=0) < least
    ):
        return None
    page = yield from fetch(source, whole_table(document, way.url), PURPOSE)
    if not isinstance(page, Page) or page.status >= 400 or page.truncated:
        return None
    text, _ = decode(page.body, page.header("Content-Type"))
    items = table_items(text, "\t" if way.kind == "tsv" else DELIMITERS)
    if len(items) not in totals or len(items) < least or not holds_all(items, shown):
        return None
    if reason := sift_records(source, record_rows(items[:MIN_SHOWN_RECORDS], "", page.url)):
        return source.outcome("failed", reason)
    take_part(source, page.request, page, items, WalkLog(""))
    taken, size = float(source.record_count), f"{len(items):,}"
    agreed = f"the page says {size}, and the {way.kind} that it offers holds as many"
    agreed += f", the {len(shown)} that it shows among them"
    source.journal.note(f"{agreed}: it is taken instead of the list")
    offers = (replace(o, came=TAKEN) if o.name == way.kind else o for o in source.ways)
    source.set_ways((*offers,))
    if len(items) % ROUND_ROWS == 0 or source.record_count < len(items):
        return source.outcome("exhausted", agreed, estimate=taken)
    return source.outcome("complete", "everything was taken", proof=agreed, estimate=taken)


def offers_table(document: Document) -> OfficialWay | None:
    """Return the first table that a page offers for download."""
    return next((way for way in official_ways(document) if way.kind in KINDS_OF_TABLES), None)


def holds_all(items: Sequence[Item], shown: Sequence[RecordRow]) -> bool:
    """Tell whether each of some records stands in one of the rows of a table, value by value.

    Of a link its last part alone need be there: it names the record.

    >>> from leadline.model import Field
    >>> fields = (Field("Town", "Bad Ischl"), Field("", "http://h.test/town/17", "link"))
    >>> row = RecordRow("17", fields, "Bad Ischl")
    >>> holds_all([{"id": "17", "name": "Bad Ischl (A)"}], [row])
    True
    >>> holds_all([{"id": "18", "name": "Bad Ischl"}, {"id": "17", "name": "Linz"}], [row])
    False
    """
    rows = [_tokens(" ".join(one.value for one in item_fields(item, ""))) for item in items]
    places: dict[str, list[int]] = {}
    for at, said in enumerate(rows):
        for word in said:
            places.setdefault(word, []).append(at)
    for row in shown:
        texts = _tokens(row.text)
        for link in (one.value for one in row.fields if one.kind == "link"):
            texts |= _tokens(re.split(r"[/=]", link.rstrip("/"))[-1])
        rarest = min(texts, key=lambda word: len(places.get(word, ())), default="")
        if not any(texts <= rows[at] for at in places.get(rarest, ())):
            return False
    return bool(shown)


def drawn_rows(rows: Sequence[RecordRow], lines: Iterable[str]) -> list[RecordRow]:
    """Return records with the columns alone that a page draws as ``lines``, and their links.

    >>> from leadline.model import Field
    >>> def row(n: int, name: str) -> RecordRow:
    ...     return RecordRow(name, (Field("id", str(n)), Field("name", name)), f"{n} {name}")
    >>> [one.text for one in drawn_rows([row(1, "Linz"), row(2, "Wels")], ["Linz", "Wels"])]
    ['Linz', 'Wels']
    """
    drawn, count, seen = _tokens(" ".join(lines)), Counter[str](), Counter[str]()
    for one in (one for row in rows for one in row.fields):
        count[one.column] += 1
        seen[one.column] += one.kind == "link" or _tokens(one.value) <= drawn
    kept = {name for name in count if seen[name] >= MIN_SHARE_DRAWN * count[name]}
    shown = [tuple(one for one in row.fields if one.column in kept) for row in rows]
    texts = [" ".join(one.value for one in fields if one.kind == "text") for fields in shown]
    return [
        row._replace(fields=f, text=text) for row, f, text in zip(rows, shown, texts, strict=True)
    ]


def numbers_beside(document: Document, shown: Sequence[RecordRow]) -> set[int]:
    """Return numbers that a page says outside of the records that it shows."""
    inside = {one for row in shown for one in _tokens(row.text)}
    said = _tokens(document.visible_text(0)) - inside
    return {int(one) for one in said if one.isdecimal() and len(one) <= MAX_DIGITS_OF_COUNT}


def _tokens(text: str) -> set[str]:
    return {*_WORD_OR_NUMBER.findall(_JOINT.sub("", fold(text)))}
