"""Page turns that are under way: a server that keeps where one is may have turned all the same.

A run that dies between such a request and its answer cannot know what the server did. So what may
turn a page is written down before it is sent. Where no answer was archived, the next run is told
that the turn was cut off, and its crawl begins the walk anew (``crawl.paging.fetch_page``).
"""

from typing import Any, Final
from urllib.parse import urlsplit

from leadline.app.script.page_watch import BROWSER_PURPOSE
from leadline.crawl.events import Get
from leadline.crawl.live_query import LIVE_PURPOSE
from leadline.crawl.state.renewal import CUT_OFF_STATUS
from leadline.model import Page, Request
from leadline.store import Store
from leadline.store.refresh.visits import REFRESH

UNDER_WAY: Final = "page turn under way"
"""Name under which a source keeps the last request that may turn a page, and what it had before."""
CUT_OFF: Final = "CutOff"
"""Stands in the store for the error of a turn without an answer."""
PAST: Final = frozenset({LIVE_PURPOSE, REFRESH, BROWSER_PURPOSE})
"""Purposes of pages beside a harvest, which no harvest asks for again."""
NOTE: Final = "the run ended while the source was asked to turn a page"


def may_turn(wanted: Get, *, is_early: bool) -> bool:
    """Tell whether a request may turn a page that the server keeps.

    It ``is_early`` for the first further page of its query, or where it was sent before: another
    one says itself where the walk is. So does an address with a number.
    """
    address = urlsplit(wanted.request.url)
    has_number = any(map(str.isdigit, f"{address.path}?{address.query}"))
    is_told = wanted.request.method == "GET" and has_number
    return wanted.purpose == "page" and is_early and not is_told


def note_turn(store: Store, key: str, request: Request, query: int | None, after: int) -> None:
    """Write down a request that may turn a page, before it is sent; the last page is ``after``."""
    body = request.body.decode("latin-1")
    store.learn(key, UNDER_WAY, [after, request.method, request.url, body, query])


def recall_turn(store: Store, key: str) -> None:
    """Keep as a page what the last run asked to turn one and was not answered."""
    plain: list[Any] | None = store.learned(key).get(UNDER_WAY)
    if not plain or any(one.purpose not in PAST for one in store.pages(key, after=plain[0])):
        return
    _, method, url, body, query = plain
    page = Page(Request(method, url, (), body.encode("latin-1")), url, 0)
    store.add_page(key, page, None, "page", query=query, error=CUT_OFF, note=NOTE)


def reply_cut_off(request: Request, number: int) -> Page:
    """Return what stands for the answer to a turn that was cut off."""
    return Page(request, request.url, CUT_OFF_STATUS, number=number)
