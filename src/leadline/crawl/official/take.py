"""Official ways taken: a table for download, or the records of an OAI-PMH repository.

What a site gives this way is its own business: a download may be cut, a repository may leave out
what the search shows. So the end is "nothing more found", and the numbers are told. A repository
that breaks off in the middle of its list is stopped, not read.
"""

import re
from collections.abc import Iterator
from typing import Final, Literal, TypeAlias
from urllib.parse import urlencode

from leadline.crawl.client import fetch
from leadline.crawl.events import Crawl, QueryClosed
from leadline.crawl.official.ways import OfficialWay
from leadline.crawl.script.static import open_data, take_items
from leadline.crawl.state.source import SourceState
from leadline.crawl.state.walk_log import WalkLog
from leadline.forms.find import find_interfaces
from leadline.forms.submit.submit import submit_form
from leadline.model import Page, Request
from leadline.page.charset import decode
from leadline.page.data.lists import Item
from leadline.page.data_files import any_of
from leadline.page.delimited import DELIMITERS, table_items
from leadline.page.dom import Document, parse_html

PURPOSE: Final = "official way"
MAX_LISTS: Final = 100_000
"""Pages of an OAI-PMH list that are asked."""
MAX_BARREN_LISTS: Final = 5
"""Lists in a row without a new record after which a repository is left."""
MAX_TIMES_STATED: Final = 1.5
"""Times the stated size, which may be an estimate, that a list is believed."""
MAX_SIZE_DIGITS: Final = 12
ROUND_ROWS: Final = 100
"""A download of a multiple of so many rows may have been cut there."""
EVERYTHING: Final = re.compile(
    rf"\b(?:{any_of('leadline.crawl', 'everything.words')})\b"
    rf"|{any_of('leadline.crawl', 'everything.anywhere')}",
    re.IGNORECASE,
)

HEADER_NAMES: Final = {"identifier": "id", "datestamp": "changed", "setspec": "set"}
"""Columns of what stands in the head of a record, by its name there."""

MAX_WORDS: Final = 100
"""Characters of an error's text that are told."""

End: TypeAlias = 'tuple[Literal["exhausted", "paused"], str]'
"""How a way ended: state and sentence."""


def take_table(source: SourceState, document: Document, way: OfficialWay) -> Crawl[End]:
    """Take a table for download; say what came."""
    request = whole_table(document, way.url)
    page = yield from fetch(source, request, PURPOSE, "")
    if not isinstance(page, Page) or page.status >= 400:
        return "exhausted", ""
    delimiters = "\t" if way.kind == "tsv" else DELIMITERS
    return take_rows(source, page, f"the {way.kind} that the page offers", delimiters)


def take_rows(source: SourceState, page: Page, what: str, delimiters: str = DELIMITERS) -> End:
    """Take a table written as text; say what came."""
    text, _ = decode(page.body, page.header("Content-Type"))
    items = table_items(text, delimiters)
    if items:
        take_part(source, page.request, page, items, WalkLog(""))
    sentence = f"{what} was taken, {len(items):,} rows"
    if page.truncated or (items and len(items) % ROUND_ROWS == 0):
        sentence += ", a round number at which it may be cut"
    return "exhausted", f"{sentence}; nothing says whether it is all"


def whole_table(document: Document, url: str) -> Request:
    """Return the request of a download; a form for it that offers "all rows" is sent so."""
    address = url.partition("?")[0]
    for form in find_interfaces(document):
        if form.method == "GET" and form.action.partition("?")[0] == address:
            boxes = {c.name: c.value for c in form.controls if c.kind == "checkbox"}
            whole = {
                c.name: boxes[c.name]
                for c in form.controls
                if c.name in boxes and EVERYTHING.search(c.label)
            }
            if whole:
                return submit_form(form, whole)
    return Request("GET", url)


