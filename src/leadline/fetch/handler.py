"""Scrapy's download handler for http and https: one request on the wire, one answer, cut to size.

On aiohttp, as Scrapy's own handler is when there is no Twisted reactor. Ours differs in what a
harvester must be sure of: the addresses that a name leads to are checked at the moment of
connecting; a body is unpacked while it comes and cut at a size; half an answer is kept, and marked;
what a strict reader cannot read is read the old way; and a download that nobody waits for ends.
"""

from __future__ import annotations

import asyncio
import errno
import socket
import ssl
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, Literal
from urllib.parse import urlsplit

import aiohttp
import yarl
from aiohttp.abc import AbstractResolver, ResolveResult
from scrapy.http import Headers as ScrapyHeaders
from scrapy.http import Response

from leadline.fetch import plain
from leadline.fetch.inflate import Inflater, accepted_encodings

if TYPE_CHECKING:
    import scrapy
    from scrapy.crawler import Crawler

    from leadline.fetch.guard import Guard
    from leadline.model import Headers

CHUNK: Final = 64 * 1024
LONGEST_HEADER: Final = 64 * 1024
"""Bytes of one header line that are taken; some sites keep whole sessions in cookies."""

CONNECTING: Final = 15.0
"""Seconds to find a host and connect to it, if the whole may take longer."""

PLAIN: Final = "leadline_plain"
WIRE_BYTES: Final = "leadline_wire_bytes"
"""Keys of ``Request.meta`` between us and our handler."""


class Refused(Exception):
    """The address may not be connected to."""


class Broken(Exception):
    """No answer. Only a request that failed in ``connect`` surely never reached the host."""

    def __init__(self, message: str, stage: Literal["connect", "tls", "answer", "time"]) -> None:
        super().__init__(message)
        self.stage = stage


@dataclass(frozen=True, slots=True)
class Limits:
    """What one answer may take: seconds in all, bytes on the wire and unpacked."""

    timeout: float
    max_bytes: int


class Handler:
    """Scrapy's download handler for http and https, on aiohttp."""

    lazy = True

    def __init__(self, crawler: Crawler) -> None:
        transport: Any = vars(crawler.spider)["transport"]
        self._limits: Limits = transport.limits
        self._downloads = transport.downloads
        self._resolver = _GuardedResolver(transport.guard)
        self._sessions: dict[bool, aiohttp.ClientSession] = {}
        self._tls: ssl.SSLContext | None = None

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Handler:
        """Scrapy's way to make one."""
        return cls(crawler)

    async def download_request(self, request: scrapy.Request) -> Response:
        """Send, and read as much of the answer as may be had."""
        way = self._download_plainly if request.meta[PLAIN] else self._download
        download = asyncio.ensure_future(way(request))
        self._downloads[request] = download
        try:
            await asyncio.wait({download}, timeout=self._limits.timeout)
            if not download.done():
                message = f"no whole answer within {self._limits.timeout:g} s"
                raise Broken(message, "time")
            if download.cancelled():
                raise Broken("given up", "time")
            return _result(download)
        finally:
            download.cancel()
            del self._downloads[request]

    async def close(self) -> None:
        """Close connections."""
        for session in self._sessions.values():
            await session.close()

    async def _download(self, request: scrapy.Request) -> Response:
        # A server may close an idle connection just as a request goes out. A GET is then sent
        # again by aiohttp; a POST must not be, so it gets a connection of its own.
        session = self._session(fresh=request.method != "GET")
        secure = request.url.startswith("https")
        async with session.request(
            request.method,
            yarl.URL(request.url, encoded=True),
            data=request.body or None,
            headers=request.headers.to_tuple_list(),
            allow_redirects=False,
            ssl=self._context() if secure else True,
        ) as answer:
            body, truncated, wire = await _read(answer, self._limits.max_bytes)
            request.meta[WIRE_BYTES] = wire
            return _response(request, answer.status, list(answer.raw_headers), (body, truncated))

    async def _download_plainly(self, request: scrapy.Request) -> Response:
        parts = urlsplit(request.url)
        host = parts.hostname or ""
        found = await self._resolver.resolve(host, parts.port or 0)
        pairs = [(name, value) for name, values in request.headers.items() for value in values]
        tls = self._context() if parts.scheme == "https" else None
        limit = self._limits.max_bytes
        data, cut = await plain.ask(
            request.url, pairs, [entry["host"] for entry in found], tls=tls, limit=limit
        )
        request.meta[WIRE_BYTES] = len(data)
        status, headers, body = plain.parse_answer(data)
        coding = next((v for n, v in headers if n.lower() == b"content-encoding"), b"")
        inflater = Inflater(coding.decode("latin-1"), limit)
        body = inflater.feed(body)
        return _response(request, status, headers, (body, cut or inflater.cut))

    def _session(self, fresh: bool) -> aiohttp.ClientSession:
        if fresh not in self._sessions:
            connector = aiohttp.TCPConnector(
                resolver=self._resolver, limit=0, ttl_dns_cache=300, force_close=fresh
            )
            self._sessions[fresh] = aiohttp.ClientSession(
                connector=connector,
                cookie_jar=aiohttp.DummyCookieJar(),
                auto_decompress=False,
                skip_auto_headers=("Accept", "Accept-Encoding", "Content-Type", "User-Agent"),
                timeout=aiohttp.ClientTimeout(
                    total=None, sock_connect=min(CONNECTING, self._limits.timeout)
                ),
                max_line_size=LONGEST_HEADER,
                max_field_size=LONGEST_HEADER,
            )
        return self._sessions[fresh]

    def _context(self) -> ssl.SSLContext:
        if self._tls is None:
            self._tls = ssl.create_default_context()
        return self._tls


