"""One browser for all tests of a worker: a start of Chromium and its driver takes 1.4 s.

They have its window in turn. That a browser starts and ends for one page alone is shown
by the fixture ``typed``, which comes before these, and by tests of other folders.
"""

import asyncio
import threading
from collections.abc import Coroutine, Iterator
from typing import Any

import pytest

from leadline.browser.sockets import driver_faults

MAX_CLOSING_SECONDS = 2.0
"""Seconds for a page to be left; a page whose script never ends needs the end of its browser."""


class SharedBrowser:
    """What a page holds of the browser: a window that stands empty, and is left so."""

    def __init__(self, owner: "SharedDriver", options: str, browser: Any) -> None:
        self._owner, self._options, self._browser = owner, options, browser
        self._page: Any = None

    def __getattr__(self, name: str) -> Any:
        return getattr(self._page.context, name)

    async def new_context(self, **options: Any) -> "SharedBrowser":
        empty = self._owner.empty.setdefault(self._options, [])
        new = None if empty else await self._browser.new_context(**options)
        self._page = await new.new_page() if new else empty.pop()
        return self

    async def new_page(self) -> Any:
        return self._page

    async def close(self) -> None:
        try:
            async with asyncio.timeout(MAX_CLOSING_SECONDS):
                await self._page.goto("about:blank")
                await self._page.context.unroute_all()
                await self._page.context.clear_cookies()
        except (TimeoutError, *driver_faults()):
            del self._owner.browsers[self._options], self._owner.empty[self._options]
            await self._browser.close()
            return
        for heard in self._page, self._page.context:
            heard._impl_obj.remove_all_listeners("dialog")
            heard._impl_obj.remove_all_listeners("page")
        self._owner.empty[self._options].append(self._page)


class SharedDriver:
    """Stands for ``async_playwright()`` and its driver, which start once in a loop that lasts."""

    def __init__(self) -> None:
        from playwright.async_api import async_playwright

        self.browsers: dict[str, Any] = {}
        self.empty: dict[str, list[Any]] = {}
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
