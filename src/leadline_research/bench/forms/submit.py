"""Requests of forms against cases checked with a browser's DOM: ``bench submit``.

``cases.json`` holds ``[name, html, values, css of the pressed button or null, [method, url, body,
content type prefix]]``; html that starts with ``@gbk`` is served in GBK.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final

from selectolax.lexbor import LexborHTMLParser

from leadline.errors import LeadlineError
from leadline.forms.find import find_interfaces
from leadline.forms.submit.submit import DEFAULT_BUTTON, submit_form
from leadline.model import Page, QueryInterface, Request
from leadline.page.dom import parse
from leadline.page.plain import from_plain, to_plain
from leadline_research.bench.folders import naming

if TYPE_CHECKING:
    from pathlib import Path

    from leadline.model import Control

PAGE_URL: Final = "http://h.test/d/p.html?pg=1"


def run(data: Path) -> dict[str, object]:
    """Return how many of the cases come out right, and the names of those that do not."""
    path = data / "cases.json" if data.is_dir() else data
    with naming(path):
        cases = [_case(*row) for row in json.loads(path.read_text(encoding="utf-8"))]
    if not cases:
        raise ValueError(f"{path} holds no case")
    wrong = [case[0] for case in cases if not is_right(case)]
    return {"right": len(cases) - len(wrong), "cases": len(cases), "wrong": wrong}


def _case(name: str, html: str, values: Any, css: Any, request: list[str]) -> list[Any]:
    """Return a case, if it has the parts of one."""
    _method, _url, _body, _content_type = request
    return [name, html, values, css, request]


def is_right(case: list[Any]) -> bool:
    """Return whether one case yields exactly the expected request."""
    _, html, values, css, (method, url, body, content_type) = case
    try:
        sent = send(html, values, css)
    except LeadlineError:
        return False
    stated = dict(sent.headers).get("Content-Type", "")
    return (
        sent.method == method
        and sent.url == url
        and (body == "*multipart*" or sent.body.decode("latin-1") == (body or ""))
        and stated.startswith(content_type or "")
    )


def send(html: str, values: dict[str, Any], css: str | None) -> Request:
    """Return the request of the first form of a page, stored and loaded again on the way."""
    charset = "gbk" if html.startswith("@gbk") else "utf-8"
    raw = html.removeprefix("@gbk").lstrip("\n").encode(charset)
    document = parse(Page(Request("GET", PAGE_URL), PAGE_URL, 200, body=raw))
    form = next(document.elements("form"))
    first = next(
        form_of_page for form_of_page in find_interfaces(document) if form_of_page.node == form
    )
    interface = from_plain(QueryInterface, json.loads(json.dumps(to_plain(first, sparse=True))))
    return submit_form(
        interface, values, _button(interface, raw.decode(charset), css) if css else DEFAULT_BUTTON
    )


def _button(interface: QueryInterface, html: str, css: str) -> Control:
    """Return the control that a selector means, by name, id and value."""
    node = LexborHTMLParser(html).css_first(css)
    attributes = node.attributes if node is not None else {}
    wanted = (attributes.get("name") or "", attributes.get("id") or "")
    matching = [c for c in interface.controls if (c.name, c.element_id) == wanted]
    same = [c for c in matching if c.value == (attributes.get("value") or "")]
    return (same or matching)[0]
