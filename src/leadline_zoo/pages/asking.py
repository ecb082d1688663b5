"""What a request to a test source means: fields in the source's charset, then the page wanted.

>>> from leadline_zoo.spec import Pager, SourceSpec
>>> spec = SourceSpec("tiny", "books", pager=Pager("offset", 20, parameter="start"))
>>> asked = read(spec, "GET", "/search?q=iron&start=40", b"", Session("k", "t"))
>>> view_of(View(spec, "en"), asked).page
3
"""

from __future__ import annotations

import re
from base64 import b64decode
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING
from urllib.parse import parse_qsl, unquote, urlsplit

from leadline_zoo.pages.view import ADDRESS, View, page_of_token

if TYPE_CHECKING:
    from leadline_zoo.spec import SourceSpec


@dataclass(slots=True)
class Session:
    """What the server remembers of one visitor: a token for forms, the last answer."""

    key: str
    token: str
    last: View | None = None


@dataclass(slots=True)
class SiteRequest:
    """A request, decoded; ``fresh`` when the session's cookie must be set."""

    method: str
    path: str
    fields: dict[str, str]
    session: Session
    fresh: bool = False


def read(spec: SourceSpec, method: str, target: str, body: bytes, session: Session) -> SiteRequest:
    """Path and fields of a request; bytes are read in the source's charset."""
    parts = urlsplit(target)
    query = body.decode("latin-1") if method == "POST" else parts.query
    pairs = parse_qsl(query, keep_blank_values=True, encoding=spec.charset, errors="replace")
    path = unquote(parts.path, encoding=spec.charset, errors="replace")
    return SiteRequest(method, path, dict(pairs), session)


def is_question(spec: SourceSpec, asked: SiteRequest) -> bool:
    """Whether the form was really sent: method, hidden fields and text box as served."""
    form, fields = spec.form, asked.fields
    if spec.pager.kind == "session" and spec.pager.parameter in fields:
        return True
    if any(name not in fields for name, _ in form.hidden):
        return False
    if form.method == "POST" and asked.method == "GET":
        return False
    if not form.box:
        return any(box.name in fields for box in form.boxes)
    return form.box in fields and ("__VIEWSTATE" in fields or not form.webforms)


def view_of(blank: View, asked: SiteRequest) -> View | None:
    """The answer and page asked for, None when it was in a session that is gone."""
    fields, form, pager = asked.fields, blank.spec.form, blank.spec.pager
    if pager.kind == "session" and form.box not in fields:
        last = asked.session.last
        return last and replace(last, page=whole(fields.get(pager.parameter), 1))
    size = whole(fields.get(pager.size_box), 0) if pager.size_box else 0
    view = replace(
        blank,
        query=fields.get(form.box, "") if form.box else "",
        filled=tuple((box.name, fields.get(box.name, "")) for box in form.boxes),
        category=fields.get("category", ""),
        sort=fields.get("sort", "") if form.sorts else "",
        size=min(size, max(pager.sizes, default=0)),
        token=asked.session.token,
    )
    view = _from_view_state(view, fields) if form.webforms else view
    return replace(view, page=page_of(view, asked))


def _from_view_state(view: View, fields: dict[str, str]) -> View:
    """A pager link of ASP.NET asks for what the view state says, not what the box says."""
    if not fields.get("__EVENTARGUMENT"):
        return view
    try:
        state = bytes(255 - byte for byte in b64decode(fields["__VIEWSTATE"])).decode()
    except ValueError:
        return view
    query, _, category = state.partition("\n")
    return replace(view, query=query, category=category)


def page_of(view: View, asked: SiteRequest) -> int:
    """Which page of the answer is wanted, from 1."""
    fields, pager = asked.fields, view.spec.pager
    value = fields.get(pager.parameter, "")
    if pager.kind == "buttons":
        return _pressed(view, fields)
    if pager.kind == "webforms":
        return whole(fields.get("__EVENTARGUMENT", "").partition("$")[2], 1)
    way = ADDRESS.get(pager.kind, "number")
    if way == "offset":
        return whole(value, 0) // view.step + 1
    if way == "path":
        found = re.search(r"/page/(\d{1,9})/?$", asked.path)
        return max(1, int(found[1])) if found else 1
    return page_of_token(value) if way == "token" and value else whole(value, 1)


def _pressed(view: View, fields: dict[str, str]) -> int:
    """The page that a submit button asks for; another query starts at page 1."""
    if fields.get("xP") != view.query:
        return 1
    if ">" in fields:
        return whole(fields.get("TOPDOC"), 0) // view.step + 2
    return whole(fields.get("["), 1)


def whole(text: str | None, otherwise: int) -> int:
    """A positive whole number, or ``otherwise``.

    >>> whole("12", 1), whole("-3", 1), whole("x", 1), whole(None, 1)
    (12, 1, 1, 1)
    """
    text = text or ""
    number = int(text) if text.isascii() and text.isdigit() and len(text) < 10 else 0
    return number or otherwise
