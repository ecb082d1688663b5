"""One request, one answer: Scrapy's engine on a running asyncio loop, with our download handler.

Scrapy runs without a Twisted reactor here, so that any running loop will do (a script's
``asyncio.run``, a notebook), several at a time and one after another. Its engine, downloader and
downloader middlewares (also a person's own, through ``settings``) are used as they are; robots,
pace, redirects and cookies are not left to it, because the harvester has to know about each of
them. The download handler is our own (``handler.py``).
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import scrapy
from scrapy import signals
from scrapy.crawler import Crawler
from scrapy.exceptions import DontCloseSpider
from scrapy.http import Headers as ScrapyHeaders
from scrapy.settings import Settings
from scrapy.utils.reactor import is_reactor_installed

from leadline.fetch.handler import PLAIN, WIRE_BYTES, Handler, Limits

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Mapping

    from scrapy.http import Response

    from leadline.fetch.guard import Guard
    from leadline.model import Headers, Request

CLOSING: Final = 5.0
"""Seconds that Scrapy gets to close down before its task is cancelled."""


@dataclass(frozen=True, slots=True)
class Reply:
    """An answer as it came: headers in latin-1, so that no byte is lost."""

    status: int
    headers: Headers
    body: bytes
    truncated: bool
    wire_bytes: int


class Transport:
    """Scrapy, opened and closed; ``send`` asks for one answer and knows nothing of manners."""

    def __init__(self, guard: Guard, limits: Limits, settings: Mapping[str, Any]) -> None:
        self.guard = guard
        self.limits = limits
        self.downloads: dict[scrapy.Request, asyncio.Task[Response]] = {}
        self._crawler = Crawler(_Door, _settings(settings))
        self._running: asyncio.Task[None] | None = None

    async def open(self) -> None:
        """Start the engine; raises what Scrapy raises if it cannot start."""
        opened = asyncio.get_running_loop().create_future()

        def ready() -> None:
            if not opened.done():
                opened.set_result(None)

        self._crawler.signals.connect(ready, signals.engine_started, weak=False)
        self._crawler.signals.connect(_stay, signals.spider_idle, weak=False)
        self._running = asyncio.ensure_future(self._crawler.crawl_async(transport=self))
        await asyncio.wait({self._running, opened}, return_when=asyncio.FIRST_COMPLETED)
        if not opened.done():
            await self._running
            raise RuntimeError("Scrapy's engine did not start")

    async def close(self) -> None:
        """Stop the engine and close all connections."""
        running, self._running = self._running, None
        if running is None:
            return
        for download in self.downloads.values():
            download.cancel()
        with suppress(TimeoutError):
            await asyncio.wait_for(self._crawler.stop_async(), CLOSING)
        running.cancel()
        await asyncio.wait({running}, timeout=CLOSING)

    async def send(self, asked: Request, *, slot: str, plain: bool = False) -> Reply:
        """The answer; raises Refused or Broken. ``plain``: asked the old way, see ``plain.py``."""
        request = scrapy.Request(
            asked.url,
            method=asked.method,
            headers=ScrapyHeaders(list(asked.headers)),
            body=asked.body,
            dont_filter=True,
            meta={"verbatim_url": True, "download_slot": slot, PLAIN: plain},
        )
        try:
            response = await self._crawler.engine.download_async(request)
        except asyncio.CancelledError:
            if request in self.downloads:  # Scrapy would let it run on
                self.downloads[request].cancel()
            raise
        pairs = response.headers.items()
        return Reply(
            response.status,
            tuple(
                (name.decode("latin-1"), value.decode("latin-1"))
                for name, values in pairs
                for value in values
            ),
            response.body,
            "truncated" in response.flags,
            int(request.meta.get(WIRE_BYTES, len(response.body))),
        )


class _Door(scrapy.Spider):
    """Scrapy asks for a spider; this one does nothing but stay."""

    name = "leadline"
    transport: Transport

    async def start(self) -> AsyncIterator[Any]:
        return
        yield


def _settings(extra: Mapping[str, Any]) -> Settings:
    """Scrapy's settings: nothing of its own but the engine, then what the person adds."""
    settings = Settings(
        {
            "TWISTED_REACTOR_ENABLED": is_reactor_installed(),
            "TWISTED_REACTOR": None,
            "DOWNLOAD_HANDLERS": {"http": Handler, "https": Handler},
            "DOWNLOADER_MIDDLEWARES_BASE": {},
            "SPIDER_MIDDLEWARES_BASE": {},
            "EXTENSIONS_BASE": {},
            "ITEM_PIPELINES_BASE": {},
            "STATS_CLASS": "scrapy.statscollectors.DummyStatsCollector",
            "TELNETCONSOLE_ENABLED": False,
            "CONCURRENT_REQUESTS": 1000,
            "CONCURRENT_REQUESTS_PER_DOMAIN": 16,
            "DOWNLOAD_DELAY": 0,
            "COOKIES_ENABLED": False,
            "ROBOTSTXT_OBEY": False,
        }
    )
    settings.update(dict(extra), priority="cmdline")
    return settings


def _stay() -> None:
    raise DontCloseSpider
