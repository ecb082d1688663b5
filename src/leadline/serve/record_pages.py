"""Pages of a record and of archived pages, shown without scripts, foreign requests and links.

The answer that carries such a page forbids the rest by its Content-Security-Policy, and stands in a
sandboxed frame. A value can be marked, so that a person sees where it was read.

>>> safe_html("<p onclick=x()>Sea<script>x()</script> <a href='//a.example'>rose</a></p>", "rose")
'<html><head></head><body><p>Sea <a><mark id="marked">rose</mark></a></p></body></html>'
"""

import re
from typing import Any, Final

from fastapi import APIRouter
from selectolax.lexbor import LexborHTMLParser, LexborNode
from starlette.requests import Request
from starlette.responses import Response

from leadline.app.project import Project
from leadline.fetch import PageArchive
from leadline.model import Page
from leadline.page.charset import decode
from leadline.page.markup import bound_parsing_cost
from leadline.page.masks import masked
from leadline.serve.home_pages import board_of
from leadline.serve.project_pages import stored_project
from leadline.serve.rendering import page
from leadline.serve.workspace import UnknownName
from leadline.store import Reader, StoredPage
from leadline.store.search.reader import IndexReader

router = APIRouter(include_in_schema=False)

ARCHIVED_POLICY: Final = (
    "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; form-action 'none'; "
    "base-uri 'none'; frame-ancestors 'self'"
)
MAX_ARCHIVED_CHARACTERS: Final = 3_000_000
"""Characters of a page that are shown."""
MAX_MARKS: Final = 20
SELECT: Final = re.compile(r"<select\b", re.IGNORECASE)
MARK_ID: Final = "marked"
ACTIVE_TAGS: Final = (
    *("script", "link", "meta", "base", "iframe", "frame", "object", "embed", "applet", "portal"),
    *("audio", "video", "source", "track", "template"),
)
LEADING_ATTRIBUTES: Final = frozenset(
    {"href", "xlink:href", "action", "formaction", "ping", "target", "srcset", "background"}
)
"""Attributes that lead or load elsewhere; ``src`` and ``on...`` are looked at one by one."""


def read_archived(project: Project, number: int) -> tuple[StoredPage, Page | None]:
    """Read a page of a project and what the store says of it; None if it brought no page."""
    with Reader(project.store) as reader:
        try:
            stored = reader.page(number)
        except ValueError:
            raise UnknownName(f"there is no page {number}") from None
    if stored.locator is None:
        return stored, None
    with PageArchive(project.pages) as archive:
        return stored, archive.read(stored.locator)


def shown_text(page: Page, mark: str = "") -> tuple[str, str]:
    """Return the media type under which a page is shown, and its text."""
    declared = page.header("content-type")
    text = decode(page.body, declared)[0][:MAX_ARCHIVED_CHARACTERS]
    if "html" in declared.lower() or (not declared and "<" in text[:1000]):
        return "text/html", masked(safe_html(text, mark))
    return "text/plain", masked(text)


def safe_html(text: str, mark: str = "") -> str:
    """Return a page without all that acts, loads or leads elsewhere; ``mark`` is highlighted."""
    text = SELECT.sub("<select multiple", text)  # else Lexbor looks through all options at each
    parser = LexborHTMLParser(bound_parsing_cost(text))
    parser.strip_tags(list(ACTIVE_TAGS))
    root = parser.root
    if root is None:
        return ""
    waiting: list[LexborNode] = []
    wanted = " ".join(mark.split())
    for node in root.traverse(include_text=True):
        if node.tag == "-text":
            if wanted and len(waiting) < MAX_MARKS and wanted in (node.text_content or ""):
                waiting.append(node)
            continue
        if (node.attributes.get("type") or "").lower() in ("hidden", "password"):
            node.attrs["value"] = ""  # a token of the form, as a rule
        for name, value in list(node.attributes.items()):
            is_loading = name == "src" and not (value or "").startswith("data:image/")
            if name in LEADING_ATTRIBUTES or name.startswith("on") or is_loading:
                del node.attrs[name]
    for place, node in enumerate(waiting):
        _mark(node, wanted, MARK_ID if place == 0 else "")
    return parser.html or ""


def _mark(node: LexborNode, wanted: str, element_id: str) -> None:
    """Put an element around the first place of a text in a text node."""
    before, _, after = (node.text_content or "").partition(wanted)
    element = LexborHTMLParser("<mark></mark>").css_first("mark")
    if element is None:
        return
    element.insert_child(wanted)
    if element_id:
        element.attrs["id"] = element_id
    if before:
        node.insert_before(before)
    node.insert_before(element)
    node.replace_with(after)


@router.get("/projects/{name}/record")
def record(
    request: Request, name: str, source: str = "", key: str = "", number: int = 0
) -> Response:
    """A record, by its number or its source and key: its values, where they were read."""
    project = stored_project(request, name)
    with IndexReader(project.store) as reader:
        try:
            by_number = reader.records_at([number]) if number else {}
            taken = by_number.get(number) or reader.record(source, key)
        except ValueError:
            raise UnknownName("there is no such record") from None
        stored = reader.page(taken.page)
    integration = board_of(request).integrations.get(name)
    member = (taken.source, taken.key)
    entity = integration.entities.holding(member) if integration else None
    values: dict[str, Any] = {"record": taken, "stored": stored, "entity": entity}
    return page(request, "record.html", name=name, **values)


@router.get("/projects/{name}/pages/{number}")
def archived_page(request: Request, name: str, number: int, mark: str = "") -> Response:
    """An archived page in a frame that lets it do nothing."""
    stored, kept = read_archived(stored_project(request, name), number)
    values: dict[str, Any] = {"stored": stored, "has_page": kept is not None, "mark": mark}
    return page(request, "archived.html", name=name, **values)


@router.get("/projects/{name}/pages/{number}/archived")
def archived_content(request: Request, name: str, number: int, mark: str = "") -> Response:
    """The content of an archived page, without all that acts."""
    _, kept = read_archived(stored_project(request, name), number)
    if kept is None:
        raise UnknownName(f"page {number} was not answered")
    media_type, text = shown_text(kept, mark)
    headers = {"content-security-policy": ARCHIVED_POLICY}
    body = text.encode("utf-8", "replace")
    return Response(body, headers=headers, media_type=f"{media_type}; charset=utf-8")
