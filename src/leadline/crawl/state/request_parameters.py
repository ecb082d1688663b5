"""Parameters of a request, in its address or its urlencoded body."""

import re
from dataclasses import replace
from typing import Final
from urllib.parse import quote_plus, unquote_plus

from leadline.model import Request
from leadline.page.action.part import live_fields
from leadline.page.dom import Document
from leadline.page.query_string import raw_pairs, split_address, with_pair
from leadline.page.text import terms
from leadline.wrapper.pager.addresses import sent_address

STEM: Final = 4
"""Letters of a word by which it is known again where endings are cut off."""


MIN_STATE: Final = 20
"""Characters of a hidden value from which it is a state or a token, and nothing that counts."""


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


def asks_other_words(request: Request, first: Request, control: str) -> bool:
    """Tell whether a request asks other words than the first page's did: it leads to no next one.

    Servers fold words, add some and leave out short ones.

    >>> first = Request("GET", "http://h.test/s?q=sea+bird")
    >>> asks_other_words(Request("GET", "http://h.test/s?q=lake"), first, "q")
    True
    >>> asks_other_words(Request("GET", "http://h.test/s?q=SEA+birds&p=2"), first, "q")
    False
    """
    asked, now = (_pairs(sent_address(one)).get(control, "") for one in (first, request))
    said, other = ({*terms(unquote_plus(one))} for one in (asked, now))
    stems = {one[:STEM] for one in other}
    is_left_out = any(one[:STEM] not in stems for one in said if len(one) >= STEM)
    return bool(other) and (is_left_out or said.isdisjoint(other))


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


def with_state(request: Request, document: Document) -> Request:
    """Return a request with the state that a page holds now, in place of that of an earlier one.

    >>> from leadline.page.dom import parse_html
    >>> page = parse_html("<input type=hidden name=javax.faces.ViewState value=-7:2>", "")
    >>> asked = Request("POST", "http://h.test/", body=b"at=20&javax.faces.ViewState=-7%3A1")
    >>> with_state(asked, page).body
    b'at=20&javax.faces.ViewState=-7%3A2'
    """
    for node in document.elements("input") if request.method == "POST" else ():
        name, value = (document.attribute(node, one) for one in ("name", "value"))
        is_state = name in live_fields() or (len(value) >= MIN_STATE and value.isprintable())
        is_hidden = document.attribute(node, "type").casefold() == "hidden"
        if is_hidden and is_state and " " not in value and has_parameter(request, name):
            request = with_parameter(request, name, value)
    return request


def submitted(link: Request, shown: Request) -> Request | None:
    """Return what a link asks as the page that shows it was posted; None where it was not."""
    address, _, query = link.url.partition("?")
    if (link.method, shown.method) != ("GET", "POST") or address != shown.url.partition("?")[0]:
        return None
    body = shown.body.decode("latin-1")
    for name, value in raw_pairs(query):
        body = with_pair(body, name, value)
    return replace(shown, body=body.encode("latin-1"))
