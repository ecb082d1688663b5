"""A web server on loopback that does what it is told, byte for byte, and remembers what it saw."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

from leadline.fetch import Clock, HttpFetcher
from leadline.model import Request


@dataclass
class Seen:
    method: str
    path: str
    headers: dict[str, str]
    body: bytes
    at: float


Handler = Callable[[Seen, asyncio.StreamWriter], Awaitable[None]]


def answer(body: bytes = b"", status: int = 200, *headers: str, length: int | None = None) -> bytes:
    """The bytes of a whole answer."""
    size = len(body) if length is None else length
    lines = [f"HTTP/1.1 {status} Whatever", f"Content-Length: {size}", *headers]
    return "\r\n".join(lines).encode("latin-1") + b"\r\n\r\n" + body


@dataclass
class Site:
    """Routes: path to bytes, a list of bytes (one a request, the last stays), or a handler."""

    routes: dict[str, bytes | list[bytes] | Handler]
    seen: list[Seen] = field(default_factory=list)
    under_way: int = 0
    most_under_way: int = 0

    async def __aenter__(self) -> "Site":
        self.server = await asyncio.start_server(self._serve, "127.0.0.1", 0, limit=1 << 20)
        self.port = self.server.sockets[0].getsockname()[1]
        self.host = f"127.0.0.1:{self.port}"
        self.base = f"http://{self.host}"
        return self

    async def __aexit__(self, *_: object) -> None:
        self.server.close()

    def paths(self) -> list[str]:
        return [one.path for one in self.seen]

    async def asked(self, path: str) -> None:
        """Wait until somebody has asked for a path."""
        async with asyncio.timeout(120):
            while path not in self.paths():
                await asyncio.sleep(0.001)

    def fetcher(self, *more: str, clock: Clock | None = None, **options: object) -> HttpFetcher:
        return HttpFetcher([self.host, *more], clock=clock, **options)

    def get(self, path: str, **headers: str) -> Request:
        pairs = tuple((name.replace("_", "-"), value) for name, value in headers.items())
        return Request("GET", self.base + path, pairs)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while not writer.is_closing():
                await self._one(reader, writer)
        except (asyncio.IncompleteReadError, ConnectionError):
            pass
        finally:
            writer.close()

    async def _one(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
        line, *rest = head.strip().split("\r\n")
        headers = {k.lower(): v for k, _, v in (text.partition(": ") for text in rest)}
        body = await reader.readexactly(int(headers.get("content-length", 0)))
        method, path, _ = line.split(" ")
        one = Seen(method, path, headers, body, asyncio.get_running_loop().time())
        self.seen.append(one)
        self.under_way += 1
        self.most_under_way = max(self.most_under_way, self.under_way)
        try:
            await self._answer(one, writer)
        finally:
            self.under_way -= 1

    async def _answer(self, one: Seen, writer: asyncio.StreamWriter) -> None:
        missing = answer(b"no such page", 404)
        route = self.routes.get(one.path, self.routes.get(one.path.partition("?")[0], missing))
        if isinstance(route, list):
            route = route.pop(0) if len(route) > 1 else route[0]
        if isinstance(route, bytes):
            writer.write(route)
            await writer.drain()
        else:
            await route(one, writer)


class FakeTime:
    """A clock that only sleeping moves."""

    def __init__(self, wall: float = 1_000_000_000.0) -> None:
        self.now = 0.0
        self.wall = wall
        self.slept: list[float] = []

    def clock(self) -> Clock:
        return Clock(lambda: self.wall + self.now, lambda: self.now, self.sleep)

    async def sleep(self, seconds: float) -> None:
        self.slept.append(round(seconds, 3))
        self.now += seconds
