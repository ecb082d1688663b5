"""Keeps the cookies of one session, and rebuilds them from pages of an earlier run.

>>> cookies = CookieStore()
>>> cookies.take("http://a.example/", [("Set-Cookie", "sid=7; Path=/")])
>>> cookies.header("http://a.example/search")
'sid=7'
"""

from __future__ import annotations

from collections.abc import Iterable
from email.message import Message
from http.cookiejar import CookieJar, DefaultCookiePolicy
from typing import TYPE_CHECKING, Final, cast
from urllib.request import Request as StdRequest

from leadline.fetch.redirect import header_text

if TYPE_CHECKING:
    from http.client import HTTPResponse
    from http.cookiejar import Cookie

MAX_COOKIES: Final = 300
"""Cookies kept; further ones are ignored."""

MAX_COOKIE_CHARACTERS: Final = 8_000
"""Characters of the Cookie header; servers refuse longer lines. Cookies set first are sent."""


class _SetCookies:
    """The part of `http.client.HTTPResponse` that `CookieJar` reads."""

    def __init__(self, values: list[str]) -> None:
        self.message = Message()
        for value in values:
            self.message["Set-Cookie"] = value

    def info(self) -> Message:
        return self.message


class CookieStore:
    """A cookie jar that works on header pairs."""

    def __init__(self, given: Iterable[Cookie] = ()) -> None:
        self._jar = CookieJar(DefaultCookiePolicy(rfc2965=False))
        self.give(given)

    def give(self, cookies: Iterable[Cookie]) -> None:
        """Keep cookies that the person gave, in place of those of these names."""
        for cookie in cookies:
            self._jar.set_cookie(cookie)

    def take(self, url: str, headers: Iterable[tuple[str, str]]) -> None:
        """Keep the cookies that an answer from ``url`` sets; those that break the rules are not."""
        values = [value for name, value in headers if name.lower() == "set-cookie"]
        if not values or len(self._jar) > MAX_COOKIES:
            return
        try:
            self._jar.extract_cookies(cast("HTTPResponse", _SetCookies(values)), StdRequest(url))
        except ValueError:
            return

    def for_scripts(self, url: str) -> list[tuple[str, str]]:
        """Return the cookies, by name and value, that a script of a page may read (no HttpOnly)."""
        hidden = {one.name for one in self._jar if one.has_nonstandard_attr("HttpOnly")}
        pairs = (pair.partition("=") for pair in self.header(url).split("; "))
        return [(name, value) for name, _, value in pairs if name and name not in hidden]

    def header(self, url: str) -> str:
        """Build the Cookie header for a request to ``url``; '' if there is none."""
        if not len(self._jar):
            return ""
        request = StdRequest(url)
        self._jar.add_cookie_header(request)
        line = request.get_header("Cookie") or ""
        sent: list[str] = []
        left = MAX_COOKIE_CHARACTERS
        for pair in map(header_text, line.split("; ")):
            if len(pair) + 2 <= left:
                sent.append(pair)
                left -= len(pair) + 2
        return "; ".join(sent)
