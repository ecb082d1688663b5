"""The system's Chromium by Playwright: every request of the page is answered by our own fetcher.

The browser itself reaches no network: what is not answered goes to a proxy that does not exist.
"""

import asyncio
import json
import os
import re
import time
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from functools import cache
from importlib.resources import files
from typing import Any, Final, Self
from urllib.parse import urlsplit

from leadline.browser.executable import DEAD_PROXY, FLAGS
from leadline.browser.sockets import Connect, PageSockets, driver_faults
from leadline.errors import FetchError
from leadline.model import Page, Request
from leadline.page.data_files import any_of
from leadline.page.observed import (
    MAX_PAGE_REQUESTS,
    MAX_SCRIPTS,
    MORE_REQUESTS,
    WALLED,
    WITHHELD,
    Action,
    DrawnBox,
    DrawnSelect,
)
from leadline.page.urls import origin
from leadline.script.explain import NUMBERS
from leadline.script.gate import OVERRIDE_HEADERS, READING_METHODS, is_sent, is_transport, may_send

FetchPage = Callable[[Request], Awaitable[Page]]

NOTHING_FOCUSED: Final = "() => !document.activeElement || document.activeElement === document.body"
SETTLED_SECONDS: Final = 1.0
"""Seconds without a request and without a change of the text after which a page is at rest."""
SILENT_SECONDS: Final = 2.0
"""Seconds after which a step that set nothing in motion is over; boxes wait for the next letter."""
PRESS_MILLISECONDS: Final = 3_000
"""Time in which a button must be there that a person said."""
EMPTY_SECONDS: Final = 15.0
"""Seconds that a page may take to show its first text, or what stands for it while it loads."""
BOX_SECONDS: Final = 6.0
"""Seconds that its first box may take after that."""
BUSY_SECONDS: Final = 0.5
"""Seconds without a word from a page after which its scripts count as under way."""
MAX_SETTLING_SECONDS: Final = 25.0
"""Seconds without an answer after which a page is taken as it is."""
RESTLESS_SECONDS: Final = 6.0
"""Such seconds for a page that was never at rest before."""
PAUSES_OF_REST: Final = 3.0
"""Rest of a page that opens, in longest pauses before one of its scripts: a slow machine's page."""
MAX_SAME_REQUESTS: Final = 3
POLL_SECONDS: Final = 3.0
"""Seconds for which an answer is good that a page asked for so often: it waits for changes."""
_LOADING: Final = re.compile(rf"(?:{any_of('leadline.script', 'loading')})\W*$", re.IGNORECASE)
SEARCH_KEYS: Final = ("Control+k", "/")
"""Keys that open a search box in many pages."""
MAX_STYLE_SHEETS: Final = 5
"""Style sheets that are fetched: lists that are drawn in part have no height without them."""
MAX_CONTROLS_MARKUP: Final = 200_000
"""Characters of the controls of a page that are kept."""
LOOK_SECONDS: Final = 0.15
ACTION_MILLISECONDS: Final = 3_000
DATA_KINDS: Final = ("document", "script", "xhr", "fetch", "eventsource")
"""Kinds of requests whose answers may tell what a page shows, or how."""


