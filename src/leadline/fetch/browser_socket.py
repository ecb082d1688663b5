"""A websocket (RFC 6455) that a page in a browser opens: made by us, guarded as a request is."""

from collections.abc import AsyncIterator, Awaitable, Callable

import aiohttp

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
