"""Pages between a query and its answer: "please wait", meta refresh, forms that send themselves.

Yang 2008, 3.2: intermediate pages are recognised and a second request is built from them. At most
``MOST_HOPS`` are followed; the caller counts, and stops on an address it has seen. What such a page
says is an application rule (``knowledge/rules.toml``).

>>> from leadline.page.dom import parse_html
>>> page = parse_html("<meta http-equiv=refresh content='2; url=/r?id=7'><p>Please wait", "http://h/")
>>> next_hop(page).url
'http://h/r?id=7'
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final
from urllib.parse import urljoin

from leadline.domain.rules import default_rules
from leadline.errors import UnsupportedForm
from leadline.forms.find import find_interfaces
from leadline.forms.submit.submit import submit_form
from leadline.model import Request

if TYPE_CHECKING:
    from leadline.model import QueryInterface
    from leadline.page.dom import Document

MOST_HOPS: Final = 3
SOON: Final = 5.0
"""Seconds within which nobody has read a page."""
LONGEST_WAIT: Final = 60.0
"""Seconds; a page that refreshes later than this is a page, not a hop."""

LITTLE_TEXT: Final = 600
"""Characters; a page that says more is an answer."""

_REFRESH: Final = re.compile(
    r"^\s*(?P<seconds>\d+(?:\.\d*)?|\.\d+)\s*[;,]?\s*(?:url\s*=\s*)?(?P<url>.*)$",
    re.IGNORECASE | re.DOTALL,
)
_SENDS_ITSELF: Final = re.compile(
    r"(?:document\.(?:forms?\b|getElementById|[A-Za-z_]\w*)[^;{}<]{0,80}|\bform\w*|\$\([^)]{0,60}\))"
    r"\.submit\(\s*\)|\.submit\(\s*\);?\s*(?:</script|['\"])",
    re.IGNORECASE,
)


def next_hop(document: Document) -> Request | None:
    """The request an intermediate page makes by itself, None if the page is an answer."""
    return _refreshed(document) or _sent_on(document)


def _refreshed(document: Document) -> Request | None:
    for node in document.elements("meta"):
        if document.attribute(node, "http-equiv").strip().casefold() != "refresh":
            continue
        found = _REFRESH.match(document.attribute(node, "content"))
        if found is None or not _is_hop(float(found.group("seconds")), document):
            continue
        address = found.group("url").strip().strip("'\"")
        try:
            url = urljoin(document.base, address).partition("#")[0]
        except ValueError:
            continue
        if address and url != document.url and url.startswith(("http://", "https://")):
            return Request("GET", url)
    return None


def _is_hop(seconds: float, document: Document) -> bool:
    """Whether a page that refreshes so late is not meant to be read."""
    if seconds <= SOON:
        return True
    return seconds <= LONGEST_WAIT and len(document.visible_text(0)) <= LITTLE_TEXT


def _sent_on(document: Document) -> Request | None:
    """A short page whose script sends its form, or that says it only waits (application rule)."""
    text = document.visible_text(0)
    if len(text) > LITTLE_TEXT:
        return None
    if _SENDS_ITSELF.search(document.html):
        return _only_form(document)
    if default_rules().is_waiting(text):
        return _only_form(document) or _only_link(document)
    return None


def _only_form(document: Document) -> Request | None:
    """The request of a page's only form, if all it holds is hidden."""
    forms = [one for one in find_interfaces(document) if one.controls]
    if len(forms) != 1 or not _only_hidden(forms[0]):
        return None
    try:
        return submit_form(forms[0], {}, None)
    except UnsupportedForm:
        return None


def _only_link(document: Document) -> Request | None:
    """The only place that a page leads to."""
    links = {document.link(node).partition("#")[0] for node in document.elements("a")}
    links -= {"", document.url}
    target = min(links, default="")
    if len(links) != 1 or not target.startswith(("http://", "https://")):
        return None
    return Request("GET", target)


def _only_hidden(interface: QueryInterface) -> bool:
    return all(c.kind in {"hidden", "submit", "image", "button"} for c in interface.controls)