class ChromiumPage:
    """One page in a browser of its own; implements ``PageBrowser``. Used inside ``async with``."""

    def __init__(
        self,
        fetch: FetchPage,
        executable: str,
        connect: Connect | None = None,
        cookies: Callable[[str], Sequence[tuple[str, str]]] = lambda _: (),
        more_requests: int = 0,
    ) -> None:
        self.refused: dict[str, None] = {}
        self.allowed: frozenset[str] = frozenset()
        self._fetch, self._cookies, self._more = fetch, cookies, more_requests
        self._sockets = PageSockets(connect, self.refused)
        self._executable = executable
        self._pages: list[tuple[int, Page]] = []
        self._known: dict[str, Page] = {}
        self._polled: dict[str, tuple[int, float, Page | None]] = {}
        self._most = MAX_SETTLING_SECONDS
        self._led: dict[str, str] = {}
        self._has_box, self._entry = False, ""
        self._typed: set[str] = set()
        self._requests = self._posts = self._styles = self._scripts = 0
        self._pending = self._sequence = self._answered = self._withheld = 0
        self._moved = self._pause = self._heard = 0.0
        self._streams: dict[str, int] = {}
        self._seen: tuple[str, ...] = ()
        self._driver: Any = None
        self._browser: Any = None
        self._page: Any = None

    async def __aenter__(self) -> Self:
        from playwright.async_api import async_playwright

        self._driver = await async_playwright().start()
        try:
            await self._start()
        except BaseException:
            await self._driver.stop()
            raise
        return self

    async def _start(self) -> None:
        is_root = hasattr(os, "geteuid") and os.geteuid() == 0
        self._browser = await self._driver.chromium.launch(
            executable_path=self._executable,
            args=list(FLAGS),
            chromium_sandbox=not is_root,
            proxy={"server": DEAD_PROXY},
        )
        context = await self._browser.new_context(
            service_workers="block",
            accept_downloads=False,
            viewport={"width": 1280, "height": 1600},
        )
        context.set_default_timeout(ACTION_MILLISECONDS)
        await context.route("**/*", self._answer)
        await context.route_web_socket("**/*", self._sockets.open)
        self._page = await context.new_page()
        self._page.on("dialog", lambda dialog: asyncio.ensure_future(dialog.dismiss()))
        context.on("page", lambda other: asyncio.ensure_future(other.close()))

    async def __aexit__(self, *_: object) -> None:
        await self._sockets.close()
        with suppress(*driver_faults()):  # a browser that is gone already cannot be closed
            await self._browser.close()
        await self._driver.stop()

    async def open(self, url: str) -> None:
        """Open an address; its scripts see the cookies of the session, such as tokens of forms."""
        self._entry, self._moved, self._pause = url, time.monotonic(), 0.0
        with suppress(*driver_faults()):
            for name, value in self._cookies(url):
                cookie = {"name": name, "value": value, "url": url}
                await self._page.context.add_cookies([cookie])
            await self._page.goto(url, wait_until="commit", timeout=1000 * MAX_SETTLING_SECONDS)

    async def type(self, word: str, action: Action) -> bool:
        """Type a word into the page's search box, in place of what stands there; False without."""
        box = await self._box()
        if box is None:
            return False
        self._typed |= {word} - {""}
        with suppress(*driver_faults()):
            await box.focus()
            await box.press("ControlOrMeta+A")
            await box.press("Backspace")
            if word:
                await box.type(word, delay=25)
            if action == "enter":
                await box.press("Enter")
            elif action == "press":
                beside = (await box.evaluate_handle(page_script("beside"))).as_element()
                await (_click(beside) if beside is not None else box.press("Enter"))
        return True

    async def advance(self, *, by_screens: bool = False) -> bool:
        """Press the control that leads to the next page, else scroll to the end, or on."""
        control = await self._element("next")
        with suppress(*driver_faults()):
            if control is not None:
                await _click(control)
                return True
            scroll = page_script("scroll_on" if by_screens else "scroll")
            return bool(await self._page.evaluate(scroll))
        return False

    async def expand(self, *, trees: bool = False) -> bool:
        """Open closed groups of rows; False where none is closed."""
        with suppress(*driver_faults()):
            return bool(await self._page.evaluate(page_script("groups"), trees))
        return False

    async def observed(self) -> tuple[tuple[str, ...], tuple[Page, ...]]:
        """Wait until the page is at rest; return its lines and what it fetched since before."""
        self._seen = await self._settled()
        self._moved = self._pause = 0.0
        lines, pages = self.so_far()
        self._pages.clear()
        return lines, pages

    def so_far(self) -> tuple[tuple[str, ...], tuple[Page, ...]]:
        """Return what was seen of a page that did not come to rest, without looking again."""
        pages = tuple(page for _, page in sorted(self._pages, key=lambda pair: pair[0]))
        return self._seen, (*pages, *self._sockets.taken())

    async def links(self) -> list[tuple[str, str]]:
        """Return addresses of its host that the page leads to, and what their links say."""
        with suppress(TimeoutError, *driver_faults()):
            async with asyncio.timeout(MAX_SETTLING_SECONDS):
                found = await self._page.evaluate(page_script("links"))
                return [(str(one[0]), str(one[1])) for one in found]
        return []

    async def controls(self) -> str:
        """Return the controls of the page as they stand, as the markup of one form."""
        return "".join(map(str, await _in_frames(self._page, "controls")))[:MAX_CONTROLS_MARKUP]

    async def markup(self) -> str:
        """Return the markup of the page as it is drawn, '' where it cannot be read."""
        with suppress(*driver_faults()):
            return str(await self._page.evaluate(page_script("markup")))
        return ""

    async def _settled(self) -> tuple[str, ...]:
        answered, first = self._answered, await self._lines()
        progress = changed = time.monotonic()  # the first look takes long where much is answered
        lines, stood = first, frozenset(self._seen)
        is_moved = bool(self._pages)
        while True:
            await asyncio.sleep(LOOK_SECONDS)
            asked = time.monotonic()
            seen = await self._lines()
            now = time.monotonic()
            if self._answered != answered:  # a slow pace is no reason to give up
                answered, progress, changed = self._answered, now, max(changed, self._heard)
            is_busy = self._pending or self._sockets.pending or now - asked > BUSY_SECONDS
            still, stood_still = (NUMBERS.sub("", "\n".join(one)) for one in (seen, lines))
            if is_busy or still != stood_still:
                changed = now
            self._seen = lines = seen
            is_moved = is_moved or bool(self._pages) or lines != first
            rest = SETTLED_SECONDS if is_moved else SILENT_SECONDS
            rest = max(rest, min(PAUSES_OF_REST * self._pause, EMPTY_SECONDS))
            loads = (one for one in lines if one not in stood and _LOADING.match(one))
            if any(loads) or not (self._has_box or lines or _waits_in_vain(self)):
                rest = BOX_SECONDS if self._has_box else EMPTY_SECONDS
            if now - changed >= rest:
                return lines
            if now - progress >= self._most:
                self._most = min(RESTLESS_SECONDS, self._most)
                return lines

    async def _lines(self) -> tuple[str, ...]:
        return tuple(line for one in await _in_frames(self._page, "lines") for line in one)

    async def _box(self) -> Any:
        box = await self._element("box")
        patience = time.monotonic() + BOX_SECONDS
        while not (box or self._has_box or _waits_in_vain(self)) and time.monotonic() < patience:
            await asyncio.sleep(2 * LOOK_SECONDS)
            box = await self._element("box")
        self._has_box = True
        if box is None and (opener := await self._element("opener")) is not None:
            with suppress(*driver_faults()):
                await _click(opener)
                await asyncio.sleep(SETTLED_SECONDS)
            box = await self._element("box")
        for key in SEARCH_KEYS if box is None else ():
            with suppress(*driver_faults()):
                if box is None and await self._page.evaluate(NOTHING_FOCUSED):
                    await self._page.keyboard.press(key)
                    await asyncio.sleep(3 * LOOK_SECONDS)
                    box = await self._element("box")
        return box

    async def _element(self, script: str) -> Any:
        for frame in self._page.frames:
            with suppress(*driver_faults()):
                handle = await frame.evaluate_handle(page_script(script))
                if (element := handle.as_element()) is not None:
                    return element
        return None

    async def _answer(self, route: Any) -> None:
        """Answer a request of the page by the fetcher, or refuse it."""
        asked = route.request
        if (same := self._recent(asked)) is not None:
            with suppress(*driver_faults()):
                await fulfil(route, same, self._led)
            return
        body = asked.post_data_buffer or b""
        self._sequence += 1
        number = self._sequence
        page = None
        if self._moved and not self._pending and asked.resource_type == "script":
            self._pause = max(self._pause, time.monotonic() - self._moved)
        waits = is_transport(asked.url)  # for frames, which say themselves that there are some
        self._pending += not waits
        try:
            kind, is_read = asked.resource_type, asked.method == "GET"
            is_known = is_read and kind == "document" and asked.url in self._known
            told = f"{asked.method} {urlsplit(asked.url).path}"
            is_named = is_known or (is_read and asked.url == self._entry)  # by a person
            is_named = is_named or (told in self.allowed and asked.method in READING_METHODS)
            said = [value for name, value in asked.headers.items() if name in OVERRIDE_HEADERS]
            what, own = (asked.method, asked.url, body, kind), self._is_own(asked.url)
            if is_named or may_send(*what, self._typed, said, is_own=own):
                page = await self._fetched(asked, body)
            elif kind in ("xhr", "fetch") and asked.method != "HEAD":
                self.refused[f"{told} {WITHHELD}"] = None
                self._withheld = number
            with suppress(*driver_faults()):
                if page is None and asked.resource_type == "stylesheet":  # scripts wait for it
                    await route.fulfill(status=200, content_type="text/css", body="")
                elif page is None and asked.url in self._streams:
                    await route.fulfill(status=204)  # which ends it
                elif page is None:
                    await route.abort("blockedbyclient")
                else:
                    await fulfil(route, page, self._led)
        finally:
            self._pending -= not waits
            polls = waits or self._polled.get(asked.url, (0,))[0] > MAX_SAME_REQUESTS
            self._answered += page is not None and not polls
            self._moved = self._moved and time.monotonic()
            if not polls:  # what polls says nothing
                self._heard = time.monotonic()
        if page is not None and asked.resource_type in DATA_KINDS:
            self._pages.append((number, page))

    def _is_own(self, url: str) -> bool:
        """Tell whether a page asks this when it opens, or asked so before, maybe of other rows."""
        place = url.partition("?")[0]
        return bool(self._moved) or any(one.partition("?")[0] == place for one in self._polled)

    def _recent(self, asked: Any) -> Page | None:
        """Return the last answer to what a page asks for again and again, while it is good."""
        times, since, page = self._polled.get(asked.url, (0, 0.0, None))
        is_good = time.monotonic() - since < POLL_SECONDS
        return page if asked.method == "GET" and times >= MAX_SAME_REQUESTS and is_good else None

    async def _fetched(self, asked: Any, body: bytes) -> Page | None:
        known = self._known.get(asked.url) if asked.method == "GET" else None
        is_static = asked.resource_type in ("document", "script", "stylesheet")
        if known is not None and is_static:
            return known
        if asked.resource_type == "eventsource":
            if self._streams.get(asked.url) == self._posts:  # opened again, and nothing was asked
                return None
            self._streams[asked.url] = self._posts
        self._posts += asked.method == "POST"
        self._styles += asked.resource_type == "stylesheet"
        if asked.resource_type == "stylesheet" and self._styles > MAX_STYLE_SHEETS:
            return None
        self._scripts += asked.resource_type == "script"
        most = max(MAX_PAGE_REQUESTS, min(self._scripts, MAX_SCRIPTS) + MORE_REQUESTS) + self._more
        if self._requests >= most:
            self.refused[f"the page asks for more than {most} things"] = None
            return None
        self._requests += 1
        headers = tuple(pair for pair in asked.headers.items() if is_sent(pair[0]))
        own = origin(self._page.url) if asked.method == "POST" else ""
        if own and "origin" not in asked.headers:  # some browsers add it later (Fetch, 3.2)
            headers += (("Origin", own),)
        try:
            page = await self._fetch(Request(asked.method, asked.url, headers, body))
        except FetchError as fault:
            if asked.resource_type != "stylesheet":
                self.refused[str(fault)] = None
            return None
        if asked.method == "GET":
            times, *_ = self._polled.get(asked.url, (0,))
            self._polled[asked.url] = times + 1, time.monotonic(), page
        what = {"script": "script", "xhr": "call", "fetch": "call"}.get(asked.resource_type)
        if what and page.status >= 400 and (what == "script" or page.status != 404):
            self.refused[f"its {what} {urlsplit(asked.url).path} was answered {page.status}"] = None
        if page.truncated:
            self.refused[f"{urlsplit(asked.url).path} is too large to be read whole"] = None
        if is_static and page.status < 400:
            self._known[asked.url] = self._known[page.url] = page
        return page


