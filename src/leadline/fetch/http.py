"""Fetches what robots.txt, the host's pace and the person's hosts allow: the one HTTP client.

    async with HttpFetcher(["museum.example"]) as fetcher:
        page = await fetcher.fetch(Request("GET", "https://museum.example/search?q=rose"))

One request is under way per host at a time. A request answered by 429 or 503 is sent again later,
a few times. A request that ran out of time is never repeated: it may have brought the server down.
A POST is repeated only if it never reached the host. See ``docs/architecture.md``.
"""

from __future__ import annotations

from base64 import b64encode
from dataclasses import replace
from importlib.metadata import version
from typing import TYPE_CHECKING, Final, Self

from leadline.errors import Blocked, FetchError, NotAllowed, Unreachable
from leadline.fetch import redirect
from leadline.fetch.cookies import CookieStore
from leadline.fetch.guard import Guard
from leadline.fetch.hosts import Clock, Host, Hosts
from leadline.fetch.inflate import ACCEPTED_CODINGS
from leadline.fetch.politeness import (
    FIRST_PAUSE_SECONDS,
    MAX_PAUSE_SECONDS,
    MAX_TRIES,
    REST_TIMEOUTS,
)
from leadline.fetch.response import AddressRefused, Limits, TransportError
from leadline.fetch.robots import MAX_ROBOTS_REDIRECTS, PRODUCT, ROBOTS_PATH, RobotsRules
from leadline.fetch.session.own_session import NO_SESSION, OwnSession, without_cookies
from leadline.model import Page, Request
from leadline.page.urls import host_key, origin, same_host, sendable_url

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from leadline.fetch.response import Response
    from leadline.fetch.transport import FrameSocket, Transport, Turn
    from leadline.model import Headers

MAX_PAGE_BYTES: Final = 16 * 1024 * 1024
"""Bytes of one unpacked page; a longer page is cut off and marked."""

TIMEOUT_SECONDS: Final = 30.0
"""Seconds until a response must be there whole."""

REFUSAL_STATUSES: Final = (429, 503)
NOT_ACCEPTABLE: Final = 406
STREAM_ACCEPT: Final = ("Accept", "text/vnd.turbo-stream.html, text/html, application/xhtml+xml")
"""What scripts of a page ask for that is changed in part; with ``*/*`` it would be none (Rails)."""
MAX_STREAMING: Final = 50
"""Addresses that are asked for streams: each that a source refuses so costs a second request."""


