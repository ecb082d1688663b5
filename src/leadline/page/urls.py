"""URLs: joined, escaped, compared by host, and their IP addresses classified.

All functions are pure: no name is resolved.

>>> host_key("http://Museum.example:80/search"), host_key("http://127.0.0.1:8001/")
('museum.example', '127.0.0.1:8001')
>>> same_host("museum.example", "www.museum.example")
True
>>> is_private_address("169.254.169.254"), is_private_address("93.184.216.34")
(True, False)
"""

import re
from functools import lru_cache
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from typing import Final
from urllib.parse import SplitResult, quote, unquote, urljoin, urlsplit

SCRIPT_ADDRESS: Final = "javascript:"
DEFAULT_PORTS: Final = {"http": 80, "https": 443}

_HOST: Final = re.compile(r"[^\s/?#@\\<>\"'`{}|^\x00-\x1f\x7f]+")
UNESCAPED: Final = "!#$%&'()*+,/:;=?@[]~|^`{}\\\"<>"
"""Characters left as they are in an address that goes out: its author escaped the others."""

NAT64_NETWORK: Final = ip_network("64:ff9b::/96")
MAX_LABEL_OF_NAME: Final = 63
"""Characters between two dots of the name of a host (RFC 1035)."""
_NAMED_HOST: Final = re.compile(r"[\w-]+(?:\.[\w-]+)+(?::\d+)?(?:[/?#].*)?", re.DOTALL)
_LOCAL_HOST: Final = re.compile(
    r"(?:localhost|\d{1,3}(?:\.\d{1,3}){3})(?::\d+)?(?:[/?#].*)?", re.DOTALL
)
_OTHER_SCHEME: Final = re.compile(r"([a-zA-Z][a-zA-Z0-9+.-]{1,20}):(?!\d)")
MAX_KEPT_URL: Final = 500
"""Characters of an address whose parts are kept for the next time."""
LOCAL_NAMES: Final = ("localhost", "localhost.localdomain", "ip6-localhost", "ip6-loopback")


def is_script_address(address: str) -> bool:
    """Tell whether an address is a script's code.

    >>> is_script_address("JavaScript:go(2)"), is_script_address("/javascript:")
    (True, False)
    """
    return address[: len(SCRIPT_ADDRESS)].casefold() == SCRIPT_ADDRESS


def split_url(url: str) -> SplitResult | None:
    """Return the parts of an http or https address, None if it is not one; never raise."""
    return _kept_parts(url) if len(url) <= MAX_KEPT_URL else _parts(url)


def _parts(url: str) -> SplitResult | None:
    try:
        parts = urlsplit(url.strip())
        usable = parts.scheme.lower() in DEFAULT_PORTS and _is_host(parts.hostname or "")
        _ = parts.port  # raises when it is no number
    except ValueError:
        return None
    return parts if usable else None


def _is_host(host: str) -> bool:
    """Return whether a text may be the name or number of a machine."""
    if not _HOST.fullmatch(host):
        return False
    labels = host.rstrip(".").split(".") if ":" not in host else [host]
    return all(0 < len(label) <= MAX_LABEL_OF_NAME for label in labels)


_kept_parts = lru_cache(maxsize=4096)(_parts)


def why_no_address(text: str) -> str:
    """Return one sentence on why a text is no web address, and what to write.

    >>> print(why_no_address("ftp://a.example/"))
    'ftp://a.example/' is an address of ftp; leadline reads web pages: http:// or https://
    >>> print(why_no_address("http://a.example:99999/"))
    'http://a.example:99999/' names the port 99999; ports are numbers from 1 to 65535
    >>> print(why_no_address("http://a b.example/"))
    'http://a b.example/' has a blank in the name of its host; leave it out
    >>> print(why_no_address("a.example/find"))
    'a.example/find' is no web address; did you mean https://a.example/find?
    """
    shown, bare = repr(text), text.strip()
    if not bare:
        return "no address was given; name a web page, such as https://museum.example/search"
    scheme, separator, rest = bare.partition("://")
    if not separator:
        if _LOCAL_HOST.fullmatch(bare):
            return f"{shown} is no web address; did you mean http://{bare}?"
        if _NAMED_HOST.fullmatch(bare) and not bare.endswith((".toml", ".html")):
            return f"{shown} is no web address; did you mean https://{bare}?"
        other = _OTHER_SCHEME.match(bare)
        if other is None or other[1].lower() in DEFAULT_PORTS:
            return f"{shown} is no web address; one begins with http:// or https://"
        scheme = other[1]
    if scheme.lower() not in DEFAULT_PORTS:
        return f"{shown} is an address of {scheme}; leadline reads web pages: http:// or https://"
    host = re.split(r"[/?#\\]", rest, maxsplit=1)[0].rpartition("@")[2]
    name, _, port = host.rpartition(":") if re.search(r":[^\]]*$", host) else (host, "", "")
    if re.search(r"\s", host):
        return f"{shown} has a blank in the name of its host; leave it out"
    if "[" in host and "]" not in host:
        return f"{shown} is no web address: the bracket of its host is not closed"
    if port and not (port.isascii() and port.isdecimal() and 0 < int(port[:6]) < 65_536):
        return f"{shown} names the port {port}; ports are numbers from 1 to 65535"
    if not name:
        return f"{shown} is no web address: it names no host"
    return f"{shown} is no web address: {name!r} is no name of a host"


def join_url(base: str, reference: str) -> str:
    """Return the address that ``reference`` means on the page ``base``, '' if it is not http(s)."""
    cleaned = re.sub(r"[\t\r\n]", "", reference).strip(" \x00\x0b\x0c")
    try:
        joined = urljoin(base, cleaned)
    except ValueError:
        return ""
    return sendable_url(joined) if split_url(joined) else ""