def _waits_in_vain(page: ChromiumPage) -> bool:
    """Tell whether the last thing that a page asked for was withheld, so that nothing follows."""
    return 0 < page._withheld == page._sequence


async def answer_wall(page: ChromiumPage, *, accepts: bool) -> bool:
    """Answer a wall that asks for consent, by no where it offers that; False without one.

    Without a person's word it is only named.
    """
    button = await page._element("wall")
    if button is None or not accepts:
        page.refused |= {WALLED: None} if button is not None else {}
        return False
    with suppress(*driver_faults()):
        await _click(button)
    return True


async def press(page: ChromiumPage, text: str) -> bool:
    """Press the button that says a text; False where there is none that can be pressed."""
    with suppress(*driver_faults()):
        button = page._page.get_by_role("button", name=text, exact=True).first
        if handle := await button.element_handle(timeout=PRESS_MILLISECONDS):
            await _click(handle)
            return True
    return False


async def choose(page: ChromiumPage, at: int, value: str) -> bool:
    """Choose a value in the list number ``at``, by its own events; False where that fails."""
    page._typed |= {value}
    with suppress(*driver_faults()):
        handle = await page._page.evaluate_handle(page_script("select_at"), at)
        if (select := handle.as_element()) is not None:
            return bool(await select.select_option(value=value))
    return False


