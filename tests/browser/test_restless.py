"""Pages that change or ask by themselves, and are at rest for a person."""

from __future__ import annotations

import asyncio

import pytest

from leadline.browser import ChromiumPage, find_chromium
from leadline.browser import chromium as shell
from leadline.model import Page, Request

PATIENCE = 120.0
"""Seconds that a page which comes to rest in two may take on a machine with much to do."""

pytestmark = pytest.mark.slow  # they wait for a browser, so they begin early

CLOCK = """<!DOCTYPE html><p>Ships</p><p id=at>up 1 s</p><input type=search><script>
let n = 1; setInterval(() => { n += 1; at.textContent = `up ${n} s`; }, 100);</script>"""
HINTS = """<!DOCTYPE html><p>Ships</p><p id=at>a</p><input type=search><script>
setInterval(() => { at.textContent = at.textContent === 'a' ? 'b' : 'a'; }, 100);</script>"""
LOADING = "<!DOCTYPE html><p>Ships</p><p>Loading...</p><input type=search>"
POLLING = """<!DOCTYPE html><p>Ships</p><input type=search><script>
setInterval(() => fetch('/state'), 50);</script>"""


@pytest.fixture(autouse=True)
def driver(chromium: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The browser and its driver."""
    pytest.importorskip("playwright")
    monkeypatch.setattr(shell, "MAX_SETTLING_SECONDS", 2 * PATIENCE)
    monkeypatch.setattr(shell, "BUSY_SECONDS", PATIENCE)  # a slow machine is no busy page
    monkeypatch.setattr(shell, "POLL_SECONDS", PATIENCE)


@pytest.mark.parametrize("markup", [CLOCK, HINTS, LOADING, POLLING])
def test_a_page_that_moves_by_itself_is_at_rest(
    markup: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """But for the one that never is, which is given up; no other may come so far in time."""
    if markup == HINTS:
        monkeypatch.setattr(shell, "MAX_SETTLING_SECONDS", 10.0)
        monkeypatch.setattr(shell, "RESTLESS_SECONDS", 1.0)
    asked = []

    async def fetch(request: Request) -> Page:
        asked.append(request)
        body = markup if request.url == "http://h.test/" else "{}"
        return Page(request, request.url, 200, (("Content-Type", "text/html"),), body.encode())

    async def typed() -> None:
        async with asyncio.timeout(PATIENCE), ChromiumPage(fetch, find_chromium()) as page:
            await page.open("http://h.test/")
            await page.observed()
            for word in ("one", "two"):
                await page.type(word, "type")
                await page.observed()

    asyncio.run(typed())
    assert len(asked) < 15


def test_a_busy_page_that_polls_is_not_waited_for_without_end(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(shell, "MAX_SETTLING_SECONDS", 10.0)
    monkeypatch.setattr(shell, "BUSY_SECONDS", 0.0)  # a slow machine
    monkeypatch.setattr(shell, "POLL_SECONDS", 0.5)

    async def fetch(request: Request) -> Page:
        return Page(request, request.url, 200, (("Content-Type", "text/html"),), POLLING.encode())

    async def seen() -> tuple[str, ...]:
        async with asyncio.timeout(PATIENCE), ChromiumPage(fetch, find_chromium()) as page:
            await page.open("http://h.test/")
            return (await page.observed())[0]

    assert "Ships" in asyncio.run(seen())


def test_what_was_seen_of_a_page_that_never_rests_is_kept() -> None:
    markup = """<!DOCTYPE html><p>Ships</p><script>let n = 0;
    setInterval(() => fetch('/ship/' + n++), 50);</script>"""

    async def fetch(request: Request) -> Page:
        return Page(request, request.url, 200, (("Content-Type", "text/html"),), markup.encode())

    async def seen() -> tuple[str, ...]:
        async with ChromiumPage(fetch, find_chromium()) as page:
            await page.open("http://h.test/")
            waiting = asyncio.create_task(page.observed())
            while not page.so_far()[0] and not waiting.done():
                await asyncio.sleep(0.1)
            assert not waiting.done()
            waiting.cancel()
            await asyncio.wait({waiting})
            return page.so_far()[0]

    assert asyncio.run(seen()) == ("Ships",)


def test_a_request_that_waits_for_frames_is_not_waited_for() -> None:
    """A transport without a websocket: its answer comes when there is news, or late."""
    markup = """<!DOCTYPE html><p>Ships</p><input type=search><script>
    fetch('/socket.io/?transport=polling');</script>"""

    news = asyncio.Event()

    async def fetch(request: Request) -> Page:
        if "socket" in request.url:
            await news.wait()
        return Page(request, request.url, 200, (("Content-Type", "text/html"),), markup.encode())

    async def seen() -> tuple[str, ...]:
        async with asyncio.timeout(PATIENCE), ChromiumPage(fetch, find_chromium()) as page:
            await page.open("http://h.test/")
            lines, _ = await page.observed()
            news.set()
            return lines

    assert "Ships" in asyncio.run(seen())


def test_a_page_whose_scripts_come_slowly_is_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """The page of a loaded machine: what it asks for comes in pauses of a second and more."""
    monkeypatch.setattr(shell, "SETTLED_SECONDS", 2.5)
    monkeypatch.setattr(shell, "PAUSES_OF_REST", 6.0)  # so that this machine may be loaded, too
    later = "setTimeout(() => document.head.append(Object.assign("
    first = f"{later}document.createElement('script'), {{src: '/second.js'}})), 800);"
    second = "setTimeout(() => fetch('/rows').then(() => setTimeout(draw, 900)), 3000);"
    second += "const draw = () => { at.textContent = 'Amber Anchor'; };"
    bodies = {
        "/": "<!DOCTYPE html><p id=at>Ships</p><input type=search><script src=/first.js></script>",
        "/first.js": first,
        "/second.js": second,
        "/rows": "[]",
    }

    async def fetch(request: Request) -> Page:
        path = request.url.removeprefix("http://h.test")
        kind = "text/javascript" if path.endswith(".js") else "text/html"
        return Page(request, request.url, 200, (("Content-Type", kind),), bodies[path].encode())

    async def seen() -> tuple[str, ...]:
        async with ChromiumPage(fetch, find_chromium()) as page:
            await page.open("http://h.test/")
            return (await page.observed())[0]

    assert "Amber Anchor" in asyncio.run(seen())
