"""Drive the crawl of a source without network: pages come from a test source in this process.

What a fetcher does on the way is done here too, as far as a crawl can see it: redirects are
followed, cookies kept, a 429 or 503 asked again, a captcha is just a page.

>>> from leadline_zoo.spec import SourceSpec
>>> run, wire = crawl_site(SourceSpec("tiny", "books", count=30))
>>> run.outcome.level, count_taken(run, wire.site)
('nothing more found', (30, 30))
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final
from urllib.parse import parse_qs, urljoin, urlsplit

from leadline.crawl.events import (
    Get,
    Journal,
    RecordsExtracted,
    RecordsMerged,
    Report,
    StateChanged,
    Step,
)
from leadline.crawl.restriction.condition import Restriction
from leadline.crawl.source_crawl import crawl_source
from leadline.crawl.state.source import CrawlTask
from leadline.domain.model import DomainKnowledge
from leadline.domain.rules import DomainRules
from leadline.errors import BudgetSpent, FetchError, Unreachable
from leadline.model import Hint, Outcome, Page, Record, Request
from leadline.page.observed import Learn
from leadline.selection.coordinator import QueryCoordinator
from leadline.selection.messages import ChooseQuery, QueryObserved
from leadline_zoo.site import Site

if TYPE_CHECKING:
    from leadline.page.observed import Observed
    from leadline_zoo.data.tables import Table
    from leadline_zoo.replies import SiteReply
    from leadline_zoo.spec import SourceSpec

HOST: Final = "http://source.test"
MAX_TRIES: Final = 4
MAX_REDIRECTS: Final = 10

Wire = Callable[[Request], Page | FetchError]
"""Answers a request, as a fetcher would."""


@dataclass
class MemoryRun:
    """Steps and reports of a crawl, its requests and what they were answered with."""

    outcome: Outcome
    events: list[Step | Report] = field(default_factory=list)
    gets: list[Get] = field(default_factory=list)
    replies: list[Page | FetchError] = field(default_factory=list)
    chosen: list[str] = field(default_factory=list)

    @property
    def records(self) -> dict[str, Record]:
        """Every record by key, as it was seen first."""
        records: dict[str, Record] = {}
        for event in self.events:
            if isinstance(event, RecordsExtracted):
                for record in event.records:
                    records.setdefault(record.key, record)
            elif isinstance(event, RecordsMerged):
                for key in event.first_keys:
                    records.pop(key, None)
        return records

    @property
    def states(self) -> list[str]:
        """States that the source entered, in order."""
        return [event.state for event in self.events if isinstance(event, StateChanged)]

    @property
    def asked(self) -> list[tuple[str, str, bytes]]:
        """Method, address and body of every request."""
        return [(get.request.method, get.request.url, get.request.body) for get in self.gets]


def run_crawl(
    url: str,
    wire: Wire,
    *,
    most: int = 0,
    coordinator: QueryCoordinator | None = None,
    key: str = "source",
    only: Sequence[str] = (),
    way: str = "",
    observed: Observed | None = None,
    accept_terms: bool = False,
    hints: tuple[Hint, ...] = (),
    domain: DomainKnowledge | None = None,
    rules: DomainRules | None = None,
) -> MemoryRun:
    """Crawl a source; with ``most`` the budget is spent after so many requests.

    ``observed`` is what a browser would see of its page.
    """
    run = MemoryRun(Outcome("failed", "never ended"))
    coordinator = coordinator or QueryCoordinator([key])
    journal = Journal()
    wanted = tuple(map(Restriction.of, only))
    told = {"way": way, "accept_terms": accept_terms, "hints": hints}
    task = CrawlTask(key, url, domain=domain, rules=rules, only=wanted, **told)  # type: ignore[arg-type]
    crawl = crawl_source(task, journal)

    def drain() -> None:
        for report in journal.drain():
            if isinstance(report, QueryObserved):
                coordinator.observe(key, report)
            run.events.append(report)

    try:
        event = next(crawl)
        while True:
            drain()
            if isinstance(event, ChooseQuery):
                choice = coordinator.choose(key, event)
                run.chosen.append(choice.word)
                event = crawl.send(choice)
            elif not isinstance(event, Get):
                run.events.append(event)
                event = crawl.send(observed if isinstance(event, Learn) else None)
            elif most and len(run.gets) >= most:
                event = crawl.throw(BudgetSpent("the budget is spent"))
            else:
                run.gets.append(event)
                run.replies.append(wire(event.request))
                event = crawl.send(run.replies[-1])
    except StopIteration as end:
        run.outcome = end.value
    drain()
    return run


class SiteWire:
    """Wire to a test site; ``served`` counts its replies."""

    def __init__(
        self, spec: SourceSpec, table: Table | None = None, *, site: Site | None = None
    ) -> None:
        self.site = site or Site(spec, table)
        self.url = urljoin(HOST, spec.form.entry)
        self.cookie = ""
        self.served = 0

    def __call__(self, request: Request) -> Page | FetchError:
        """Answer a request, after its redirects."""
        method, url, body = request.method, request.url, request.body
        for _ in range(MAX_REDIRECTS):
            reply = self._reply(method, url, body)
            if reply is None:
                return Unreachable("the host answers 503 again and again", request)
            headers = dict(reply.headers)
            if reply.status not in (301, 302, 303, 307):
                return Page(request, url, reply.status, reply.headers, reply.body)
            url, method, body = urljoin(url, headers["Location"]), "GET", b""
        return Unreachable("redirects go in circles", request)

    def _reply(self, method: str, url: str, body: bytes) -> SiteReply | None:
        parts = urlsplit(url)
        target = parts.path + (f"?{parts.query}" if parts.query else "")
        for _ in range(MAX_TRIES):
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
        """Result pages that hold the whole table at the served page size."""
        rows, pager = self.site.table.rows, self.site.spec.pager
        return -(-len(rows) // (len(rows) if pager.kind == "none" else pager.size))


@dataclass
class WireFetcher:
    """Fetcher over a test site in memory; its cookie is that of one visit."""

    wire: Wire
    sent: list[Request] = field(default_factory=list)

    async def fetch(self, request: Request) -> Page:
        """Answer a request, or raise its fault."""
        self.sent.append(request)
        reply = self.wire(request)
        await asyncio.sleep(0)
        if isinstance(reply, FetchError):
            raise reply
        return reply

    def remember(self, page: Page) -> None:
        """Take over nothing."""

    async def __aenter__(self) -> WireFetcher:
        """Ready to answer."""
        return self

    async def __aexit__(self, *_: object) -> None:
        """Nothing is to be closed."""


def crawl_site(spec: SourceSpec, *, most: int = 0) -> tuple[MemoryRun, SiteWire]:
    """Crawl a test site of this kind."""
    wire = SiteWire(spec)
    return run_crawl(wire.url, wire, most=most), wire


def count_taken(run: MemoryRun, site: Site) -> tuple[int, int]:
    """Return the rows of the table that were taken, and the records that are rows of the table."""
    if site.spec.look.link:
        ids = {row["id"] for row in site.table.rows}
        taken = [_id(record) for record in run.records.values()]
        return len(set(taken) & ids), sum(number in ids for number in taken)
    rows = {
        frozenset(row[c] for c in site.table.recipe.columns if row[c]) for row in site.table.rows
    }
    values = [frozenset(f.value for f in record.fields) for record in run.records.values()]
    matched = [next((row for row in rows if row <= shown), None) for shown in values]
    return len({row for row in matched if row}), sum(row is not None for row in matched)


def _id(record: Record) -> str:
    for value in record.fields:
        if value.kind == "link":
            parts = urlsplit(value.value)
            match = re.fullmatch(r"/(?:item|help)/([\w.-]+)", parts.path)
            if match:
                return match[1]
            if parts.path == "/view":
                return parse_qs(parts.query).get("id", [""])[0]
    return ""
