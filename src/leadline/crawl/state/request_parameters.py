"""Parameters of a request, in its address or its urlencoded body."""

import re
from dataclasses import replace
from urllib.parse import quote_plus

from leadline.model import Request
from leadline.page.query_string import raw_pairs, split_address, with_pair
from leadline.wrapper.pager.addresses import sent_address


def carries_query(request: Request, first: Request, control: str) -> bool:
    """Tell whether the request of a page says what is asked, as the first page's did.

    >>> first = Request("GET", "http://h.test/s?q=sea&lang=en")
    >>> carries_query(Request("GET", "http://h.test/s?q=sea&page=2"), first, "q")
    True
    >>> carries_query(Request("GET", "http://h.test/s?page=2"), first, "q")
    False
    >>> chosen = Request("GET", "http://h.test:8010/s?kind=1")
    >>> carries_query(Request("GET", "http://h.test:8010/s?page=1"), chosen, "kind")
    False
    """
    asked, now = _pairs(sent_address(first)), _pairs(sent_address(request))
    if control not in asked or control in now:
        return True
    path, rest = split_address(sent_address(request)).path, "&".join(now.values())
    value = asked[control]
    place = path.split("/") if value.isdecimal() else f"{path}?{rest}"  # 2 is also a page
    return bool(value) and value in place


def _pairs(address: str) -> dict[str, str]:
    """Return raw values by decoded name."""
    return dict(raw_pairs(address.partition("?")[2]))


def has_parameter(request: Request, name: str) -> bool:
    """Tell whether a request sets a parameter, in its address or its body."""
    return name in _pairs(sent_address(request))


def with_parameter(request: Request, name: str, value: str) -> Request:
    """Set one parameter, in the address (GET) or in the body (POST): urlencoded, or in its part.

    >>> with_parameter(Request("GET", "http://h.test/s?q=sea&n=20"), "n", "100").url
    'http://h.test/s?q=sea&n=100'
    """
    if request.body.startswith(b"--"):
        part = re.compile(rf'(name="{re.escape(name)}"\r\n\r\n)[^\r]*'.encode())
        return replace(request, body=part.sub(lambda kept: kept[1] + value.encode(), request.body))
    if request.method == "POST":
        body = with_pair(request.body.decode("latin-1"), name, quote_plus(value))
        return replace(request, body=body.encode("latin-1"))
    address, _, query = request.url.partition("?")
    return replace(request, url=f"{address}?{with_pair(query, name, quote_plus(value))}")


def submitted(link: Request, shown: Request) -> Request | None:
    """Return what a link asks as the page that shows it was posted; None where it was not."""
    address, _, query = link.url.partition("?")
    if (link.method, shown.method) != ("GET", "POST") or address != shown.url.partition("?")[0]:
        return None
    body = shown.body.decode("latin-1")
    for name, value in raw_pairs(query):
        body = with_pair(body, name, value)
    return replace(shown, body=body.encode("latin-1"))