def _result(download: asyncio.Task[Response]) -> Response:
    """What came, or what went wrong in our own words."""
    try:
        return download.result()
    except _CERTIFICATE as fault:
        raise Broken(f"the TLS certificate is not good: {fault}", "tls") from fault
    except (aiohttp.ClientSSLError, ssl.SSLError) as fault:
        raise Broken(f"TLS failed: {fault}", "tls") from fault
    except (aiohttp.ClientConnectorError, aiohttp.ConnectionTimeoutError) as fault:
        raise Broken(_reason(fault), "connect") from fault
    except (aiohttp.ClientError, plain.Unreadable, OSError) as fault:
        raise Broken(_reason(fault), "answer") from fault


_CERTIFICATE: Final = (aiohttp.ClientConnectorCertificateError, ssl.SSLCertVerificationError)


class _GuardedResolver(AbstractResolver):
    """Looks names up and refuses those that lead where nobody meant to go."""

    def __init__(self, guard: Guard) -> None:
        self._guard = guard

    async def resolve(
        self, host: str, port: int = 0, family: socket.AddressFamily = socket.AF_UNSPEC
    ) -> list[ResolveResult]:
        loop = asyncio.get_running_loop()
        found = await loop.getaddrinfo(host, port, type=socket.SOCK_STREAM, family=family)
        refusal = self._guard.address_refusal(host, [str(entry[4][0]) for entry in found])
        if refusal:
            raise Refused(refusal)
        return [
            ResolveResult(
                hostname=host,
                host=str(address[0]),
                port=port,
                family=kind,
                proto=protocol,
                flags=socket.AI_NUMERICHOST | socket.AI_NUMERICSERV,
            )
            for kind, _, protocol, _, address in found
        ]

    async def close(self) -> None:
        """Nothing is held open."""


async def _read(answer: aiohttp.ClientResponse, limit: int) -> tuple[bytes, bool, int]:
    """The unpacked body, whether it is cut, and the bytes that came over the wire."""
    inflater = Inflater(answer.headers.get("Content-Encoding", ""), limit)
    body, wire = bytearray(), 0
    broken = False
    try:
        async for chunk in answer.content.iter_any():
            wire += len(chunk)
            for start in range(0, len(chunk), CHUNK):
                body += inflater.feed(chunk[start : start + CHUNK])
            if inflater.cut or wire > limit:
                answer.close()
                break
    except (aiohttp.ClientError, OSError):
        if not body:
            raise
        broken = True
    return bytes(body), broken or inflater.cut or wire > limit, wire


def _response(
    request: scrapy.Request, status: int, headers: plain.RawHeaders, content: tuple[bytes, bool]
) -> Response:
    body, truncated = content
    return Response(
        request.url,
        status=status,
        headers=ScrapyHeaders(headers),
        body=body,
        flags=["truncated"] if truncated else [],
        request=request,
    )


def _reason(fault: BaseException) -> str:
    """What went wrong, in words that say what a person may look at."""
    cause: Any = getattr(fault, "os_error", fault)
    if isinstance(cause, socket.gaierror):
        unknown = cause.errno in _UNKNOWN
        return "there is no host of that name" if unknown else "its name cannot be looked up now"
    if isinstance(fault, aiohttp.ConnectionTimeoutError):
        return f"no connection within {CONNECTING:g} s"
    if isinstance(fault, aiohttp.ClientConnectorError):
        found = _CONNECTING.get(cause.errno) or cause.strerror or str(cause)
        return f"no connection: {' '.join(found.split())[:300]}"
    if isinstance(fault, aiohttp.ServerDisconnectedError):
        return "the server closed the connection without an answer"
    text = " ".join(str(fault).split())[:300]
    return text or type(fault).__name__


_UNKNOWN: Final = (socket.EAI_NONAME, getattr(socket, "EAI_NODATA", socket.EAI_NONAME))
_CONNECTING: Final = {
    errno.ECONNREFUSED: "nobody answers at this port", errno.EHOSTUNREACH: "no way leads there",
    errno.ENETUNREACH: "no network leads there",
}  # fmt: skip


def default_headers(user_agent: str) -> Headers:
    """What is sent when a request does not say otherwise."""
    return (
        ("User-Agent", user_agent),
        ("Accept", "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"),
        ("Accept-Encoding", accepted_encodings()),
    )
