"""Websockets of a page: opened by our own fetcher to the source's hosts, and bounded.

A frame goes out only if it is text that reads, as far as can be told. What came is data too.
"""

import asyncio
import json
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import suppress
from typing import Any, Final, Protocol

from leadline.errors import FetchError
from leadline.model import Page, Request
from leadline.page.observed import SOCKET
from leadline.page.urls import origin
from leadline.script.gate import frame_data, may_send_frame


class Socket(Protocol):
    """An open websocket."""

    async def send(self, text: str) -> None:
        """Send a frame of text."""

    def frames(self) -> AsyncIterator[str | bytes]:
        """Yield the frames that come."""

    async def close(self) -> None:
        """Close the socket."""


Connect = Callable[[Request, Sequence[str]], Awaitable[Socket]]

MAX_FRAMES: Final = 300
"""Frames of a page that are sent; data frames of one step that are kept."""
MAX_SOCKET_BYTES: Final = 16 * 1024 * 1024
"""Bytes of the frames that come, after which a socket is closed."""
JSON_TYPE: Final = (("Content-Type", "application/json; charset=utf-8"),)
SILENT_SOCKETS: Final = "a websocket"
TALKING_SOCKETS: Final = "its answers come over a websocket"
NOT_SENT: Final = "a frame of a websocket may write, or cannot be read, and was not sent"


def driver_faults() -> tuple[type[Exception], ...]:
    """Return what the driver raises where a page changes under its hands."""
    from playwright.async_api import Error

    return (Error,)


class PageSockets:
    """The websockets of one page; ``pending`` are the frames that wait for their turn."""

    def __init__(self, connect: Connect | None, refused: dict[str, None]) -> None:
        self.pending = 0
        self._connect, self._refused = connect, refused
        self._frames: list[Page] = []
        self._sent = self._bytes = 0
        self._tasks: set[asyncio.Task[None]] = set()

    async def open(self, route: Any) -> None:
        """Open a websocket that a page wants, and pass on what both sides say."""
        url = "http" + route.url.removeprefix("ws")
        request = Request("GET", url, (("Origin", origin(url)),))
        try:
            if self._connect is None:
                raise FetchError(SILENT_SOCKETS, request)
            socket = await self._connect(request, route.protocols)
        except FetchError as fault:
            self._refused[str(fault)] = None
            with suppress(*driver_faults()):  # the page may be gone
                await route.close()
            return
        said: asyncio.Queue[str | bytes] = asyncio.Queue()
        route.on_message(said.put_nowait)
        for work in (self._send(said, socket), self._receive(route, socket, url)):
            task = asyncio.ensure_future(work)
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def close(self) -> None:
        """Close all websockets."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def taken(self) -> list[Page]:
        """Return the data that came since the last call, a page for each frame."""
        pages, self._frames = self._frames, []
        return pages

    async def _send(self, said: asyncio.Queue[str | bytes], socket: Socket) -> None:
        while True:
            frame = await said.get()
            if self._sent >= MAX_FRAMES or not may_send_frame(frame) or isinstance(frame, bytes):
                self._refused[NOT_SENT] = None
                continue
            self._sent += 1
            self.pending += 1
            try:
                await socket.send(frame)
            except (FetchError, OSError) as fault:
                self._refused[str(fault) or SILENT_SOCKETS] = None
            finally:
                self.pending -= 1

    async def _receive(self, route: Any, socket: Socket, url: str) -> None:
        try:
            async for frame in socket.frames():
                self._bytes += len(frame)
                is_full = len(self._frames) > MAX_FRAMES
                if is_full or self._bytes > MAX_SOCKET_BYTES:
                    self._refused["a websocket says too much to be read whole"] = None
                if self._bytes > MAX_SOCKET_BYTES:
                    break
                data = frame_data(frame) if isinstance(frame, str) and not is_full else None
                if data is not None:
                    body = json.dumps(data, ensure_ascii=False).encode()
                    page = Page(Request(SOCKET, url), url, 200, JSON_TYPE, body, time.time())
                    self._frames.append(page)
                    self._refused[TALKING_SOCKETS] = None
                route.send(frame)
        finally:
            await socket.close()
            with suppress(*driver_faults()):  # the page may be gone
                await route.close()
