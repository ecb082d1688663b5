"""Builds the request that a redirect asks for. Pure.

>>> asked = Request("POST", "http://a.example/s", body=b"q=1")
>>> moved = Page(asked, asked.url, 303, (("Location", "/found?id=7"),))
>>> next_request(moved)
Request(method='GET', url='http://a.example/found?id=7', headers=(), body=b'')

The answers on the way are not kept. A page carries a header line for each of them, and one for
each cookie that they set.

>>> [name for name, _ in hop_headers(moved)]
['X-Leadline-Hop']
"""

from collections.abc import Iterator
from typing import Final

from leadline.model import Headers, Page, Request
from leadline.page.urls import join_url

REDIRECT_STATUSES: Final = (301, 302, 303, 307, 308)

MAX_REDIRECTS: Final = 10
"""Redirects followed in a row; browsers give up at 20."""

MAX_LOCATION_CHARACTERS: Final = 500
"""Characters of an address that cannot be read which the error shows."""

PREFIX: Final = "x-leadline-"
HOP: Final = "X-Leadline-Hop"
WHY_CUT: Final = "X-Leadline-Cut"
"""Note on an answer that came cut: why."""
HOP_COOKIE: Final = "X-Leadline-Hop-Set-Cookie"
BODY_HEADERS: Final = ("content-type", "content-length", "content-encoding", "origin")


def next_request(page: Page) -> Request | None:
    """Build the request that a redirect asks for; None if the page is no redirect to follow."""
    location = page.header("location")
    if page.status not in REDIRECT_STATUSES or not location:
        return None
    target = join_url(page.url, header_text(location)) or location[:MAX_LOCATION_CHARACTERS]
    asked = page.request
    if page.status in (307, 308) or asked.method in ("GET", "HEAD"):
        return Request(asked.method, target, asked.headers, asked.body)
    headers = tuple(pair for pair in asked.headers if pair[0].lower() not in BODY_HEADERS)
    return Request("GET", target, headers)


def hop_headers(page: Page) -> Headers:
    """List what is remembered of an answer on the way: status, address and cookies."""
    cookies = [(HOP_COOKIE, value) for name, value in page.headers if name.lower() == "set-cookie"]
    return ((HOP, f"{page.status} {page.url}"), *cookies)


def cookies_set(page: Page) -> Iterator[tuple[str, Headers]]:
    """List the cookies that were set on the way to a page: (address, Set-Cookie headers)."""
    address = page.url
    for name, value in page.headers:
        if name == HOP:
            address = value.partition(" ")[2]
        elif name == HOP_COOKIE:
            yield address, (("Set-Cookie", value),)
    yield page.url, page.headers


def header_text(value: str) -> str:
    """Read header bytes, given as latin-1, as a browser does: as UTF-8 if they are.

    >>> header_text("caf\xc3\xa9"), header_text("caf\xe9")
    ('caf\xe9', 'caf\xe9')
    """
    try:
        return value.encode("latin-1").decode("utf-8")
    except UnicodeError:
        return value
