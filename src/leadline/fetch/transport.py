"""Sends one request with aiohttp and reads one response, within limits.

Robots.txt, pace, redirects and cookies are the fetcher's (``http.py``). Here stands what an HTTP
client does not promise by itself:

- The addresses of a name are checked at the moment of connecting.
- Addresses go out byte for byte.
- A body is unpacked while it comes, and cut at a size.
- Half a response is kept and marked.
- A response that aiohttp's parser rejects can be read with HTTP/1.0 (``http10.py``).
- A download that nobody waits for ends.
"""

import asyncio
import errno
import socket
import ssl
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from typing import Any, Final
from urllib.parse import urlsplit

import aiohttp
import yarl
from aiohttp.abc import AbstractResolver, ResolveResult

from leadline.fetch import http10
from leadline.fetch.guard import Guard
from leadline.fetch.inflate import Inflater
from leadline.fetch.response import AddressRefused, Limits, Response, TransportError
from leadline.fetch.session.own_session import NO_SESSION, OwnSession
from leadline.model import Headers, Request
from leadline.page.urls import origin

BYTES_OF_MEGABYTE: Final = 1_048_576
FEED_BYTES: Final = 64 * 1024
"""Bytes unpacked at a time, so that the size limit is checked often enough."""

MAX_HEADER_BYTES: Final = 64 * 1024
"""Bytes of the longest header line that is read; some sites keep whole sessions in cookies."""

CONNECT_SECONDS: Final = 15.0
"""Seconds to find a host and connect to it, if the limit for the whole response is longer."""

STREAM_SECONDS: Final = 10.0
"""Seconds that a stream of events, which may have no end, is read."""
EVENT_SECONDS: Final = 2.0
"""Seconds without an event after which what such a stream has to say is said."""

CLOSE_SECONDS: Final = 5.0
"""Seconds that cancelled downloads get to end."""
SOCKS: Final = "socks"
"""What the addresses of proxies begin with that speak SOCKS."""

CONNECT_REASONS: Final = {
    errno.ECONNREFUSED: "nobody answers at this port",
    errno.EHOSTUNREACH: "no way leads there",
    errno.ENETUNREACH: "no network leads there",
}
UNKNOWN_HOST: Final = (socket.EAI_NONAME, getattr(socket, "EAI_NODATA", socket.EAI_NONAME))
CERTIFICATE_ERRORS: Final = (aiohttp.ClientConnectorCertificateError, ssl.SSLCertVerificationError)


Turn = Callable[[], Awaitable[None]]


