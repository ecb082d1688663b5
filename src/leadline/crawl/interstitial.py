"""Pages between a query and its answer: "please wait", meta refresh, forms that send themselves.

Yang 2008, 3.2: intermediate pages are recognised and a second request is built from them. A browser
never shows them for long, so what they lead to is the answer. What such a page says is an
application rule (``domain/rules.toml``).

>>> from leadline.page.dom import parse_html
>>> page = parse_html("<meta http-equiv=refresh content='2; url=/r?id=7'><p>Please wait", "http://h/")
>>> next_hop(page).request.url, next_hop(page).seconds
('http://h/r?id=7', 2.0)
>>> asked = Request("GET", "http://h.test/find?q=tea")
>>> html = b"<meta http-equiv=refresh content='1;url=/got?ticket=7'>Please wait"
>>> hop_after(Page(asked, asked.url, 200, (), html)).request.url
'http://h.test/got?ticket=7'
>>> hop_after(Page(asked, asked.url, 200, (), b"<p>3 results for tea"))
"""

import re
from typing import Final, NamedTuple
from urllib.parse import urljoin

from leadline.domain.rules import default_rules
from leadline.errors import FetchError, UnsupportedForm
from leadline.forms.find import find_interfaces
from leadline.forms.submit.submit import submit_form
from leadline.model import Page, Request
from leadline.page.dom import Document, parse

MAX_HOPS: Final = 3
"""Intermediate pages in a row that are followed."""
MAX_SECONDS_UNREAD: Final = 5.0
"""Seconds within which nobody has read a page."""
MAX_SECONDS_WAITED: Final = 60.0
"""Seconds after which a page that refreshes is a page to read."""
RELOAD_SECONDS: Final = 5.0
"""Seconds after which a page that asks to wait and names no time is asked for again."""
MIN_RELOAD_SECONDS: Final = 1.0
MAX_CHARACTERS_OF_HOP: Final = 600
"""Characters of the text of an intermediate page; a page that says more is an answer."""
MAX_TAGS_OF_HOP: Final = 200
"""Signs < in a page that may send itself or ask to wait; others are not parsed for that."""

_REFRESH_TAG: Final = re.compile(rb"http-equiv\s*=\s*[\"']?refresh", re.IGNORECASE)
_REFRESH: Final = re.compile(
    r"^\s*(?P<seconds>\d+(?:\.\d*)?|\.\d+)\s*[;,]?\s*(?:url\s*=\s*)?(?P<url>.*)$",
    re.IGNORECASE | re.DOTALL,
)
_SENDS_ITSELF: Final = re.compile(
    r"(?:document\.(?:forms?\b|getElementById|[A-Za-z_]\w*)[^;{}<]{0,80}|\bform\w*|\$\([^)]{0,60}\))"
    r"\.submit\(\s*\)|\.submit\(\s*\);?\s*(?:</script|['\"])",
    re.IGNORECASE,
)


class Hop(NamedTuple):
    """The request that a page makes by itself, and the seconds that it waits before."""

    request: Request
    seconds: float = 0.0


def hop_after(reply: Page | FetchError) -> Hop | None:
    """Return what a browser would ask next by itself, None if a page is to be read."""
    if not isinstance(reply, Page) or not 200 <= reply.status < 300:
        return None
    may_refresh = b"http-equiv" in reply.body.lower() and _REFRESH_TAG.search(reply.body)
    if not may_refresh and reply.body.count(b"<") > MAX_TAGS_OF_HOP:
        return None
    document = parse(reply)
    return next_hop(document) or (_reloaded(document) if reply.request.method == "GET" else None)


def next_hop(document: Document) -> Hop | None:
    """Return what an intermediate page asks by itself, None if the page is an answer."""
    onward = _refreshed(document)
    if onward is None and (request := _sent_on(document)) is not None:
        onward = Hop(request)
    return onward


def _refreshed(document: Document) -> Hop | None:
    for node in document.elements("meta"):
        if document.attribute(node, "http-equiv").strip().casefold() != "refresh":
            continue
        refresh = _REFRESH.match(document.attribute(node, "content"))
        seconds = float(refresh.group("seconds")) if refresh is not None else 0.0
        if refresh is None or not _is_hop(seconds, document):
            continue
        address = refresh.group("url").strip().strip("'\"")
        try:
            url = urljoin(document.base, address).partition("#")[0]
        except ValueError:
            continue
        if address and url != document.url and url.startswith(("http://", "https://")):
            return Hop(Request("GET", url), seconds)
        if url == document.url and _asks_to_wait(document):
            return Hop(Request("GET", url), max(seconds, MIN_RELOAD_SECONDS))
    return None


def _reloaded(document: Document) -> Hop | None:
    """Return the page again where it asks to wait, for no table's rows, and a script leads on."""
    waits = _asks_to_wait(document) and not any(document.elements("th"))
    leads_on = waits and "<script" in document.html.casefold()
    return Hop(Request("GET", document.url), RELOAD_SECONDS) if leads_on else None


def _asks_to_wait(document: Document) -> bool:
    text = document.visible_text(0)
    return len(text) <= MAX_CHARACTERS_OF_HOP and default_rules().is_waiting(text)


def _is_hop(seconds: float, document: Document) -> bool:
    """Tell whether a page that refreshes so late is not meant to be read."""
    if seconds <= MAX_SECONDS_UNREAD:
        return True
    return seconds <= MAX_SECONDS_WAITED and len(document.visible_text(0)) <= MAX_CHARACTERS_OF_HOP


def _sent_on(document: Document) -> Request | None:
    """Return the request of a short page whose script sends its form, or that only waits."""
    if len(document.visible_text(0)) > MAX_CHARACTERS_OF_HOP:
        return None
    if ".submit(" in document.html.casefold() and _SENDS_ITSELF.search(document.html):
        return _only_form(document)
    if _asks_to_wait(document):
        return _only_form(document) or _only_link(document)
    return None


def _only_form(document: Document) -> Request | None:
    """Return the request of the only form of a page, if all it holds is hidden."""
    forms = [one for one in find_interfaces(document) if one.controls]
    unseen = {"hidden", "submit", "image", "button"}
    if len(forms) != 1 or any(control.kind not in unseen for control in forms[0].controls):
        return None
    try:
        return submit_form(forms[0], {}, None)
    except UnsupportedForm:
        return None


def _only_link(document: Document) -> Request | None:
    """Return the request for the only page that a page leads to."""
    links = {document.link(node).partition("#")[0] for node in document.elements("a")}
    links -= {"", document.url}
    target = min(links, default="")
    if len(links) != 1 or not target.startswith(("http://", "https://")):
        return None
    return Request("GET", target)