async def submit(page: ChromiumPage) -> bool:
    """Press the button beside the lists to choose from; False without one."""
    button = await page._element("submit")
    with suppress(*driver_faults()):
        if button is not None:
            await _click(button)
            return True
    return False


async def drawn_box(page: ChromiumPage) -> DrawnBox | None:
    """Return what the search box of a page says of what it may hold, None without one."""
    box = await page._element("box")
    with suppress(*driver_faults()):
        return DrawnBox(*(await box.evaluate(page_script("box_says")))) if box is not None else None
    return None


async def drawn_selects(page: ChromiumPage) -> tuple[DrawnSelect, ...]:
    """Return the lists to choose from, as they stand."""
    with suppress(*driver_faults()):
        found = await page._page.evaluate(page_script("selects"))
        return tuple(
            DrawnSelect(name, value, tuple((one, text) for one, text in options), is_open)
            for name, value, options, is_open in found
        )
    return ()


async def _click(control: Any) -> None:
    """Click a control, by its own event where something lies over it, such as an icon's name."""
    try:
        await control.click()
    except driver_faults():
        await control.evaluate("(one) => one.click()")


async def _in_frames(page: Any, script: str) -> list[Any]:
    """Return what a script, by its name, says of each frame of a page."""
    found: list[Any] = []
    for frame in page.frames:
        with suppress(TimeoutError, *driver_faults()):
            async with asyncio.timeout(MAX_SETTLING_SECONDS):  # its scripts never rest, say
                found.append(await frame.evaluate(page_script(script)))
    return found


