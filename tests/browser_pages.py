"""Pages for a browser: what they are answered with, what is done to them, and what they show."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator, Mapping
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any

from leadline.browser import ChromiumPage, find_chromium
from leadline.browser.chromium import FetchPage
from leadline.model import Page, Request

URL = "http://h.test/"
KINDS = {"js": "text/javascript", "css": "text/css"}
PATIENCE = 120.0
"""Seconds that a page which comes to rest in two may take on a machine with much to do."""
SHORT_RESTS = {
    "SETTLED_SECONDS": 0.25,
    "SILENT_SECONDS": 0.5,
    "EMPTY_SECONDS": 1.0,
    "BOX_SECONDS": 1.0,
    "LOOK_SECONDS": 0.05,
    "BUSY_SECONDS": 0.1,  # on a machine with much to do a page is slow to be looked at, too
    "ACTION_MILLISECONDS": 30_000,
}
"""Times of a browser for pages that answer at once."""


def page_of(request: Request, body: str, kind: str = "text/html", status: int = 200) -> Page:
    return Page(request, request.url, status, (("Content-Type", kind),), body.encode())


def answering(markup: str) -> FetchPage:
    """Answer every request with one page."""

    async def fetch(request: Request) -> Page:
        return page_of(request, markup)

    return fetch


async def nothing(_: ChromiumPage) -> None:
    """Do nothing to a page."""


def seen(
    fetch: FetchPage | str, act: Callable[[ChromiumPage], Awaitable[Any]] = nothing, **options: Any
) -> tuple[tuple[str, ...], list[Page], list[str]]:
    """Open a page, do something to it when it rests; its lines, its pages and what was refused."""

    async def opened() -> tuple[tuple[str, ...], list[Page], list[str]]:
        asked = answering(fetch) if isinstance(fetch, str) else fetch
        page = ChromiumPage(asked, find_chromium(), **options)
        async with asyncio.timeout(PATIENCE), page:
            await page.open(URL)
            lines, pages = await page.observed()
            if act is not nothing:
                await act(page)
                lines, pages = await page.observed()
            return lines, [*pages], [*page.refused]

    return asyncio.run(opened())


async def advance(page: ChromiumPage) -> None:
    assert await page.advance()


@contextmanager
def served(bodies: Mapping[str, str]) -> Iterator[tuple[str, list[str]]]:
    """Serve texts by their paths, none with status 404, or its own where it begins with digits.

    Yields the address and the paths that were asked.
    """
    asked: list[str] = []

    class TextHandler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            asked.append(self.path)
            body = bodies.get(self.path, bodies.get(self.path.partition("?")[0], ""))
            plain = "text/html" if body[:1] == "<" else "application/json"
            kind = KINDS.get(self.path.rpartition(".")[2], plain)
            self.send_response(int(body) if body.isdecimal() else 200 if body else 404)
            self.send_header("Content-Type", kind)
            self.end_headers()
            self.wfile.write(body.encode())

        do_POST = do_GET  # noqa: N815

        def log_message(self, format: str, *args: object) -> None:
            """Say nothing."""

    with ThreadingHTTPServer(("127.0.0.1", 0), TextHandler) as server:
        Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/", asked
        server.shutdown()
