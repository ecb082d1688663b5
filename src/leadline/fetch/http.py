"""The one HTTP client: fetches what robots.txt, the host's pace and the person's hosts allow.

    async with HttpFetcher(["museum.example"]) as fetcher:
        page = await fetcher.fetch(Request("GET", "https://museum.example/search?q=rose"))

One request is under way per host at a time. A 429 or 503 is asked again later, a few times; a
request that ran out of time is never repeated (it may have brought the server down), and a POST
only if it never reached the host. See ``docs/architecture.md``.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from importlib.metadata import PackageNotFoundError, version
from typing import TYPE_CHECKING, Any, Final, Self

from leadline.errors import Blocked, FetchError, NotAllowed, Unreachable
from leadline.fetch import redirect
from leadline.fetch.cookies import Jar
from leadline.fetch.guard import Guard
from leadline.fetch.hosts import Clock, Host, Hosts
from leadline.fetch.politeness import FIRST_PAUSE, LONGEST_PAUSE, REST_AFTER_TIMEOUT, TRIES
from leadline.fetch.robots import HOPS, PRODUCT, Rules
from leadline.model import Page, Request
from leadline.page.urls import host_key, origin, sendable_url

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping
    from types import TracebackType

    from leadline.fetch.handler import Broken
    from leadline.fetch.transport import Reply, Transport
    from leadline.model import Headers

MAX_BYTES: Final = 16 * 1024 * 1024
"""Bytes of one page, unpacked; what is over is cut off and the page marked."""

TIMEOUT: Final = 30.0
REFUSALS: Final = (429, 503)


@dataclass(frozen=True, slots=True)
class DownloadStats:
    """What a fetcher has done: ``requests`` counts every one sent, robots.txt and hops too."""

    requests: int = 0
    pages: int = 0
    bytes: int = 0
    waited: float = 0.0
    retries: int = 0
    errors: int = 0


class HttpFetcher:
    """A ``Fetcher`` on the network, for the hosts that the person named (see ``Guard``)."""

    def __init__(
        self,
        allowed_hosts: Collection[str],
        *,
        pace: float | None = None,
        robots: bool = True,
        timeout: float = TIMEOUT,
        max_bytes: int = MAX_BYTES,
        user_agent: str = "",
        named_private: Collection[str] | None = None,
        hosts: Hosts | None = None,
        clock: Clock | None = None,
        scrapy_settings: Mapping[str, Any] | None = None,
    ) -> None:
        self.guard = Guard(allowed_hosts, named_private)
        self.hosts = hosts or Hosts(pace, clock)
        self.stats = DownloadStats()
        self._clock = clock or self.hosts.clock
        self._robots = robots
        self._timeout, self._max_bytes = timeout, max_bytes
        self._user_agent = user_agent or default_user_agent()
        self._settings = scrapy_settings or {}
        self._jar = Jar()
        self._transport: Transport | None = None
        self._headers: Headers = ()

    async def __aenter__(self) -> Self:
        from leadline.fetch.handler import Limits, default_headers
        from leadline.fetch.transport import Transport

        limits = Limits(self._timeout, self._max_bytes)
        self._headers = default_headers(self._user_agent)
        transport = Transport(self.guard, limits, self._settings)
        await transport.open()
        self._transport = transport
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        transport, self._transport = self._transport, None
        if transport is not None:
            await transport.close()

    async def fetch(self, request: Request) -> Page:
        """The page at the end of all redirects; raises NotAllowed, Unreachable or Blocked."""
        try:
            return await self._follow(request)
        except FetchError as fault:  # it may have happened on the way: to robots.txt, or a hop
            fault.request = request
            self._count(errors=1)
            raise

    async def _follow(self, request: Request) -> Page:
        asked = replace(request, url=sendable_url(request.url))
        notes: Headers = ()
        seconds = 0.0
        for _ in range(redirect.MOST + 1):
            page = await self._visit(asked)
            seconds += page.seconds
            onward = redirect.following(page)
            if onward is None:
                self._count(pages=1)
                headers = notes + page.headers
                return replace(page, request=request, headers=headers, seconds=seconds)
            refusal = self.guard.refusal(onward.url)
            if refusal:
                raise NotAllowed(f"{asked.url} leads elsewhere: {refusal}", request, page=page)
            notes += redirect.hop_headers(page)
            asked = onward
        raise Unreachable(f"{request.url} leads in circles ({redirect.MOST} redirects)", request)

    def remember(self, page: Page) -> None:
        """Take over the cookies that a page of an earlier run set."""
        for url, headers in redirect.cookies_set(page):
            self._jar.take(url, headers)

    def forget(self) -> None:
        """A new session: no cookies."""
        self._jar = Jar()

    def wait(self, url: str) -> float:
        """Seconds until the host of an address may be asked; what else is free can go first."""
        return self.hosts.of(url).pace.wait(self._clock.steady())

    async def _visit(self, asked: Request) -> Page:
        refusal = self.guard.refusal(asked.url)
        if refusal:
            raise NotAllowed(refusal, asked)
        host = self.hosts.of(asked.url)
        async with host.turn:
            if self._robots and not (await self._rules(host, asked.url)).allows(asked.url):
                raise NotAllowed(_forbidden(await self._rules(host, asked.url), asked), asked)
            return await self._ask(host, asked)

    async def _rules(self, host: Host, url: str) -> Rules:
        """The robots rules for an address, read at most once a day."""
        place = origin(url)
        rules, until = host.rules.get(place, (None, 0.0))
        if rules is None or self._clock.steady() >= until:
            rules = await self._read_rules(host, f"{place}/robots.txt")
            host.rules[place] = rules, self._clock.steady() + rules.kept()
            host.pace.delay = max(rules.delay, host.pace.delay)
        return rules

    async def _read_rules(self, host: Host, url: str) -> Rules:
        """Read once a run and not archived: a session that began here would be lost to the next."""
        asked = Request("GET", url)
        for _ in range(HOPS + 1):
            page = await self._ask(host, asked, cookies=False)
            onward = redirect.following(page)
            if onward is None:
                product = self._user_agent.replace(" ", "/").partition("/")[0]
                return Rules.read(page.status, page.body, product or PRODUCT)
            if self.guard.refusal(onward.url):
                break
            asked = onward
        return Rules(404)  # not to be had without going elsewhere: as if there were none

    async def _ask(self, host: Host, asked: Request, *, cookies: bool = True) -> Page:
        """One answer, at the host's pace, again after a refusal."""
        for attempt in range(1, TRIES + 1):
            await self._wait(host, asked)
            page = await self._send_twice(host, asked, cookies=cookies)
            if page.status not in REFUSALS:
                return page
            now, wall = self._clock.steady(), self._clock.wall()
            pause = host.pace.refused(now, page.header("retry-after") or None, wall)
            if attempt == TRIES or pause > LONGEST_PAUSE:
                raise _refused(asked, page, pause, attempt)
            self._count(retries=1)
        raise AssertionError("unreachable: the last try raises")

    async def _wait(self, host: Host, asked: Request) -> None:
        seconds = host.pace.wait(self._clock.steady())
        if seconds > LONGEST_PAUSE:
            message = f"{host_key(asked.url)} wants to be left alone for another {seconds:.0f} s"
            raise Blocked(message, asked, retry_after=seconds)
        while seconds > 0:
            self._count(waited=seconds)
            await self._clock.sleep(seconds)
            seconds = host.pace.wait(self._clock.steady())

    async def _send_twice(self, host: Host, asked: Request, *, cookies: bool) -> Page:
        """Sends, and once more if the connection failed and nothing can have been done by it."""
        from leadline.fetch.handler import Broken

        plain = host.plain and asked.method == "GET"
        try:
            return await self._send(host, asked, plain=plain, cookies=cookies)
        except Broken as fault:
            if not _repeatable(asked, fault):
                raise self._unreachable(host, asked, fault) from fault
            plain = fault.stage == "answer"
        host.pace.rest(self._clock.steady(), FIRST_PAUSE)
        await self._wait(host, asked)
        self._count(retries=1)
        try:
            page = await self._send(host, asked, plain=plain, cookies=cookies)
        except Broken as fault:
            raise self._unreachable(host, asked, fault) from fault
        host.plain = plain
        return page

    async def _send(self, host: Host, asked: Request, *, plain: bool, cookies: bool) -> Page:
        from leadline.fetch.handler import Refused

        if self._transport is None:
            raise RuntimeError("a HttpFetcher is used inside 'async with'")
        start, wall = self._clock.steady(), self._clock.wall()
        host.pace.started(start)
        self._count(requests=1)
        sent = replace(asked, headers=self._sent_headers(asked, cookies=cookies))
        try:
            reply = await self._transport.send(sent, slot=host_key(asked.url), plain=plain)
        except Refused as refusal:
            raise NotAllowed(str(refusal), asked) from refusal
        now = self._clock.steady()
        if reply.status not in REFUSALS:
            host.pace.answered(start, now)
        if cookies:
            self._jar.take(asked.url, reply.headers)
        return self._page(asked, reply, wall, now - start)

    def _page(self, asked: Request, reply: Reply, wall: float, seconds: float) -> Page:
        self._count(bytes=reply.wire_bytes)
        headers = tuple(
            pair for pair in reply.headers if not pair[0].lower().startswith(redirect.PREFIX)
        )
        return Page(
            asked, asked.url, reply.status, headers, reply.body, wall, seconds,
            truncated=reply.truncated,
        )  # fmt: skip

    def _sent_headers(self, asked: Request, *, cookies: bool) -> Headers:
        own = {name.lower() for name, _ in asked.headers}
        headers = [*asked.headers, *(pair for pair in self._headers if pair[0].lower() not in own)]
        line = self._jar.header(asked.url) if cookies and "cookie" not in own else ""
        if line:
            headers.append(("Cookie", line))
        return tuple(headers)

    def _unreachable(self, host: Host, asked: Request, fault: Broken) -> Unreachable:
        rest = 0.0
        if fault.stage == "time":
            rest = REST_AFTER_TIMEOUT * self._timeout
            host.pace.rest(self._clock.steady(), rest)
        return Unreachable(f"{host_key(asked.url)}: {fault}", asked, retry_after=rest)

    def _count(self, **more: float) -> None:
        added = {name: getattr(self.stats, name) + value for name, value in more.items()}
        self.stats = replace(self.stats, **added)


def default_user_agent() -> str:
    """The name that is sent: product and version."""
    try:
        return f"{PRODUCT}/{version('leadline')}"
    except PackageNotFoundError:
        return PRODUCT


def _repeatable(asked: Request, fault: Broken) -> bool:
    return fault.stage == "connect" or (fault.stage == "answer" and asked.method == "GET")


def _forbidden(rules: Rules, asked: Request) -> str:
    if rules.unreachable:
        return (
            f"robots.txt of {host_key(asked.url)} answers {rules.status}: until it can be read, "
            "nothing may be asked (RFC 9309)"
        )
    return f"robots.txt of {host_key(asked.url)} forbids {asked.url}"


def _refused(asked: Request, page: Page, pause: float, attempts: int) -> Blocked | Unreachable:
    kind = Blocked if page.status == 429 else Unreachable
    message = (
        f"{host_key(asked.url)} answers {page.status} ({attempts} tries) and may be asked again "
        f"in {pause:.0f} s"
    )
    return kind(message, asked, retry_after=pause, page=page)
