"""Keeps the cookies of one session, and rebuilds them from pages of an earlier run.

Each ``Set-Cookie`` is taken alone, so a bad one costs no good one. What browsers refuse is refused:
cookies for a public suffix (``co.uk``, ``github.io``; the list is in a package and never fetched),
and names with ``__Secure-`` or ``__Host-`` that do not keep what these promise.

>>> cookies = CookieStore()
>>> cookies.take("http://a.example/", [("Set-Cookie", "sid=7; Path=/")])
>>> cookies.header("http://a.example/search")
'sid=7'
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from contextlib import suppress
from email.message import Message
from functools import cache
from http.cookiejar import CookieJar, DefaultCookiePolicy
from typing import TYPE_CHECKING, Final, cast
from urllib.request import Request as StdRequest

from leadline.fetch.redirect import header_text
from leadline.page.urls import host_name, split_url

if TYPE_CHECKING:
    from http.client import HTTPResponse
    from http.cookiejar import Cookie

    from publicsuffixlist import PublicSuffixList

COOKIE_CONTROLS: Final = re.compile(r"[\x00-\x08\x0a-\x1f\x7f]")
MAX_COOKIES: Final = 300
"""Cookies kept; further ones are ignored."""

MAX_COOKIE_CHARACTERS: Final = 8_000
"""Characters of the Cookie header; servers refuse longer lines. Cookies set first are sent."""

MAX_AGE_SECONDS: Final = 400 * 24 * 3600
"""Time for which a cookie is kept at most, as in browsers."""
MAX_ATTRIBUTE_CHARACTERS: Final = 1_024
"""Characters of an attribute; a longer one is ignored, as in browsers."""
COOKIE_INSTANT: Final = re.compile(r"(?:[0-9]{1,4}(?![0-9])|[^0-9]){6,64}", re.ASCII)
"""What may be a date: short, and no number in it is long."""
COOKIE_NUMBER: Final = re.compile(r"(-?)([0-9]+)")


class _SetCookies:
    """The part of `http.client.HTTPResponse` that `CookieJar` reads."""

    def __init__(self, value: str) -> None:
        self.message = Message()
        self.message["Set-Cookie"] = value

    def info(self) -> Message:
        return self.message


class CookieStore:
    """A cookie jar that works on header pairs."""

    def __init__(self, given: Iterable[Cookie] = ()) -> None:
        host_only = DefaultCookiePolicy.DomainStrictNonDomain
        self._jar = CookieJar(DefaultCookiePolicy(rfc2965=False, strict_ns_domain=host_only))
        self.give(given)

    def give(self, cookies: Iterable[Cookie]) -> None:
        """Keep cookies that the person gave, in place of those of these names."""
        for cookie in cookies:
            self._jar.set_cookie(cookie)

    def take(self, url: str, headers: Iterable[tuple[str, str]]) -> None:
        """Keep the cookies that an answer from ``url`` sets; those that break the rules are not."""
        for value in [text for name, text in headers if name.lower() == "set-cookie"]:
            checked = checked_cookie(url, value)
            name = value.partition("=")[0].strip()
            is_full = len(self._jar) >= MAX_COOKIES and all(one.name != name for one in self._jar)
            if checked and not is_full:
                with suppress(ValueError):
                    answer = cast("HTTPResponse", _SetCookies(checked))
                    self._jar.extract_cookies(answer, StdRequest(url))

    def for_scripts(self, url: str) -> list[tuple[str, str]]:
        """Return the cookies, by name and value, that a script of a page may read (no HttpOnly)."""
        names = ("HttpOnly", "httponly")  # as it came, and as it is kept
        hidden = {one.name for one in self._jar if any(map(one.has_nonstandard_attr, names))}
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


def checked_cookie(url: str, value: str) -> str:
    """Return a ``Set-Cookie`` with the attributes that count, '' for one to refuse.

    Only what the library reads without a fault is left: numbers and dates within bounds.

    >>> checked_cookie("http://a.example/", "sid=7; Max-Age=" + "9" * 400 + "; Version=1; path=/")
    'sid=7; max-age=34560000; path=/'
    >>> checked_cookie("http://a.co.uk/", "sid=7; Domain=.co.uk")
    ''
    """
    if COOKIE_CONTROLS.search(value):  # no request could carry it, and browsers refuse it too
        return ""
    pair, *rest = value.split(";")
    given: dict[str, str] = {}
    for text in rest:
        name, _, content = text.partition("=")
        if len(content) <= MAX_ATTRIBUTE_CHARACTERS:  # a longer one is ignored, as in browsers
            given[name.strip().lower()] = content.strip()
    named = given.pop("domain", "").strip(".")
    domain = host_name(f"http://{named}/") if named else ""
    if (named and not domain) or not _keeps_promise(url, pair, given, has_domain=bool(named)):
        return ""
    is_public = bool(domain) and _public_suffixes().is_public(domain)
    if is_public and domain != host_name(url):
        return ""
    if domain and not is_public:  # that of a host which is a public suffix itself is its own
        given["domain"] = domain
    return _with_attributes(pair.strip(), given)


def _with_attributes(pair: str, given: dict[str, str]) -> str:
    """Write a cookie again, with its attributes in bounds."""
    parts = [pair]
    number = COOKIE_NUMBER.fullmatch(given.get("max-age", ""))
    if number is not None:
        sign, digits = number[1], number[2].lstrip("0")
        seconds = MAX_AGE_SECONDS if len(digits) > 9 else min(MAX_AGE_SECONDS, int(digits or "0"))
        parts.append(f"max-age={0 if sign else seconds}")
    elif COOKIE_INSTANT.fullmatch(given.get("expires", "")):
        parts.append(f"expires={given['expires']}")
    parts += [f"{name}={given[name]}" for name in ("domain", "path") if given.get(name)]
    return "; ".join([*parts, *(name for name in ("secure", "httponly") if name in given)])


def _keeps_promise(url: str, pair: str, given: dict[str, str], *, has_domain: bool) -> bool:
    """Tell whether a cookie is what the prefix of its name says (RFC 6265bis)."""
    name = pair.strip().lower()
    if not name.startswith(("__secure-", "__host-")):
        return True
    parts = split_url(url)
    is_secure = "secure" in given and parts is not None and parts.scheme.lower() == "https"
    is_bound = not has_domain and given.get("path") == "/"
    return is_secure and (is_bound or name.startswith("__secure-"))


@cache
def _public_suffixes() -> PublicSuffixList:
    from publicsuffixlist import PublicSuffixList  # its list takes 50 ms to read

    return PublicSuffixList()
