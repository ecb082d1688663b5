"""A session in the browser: the steps of ``script.session``, done one after the other."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from leadline.browser.chromium import MISSING, ChromiumPage, driver_faults, find_chromium
from leadline.script.observed import Observed, Sighting
from leadline.script.session import watch_page

if TYPE_CHECKING:
    from leadline.browser.chromium import FetchPage
    from leadline.script.observed import Learn
    from leadline.script.session import BrowserStep, PageBrowser

MAX_SESSION_SECONDS: Final = 240.0
TOO_SLOW: Final = "the page was not at rest after {seconds:.0f} s in a browser"


async def watch(wish: Learn, fetch: FetchPage) -> Observed:
    """Watch a page in a browser; ``fetch`` answers its requests."""
    executable = find_chromium()
    if not executable:
        return Observed(trouble=MISSING)
    session = watch_page(wish.nonsense, wish.language)
    partial = Observed()
    try:
        async with asyncio.timeout(MAX_SESSION_SECONDS), ChromiumPage(fetch, executable) as page:
            step = next(session)
            while True:
                seen = await _done(page, step, wish.url)
                partial = partial.with_sighting(seen)
                step = session.send(seen)
    except StopIteration as end:
        observed: Observed = end.value
        return replace(observed, refused=tuple(page.refused))
    except driver_faults() as fault:
        reason = str(fault).partition("\n")[0]
        return replace(partial, trouble=f"the browser cannot show the page: {reason}")
    except TimeoutError:
        return replace(partial, trouble=TOO_SLOW.format(seconds=MAX_SESSION_SECONDS))


async def _done(page: PageBrowser, step: BrowserStep, url: str) -> Sighting:
    """Do one step and wait until the page is at rest."""
    has_box = True
    match step.action:
        case "open":
            await page.open(url)
        case "advance":
            has_box = await page.advance()
        case _:
            has_box = await page.type(step.word, enter=step.action == "enter")
    lines, pages = await page.observed()
    return Sighting(step.action, step.word, lines, pages, has_box)
