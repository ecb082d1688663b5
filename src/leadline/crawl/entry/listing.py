"""A list that stands on the entry page itself, taken where no form can be asked.

Some pages show their whole database page by page, while the box above it is a matter of a script,
or robots.txt forbids what it asks. Such a list is walked like an answer: it is believed once a
second page follows the first and both are made alike. What the two pages share is no record.
Nothing proves that the list holds everything, so it is never called complete.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from leadline.crawl.events import (
    ComponentLearned,
    Event,
    Notice,
    QueryClosed,
    QueryOpened,
    Reply,
    StateChanged,
)
from leadline.crawl.paging.pager_state import goes_on
from leadline.crawl.paging.walk import walk
from leadline.model import Outcome, Page
from leadline.page.dom import parse
from leadline.wrapper.identity.text import TextIdentity
from leadline.wrapper.induction import learn_layout, mine_answer
from leadline.wrapper.region_choice import ProbePage
from leadline.wrapper.wrapper import Wrapper, closes_root

if TYPE_CHECKING:
    from collections.abc import Generator

    from leadline.crawl.client import Source
    from leadline.wrapper.induction import ProbeAnswer

MOST_SECOND: Final = 3
"""Addresses that may be the second page of the list which are tried."""
LEAST_ROWS: Final = 5
"""Rows on both pages: fewer are the teasers of a start page."""


def take_listing(source: Source, entry: Page, why: str) -> Generator[Event, Reply, Outcome | None]:
    """Walk the list on the entry page; None where there is none that goes on."""
    reader = yield from learn_listing(source, entry)
    if reader is None:
        return None
    source.interface = source.control = None
    source.listing, source.reader = entry.request, reader
    yield Notice(f"{why}; the list on the page is taken instead", "warning")
    yield ComponentLearned("wrapper", reader.to_dict())
    yield StateChanged("harvesting")
    yield QueryOpened("", "list", entry.request)
    walked = yield from walk(source, "", entry)
    yield QueryClosed("", walked.total, walked.exact, walked.finished, walked.reason)
    end = "to its end" if walked.finished else f"as far as it goes ({walked.reason})"
    seen = len(source.seen)
    reason = f"{why}; the list on the page was walked {end}"
    estimate = float(seen) if walked.finished else None
    return Outcome("exhausted", reason, "", seen, source.requests, estimate)


def learn_listing(source: Source, entry: Page) -> Generator[Event, Reply, Wrapper | None]:
    """A reader from the first two pages of the list, if there are two."""
    first = _answered(entry)
    alone = _reader(first)
    if alone is None:
        return None
    reading = alone.read_document(entry, first.probe.document, "")
    for proposal, request in source.paging.proposals(reading)[:MOST_SECOND]:
        page = yield from source.fetch(request, "page")
        if not isinstance(page, Page) or page.status >= 400:
            continue
        second = _answered(page)
        reader = _reader(first, second)
        if reader is None:
            continue
        before = reader.read_document(entry, first.probe.document, "")
        after = reader.read_document(page, second.probe.document, "")
        if min(len(before.rows), len(after.rows)) < LEAST_ROWS:
            continue
        if goes_on(before, after, via=proposal.via):
            return reader
    return None


def _answered(page: Page) -> ProbeAnswer:
    return mine_answer(page, ProbePage(parse(page), ""))


def _reader(*pages: ProbeAnswer) -> Wrapper | None:
    layout = learn_layout(pages, ())
    if layout is None:
        return None
    if isinstance(layout.identity, TextIdentity):  # two pages of a list never show one record
        layout = replace(layout, identity=TextIdentity())
    whole = all(closes_root(one.probe.document) for one in pages)
    return Wrapper((layout,), frozenset(), closes_root=whole)
