"""Where an answer sends us on to, and what is then asked. Pure.

>>> from leadline.model import Page, Request
>>> asked = Request("POST", "http://a.example/s", body=b"q=1")
>>> moved = Page(asked, asked.url, 303, (("Location", "/found?id=7"),))
>>> following(moved)
Request(method='GET', url='http://a.example/found?id=7', headers=(), body=b'')

The answers on the way are not kept, but what they set is: a page carries one header line for each.

>>> [name for name, _ in hop_headers(moved)]
['X-Leadline-Hop']
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from leadline.model import Request
from leadline.page.urls import join_url

if TYPE_CHECKING:
    from collections.abc import Iterator

    from leadline.model import Headers, Page

STATUSES: Final = (301, 302, 303, 307, 308)
MOST: Final = 10
"""Redirects followed in a row; browsers give up at 20, and nobody needs 5."""

PREFIX: Final = "x-leadline-"
HOP: Final = "X-Leadline-Hop"
HOP_COOKIE: Final = "X-Leadline-Hop-Set-Cookie"
ABOUT_BODY: Final = ("content-type", "content-length", "content-encoding", "origin")


def following(page: Page) -> Request | None:
    """The request that a redirect asks for, or None if the page is no redirect to follow."""
    location = page.header("location")
    if page.status not in STATUSES or not location:
        return None
    target = join_url(page.url, _text(location)) or location[:500]
    asked = page.request
    if page.status in (307, 308) or asked.method in ("GET", "HEAD"):
        return Request(asked.method, target, asked.headers, asked.body)
    headers = tuple(pair for pair in asked.headers if pair[0].lower() not in ABOUT_BODY)
    return Request("GET", target, headers)


def hop_headers(page: Page) -> Headers:
    """What is remembered of an answer on the way: status, address and cookies."""
    cookies = [(HOP_COOKIE, value) for name, value in page.headers if name.lower() == "set-cookie"]
    return ((HOP, f"{page.status} {page.url}"), *cookies)


def cookies_set(page: Page) -> Iterator[tuple[str, Headers]]:
    """The cookies that led to a page, in order: (address, Set-Cookie headers)."""
    address = page.url
    for name, value in page.headers:
        if name == HOP:
            address = value.partition(" ")[2]
        elif name == HOP_COOKIE:
            yield address, (("Set-Cookie", value),)
    yield page.url, page.headers


def _text(location: str) -> str:
    """Header bytes as a browser reads them: UTF-8 if they are."""
    try:
        return location.encode("latin-1").decode("utf-8")
    except UnicodeError:
        return location
