"""A session in the browser: the steps of ``script.session``, done one after the other."""

import asyncio
import time
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import replace
from math import inf
from typing import Final

from leadline.browser.chromium import (
    ChromiumPage,
    FetchPage,
    answer_wall,
    choose,
    drawn_box,
    drawn_selects,
    press,
    submit,
)
from leadline.browser.executable import find_chromium
from leadline.browser.sockets import Connect, driver_faults
from leadline.errors import MissingExtra
from leadline.model import Page, Request
from leadline.page.observed import SOCKET, Learn, Observed, Sighting
from leadline.script.session import BrowserStep, turn_pages, watch_page

KeepPage = Callable[[Page], Page]

MAX_LINKS: Final = 8
"""Links of a page that are kept."""
TOO_SLOW: Final = "the page was not at rest after {seconds:.0f} s in a browser"


async def watch(
    wish: Learn,
    fetch: FetchPage,
    keep: KeepPage | None = None,
    connect: Connect | None = None,
    cookies: Callable[[str], Sequence[tuple[str, str]]] = lambda _: (),
    *,
    most_seconds: float = inf,
    allowed: Collection[str] = (),
    accepts: bool = False,
    first: Iterable[str] = (),
) -> Observed:
    """Watch a page in a browser; ``fetch`` answers its requests, ``connect`` opens its websockets.

    ``keep`` keeps what it draws, and what came over a websocket; ``cookies`` are those that its
    scripts may read; ``allowed`` are requests that a person lets it send ("POST /api/lookup").
    ``accepts`` is a person's word that a page which asks for consent first may be answered;
    ``first`` says what must be pressed before anything else: what came before counts for nothing.
    """
    try:
        executable = find_chromium()
    except MissingExtra as missing:
        return Observed(trouble=str(missing))
    session = watch_page(wish.nonsense, wish.language, wish.steps, wish.typed, wish.known)
    session = turn_pages(wish.steps) if wish.page else session
    seconds, more = wish.most
    seconds = min(seconds, most_seconds)
    partial, links, form = Observed(), dict[str, str](), ""
    page, step = ChromiumPage(fetch, executable, connect, cookies, more), next(session)
    page.allowed = frozenset(allowed)
    try:
        async with asyncio.timeout(seconds), page:
            while True:
                seen = _with_kept(await _done(page, step, wish), keep)
                if step.action == "open" and await answer_wall(page, accepts=accepts):
                    lines, further = await page.observed()
                    seen = replace(seen, lines=lines, pages=(*seen.pages, *further))
                pressed = [await press(page, one) for one in first if step.action == "open"]
                if any(pressed):
                    lines, further = await page.observed()
                    seen = replace(seen, lines=lines, pages=tuple(further) or seen.pages)
                if keep is not None and wish.steps > 1:
                    seen = replace(seen, shown=keep(_drawn(wish.url, await page.markup())))
                partial = partial.with_sighting(seen)
                if step.action in ("open", "advance"):
                    links |= dict(await page.links())
                form = form or (await page.controls() if step.action == "open" else "")
                step = session.send(seen)
    except StopIteration as end:
        partial = end.value
    except driver_faults() as fault:
        reason = str(fault).partition("\n")[0]
        partial = replace(partial, trouble=f"the browser cannot show the page: {reason}")
    except TimeoutError:
        partial = replace(partial, trouble=TOO_SLOW.format(seconds=seconds))
    if partial.trouble and any(so_far := page.so_far()):
        partial = partial.with_sighting(_with_kept(Sighting(*step[:2], *so_far), keep))
    pairs = tuple((text, url) for url, text in links.items())
    return replace(partial, refused=tuple(page.refused), links=pairs[:MAX_LINKS], form=form)


def _with_kept(seen: Sighting, keep: KeepPage | None) -> Sighting:
    """Return what was seen with what came over a websocket as it was kept."""
    said = [one for one in seen.pages if keep is not None and one.request.method == SOCKET]
    kept = {one: keep(one) for one in said} if keep is not None else {}
    return replace(seen, pages=tuple(kept.get(one, one) for one in seen.pages))


def _drawn(url: str, markup: str) -> Page:
    """Return the page as it is drawn; nothing of this name was sent to the source."""
    headers = (("Content-Type", "text/html; charset=utf-8"),)
    return Page(Request("RENDER", url), url, 200, headers, markup.encode(), time.time())


async def _done(page: ChromiumPage, step: BrowserStep, wish: Learn) -> Sighting:
    """Do one step and wait until the page is at rest.

    A page that is read scrolls by screens, one whose call is learned to its end.
    """
    has_box = True
    match step.action:
        case "open":
            await page.open(wish.url)
        case "expand":
            if not await page.expand(trees=bool(wish.typed)):
                return Sighting(step.action, "", (), (), has_box=False)
        case "advance":
            has_box = await page.advance(by_screens=wish.steps > 1)
        case "choose":
            has_box = await choose(page, step.at, step.word)
        case "submit":
            if not await submit(page):
                return Sighting(step.action, step.word, (), (), has_box=False)
        case _:
            has_box = await page.type(step.word, step.action)
    lines, pages = await page.observed()
    is_read = step.action in ("open", "choose", "submit")
    selects = await drawn_selects(page) if is_read else ()
    box = await drawn_box(page) if step.action == "open" else None
    return Sighting(step.action, step.word, lines, pages, has_box, selects=selects, box=box)