class FrameSocket:
    """An open websocket to a host of the source; ``turn`` is awaited before each frame goes out."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse, turn: Turn) -> None:
        self._socket, self._turn = socket, turn

    async def send(self, text: str) -> None:
        """Send a frame of text."""
        await self._turn()
        await self._socket.send_str(text)

    async def frames(self) -> AsyncIterator[str | bytes]:
        """Yield the frames that come, until the socket is closed."""
        async for message in self._socket:
            if message.type in (aiohttp.WSMsgType.TEXT, aiohttp.WSMsgType.BINARY):
                yield message.data

    async def close(self) -> None:
        """Close the socket."""
        await self._socket.close()


class Transport:
    """The connections of one fetcher; made and used on one event loop."""

    def __init__(self, guard: Guard, limits: Limits, session: OwnSession = NO_SESSION) -> None:
        self._limits = limits
        self._session_given, self._guard = session, guard
        self._proxy_of = cache(session.proxy_of)  # the environment is read once a host
        self._resolver = GuardedResolver(guard)
        self._sessions: dict[tuple[str, bool], aiohttp.ClientSession] = {}
        self._downloads: set[asyncio.Task[Response]] = set()

    async def close(self) -> None:
        """Cancel the downloads under way, then close all connections."""
        for download in self._downloads:
            download.cancel()
        if self._downloads:
            await asyncio.wait(self._downloads, timeout=CLOSE_SECONDS)
        for session in self._sessions.values():
            await session.close()

    async def send(self, request: Request, *, use_http10: bool = False) -> Response:
        """Send a request and read its response; raises AddressRefused or TransportError."""
        exchange = self._exchange_http10(request) if use_http10 else self._exchange(request)
        download = asyncio.ensure_future(exchange)
        self._downloads.add(download)
        try:
            await asyncio.wait({download}, timeout=self._limits.timeout)
            if not download.done():
                message = f"no whole answer within {self._limits.timeout:g} s"
                raise TransportError(message, "time")
            if download.cancelled():
                raise TransportError("given up", "time")
            with _translating_errors():
                return download.result()
        finally:
            download.cancel()
            self._downloads.discard(download)

    async def _exchange(self, request: Request) -> Response:
        proxy = self._proxy_of(origin(request.url))
        async with self._session(proxy, reuse=request.method == "GET").request(
            request.method,
            yarl.URL(request.url, encoded=True),
            data=request.body or None,
            headers=_with_one_spelling(request.headers),
            allow_redirects=False,
            proxy=None if proxy.startswith(SOCKS) else proxy or None,
            ssl=tls_context() if request.url.startswith("https") else True,
        ) as answer:
            if answer.status == PROXY_WANTS_PASSWORD and proxy:
                raise TransportError("the proxy wants a user and a password", "connect")
            body, why = await _read_body(answer, self._limits.max_bytes)
            return Response(answer.status, _latin1(answer.raw_headers), body, why)

    async def connect(self, request: Request, protocols: Sequence[str], turn: Turn) -> FrameSocket:
        """Open a websocket that awaits ``turn``; raises AddressRefused or TransportError."""
        proxy = self._proxy_of(origin(request.url))
        with _translating_errors():
            opened = await self._session(proxy, reuse=False).ws_connect(
                yarl.URL(request.url, encoded=True),
                headers=_with_one_spelling(request.headers),
                protocols=protocols,
                max_msg_size=self._limits.max_bytes,
                proxy=None if proxy.startswith(SOCKS) else proxy or None,
                ssl=tls_context() if request.url.startswith("https") else True,
            )
        return FrameSocket(opened, turn)

    async def _exchange_http10(self, request: Request) -> Response:
        if self._proxy_of(origin(request.url)):
            raise TransportError("its answer is not HTTP/1.1, which a proxy needs", "answer")
        parts = urlsplit(request.url)
        entries = await self._resolver.resolve(parts.hostname or "", parts.port or 0)
        addresses = [entry["host"] for entry in entries]
        tls = tls_context() if parts.scheme == "https" else None
        limit = self._limits.max_bytes
        data, cut = await http10.ask(request, addresses, tls=tls, limit=limit)
        status, raw_headers, body = http10.parse_answer(data)
        headers = _latin1(raw_headers)
        coding = next((value for name, value in headers if name.lower() == "content-encoding"), "")
        inflater = Inflater(coding, limit)
        body = inflater.feed(body)
        return Response(status, headers, body, _why_cut(inflater, limit, broken=cut))

    def _session(self, proxy: str, *, reuse: bool) -> aiohttp.ClientSession:
        """Choose the session that uses connections again, or the one with a fresh one each time.

        A server may close an idle connection just as a request goes out. aiohttp sends a GET
        again then. A POST must not be sent twice, so it gets a connection of its own. What goes
        through SOCKS has connections of its own too.
        """
        socks = proxy if proxy.startswith(SOCKS) else ""
        if proxy:  # the person named it, or the environment did
            self._guard.private_names.add(urlsplit(proxy).hostname or "")
        if (socks, reuse) not in self._sessions:
            self._sessions[socks, reuse] = aiohttp.ClientSession(
                connector=connector(socks, self._resolver, force_close=not reuse),
                cookie_jar=aiohttp.DummyCookieJar(),
                auto_decompress=False,
                skip_auto_headers=("Accept", "Accept-Encoding", "Content-Type", "User-Agent"),
                timeout=aiohttp.ClientTimeout(
                    total=None, sock_connect=min(CONNECT_SECONDS, self._limits.timeout)
                ),
                max_line_size=MAX_HEADER_BYTES,
                max_field_size=MAX_HEADER_BYTES,
            )
        return self._sessions[socks, reuse]


tls_context = cache(ssl.create_default_context)
"""What this process knows of certificates, read once: it takes long and much memory."""


async def _read_body(answer: aiohttp.ClientResponse, limit: int) -> tuple[bytes, str]:
    """Read the unpacked body, and why it is cut, '' for a whole one."""
    inflater = Inflater(answer.headers.get("Content-Encoding", ""), limit)
    body, wire_bytes, broken = bytearray(), 0, False
    try:
        async for chunk in _chunks(answer):
            wire_bytes += len(chunk)
            for start in range(0, len(chunk), FEED_BYTES):
                body += inflater.feed(chunk[start : start + FEED_BYTES])
            if inflater.cut or wire_bytes > limit:
                answer.close()
                break
    except (aiohttp.ClientError, OSError):
        if not body:
            raise
        broken = True
    inflater.full = inflater.full or wire_bytes > limit
    return bytes(body), _why_cut(inflater, limit, broken=broken)


def _why_cut(inflater: Inflater, limit: int, *, broken: bool) -> str:
    """Say why bytes of a body are missing, '' where none are."""
    if inflater.full:
        return f"it is larger than {limit // BYTES_OF_MEGABYTE:,} MB and was cut there"
    if inflater.broken:
        return "its packing is broken, so the rest cannot be unpacked"
    return "the connection broke off before its end" if broken else ""


async def _chunks(answer: aiohttp.ClientResponse) -> AsyncIterator[bytes]:
    """Yield a body as it comes; a stream of events, which may have no end, until it rests."""
    content = answer.content.iter_any()
    if "event-stream" not in answer.headers.get("Content-Type", ""):
        async for chunk in content:
            yield chunk
        return
    clock = asyncio.get_running_loop().time
    end, rest = clock() + STREAM_SECONDS, STREAM_SECONDS
    while clock() < end:
        try:
            yield await asyncio.wait_for(anext(content), rest)
        except (StopAsyncIteration, TimeoutError):
            break
        rest = EVENT_SECONDS
    answer.close()


def _with_one_spelling(headers: Headers) -> Headers:
    """Spell a repeated name as at first: aiohttp takes other spellings for a replacement."""
    spellings: dict[str, str] = {}
    return tuple((spellings.setdefault(name.lower(), name), value) for name, value in headers)


def _latin1(headers: Iterable[tuple[bytes, bytes]]) -> Headers:
    return tuple((name.decode("latin-1"), value.decode("latin-1")) for name, value in headers)


@contextmanager
def _translating_errors() -> Iterator[None]:
    """Turn what aiohttp, ssl and sockets raise into `TransportError`."""
    try:
        yield
    except CERTIFICATE_ERRORS as fault:
        raise TransportError(f"the TLS certificate is not good: {fault}", "tls") from fault
    except (aiohttp.ClientSSLError, ssl.SSLError) as fault:
        raise TransportError(f"TLS failed: {fault}", "tls") from fault
    except proxy_faults() as fault:
        reason = f"the proxy refuses or is down: {_reason(fault)}"
        raise TransportError(reason, "connect") from fault
    except (aiohttp.ClientConnectorError, aiohttp.ConnectionTimeoutError) as fault:
        raise TransportError(_reason(fault), "connect") from fault
    except (aiohttp.ClientError, http10.UnreadableAnswer, OSError) as fault:
        raise TransportError(_reason(fault), "answer") from fault


def _reason(fault: Exception) -> str:
    """Say what went wrong in words that tell a person what to look at."""
    cause: Any = getattr(fault, "os_error", fault)
    if isinstance(cause, socket.gaierror):
        unknown = cause.errno in UNKNOWN_HOST
        return "there is no host of that name" if unknown else "its name cannot be looked up now"
    if isinstance(fault, aiohttp.ConnectionTimeoutError):
        return f"no connection within {CONNECT_SECONDS:g} s"
    if isinstance(fault, aiohttp.ClientConnectorError):
        reason = CONNECT_REASONS.get(cause.errno) or cause.strerror or str(cause)
        return f"no connection: {' '.join(reason.split())[:300]}"
    if isinstance(fault, aiohttp.ServerDisconnectedError):
        return "the server closed the connection without an answer"
    return " ".join(str(fault).split())[:300] or type(fault).__name__


class GuardedResolver(AbstractResolver):
    """Looks names up, and refuses those whose addresses the guard refuses."""

    def __init__(self, guard: Guard) -> None:
        self._guard = guard

    async def resolve(
        self, host: str, port: int = 0, family: socket.AddressFamily = socket.AF_UNSPEC
    ) -> list[ResolveResult]:
        """Find the addresses of a host; raises AddressRefused if the guard refuses one."""
        loop = asyncio.get_running_loop()
        entries = await loop.getaddrinfo(host, port, type=socket.SOCK_STREAM, family=family)
        refusal = self._guard.address_refusal(host, [str(entry[4][0]) for entry in entries])
        if refusal:
            raise AddressRefused(refusal)
        return [
            ResolveResult(
                hostname=host,
                host=str(address[0]),
                port=port,
                family=kind,
                proto=protocol,
                flags=socket.AI_NUMERICHOST | socket.AI_NUMERICSERV,
            )
            for kind, _, protocol, _, address in entries
        ]

    async def close(self) -> None:
        """Do nothing: no resource is held."""


DNS_CACHE_SECONDS: Final = 300
"""Seconds that the addresses of a name are used again."""
PROXY_WANTS_PASSWORD: Final = 407


def proxy_faults() -> tuple[type[Exception], ...]:
    """Return what is raised where a proxy does not do its work."""
    http = (aiohttp.ClientProxyConnectionError, aiohttp.ClientHttpProxyError)
    try:
        import aiohttp_socks
    except ImportError:
        return http
    names = ("ProxyConnectionError", "ProxyError", "ProxyTimeoutError")
    return (*http, *(getattr(aiohttp_socks, name) for name in names))


def connector(
    socks: str, resolver: AbstractResolver, *, force_close: bool
) -> aiohttp.BaseConnector:
    """Make the connections of one client; a SOCKS proxy looks names up itself."""
    if not socks:
        return aiohttp.TCPConnector(
            resolver=resolver, limit=0, ttl_dns_cache=DNS_CACHE_SECONDS, force_close=force_close
        )
    from aiohttp_socks import ProxyConnector

    # "socks5h" is what curl calls it when the proxy looks names up, which it always does here
    through: aiohttp.BaseConnector = ProxyConnector.from_url(
        socks.replace("socks5h://", "socks5://", 1), rdns=True, limit=0, force_close=force_close
    )
    return through
