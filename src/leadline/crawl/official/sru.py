"""SRU: the records of a library catalogue by ``searchRetrieve``, all of them in parts.

>>> from leadline.page.dom import parse_html
>>> answer = parse_html('''<zs:searchRetrieveResponse><zs:numberOfRecords>7</zs:numberOfRecords>
... <zs:records><zs:record><zs:recordData><record><controlfield tag="001">x1</controlfield>
... <datafield tag="245"><subfield code="a">Fog</subfield></datafield></record></zs:recordData>
... </zs:record></zs:records></zs:searchRetrieveResponse>''', "http://h.test/sru")
>>> list(sru_items(answer))
[{'001': ['x1'], '245a': ['Fog']}]
"""

from collections.abc import Iterator
from typing import Final
from urllib.parse import urlencode

from leadline.crawl.client import fetch
from leadline.crawl.events import Crawl
from leadline.crawl.official.take import MAX_LISTS, MAX_WORDS, PURPOSE, End, take_part
from leadline.crawl.official.ways import OfficialWay
from leadline.crawl.state.source import SourceState
from leadline.crawl.state.walk_log import WalkLog
from leadline.model import Page, Request
from leadline.page.charset import decode
from leadline.page.data.lists import Item
from leadline.page.dom import Document, parse_html

ALL_RECORDS: Final = {"operation": "searchRetrieve", "version": "1.1", "query": "cql.allRecords=1"}
RECORDS_ASKED: Final = 50
"""Records that are asked at once: many servers give no more."""


def take_sru(source: SourceState, document: Document, way: OfficialWay) -> Crawl[End]:
    """Take all records of a catalogue, as many as it states or until a part brings none."""
    walk, size, taken, fault = WalkLog(""), "", 0, f"more than {MAX_LISTS:,} pages"
    for _ in range(MAX_LISTS):
        part = {"maximumRecords": str(RECORDS_ASKED), "startRecord": str(taken + 1)}
        request = Request("GET", f"{way.url}?{urlencode({**ALL_RECORDS, **part})}")
        page = yield from fetch(source, request, PURPOSE, "")
        if not isinstance(page, Page) or page.status >= 400:
            fault = f"status {page.status}" if isinstance(page, Page) else str(page)
            break
        answer = parse_html(decode(page.body, page.header("Content-Type"))[0], page.url)
        size = next((answer.visible_text(one) for one in _named(answer, "numberofrecords")), size)
        before, items = source.record_count, [*sru_items(answer)]
        if items:
            take_part(source, request, page, items, walk)
        taken += len(items)
        owed = size.isdecimal() and taken < int(size[:MAX_WORDS])
        if not items or source.record_count == before:
            said = " ".join(answer.visible_text(one) for one in _named(answer, "diagnostic"))
            fault = said[:MAX_WORDS] or ("a part brought no new record" if owed or items else "")
            break
        if not owed and (size or len(items) < RECORDS_ASKED):
            fault = ""
            break
    read = f"the catalogue was read by SRU, {source.record_count:,} records"
    stated = f"; it states {size[:MAX_WORDS]}" if size else "; nothing says whether it is all"
    if fault:
        return "paused", f"{read}{stated if size else ''}, when it broke off: {fault}"
    return "exhausted", read + stated


def sru_items(answer: Document) -> Iterator[Item]:
    """Yield the records of an answer: texts by the name of their field, MARC by tag and code."""
    for data in _named(answer, "recorddata"):
        item: dict[str, list[str]] = {}
        for node in range(data + 1, answer.end[data]):
            inner = (answer.tag[child] for child in answer.children(node))
            text = answer.visible_text(node) if answer.tag[node][:1] != "#" else ""
            if not text or any(tag[:1] != "#" for tag in inner):
                continue
            above = answer.attribute(answer.parent[node], "tag")
            mark = answer.attribute(node, "tag") or answer.attribute(node, "code")
            name = f"{above}{mark}" if mark else answer.tag[node].rpartition(":")[2]
            item.setdefault(name, []).append(text)
        if item:
            yield item


def _named(answer: Document, name: str) -> Iterator[int]:
    """Yield the elements of this name, whatever their prefix."""
    return (node for node, tag in enumerate(answer.tag) if tag.rpartition(":")[2] == name)
