"""A person's own session and network: cookies, headers, who asks, and a proxy.

No login is performed. Cookies of a browser session, in the file format of Netscape, as Playwright
keeps them (``storage_state``) or a browser records them (HAR), are sent as the browser would send
them; headers go to the hosts that the person named, no further. None of them is archived, stored or
shown: they are added after a request has left what is kept.

>>> OwnSession(contact="data@museum.example").agent("leadline/0.1")
'leadline/0.1 (+mailto:data@museum.example)'
>>> OwnSession(proxy="socks5://me:secret@gate.example:1080").proxy_of("http://museum.example/")
'socks5://me:secret@gate.example:1080'
>>> OwnSession(headers=("X-Key: 7",))
OwnSession(user_agent='', contact='', private=True)
"""

import json
import warnings
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from http.cookiejar import Cookie, LoadError, MozillaCookieJar
from io import StringIO
from pathlib import Path
from typing import Any, Final
from urllib.request import getproxies, proxy_bypass

from leadline.errors import require_package
from leadline.model import Headers
from leadline.page.urls import host_name, is_private_address, split_url

PROXY_SCHEMES: Final = ("http", "https", "socks4", "socks5", "socks5h")
MAX_COOKIES_BYTES: Final = 10_000_000
MAY_HAVE_ENDED: Final = "; the session that you gave may have ended: save its cookies again"
SIGNS_OF_AN_END: Final = ("login", "401", "403")
"""Words in the reason of a stop which say that the source wants a login."""


@dataclass(frozen=True, slots=True)
class OwnSession:
    """What a person gives: a file of cookies, headers as "Name: value", names, and a proxy.

    Without a ``proxy`` those of the environment are used (``HTTP_PROXY``, ``HTTPS_PROXY``,
    ``NO_PROXY``), but not for hosts of this machine and its private network. ``private`` is False
    where a program names the addresses: then no name may lead to a private one.
    """

    cookies: str | Path = field(default="", repr=False)
    headers: tuple[str, ...] = field(default=(), repr=False)
    user_agent: str = ""
    contact: str = ""
    proxy: str = field(default="", repr=False)
    private: bool = True

    def __post_init__(self) -> None:
        for line in self.headers:
            name, colon, value = line.partition(":")
            bad = not colon or not name.strip().isascii() or not all(map(_is_plain, name + value))
            if bad or not name.replace("-", "").replace("_", "").strip().isalnum():
                raise ValueError("a header is written as 'Name: value', on one line")
        for text in (self.user_agent, self.contact):
            if not all(map(_is_plain, text)):
                raise ValueError("a name is written on one line")
        if self.proxy:
            scheme, _, rest = self.proxy.partition("://")
            if scheme not in PROXY_SCHEMES or split_url(f"http://{rest}") is None:
                raise ValueError(f"a proxy is written as {', '.join(PROXY_SCHEMES)}://HOST:PORT")
            if scheme.startswith("socks"):
                require_package("aiohttp_socks", "a SOCKS proxy")

    def agent(self, product: str) -> str:
        """Return what is sent as User-Agent."""
        name = self.user_agent or product
        if not self.contact:
            return name
        scheme = "mailto:" if "@" in self.contact and "://" not in self.contact else ""
        return f"{name} (+{scheme}{self.contact})"

    def header_pairs(self) -> Headers:
        """Return the headers by name and value."""
        pairs = (line.partition(":") for line in self.headers)
        return tuple((name.strip(), value.strip()) for name, _, value in pairs)

    def load_cookies(self) -> tuple[Cookie, ...]:
        """Read the file of cookies without those that have expired."""
        if not self.cookies:
            return ()
        jar = MozillaCookieJar(str(self.cookies))
        try:
            with Path(self.cookies).open("rb") as file:  # a device has no end
                text = file.read(MAX_COOKIES_BYTES + 1).decode()
            if len(text) > MAX_COOKIES_BYTES:
                raise LoadError
            text = netscape_text(text)
            with warnings.catch_warnings(action="ignore"):  # it calls a torn line a bug of its own
                jar._really_load(StringIO(text), jar.filename, True, True)  # type: ignore[attr-defined]
        except (OSError, LoadError, ValueError) as fault:
            reason = (
                fault.strerror if isinstance(fault, FileNotFoundError) else "it has another form"
            )
            text = f"{self.cookies} is no file of cookies (Netscape, storage_state, HAR): {reason}"
            raise ValueError(text) from None
        for cookie in jar:
            cookie.expires = cookie.expires or None  # browsers write 0 for "until I am closed"
        good = tuple(cookie for cookie in jar if not cookie.is_expired())
        if not good:
            raise ValueError(f"{self.cookies} holds no cookie that has not run out: save it again")
        return good

    def proxy_of(self, url: str) -> str:
        """Return the proxy for an address, '' for none: the one given, else the environment's."""
        host, named = host_name(url), getproxies()
        found = self.proxy or named.get(url.partition(":")[0]) or named.get("all") or ""
        if not self.proxy and (not found or is_private_address(host) or proxy_bypass(host)):
            return ""
        return found if "://" in found else f"http://{found}"

    def reason_of(self, reason: str) -> str:
        """Return why a source stopped, with what that may mean for the session given."""
        may_have_ended = any(sign in reason for sign in SIGNS_OF_AN_END)
        is_own = self.cookies or self.headers
        return reason + MAY_HAVE_ENDED if is_own and may_have_ended else reason


def netscape_text(text: str) -> str:
    r"""Return cookies in the format of Netscape; those of a storage_state or a HAR are turned.

    >>> netscape_text('{"cookies": [{"name": "a", "value": "1", "domain": ".b.example"}]}')
    '# Netscape HTTP Cookie File\n.b.example\tTRUE\t/\tFALSE\t0\ta\t1\n'
    """
    if not text.lstrip("\ufeff \r\n").startswith("{"):
        return text
    lines = ["# Netscape HTTP Cookie File"]
    for cookie in _cookies_in(json.loads(text)):
        domain = str(cookie["domain"])
        expires = cookie.get("expires")
        cells = (
            *(domain, str(domain.startswith(".")).upper(), str(cookie.get("path") or "/")),
            str(bool(cookie.get("secure"))).upper(),
            str(max(0, int(expires))) if isinstance(expires, int | float) else "0",
            *(str(cookie["name"]), str(cookie["value"])),
        )
        if all(map(str.isprintable, cells)):
            lines.append("\t".join(cells))
    return "\n".join(lines) + "\n"


def _cookies_in(kept: Any) -> Iterator[dict[str, Any]]:
    """Yield the cookies of a storage_state, else those that each request of a HAR sent."""
    try:
        yield from kept.get("cookies", ())
        for entry in kept.get("log", {}).get("entries", ()):
            host = host_name(entry["request"]["url"])
            for cookie in entry["request"].get("cookies", ()):
                yield {**cookie, "domain": cookie.get("domain") or host, "expires": 0}
    except (AttributeError, KeyError, TypeError) as fault:
        raise LoadError from fault


def without_cookies(headers: Headers, given: Iterable[Cookie]) -> Iterator[tuple[str, str]]:
    """Return the headers of an answer without those that set a cookie that a person gave."""
    names = {cookie.name for cookie in given}
    for name, value in headers:
        if name.lower() != "set-cookie" or value.partition("=")[0].strip() not in names:
            yield name, value


def _is_plain(character: str) -> bool:
    return character.isprintable() or character == "\t"


NO_SESSION: Final = OwnSession()