class HttpFetcher:
    """Implements ``Fetcher`` on the network, for the hosts that the person named (see ``Guard``).

    ``pace`` and ``timeout`` are in seconds. ``named_private`` are the hosts that may have a
    private address; by default all of ``allowed_hosts``, none where the ``session`` says so.
    Headers of a session go to the first host only.
    """

    def __init__(
        self,
        allowed_hosts: Collection[str],
        *,
        pace: float | None = None,
        robots: bool = True,
        timeout: float = TIMEOUT_SECONDS,
        max_bytes: int = MAX_PAGE_BYTES,
        session: OwnSession = NO_SESSION,
        named_private: Collection[str] | None = None,
        hosts: Hosts | None = None,
        clock: Clock | None = None,
    ) -> None:
        self.guard = Guard(allowed_hosts, named_private if session.private else ())
        self.hosts = hosts or Hosts(pace, clock)
        self._clock = clock or self.hosts.clock
        self._robots = robots
        self._limits = Limits(timeout, max_bytes)
        self._user_agent = session.agent(f"{PRODUCT}/{version('leadline')}")
        self._session, self._given = session, session.load_cookies()
        self._home, self._was_secure = next(iter(allowed_hosts), ""), False
        self._cookies = CookieStore(self._given)
        self._logins: dict[str, str] = {}
        self._transport: Transport | None = None
        self._headers = default_headers(self._user_agent)
        self._streaming = set[str]()

    async def __aenter__(self) -> Self:
        from leadline.fetch.transport import Transport  # aiohttp takes long to import

        self._transport = Transport(self.guard, self._limits, self._session)
        return self

    async def __aexit__(self, *_: object) -> None:
        transport, self._transport = self._transport, None
        if transport is not None:
            await transport.close()

    async def fetch(
        self, request: Request, *, is_patient: bool = True, is_poll: bool = False
    ) -> Page:
        """Fetch the page after all redirects; raises NotAllowed, Unreachable or Blocked.

        A 503 that names no time is asked again only where ``is_patient``, else it is the page. A
        ``is_poll`` waits for news as a websocket does, while others are asked for.
        """
        if is_poll:
            host = await self._allowed(request)
            async with host.turn:
                await self._wait(host, request)
                host.pace.started(self._clock.steady())
            return await self._send_twice(host, request, cookies=True)
        try:
            return await self._follow(request, is_patient=is_patient)
        except FetchError as fault:  # its own request may be that of robots.txt or a redirect
            fault.request = request
            raise

    async def _follow(self, request: Request, *, is_patient: bool) -> Page:
        asked = replace(request, url=sendable_url(request.url))
        notes: Headers = ()
        seconds = 0.0
        for _ in range(redirect.MAX_REDIRECTS + 1):
            place = asked.url.partition("?")[0]
            if place in self._streaming:
                asked = replace(asked, headers=(*asked.headers, STREAM_ACCEPT))
            page = await self._visit(asked, is_patient=is_patient)
            seconds += page.seconds
            is_known = place in self._streaming or len(self._streaming) >= MAX_STREAMING
            if page.status == NOT_ACCEPTABLE and not is_known:
                self._streaming.add(place)
                continue
            onward = redirect.next_request(page)
            if onward is None:
                headers = notes + page.headers
                return replace(page, request=request, headers=headers, seconds=seconds)
            refusal = self.guard.refusal(onward.url)
            if refusal:
                raise NotAllowed(f"{asked.url} leads elsewhere: {refusal}", request, page=page)
            notes += redirect.hop_headers(page)
            asked = onward
        message = f"{request.url} leads in circles ({redirect.MAX_REDIRECTS} redirects)"
        raise Unreachable(message, request)

    def remember(self, page: Page) -> None:
        """Take over the cookies that a page of an earlier run set."""
        for url, headers in redirect.cookies_set(page):
            self._cookies.take(url, headers)
        self._cookies.give(self._given)

    def cookies_for_scripts(self, url: str) -> list[tuple[str, str]]:
        """Return the cookies of this session that a script of a page may read; none of a person."""
        given = {cookie.name for cookie in self._given}
        return [pair for pair in self._cookies.for_scripts(url) if pair[0] not in given]

    def log_in(self, url: str, user: str, password: str) -> None:
        """Send user and password with every request to the origin of an address (RFC 7617)."""
        pair = b64encode(f"{user}:{password}".encode()).decode("ascii")
        self._logins[origin(url)] = f"Basic {pair}"

    def wait(self, url: str) -> float:
        """Tell how many seconds must pass until the host of an address may be asked."""
        return self.hosts.of(url).pace.wait(self._clock.steady())

    def sitemaps(self, url: str) -> list[str]:
        """List the sitemaps that the robots.txt of an address names, if it was read."""
        rules, _ = self.hosts.of(url).rules.get(origin(url), (None, 0.0))
        return rules.sitemaps() if rules is not None else []

    async def read_rules(self, url: str) -> None:
        """Read the robots.txt of an address, unless it was read or is ignored."""
        host = self.hosts.of(url)
        async with host.turn:
            if self._robots and not self.guard.refusal(url):
                await self._rules(host, url)

    async def connect(self, request: Request, protocols: Sequence[str], spend: Turn) -> FrameSocket:
        """Open a websocket; ``spend`` is awaited before each frame, which keeps the pace too."""

        async def turn() -> None:
            await spend()
            async with host.turn:
                await self._wait(host, request)
                host.pace.started(self._clock.steady())

        host = await self._allowed(request)
        await turn()
        sent = replace(request, headers=self._sent_headers(request, cookies=True))
        try:
            if self._transport is None:
                raise RuntimeError("a HttpFetcher is used inside 'async with'")
            return await self._transport.connect(sent, protocols, turn)
        except AddressRefused as refusal:
            raise NotAllowed(str(refusal), request) from refusal
        except TransportError as fault:
            raise self._unreachable(host, request, fault) from fault

    async def _allowed(self, asked: Request) -> Host:
        """Return the host of an address that it may be asked for; raises NotAllowed."""
        refusal = self.guard.refusal(asked.url)
        if refusal:
            raise NotAllowed(refusal, asked)
        host = self.hosts.of(asked.url)
        async with host.turn:
            if self._robots and not (rules := await self._rules(host, asked.url)).allows(asked.url):
                raise NotAllowed(_forbidden(rules, asked), asked)
        return host

    async def _visit(self, asked: Request, *, is_patient: bool) -> Page:
        host = await self._allowed(asked)
        place = origin(asked.url)
        if asked.url == place + ROBOTS_PATH and place in host.rules:  # read a moment ago
            rules, _ = host.rules[place]
            headers = (("Content-Type", "text/plain; charset=utf-8"),)
            body, wall = rules.text.encode(), self._clock.wall()
            return Page(asked, asked.url, rules.status, headers, body, fetched_at=wall)
        async with host.turn:
            return await self._ask(host, asked, is_patient=is_patient)

    async def _rules(self, host: Host, url: str) -> RobotsRules:
        """Look up the robots rules for an address; they are read at most once a day."""
        place = origin(url)
        rules, until = host.rules.get(place, (None, 0.0))
        if rules is None or self._clock.steady() >= until:
            rules = await self._read_rules(host, place + ROBOTS_PATH)
            host.rules[place] = rules, self._clock.steady() + rules.kept_seconds()
            host.pace.delay = max(rules.delay, host.pace.delay)
        return rules

    async def _read_rules(self, host: Host, url: str) -> RobotsRules:
        """Read a robots.txt without cookies.

        The file is not archived, so a session that began with it would be lost to a resumed run.
        """
        asked = Request("GET", url)
        for _ in range(MAX_ROBOTS_REDIRECTS + 1):
            page = await self._ask(host, asked, cookies=False)
            onward = redirect.next_request(page)
            if onward is None:
                product = self._user_agent.replace(" ", "/").partition("/")[0]
                return RobotsRules.read(page.status, page.body, product or PRODUCT)
            if self.guard.refusal(onward.url):
                break
            asked = onward
        return RobotsRules(404)  # it cannot be had without going elsewhere: as if there were none

    async def _ask(
        self, host: Host, asked: Request, *, cookies: bool = True, is_patient: bool = True
    ) -> Page:
        """Send a request at the host's pace, and again after a refusal."""
        for attempt in range(1, MAX_TRIES + 1):
            await self._wait(host, asked)
            page = await self._send_twice(host, asked, cookies=cookies)
            if page.status not in REFUSAL_STATUSES:
                return page
            now, wall, host.refusal = self._clock.steady(), self._clock.wall(), page.status
            pause = host.pace.refused(now, page.header("retry-after") or None, wall)
            self.hosts.leave_alone(asked.url, pause)
            if not (is_patient or page.status != 503 or page.header("retry-after")):
                return page
            if attempt == MAX_TRIES or pause > MAX_PAUSE_SECONDS:
                kept = self.hosts.kept_wish(asked.url)
                raise _refusal_error(asked, page, pause, attempt, kept)
        raise AssertionError("unreachable: the last try raises")

    async def _wait(self, host: Host, asked: Request) -> None:
        seconds = host.pace.wait(self._clock.steady())
        if seconds > MAX_PAUSE_SECONDS:
            message = f"{host_key(asked.url)} wants to be left alone for another {seconds:.0f} s"
            message += self.hosts.kept_wish(asked.url)
            raise Blocked(message, asked, retry_after=seconds)
        while seconds > 0:
            await self._clock.sleep(seconds)
            seconds = host.pace.wait(self._clock.steady())
        if turn := self.hosts.reserve(asked.url):
            await self._clock.sleep(turn)

    async def _send_twice(self, host: Host, asked: Request, *, cookies: bool) -> Page:
        """Send a request, and once more if the connection failed before anything was done."""
        use_http10 = host.use_http10 and asked.method == "GET"
        try:
            return await self._send(host, asked, use_http10=use_http10, cookies=cookies)
        except TransportError as fault:
            if not _is_repeatable(asked, fault):
                raise self._unreachable(host, asked, fault) from fault
            use_http10 = fault.stage == "answer"
        host.pace.rest(self._clock.steady(), FIRST_PAUSE_SECONDS)
        await self._wait(host, asked)
        try:
            page = await self._send(host, asked, use_http10=use_http10, cookies=cookies)
        except TransportError as fault:
            raise self._unreachable(host, asked, fault) from fault
        host.use_http10 = use_http10
        return page

    async def _send(self, host: Host, asked: Request, *, use_http10: bool, cookies: bool) -> Page:
        if self._transport is None:
            raise RuntimeError("a HttpFetcher is used inside 'async with'")
        start, wall = self._clock.steady(), self._clock.wall()
        host.pace.started(start)
        sent = replace(asked, headers=self._sent_headers(asked, cookies=cookies))
        try:
            response = await self._transport.send(sent, use_http10=use_http10)
        except AddressRefused as refusal:
            raise NotAllowed(str(refusal), asked) from refusal
        now = self._clock.steady()
        if response.status not in REFUSAL_STATUSES:
            host.pace.answered(start, now)
        if cookies:
            self._cookies.take(asked.url, response.headers)
        return self._page(asked, response, wall, now - start)

    def _page(self, asked: Request, response: Response, wall: float, seconds: float) -> Page:
        """Make a page of a response, without headers like our own notes or a person's cookies."""
        headers = tuple(
            pair
            for pair in without_cookies(response.headers, self._given)
            if not pair[0].lower().startswith(redirect.PREFIX)
        )
        notes = ((redirect.WHY_CUT, response.why_cut),) if response.why_cut else ()
        return Page(
            asked,
            asked.url,
            response.status,
            headers + notes,
            response.body,
            fetched_at=wall,
            seconds=seconds,
            truncated=response.truncated,
        )

    def _sent_headers(self, asked: Request, *, cookies: bool) -> Headers:
        own = {name.lower() for name, _ in asked.headers}
        headers = [*asked.headers, *(pair for pair in self._headers if pair[0].lower() not in own)]
        line = self._cookies.header(asked.url) if cookies and "cookie" not in own else ""
        if line:
            headers.append(("Cookie", line))
        is_secure = asked.url.startswith("https:")
        self._was_secure = self._was_secure or is_secure
        if same_host(asked.url, self._home) and is_secure == self._was_secure:
            headers += self._session.header_pairs()
        if login := self._logins.get(origin(asked.url)):
            headers.append(("Authorization", login))
        return tuple(headers)

    def _unreachable(self, host: Host, asked: Request, fault: TransportError) -> Unreachable:
        """Make the error for the caller; after a time-out the host is left alone for a while."""
        rest = 0.0
        if fault.stage == "time":
            rest = REST_TIMEOUTS * self._limits.timeout
            host.pace.rest(self._clock.steady(), rest)
        return Unreachable(f"{host_key(asked.url)}: {fault}", asked, retry_after=rest)


def default_headers(user_agent: str) -> Headers:
    """List the headers that are sent when a request does not say otherwise."""
    return (
        ("User-Agent", user_agent),
        ("Accept", "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"),
        ("Accept-Language", "*"),  # says what none says (RFC 9110, 12.5.4); some programs want one
        ("Accept-Encoding", ACCEPTED_CODINGS),
    )


def _is_repeatable(asked: Request, fault: TransportError) -> bool:
    return fault.stage == "connect" or (fault.stage == "answer" and asked.method == "GET")


def _forbidden(rules: RobotsRules, asked: Request) -> str:
    if rules.unreachable:
        return (
            f"robots.txt of {host_key(asked.url)} answers {rules.status}: until it can be read, "
            "nothing may be asked (RFC 9309)"
        )
    return f"robots.txt of {host_key(asked.url)} forbids {asked.url}"


def _refusal_error(
    asked: Request, page: Page, pause: float, attempts: int, kept: str = ""
) -> Blocked | Unreachable:
    kind = Blocked if page.status == 429 else Unreachable
    message = (
        f"{host_key(asked.url)} answers {page.status} (tries: {attempts}) and may be asked again "
        f"in {pause:.0f} s{kept}"
    )
    return kind(message, asked, retry_after=pause, page=page)
