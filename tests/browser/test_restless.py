"""Pages that change or ask by themselves, and are at rest for a person."""

import asyncio

import pytest

from browser_pages import PATIENCE, URL, answering, page_of, seen
from leadline.browser import ChromiumPage, find_chromium
from leadline.browser import chromium as shell
from leadline.model import Page, Request

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
    monkeypatch.setattr(shell, "BOX_SECONDS", 2.5)
    monkeypatch.setattr(shell, "SETTLED_SECONDS", 0.5)
    monkeypatch.setattr(shell, "SILENT_SECONDS", 1.0)


@pytest.mark.parametrize("markup", [CLOCK, HINTS, LOADING, POLLING])
def test_a_page_that_moves_by_itself_is_at_rest(
    markup: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """But for the one that never is, which is given up; no other may come so far in time."""
    if markup == HINTS:
        monkeypatch.setattr(shell, "MAX_SETTLING_SECONDS", 5.0)
        monkeypatch.setattr(shell, "RESTLESS_SECONDS", 1.0)
    monkeypatch.setattr(shell, "EMPTY_SECONDS", 2.5)
    asked = []

    async def fetch(request: Request) -> Page:
        asked.append(request)
        return page_of(request, markup if request.url == URL else "{}")

    async def typed(page: ChromiumPage) -> None:
        for word in ("one", "two"):
            await page.type(word, "type")
            await page.observed()

    seen(fetch, typed)
    assert len(asked) < 15


def test_a_busy_page_that_polls_is_not_waited_for_without_end(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(shell, "MAX_SETTLING_SECONDS", 5.0)
    monkeypatch.setattr(shell, "BUSY_SECONDS", 0.0)  # a slow machine
    monkeypatch.setattr(shell, "POLL_SECONDS", 0.5)

    assert "Ships" in seen(POLLING)[0]


def test_what_was_seen_of_a_page_that_never_rests_is_kept() -> None:
    markup = """<!DOCTYPE html><p>Ships</p><script>let n = 0;
    setInterval(() => fetch('/ship/' + n++), 50);</script>"""

    async def seen_so_far() -> tuple[str, ...]:
        async with ChromiumPage(answering(markup), find_chromium()) as page:
            await page.open(URL)
            waiting = asyncio.create_task(page.observed())
            while not page.so_far()[0] and not waiting.done():
                await asyncio.sleep(0.1)
            assert not waiting.done()
            waiting.cancel()
            await asyncio.wait({waiting})
            return page.so_far()[0]

    assert asyncio.run(seen_so_far()) == ("Ships",)


def test_a_request_that_waits_for_frames_is_not_waited_for() -> None:
    """A transport without a websocket: its answer comes when there is news, or late."""
    markup = """<!DOCTYPE html><p>Ships</p><input type=search><script>
    fetch('/socket.io/?transport=polling');</script>"""

    news = asyncio.Event()

    async def fetch(request: Request) -> Page:
        if "socket" in request.url:
            await news.wait()
        return page_of(request, markup)

    async def told(_: ChromiumPage) -> None:
        news.set()

    assert "Ships" in seen(fetch, told)[0]


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
        return page_of(request, bodies[path], kind)

    assert "Amber Anchor" in seen(fetch)[0]
