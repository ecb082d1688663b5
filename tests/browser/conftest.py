"""One browser for all tests of a worker: a start of Chromium and its driver takes 1.4 s.

Each page has a context of its own in it. That a browser starts and ends for one page alone is shown
by the fixture ``typed``, which comes before these, and by tests of other folders.
"""

import asyncio
import threading
from collections.abc import Coroutine, Iterator
from typing import Any

import pytest

MAX_CLOSING_SECONDS = 2.0
"""Seconds for a context to close; a page whose script never ends needs the end of its browser."""


class SharedBrowser:
    """What a page holds of the browser: closing it closes the contexts of this page."""

    def __init__(self, owner: "SharedDriver", options: str, browser: Any) -> None:
        self._owner, self._options, self._browser = owner, options, browser
        self._contexts: list[Any] = []

    async def new_context(self, **options: Any) -> Any:
        context = await self._browser.new_context(**options)
        self._contexts.append(context)
        return context

    async def close(self) -> None:
        try:
            async with asyncio.timeout(MAX_CLOSING_SECONDS):
                for context in self._contexts:
                    await context.close()
        except TimeoutError:
            del self._owner.browsers[self._options]
            await self._browser.close()


class SharedDriver:
    """Stands for ``async_playwright()`` and its driver, which start once in a loop that lasts."""

    def __init__(self) -> None:
        from playwright.async_api import async_playwright

        self.browsers: dict[str, Any] = {}
        self._driver: Any = None
        self._runner = asyncio.Runner()
        self._begin, self._run = async_playwright, asyncio.run

    @property
    def chromium(self) -> "SharedDriver":
        return self

    async def start(self) -> "SharedDriver":
        if self._driver is None:
            self._driver = await self._begin().start()
        return self

    async def launch(self, **options: Any) -> SharedBrowser:
        key = repr(options)
        if key not in self.browsers:
            self.browsers[key] = await self._driver.chromium.launch(**options)
        return SharedBrowser(self, key, self.browsers[key])

    async def stop(self) -> None:
        """Leave the driver to the next page."""

    def run(self, work: Coroutine[Any, Any, Any]) -> Any:
        """Run in the loop that lasts; other threads have loops of their own."""
        if threading.current_thread() is threading.main_thread():
            return self._runner.run(work)
        return self._run(work)

    def end(self) -> None:
        async def close() -> None:
            for browser in self.browsers.values():
                await browser.close()
            if self._driver is not None:
                await self._driver.stop()

        self.run(close())
        self._runner.close()


@pytest.fixture(scope="session")
def shared_driver() -> Iterator[SharedDriver]:
    pytest.importorskip("playwright")
    shared = SharedDriver()
    yield shared
    shared.end()


@pytest.fixture(autouse=True)
def one_browser(shared_driver: SharedDriver, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let pages share the browser, and the loop in which its driver lives."""
    monkeypatch.setattr("playwright.async_api.async_playwright", lambda: shared_driver)
    monkeypatch.setattr(asyncio, "run", shared_driver.run)