NOT_GIVEN: Final = frozenset(
    {"content-encoding", "content-length", "transfer-encoding", "connection", "location"}
)
"""Headers of an answer that no longer fit it."""


async def fulfil(route: Any, page: Page, led: dict[str, str]) -> None:
    """Give a page an answer; what was found elsewhere is led there, once."""
    asked = route.request
    is_led = page.url != asked.url and led.setdefault(page.url, asked.url) == asked.url
    if asked.resource_type == "document" and is_led:
        text = json.dumps(page.url).replace("<", "%3C")  # a 302 would lead past our fetcher
        text = f"<script>location.replace({text} + location.hash)</script>"
        await route.fulfill(status=200, content_type="text/html", body=text)
        return
    headers: dict[str, str] = {}
    for name, value in page.headers:
        if name.casefold() not in NOT_GIVEN:
            name, before = name.casefold(), headers.get(name.casefold())
            between = "\n" if name == "set-cookie" else ", "  # a broken header hangs the page
            headers[name] = f"{before}{between}{value}" if before else value
    await route.fulfill(status=page.status, headers=headers, body=page.body)


@cache
def page_script(name: str) -> str:
    """Return a script of a page as a function of one argument, behind what all of them share.

    >>> page_script("select_at").splitlines()[-3:]
    ['// The list to choose from at a place.', '(at) => selects()[at] || null', ')(argument); }']
    """
    folder = files("leadline.browser").joinpath("scripts")
    shared, own = (folder.joinpath(f"{one}.js").read_text("utf-8") for one in ("shared", name))
    return f"(argument) => {{\n{shared}return (\n{own})(argument); }}"
