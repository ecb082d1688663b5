"""The cookies of one session: kept, sent back, and rebuilt from pages of an earlier run.

>>> jar = Jar()
>>> jar.take("http://a.example/", [("Set-Cookie", "sid=7; Path=/")])
>>> jar.header("http://a.example/search")
'sid=7'
"""

from __future__ import annotations

from email.message import Message
from http.cookiejar import CookieJar, DefaultCookiePolicy
from typing import TYPE_CHECKING, Final, cast
from urllib.request import Request as StdRequest

if TYPE_CHECKING:
    from collections.abc import Iterable
    from http.client import HTTPResponse

MOST: Final = 300
"""Cookies kept; a server that sets more of them is not listened to."""


class _Answer:
    def __init__(self, values: list[str]) -> None:
        self.message = Message()
        for value in values:
            self.message["Set-Cookie"] = value

    def info(self) -> Message:
        return self.message


class Jar:
    """A cookie jar that works on header pairs."""

    def __init__(self) -> None:
        self._jar = CookieJar(DefaultCookiePolicy(rfc2965=False))

    def take(self, url: str, headers: Iterable[tuple[str, str]]) -> None:
        """Keep the cookies that an answer from ``url`` sets; odd ones are passed over."""
        values = [value for name, value in headers if name.lower() == "set-cookie"]
        if not values or len(self._jar) > MOST:
            return
        try:
            self._jar.extract_cookies(cast("HTTPResponse", _Answer(values)), StdRequest(url))
        except ValueError:
            return

    def header(self, url: str) -> str:
        """The Cookie header for a request to ``url``, or ''."""
        if not len(self._jar):
            return ""
        request = StdRequest(url)
        self._jar.add_cookie_header(request)
        return request.get_header("Cookie") or ""
