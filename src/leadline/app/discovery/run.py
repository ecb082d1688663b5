"""Driver of a discovery's crawl: links go to the fetcher, answers back to the crawl.

Every host is asked at its own pace. While one rests, others are asked. One request is under way at
a time, and one more for each second lost by waiting: what is under way knows nothing of the answers
before it, and is lost if the run is killed.
"""

import asyncio
import time
import zlib
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final
from urllib.parse import urljoin

from leadline.app.budget import BudgetGuard
from leadline.app.discovery.log import DiscoveryLog
from leadline.app.discovery.plan import write_found
from leadline.app.source.replayer import TEMPORARY_STATUSES
from leadline.crawl.entry.content_type import describe_other_content
from leadline.discover.crawl import FocusedCrawl
from leadline.discover.interfaces.judge import InterfaceJudge
from leadline.discover.listings import named_listings, read_listing
from leadline.discover.messages import FetchLink, PageArrived, PageRead
from leadline.errors import BudgetSpent, FetchError, NotAllowed, StoreError
from leadline.fetch import HttpFetcher
from leadline.model import Outcome, Page, Request
from leadline.page.charset import decode
from leadline.page.dom import Document, parse
from leadline.page.urls import host_key
from leadline.store import StoredPage
from leadline.store.discovery import DISCOVERY_KEY

MAX_LISTINGS_OF_SITE: Final = 2
"""Sitemaps, feeds and descriptions that are read of a host."""
MAX_HOSTS_AT_ONCE: Final = 100
SECONDS_OF_PAUSE: Final = 0.1
"""Seconds without an answer that count as a pause: hosts that answer sooner are not slow."""
PAUSES_FOR_ONE_MORE: Final = 10
"""Pauses, over the whole run, after which one more host is asked at once."""
SITEMAP_PLACES: Final = ("/sitemap.xml", "/sitemap.xml.gz")
"""Where sites keep their sitemap if robots.txt names none."""
MAX_UNPACKED: Final = 50_000_000
"""Bytes of an unpacked sitemap that are read."""
GZIP_MARK: Final = b"\x1f\x8b"
SILENT: Final = "; {} of {} hosts brought no page, the first: {}"
HTTP_ERROR: Final = 400
"""Statuses from here on bring no page."""


@dataclass(frozen=True, slots=True)
class DiscoveryProgress:
    """Progress of a discovery; ``requests`` and ``pages`` count those of earlier runs too.

    ``waiting`` links are known and not fetched; ``hosts`` are under way or were visited.
    """

    pages: int = 0
    requests: int = 0
    found: int = 0
    rewarded: int = 0
    waiting: int = 0
    hosts: int = 0
    url: str = ""
    seconds: float = 0.0
    replaying: bool = False

    @property
    def harvest_rate(self) -> float:
        """Rewarded pages by all pages (Zhang 2010, eq. 20)."""
        return self.rewarded / self.pages if self.pages else 0.0


@dataclass(slots=True)
class BusyHosts:
    """Hosts that are not asked now: a request is under way, or they rest. Times are steady."""

    under_way: set[str] = field(default_factory=set)
    rest_until: dict[str, float] = field(default_factory=dict)

    def __contains__(self, host: object) -> bool:
        return host in self.under_way or (
            isinstance(host, str) and self.rest_until.get(host, 0.0) > time.monotonic()
        )

    def seconds_to_first(self) -> float | None:
        """Return the seconds until the first resting host may be asked; None if none rests."""
        now = time.monotonic()
        resting = [until - now for until in self.rest_until.values() if until > now]
        return min(resting, default=None)


