"""Drives the crawl of a source without network: pages come from a test source in this process.

What a fetcher does on the way is done here too, as far as a crawl can see it: redirects are
followed, cookies kept, a 429 or 503 asked again, a captcha is just a page.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING
from urllib.parse import parse_qs, urljoin, urlsplit

from leadline.crawl.events import Get, Journal, RecordsExtracted, Report, StateChanged, Step
from leadline.crawl.source_crawl import crawl_source
from leadline.crawl.state.source import CrawlTask
from leadline.errors import BudgetSpent, FetchError, Unreachable
from leadline.model import Outcome, Page, Record, Request
from leadline.selection.coordinator import QueryCoordinator
from leadline.selection.messages import ChooseQuery, QueryObserved
from leadline_zoo.site import Site

if TYPE_CHECKING:
    from leadline_zoo.data.tables import Table
    from leadline_zoo.spec import SourceSpec

HOST = "http://source.test"
TRIES = 4
MOST_HOPS = 10

Wire = Callable[[Request], Page | FetchError]


@dataclass
class Ran:
    """What a life did: its events, its requests and what they were answered with."""

    outcome: Outcome
    events: list[Step | Report] = field(default_factory=list)
    gets: list[Get] = field(default_factory=list)
    replies: list[Page | FetchError] = field(default_factory=list)
    chosen: list[str] = field(default_factory=list)

    @property
    def records(self) -> dict[str, Record]:
        """Every record, as it was seen first."""
        found: dict[str, Record] = {}
        for event in self.events:
            if isinstance(event, RecordsExtracted):
                for record in event.records:
                    found.setdefault(record.key, record)
        return found

    @property
    def states(self) -> list[str]:
        return [event.state for event in self.events if isinstance(event, StateChanged)]

    @property
    def asked(self) -> list[tuple[str, str, bytes]]:
        return [(get.request.method, get.request.url, get.request.body) for get in self.gets]


def run(
    url: str,
    wire: Wire,
    *,
    most: int = 0,
    coordinator: QueryCoordinator | None = None,
    key: str = "source",
) -> Ran:
    """A whole life; with ``most`` it is told that its budget is spent after so many requests."""
    ran = Ran(Outcome("failed", "never ended"))
    coordinator = coordinator or QueryCoordinator([key])
    journal = Journal()
    crawl = crawl_source(CrawlTask(key, url), journal)

    def drain() -> None:
        for report in journal.drain():
            if isinstance(report, QueryObserved):
                coordinator.observe(key, report)
            ran.events.append(report)

    try:
        event = next(crawl)
        while True:
            drain()
            if isinstance(event, ChooseQuery):
                choice = coordinator.choose(key, event)
                ran.chosen.append(choice.word)
                event = crawl.send(choice)
            elif not isinstance(event, Get):
                ran.events.append(event)
                event = crawl.send(None)
            elif most and len(ran.gets) >= most:
                event = crawl.throw(BudgetSpent("the budget is spent"))
            else:
                ran.gets.append(event)
                ran.replies.append(wire(event.request))
                event = crawl.send(ran.replies[-1])
    except StopIteration as end:
        ran.outcome = end.value
    drain()
    return ran


class SiteWire:
    """A site of the zoo as a wire."""

    def __init__(self, spec: SourceSpec, table: Table | None = None) -> None:
        self.site = Site(spec, table)
        self.url = urljoin(HOST, spec.form.entry)
        self.cookie = ""
        self.served = 0

    def __call__(self, request: Request) -> Page | FetchError:
        method, url, body = request.method, request.url, request.body
        for _ in range(MOST_HOPS):
            reply = self._answered(method, url, body)
            if reply is None:
                return Unreachable("the host answers 503 again and again", request)
            headers = dict(reply.headers)
            if reply.status not in (301, 302, 303, 307):
                return Page(request, url, reply.status, reply.headers, reply.body)
            url, method, body = urljoin(url, headers["Location"]), "GET", b""
        return Unreachable("redirects go in circles", request)

    def _answered(self, method, url, body):  # type: ignore[no-untyped-def]
        parts = urlsplit(url)
        target = parts.path + (f"?{parts.query}" if parts.query else "")
        for _ in range(TRIES):
            reply = self.site.answer(method, target, body, self.cookie)
            self.served += 1
            for name, value in reply.headers:
                if name == "Set-Cookie":
                    self.cookie = value.partition(";")[0]
            if reply.status not in (429, 503):
                return reply
        return None

    @property
    def ideal(self) -> int:
        rows, pager = self.site.table.rows, self.site.spec.pager
        return -(-len(rows) // (len(rows) if pager.kind == "none" else pager.size))


def alive(spec: SourceSpec, *, most: int = 0) -> tuple[Ran, SiteWire]:
    """A life on a source of this kind."""
    wire = SiteWire(spec)
    return run(wire.url, wire, most=most), wire


def taken(ran: Ran, site: Site) -> tuple[int, int]:
    """Rows of the table that were taken, and records that are rows of the table."""
    if site.spec.look.link:
        ids = {row["id"] for row in site.table.rows}
        found = [_id(record) for record in ran.records.values()]
        return len(set(found) & ids), sum(one in ids for one in found)
    rows = {
        frozenset(row[c] for c in site.table.recipe.columns if row[c]) for row in site.table.rows
    }
    values = [frozenset(f.value for f in record.fields) for record in ran.records.values()]
    matched = [next((row for row in rows if row <= got), None) for got in values]
    return len({row for row in matched if row}), sum(row is not None for row in matched)


def _id(record: Record) -> str:
    for one in record.fields:
        if one.kind == "link":
            parts = urlsplit(one.value)
            found = re.fullmatch(r"/(?:item|help)/([\w.-]+)", parts.path)
            if found:
                return found[1]
            if parts.path == "/view":
                return parse_qs(parts.query).get("id", [""])[0]
    return ""


def tabled(spec: SourceSpec, **changes: object) -> SourceSpec:
    return replace(spec, **changes)  # type: ignore[arg-type]
