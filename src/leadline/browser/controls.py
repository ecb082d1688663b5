"""Controls of a page that are pressed: by a click, or one after another until one shows a list."""

from collections.abc import Awaitable, Callable
from typing import Any, Final

from leadline.browser.page_scripts import TABS
from leadline.browser.sockets import driver_faults
from leadline.script.gate import may_follow

MAX_TABS: Final = 5
"""Tabs and entries of menus that are pressed where a page shows no list."""
MAX_LINES_WITHOUT_LIST: Final = 20
"""Lines of such a page."""
MIN_TAB_LINES: Final = 10
"""Lines that are new below a tab of a list."""

Lines = Callable[[], Awaitable[tuple[str, ...]]]


async def click(control: Any) -> None:
    """Click a control, by its own event where something lies over it, such as an icon's name."""
    try:
        await control.click()
    except driver_faults():
        await control.evaluate("(one) => one.click()")


async def press_tabs(page: Any, settled: Lines) -> bool:
    """Press controls that only show other parts of a page, until one shows a list."""
    before = await settled()
    for _ in range(MAX_TABS if len({*before}) <= MAX_LINES_WITHOUT_LIST else 0):
        tab = (await page.evaluate_handle(TABS)).as_element()
        if tab is None:
            break
        if not may_follow(page.url, await tab.inner_text()):
            continue
        await click(tab)
        after = await settled()
        if len({*after} - {*before}) >= MIN_TAB_LINES:
            return True
    return False