@dataclass(slots=True)
class DiscoveryRun:
    """Driver of the crawl: hands its links to the fetcher, and its answers back."""

    crawl: FocusedCrawl
    judge: InterfaceJudge
    log: DiscoveryLog
    fetcher: HttpFetcher
    guard: BudgetGuard
    folder: Path
    at_once: int = MAX_HOSTS_AT_ONCE
    is_thorough: bool = False
    watch: Callable[[DiscoveryProgress], None] | None = None
    busy: BusyHosts = field(default_factory=BusyHosts)
    under_way: dict[str, FetchLink] = field(default_factory=dict)
    tasks: set[asyncio.Task[None]] = field(default_factory=set)
    arrivals: asyncio.Queue[tuple[str, Page | FetchError | Exception, int]] = field(
        default_factory=asyncio.Queue
    )
    window: int = 1
    pauses: int = 0
    spent: str = ""
    rewarded: int = 0
    pages: int = 0
    hosts: set[str] = field(default_factory=set)
    silent: dict[str, Page | FetchError | None] = field(default_factory=dict)
    listings: Counter[str] = field(default_factory=Counter)

    async def run(self) -> Outcome:
        """Replay what earlier runs did, and crawl on to the outcome."""
        was_thorough = await self.replay()
        if self.is_thorough and not was_thorough:
            self.log.note("thorough", "")
            self.crawl.leave_no_link()
        try:
            for link in list(self.under_way.values()):
                self._start(link)
            while self._hand_out() or self.under_way or await self._rest():
                if self.under_way:
                    await self._take_arrival()
        finally:
            for task in self.tasks:
                task.cancel()
        return self._outcome()

    async def replay(self) -> bool:
        """Repeat the events of earlier runs; return whether they were told to leave no link.

        Links without an answer stay under way. A page that the archive lost is fetched again; what
        was fetched after it may not be what its links would lead to now.
        """
        was_thorough = False
        weighed: list[str] = []
        for event in self.log.events():
            if event.kind == "get":
                is_exact = not self.log.replayer.lost_pages
                self._take_link(self.crawl.retake(event.text, weighed, is_exact=is_exact))
                weighed = []
            elif event.kind == "weighed":
                weighed = event.text.split()
            elif event.kind == "idle":
                self.crawl.reweigh(event.text.split())
            elif event.kind == "seed":
                self._add_listing(event.text)
            elif event.kind == "thorough":
                self.crawl.leave_no_link()
                was_thorough = True
            else:
                await self._give_again(self.log.pages[int(event.text)])
        return was_thorough

    async def _give_again(self, stored: StoredPage) -> None:
        """Give the crawl the answer that an earlier run gave it."""
        try:
            reply = self.log.take(stored.number)
        except StoreError as fault:
            reply, number = await self._ask(stored.url)
            self.log.note_lost(number, stored, fault)
        if isinstance(reply, Page):
            self.fetcher.remember(reply)
        self._observe(stored.url, reply, replaying=True)

    def _hand_out(self) -> bool:
        """Start fetching the best links of free hosts; return whether one was started."""
        started = False
        while len(self.under_way) < self.window and not self.spent:
            self.guard.requests += 1
            try:
                self.guard.check()
            except BudgetSpent as fault:
                self.spent = str(fault)
            link = None if self.spent else self._next_link()
            self.guard.requests -= 1
            if link is None:
                break
            self._take_link(link)
            self._start(link)
            started = True
        return started

    def _next_link(self) -> FetchLink | None:
        """Choose a link, and write down what a replay needs to choose it again."""
        link = self.crawl.next(self.busy)
        weighed = self.crawl.weighed_hosts - ({link.host} if link else set())
        with self.log.store.transaction():
            if weighed:
                self.log.note("weighed" if link else "idle", " ".join(sorted(weighed)))
            if link is not None:
                self.log.note("get", link.url)
        return link

    def _take_link(self, link: FetchLink) -> None:
        self.guard.requests += 1
        self.under_way[link.url] = link
        self.hosts.add(link.host)

    def _start(self, link: FetchLink) -> None:
        self.busy.under_way.add(link.host)
        task = asyncio.create_task(self._fetch(link))
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    async def _fetch(self, link: FetchLink) -> None:
        """Fetch and archive a page, or take the one that was fetched before a kill."""
        try:
            number = self.log.take_fetched(link.url)
            try:
                reply = None if number is None else self.log.take(number)
            except StoreError:
                reply = None
            if isinstance(reply, Page):
                with suppress(FetchError):  # the page is here, whatever becomes of robots.txt
                    await self.fetcher.read_rules(reply.url)
            if number is None or reply is None:
                reply, number = await self._ask(link.url)
            self.arrivals.put_nowait((link.url, reply, number))
        except Exception as fault:  # the loop raises it
            self.arrivals.put_nowait((link.url, fault, 0))

    async def _ask(self, url: str) -> tuple[Page | FetchError, int]:
        self.guard.sent += 1
        try:
            page = await self.fetcher.fetch(Request("GET", url))
        except FetchError as fault:
            return fault, self.log.keep_failure(fault)
        return page, self.log.keep(page)

    async def _take_arrival(self) -> None:
        """Wait for an answer and give it to the crawl; where hosts are slow, ask more at once."""
        try:
            async with asyncio.timeout(SECONDS_OF_PAUSE if self.window < self.at_once else None):
                url, reply, number = await self.arrivals.get()
        except TimeoutError:
            self.pauses += 1
            self.window += self.pauses % PAUSES_FOR_ONE_MORE == 0
            return
        if isinstance(reply, Exception) and not isinstance(reply, FetchError):
            raise reply
        host = self.under_way[url].host
        with self.log.store.transaction():  # a kill keeps the page with the lists it named, or none
            self.log.note("came", str(number))
            self._observe(url, reply)
        self.busy.under_way.discard(host)
        self.busy.rest_until[host] = time.monotonic() + self.fetcher.wait(url)
        if not self.arrivals.empty():
            self.window = max(1, self.window - 1)
        await asyncio.sleep(0)  # the requests under way, and Ctrl-C

    async def _rest(self) -> bool:
        """Wait until a resting host may be asked; return False where none rests."""
        seconds = self.busy.seconds_to_first()
        if seconds is None or self.spent or self.crawl.is_finished:
            return False
        await asyncio.sleep(seconds)
        return True

    def _observe(self, url: str, reply: Page | FetchError, *, replaying: bool = False) -> None:
        """Give an answer to the crawl, and let it read the lists that the page's site names."""
        link = self.under_way.pop(url)
        document = read_page(reply) if isinstance(reply, Page) else None
        note = self.crawl.observe(PageArrived(link.number, document))
        if isinstance(reply, Page):
            self.guard.bytes += len(reply.body)
            reply = replace(reply, body=b"")
        self.silent[link.host] = self.silent.get(link.host, reply) if document is None else None
        if document is not None and note is not None:
            self.pages += 1
            self._take_note(note, document, replaying=replaying)
        self._show(url, replaying=replaying)

    def _take_note(self, note: PageRead, document: Document, *, replaying: bool) -> None:
        is_rewarded = note.judgement.reward > 0
        self.rewarded += is_rewarded
        self.log.store.add_point(DISCOVERY_KEY, self.guard.requests, len(self.judge.found))
        if is_rewarded and not replaying:
            write_found(self.judge.found, self.folder)
        if note.link.host in self.judge.searched_hosts:
            return  # lists lead to forms, and one is known
        for address in named_listings(document):
            if host_key(address) == note.link.host:
                self._add_listing(address)
        if not replaying:
            for address in self._sitemaps(note)[:MAX_LISTINGS_OF_SITE]:
                if host_key(address) == note.link.host and self._add_listing(address):
                    self.log.note("seed", address)

    def _sitemaps(self, note: PageRead) -> list[str]:
        """Return the sitemaps that robots.txt names; of a site on the topic, the usual places."""
        named = self.fetcher.sitemaps(note.url)
        usual = [urljoin(note.url, place) for place in SITEMAP_PLACES]
        return named or (usual if self.judge.is_topical else [])

    def _add_listing(self, url: str) -> bool:
        """Let a list of addresses be read next; a few of each host."""
        host = host_key(url)
        if self.listings[host] >= MAX_LISTINGS_OF_SITE:
            return False
        self.listings[host] += 1
        self.crawl.add_seed(url)
        return True

    def _outcome(self) -> Outcome:
        """Return how it ended: "failed" where nothing was found, and that may be otherwise soon."""
        reason = self.spent or self.crawl.outcome().reason
        if not self.spent and self.crawl.outcome().waiting:
            reason += "; --thorough follows them too"
        found, requests = len(self.judge.found), self.guard.requests
        silent = {host: reply for host, reply in self.silent.items() if reply is not None}
        if silent:
            first = _why_no_page(*next(iter(silent.items())))
            reason += SILENT.format(len(silent), len(self.silent), first)
        is_failed = not found and (not self.pages or any(map(_may_pass, silent.values())))
        ended = Outcome("failed" if is_failed else "exhausted", reason, "", found, requests)
        return replace(ended, state="paused") if self.spent else ended

    def progress(self, url: str = "", *, replaying: bool = False) -> DiscoveryProgress:
        """Return what a person wants to see."""
        return DiscoveryProgress(
            self.pages,
            self.guard.requests,
            len(self.judge.found),
            self.rewarded,
            self.crawl.outcome().waiting,
            len(self.hosts),
            url,
            self.guard.seconds,
            replaying,
        )

    def _show(self, url: str, *, replaying: bool) -> None:
        if self.watch is not None:
            self.watch(self.progress(url, replaying=replaying))


def _why_no_page(host: str, reply: Page | FetchError) -> str:
    if not isinstance(reply, Page):
        return str(reply)
    return f"{host} answers {reply.status if reply.status >= HTTP_ERROR else 'with no page'}"


def _may_pass(reply: Page | FetchError) -> bool:
    """Tell whether a host that brought no page may bring one when it is asked again."""
    if isinstance(reply, Page):
        return reply.status in TEMPORARY_STATUSES
    return not isinstance(reply, NotAllowed)


def read_page(page: Page) -> Document | None:
    """Return a fetched page as the crawl reads it; None for errors and for what is no page."""
    if page.status >= HTTP_ERROR:
        return None
    body = page.body
    if body.startswith(GZIP_MARK):
        with suppress(zlib.error):
            body = zlib.decompressobj(wbits=31).decompress(body, MAX_UNPACKED)
    text, _ = decode(body, page.header("content-type"))
    listing = read_listing(text, page.url)
    if listing is not None:
        return listing
    return None if describe_other_content(page) else parse(page)
