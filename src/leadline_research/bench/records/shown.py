"""What pages show of records, whether or not they were read right: the measure of ``bench align``.

The wrapper only says where a record stands. All that a reader or a program finds from there to the
next record counts: text, titles, addresses, and the words of these and of classes. So a value that
mining misses stays in the figure.

>>> from leadline.page.dom import parse_html
>>> from leadline.wrapper.reading import RecordRow
>>> html = "<ul><li><a href=/b/7_x.html title='Emma, a novel'>Emma</a><li>Bo</ul><p>end"
>>> page = parse_html(html, "http://h.test/")
>>> rows = [RecordRow(str(node), (), "", (node,)) for node in page.elements("li")]
>>> [said.split() for said in regions(page, rows).values()]
[['Emma', 'http://h.test/b/7_x.html', 'b', '7', 'x', 'html', 'Emma,', 'a', 'novel'], ['Bo']]
"""

from __future__ import annotations

import re
from itertools import groupby, pairwise
from typing import TYPE_CHECKING, Final
from urllib.parse import unquote

from leadline.columns.runs import class_value
from leadline.fetch.archive.page_archive import PageArchive
from leadline.model import ArchiveLocator
from leadline.page.dom import parse
from leadline.store import Reader
from leadline.wrapper.wrapper import Wrapper as Wrapper

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from leadline.app.harvest import Harvest
    from leadline.model import Page, Record
    from leadline.page.dom import Document
    from leadline.wrapper.reading import RecordRow

WORD_PATTERN: Final = re.compile(r"[^\W_]+")
TEXT_ATTRIBUTES: Final = ("title", "alt", "aria-label", "datetime", "content")
"""Attributes that say something to a reader, or to a program in his place."""


def said_on_pages(taken: Harvest, records: Sequence[Record]) -> list[str]:
    """What the page says where each record stands; all of the page where that cannot be told."""
    said = [""] * len(records)
    numbers = sorted(range(len(records)), key=lambda number: records[number].page)
    with Reader(taken.project.store) as store, PageArchive(taken.project.pages) as archive:
        wrappers = {
            one.key: Wrapper.from_dict(store.learned(one.key)["wrapper"])
            for one in store.sources()
            if "wrapper" in store.learned(one.key)
        }
        for at, members in groupby(numbers, key=lambda number: records[number].page):
            mine = list(members)
            first = records[mine[0]]
            locator = store.page(at).locator
            if locator is None or first.source not in wrappers:
                continue
            page = archive.read(ArchiveLocator(*locator))
            held, whole = _held(wrappers[first.source], page, first.query)
            for number in mine:
                said[number] = held.get(records[number].key, whole)
    return said


def _held(wrapper: Wrapper, page: Page, query: str) -> tuple[dict[str, str], str]:
    document = parse(page)
    reading = wrapper.read_document(page, document, query)
    return regions(document, reading.rows), document.visible_text(0)


def regions(document: Document, rows: Sequence[RecordRow]) -> dict[str, str]:
    """What stands from each record to the next one, by key."""
    starts = sorted({row.nodes[0] for row in rows if row.nodes})
    following = dict(pairwise(starts))
    found: dict[str, str] = {}
    for row in rows:
        if row.nodes:
            spans = [(node, document.end[node]) for node in row.nodes]
            start = row.nodes[0]
            stop = following.get(start, document.end[document.parent[start]])
            if max(row.nodes) < stop:  # not woven with others
                spans = [(start, stop)]
            found.setdefault(row.key, " ".join(_said(document, spans)))
    return found


def _said(document: Document, spans: Sequence[tuple[int, int]]) -> Iterator[str]:
    for start, stop in spans:
        yield document.visible_text(start, stop)
        for node in range(start, stop):
            held = document.attributes[node]
            yield from filter(None, (document.link(node), document.link(node, "src")))
            for name in ("href", "src", "class"):
                if value := held.get(name):
                    yield from WORD_PATTERN.findall(unquote(value))
            if held.get("class"):
                yield class_value(document, node)
            yield from filter(None, map(held.get, TEXT_ATTRIBUTES))