def take_lists(source: SourceState, document: Document, way: OfficialWay) -> Crawl[End]:
    """Take the records of a repository by ListRecords and its resumption tokens."""
    arguments, walk, size = {"metadataPrefix": "oai_dc"}, WalkLog(""), ""
    deleted, barren, fault = set[str](), 0, f"more than {MAX_LISTS:,} pages"
    for _ in range(MAX_LISTS):
        request = Request("GET", f"{way.url}?{urlencode({'verb': 'ListRecords', **arguments})}")
        page = yield from fetch(source, request, PURPOSE, "")
        if not isinstance(page, Page) or page.status >= 400:
            fault = f"status {page.status}" if isinstance(page, Page) else str(page)
            break
        answer = parse_html(decode(page.body, page.header("Content-Type"))[0], page.url)
        if (error := next(answer.elements("error"), None)) is not None:
            code, words = answer.attribute(error, "code"), answer.visible_text(error)[:MAX_WORDS]
            fault = f"it answers {code}: {words} (--fresh begins anew)"
            break
        before = source.record_count + len(deleted)
        items = [*repository_items(answer)]
        if items:
            take_part(source, request, page, items, walk)
        deleted.update(_deleted(answer))
        taken = source.record_count + len(deleted)
        token = next(answer.elements("resumptiontoken"), None)
        size = answer.attribute(token, "completelistsize") or size if token is not None else size
        barren = 0 if taken > before else barren + 1
        if fault := _doubt(barren, taken, size, len(items)):
            break
        word = answer.visible_text(token) if token is not None else ""
        if not word or arguments.get("resumptionToken") == word:
            fault = "it gives the same token again" if word else ""
            break
        arguments = {"resumptionToken": word}
    read = f"the OAI-PMH repository was read, {source.record_count:,} records"
    read += f" and {len(deleted):,} deleted ones" if deleted else ""
    stated = f"; it states {size[:MAX_WORDS]}" if size else "; nothing says whether it is all"
    return (
        ("paused", f"{read}, when it broke off: {fault}") if fault else ("exhausted", read + stated)
    )


def _doubt(barren: int, taken: int, size: str, rows: int) -> str:
    """Say why a list is taken for one without an end, '' where it is not."""
    if barren >= MAX_BARREN_LISTS:
        return f"{barren} lists in a row brought no new record"
    stated = int(size) if size.isdecimal() and len(size) <= MAX_SIZE_DIGITS else 0
    if stated and taken > MAX_TIMES_STATED * stated + rows:
        return f"it gave {taken:,} records and states {stated:,}"
    return ""


def _deleted(answer: Document) -> Iterator[str]:
    """Yield what names the records of a list that are deleted."""
    for header in answer.elements("header"):
        if answer.attribute(header, "status") == "deleted":
            yield answer.visible_text(header)


def repository_items(answer: Document) -> Iterator[Item]:
    """Yield the records of a ListRecords answer that are not deleted, fields by their names."""
    end = 0
    for record in answer.elements("record"):
        if record < end:  # inside one, as metadata of its own
            continue
        end = answer.end[record]
        item: dict[str, object] = {}
        for node in range(record + 1, end):
            name = answer.tag[node].rpartition(":")[2]
            if name == "header" and answer.attribute(node, "status") == "deleted":
                item = {}
                break
            is_field = ":" in answer.tag[node] and not any(
                ":" in answer.tag[child] for child in answer.children(node)
            )
            if is_field or name in HEADER_NAMES:
                values = item.setdefault(name if is_field else HEADER_NAMES[name], [])
                if isinstance(values, list):
                    values.append(answer.visible_text(node))
        if item:
            yield item


def take_part(
    source: SourceState, request: Request, page: Page, items: list[Item], walk: WalkLog
) -> None:
    """Take the records of one answer."""
    if not walk.pages:
        open_data(source, request, PURPOSE)
    take_items(source, walk, page, items)
    source.journal.tell(QueryClosed("", finished=True, reason="read to its end"))
