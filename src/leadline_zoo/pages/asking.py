"""Interpretation of requests to a test source: fields in its charset, then the requested page.

>>> from leadline_zoo.spec import Pager, SourceSpec
>>> spec = SourceSpec("tiny", "books", pager=Pager("offset", 20, parameter="start"))
>>> request = read(spec, "GET", "/search?q=iron&start=40", b"", Session("k", "t"))
>>> view_of(View(spec, "en"), request).page
3
"""

from __future__ import annotations

import re
from base64 import b64decode
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING
from urllib.parse import parse_qsl, unquote, urlsplit

from leadline_zoo.pages.view import PAGE_ADDRESSING, View, page_of_token

if TYPE_CHECKING:
    from leadline_zoo.spec import SourceSpec


@dataclass(slots=True)
class Session:
    """Session of a visitor: a token for forms and the last answer."""

    key: str
    token: str
    last: View | None = None


@dataclass(slots=True)
class SiteRequest:
    """Decoded request; ``fresh`` if the session cookie must be set."""

    method: str
    path: str
    fields: dict[str, str]
    session: Session
    fresh: bool = False


def read(spec: SourceSpec, method: str, target: str, body: bytes, session: Session) -> SiteRequest:
    """Decode path and fields of a request in the charset of the source."""
    parts = urlsplit(target)
    query = body.decode("latin-1") if method == "POST" else parts.query
    pairs = parse_qsl(query, keep_blank_values=True, encoding=spec.charset, errors="replace")
    path = unquote(parts.path, encoding=spec.charset, errors="replace")
    return SiteRequest(method, path, dict(pairs), session)


def is_search(spec: SourceSpec, request: SiteRequest) -> bool:
    """Whether the search form was sent, with its method, hidden fields and query box."""
    form, fields = spec.form, request.fields
    if spec.pager.kind == "session" and spec.pager.parameter in fields:
        return True
    if any(name not in fields for name, _ in form.hidden):
        return False
    if form.method == "POST" and request.method == "GET":
        return False
    if not form.box:
        return any(box.name in fields for box in form.boxes)
    return form.box in fields and ("__VIEWSTATE" in fields or not form.webforms)


def view_of(blank: View, request: SiteRequest) -> View | None:
    """Return the requested page of an answer; None if its session has expired."""
    fields, form, pager = request.fields, blank.spec.form, blank.spec.pager
    if pager.kind == "session" and form.box not in fields:
        last = request.session.last
        return last and replace(last, page=positive_integer(fields.get(pager.parameter), 1))
    size = positive_integer(fields.get(pager.size_box), 0) if pager.size_box else 0
    view = replace(
        blank,
        query=fields.get(form.box, "") if form.box else "",
        filled=tuple((box.name, fields.get(box.name, "")) for box in form.boxes),
        category=fields.get("category", ""),
        sort=fields.get("sort", "") if form.sorts else "",
        size=min(size, max(pager.sizes, default=0)),
        token=request.session.token,
    )
    view = _from_view_state(view, fields) if form.webforms else view
    return replace(view, page=page_of(view, request))


def _from_view_state(view: View, fields: dict[str, str]) -> View:
    """Take the query from the view state, which a pager link of ASP.NET refers to."""
    if not fields.get("__EVENTARGUMENT"):
        return view
    try:
        state = bytes(255 - byte for byte in b64decode(fields["__VIEWSTATE"])).decode()
    except ValueError:
        return view
    query, _, category = state.partition("\n")
    return replace(view, query=query, category=category)


def page_of(view: View, request: SiteRequest) -> int:
    """Return the number of the requested page, from 1."""
    fields, pager = request.fields, view.spec.pager
    value = fields.get(pager.parameter, "")
    if pager.kind == "buttons":
        return _pressed(view, fields)
    if pager.kind == "webforms":
        return positive_integer(fields.get("__EVENTARGUMENT", "").partition("$")[2], 1)
    way = PAGE_ADDRESSING.get(pager.kind, "number")
    if way == "offset":
        return positive_integer(value, 0) // view.step + 1
    if way == "path":
        match = re.search(r"/page/(\d{1,9})/?$", request.path)
        return max(1, int(match[1])) if match else 1
    return page_of_token(value) if way == "token" and value else positive_integer(value, 1)


def _pressed(view: View, fields: dict[str, str]) -> int:
    """The page that a submit button requests; another query starts at page 1."""
    if fields.get("xP") != view.query:
        return 1
    if ">" in fields:
        return positive_integer(fields.get("TOPDOC"), 0) // view.step + 2
    return positive_integer(fields.get("["), 1)


def positive_integer(text: str | None, otherwise: int) -> int:
    """Parse a positive integer; return ``otherwise`` if the text is none.

    >>> [positive_integer(text, 1) for text in ("12", "-3", "x", None)]
    [12, 1, 1, 1]
    """
    text = text or ""
    number = int(text) if text.isascii() and text.isdigit() and len(text) < 10 else 0
    return number or otherwise
