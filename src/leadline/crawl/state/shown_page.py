"""The link to the next page as plain values, so that a reading can remember it."""

from collections.abc import Mapping
from typing import Any

from leadline.model import Request
from leadline.wrapper.pager.locator import PagerLocator, Proposal


def shown_plain(proposal: Proposal | None) -> dict[str, Any] | None:
    """Return a proposal of a link as plain values; None for none.

    >>> link = Proposal(Request("GET", "http://h.test/?p=2"), PagerLocator(("a",), "next", "word"),
    ...     "word")
    >>> shown_again(shown_plain(link)).request.url
    'http://h.test/?p=2'
    """
    if proposal is None or proposal.request is None:
        return None
    request, locator = proposal.request, proposal.locator
    return {
        "request": [
            request.method,
            request.url,
            [list(pair) for pair in request.headers],
            request.body.decode("latin-1"),
        ],
        "locator": [list(locator.path), locator.text, locator.via, locator.name],
        "via": proposal.via,
        "number": proposal.number,
        "node": proposal.node,
        "form_node": proposal.form_node,
    }


def shown_again(plain: Mapping[str, Any] | None) -> Proposal | None:
    """Return the proposal, None for none."""
    if plain is None:
        return None
    method, url, headers, body = plain["request"]
    path, text, via, name = plain["locator"]
    request = Request(
        method, url, tuple((key, value) for key, value in headers), body.encode("latin-1")
    )
    return Proposal(
        request,
        PagerLocator(tuple(path), text, via, name),
        plain["via"],
        plain["number"],
        form_node=plain["form_node"],
        node=plain["node"],
    )