def resolved(base: str, reference: str) -> str:
    """Return what a reference means on a page, as it is written; itself where it is no address.

    >>> resolved("http://h.test/a/", "b#c"), resolved("http://h.test/", "http://[")
    ('http://h.test/a/b#c', 'http://[')
    """
    try:
        return urljoin(base, reference)
    except ValueError:
        return reference


def sendable_url(url: str) -> str:
    """Return the address as it may go out: blanks, controls and non-ASCII escaped, no fragment.

    A login is left out: it is sent as a header, if a person gave it.

    >>> sendable_url("http://a.example/s?q=花 1#top")
    'http://a.example/s?q=%E8%8A%B1%201'
    """
    address = without_login(url.strip().partition("#")[0])
    parts = split_url(address)
    if parts is not None and not parts.netloc.isascii():
        address = address.replace(parts.netloc, _ascii_netloc(parts), 1)
    return quote(address, safe=UNESCAPED)


def without_login(url: str) -> str:
    """Return the address without user and password.

    >>> without_login("http://bob:hunter2@art.example/s?q=1@2")
    'http://art.example/s?q=1@2'
    """
    parts = split_url(url)
    if parts is None or "@" not in parts.netloc:
        return url
    return parts._replace(netloc=parts.netloc.rpartition("@")[2]).geturl()


def login_of(url: str) -> tuple[str, str] | None:
    """Return user and password of an address, unescaped; None where it has none.

    >>> login_of("http://bob:a%40b@art.example/")
    ('bob', 'a@b')
    """
    parts = split_url(url)
    if parts is None or parts.username is None:
        return None
    return unquote(parts.username), unquote(parts.password or "")


def host_name(url: str) -> str:
    """Return the name or number of the machine, lower case, without a port; '' for none."""
    parts = split_url(url)
    return _ascii_host(parts.hostname or "") if parts else ""


def host_key(url: str) -> str:
    """Return the authority of an address or of such a key: ``host`` or ``host:port``, '' for none.

    >>> host_key("museum.example:8080"), host_key("mailto:someone")
    ('museum.example:8080', '')
    """
    parts = split_url(url if "//" in url else f"http://{url}")
    if parts is None or (parts.username is not None and "//" not in url):
        return ""
    host = _ascii_host(parts.hostname or "")
    if ":" in host:
        host = f"[{host}]"
    port = parts.port
    return host if port in (None, *DEFAULT_PORTS.values()) else f"{host}:{port}"


def same_host(first: str, second: str) -> bool:
    """Return whether two addresses or keys are one site; ``www.`` and scheme do not count."""
    own, theirs = host_key(first), host_key(second)
    return bool(own) and own.removeprefix("www.") == theirs.removeprefix("www.")


def origin(url: str) -> str:
    """Return scheme and authority, which a robots.txt is for: ``https://museum.example``."""
    parts = split_url(url)
    return f"{parts.scheme.lower()}://{host_key(url)}" if parts else ""


def query_separator(query: str) -> str:
    """Return the separator of a query string's pairs: ``&``, or ``;`` as some CGI programs write.

    >>> query_separator("p=repo;a=log;pg=2"), query_separator("q=a;b"), query_separator("q=a&n=1;2")
    (';', '&', '&')
    """
    marks = query.count(";")
    return ";" if marks and "&" not in query and marks < query.count("=") else "&"


def is_private_address(address: str) -> bool:
    """Return whether an IP address is not of the public Internet (loopback, private, link-local).

    A name is private only if it is a name of this machine.
    """
    number = _number(address)
    if number is None:
        name = address.strip("[]").rstrip(".").lower()
        return name in LOCAL_NAMES or name.endswith((".localhost", ".local", ".internal"))
    return not number.is_global or number.is_multicast


def is_loopback_address(address: str) -> bool:
    """Return whether an IP address or name is this machine."""
    number = _number(address)
    if number is None:
        return address.rstrip(".").lower() in LOCAL_NAMES
    return number.is_loopback


def is_dangerous_address(address: str) -> bool:
    """Return whether no host name may lead to an address.

    These are link-local (cloud metadata), multicast, unspecified and reserved addresses.
    """
    number = _number(address)
    if number is None or number.is_loopback:
        return False
    return (
        number.is_link_local or number.is_multicast or number.is_unspecified or number.is_reserved
    )


def is_ip(host: str) -> bool:
    """Return whether a host is written as an IP address."""
    return _number(host) is not None


def _number(address: str) -> IPv4Address | IPv6Address | None:
    """Return the IP address; IPv4 addresses are taken out of the IPv6 forms that carry them."""
    try:
        number = ip_address(address.strip("[]").partition("%")[0])
    except ValueError:
        return None
    if isinstance(number, IPv6Address):
        inside = number.ipv4_mapped or number.sixtofour
        if inside is None and number in NAT64_NETWORK:
            inside = IPv4Address(int(number) & 0xFFFFFFFF)
        if inside is None and number.teredo is not None:
            inside = number.teredo[1]
        return inside or number
    return number


def _ascii_host(host: str) -> str:
    lowered = host.lower().rstrip(".")
    if lowered.isascii():
        return lowered
    try:
        return lowered.encode("idna").decode("ascii")
    except UnicodeError:
        return quote(lowered)


def _ascii_netloc(parts: SplitResult) -> str:
    port = f":{parts.port}" if parts.port is not None else ""
    return f"{_ascii_host(parts.hostname or '')}{port}"
