"""Script files of a source: what a page's controls call in them is read with the page.

A file is fetched once, and only where a control that searches, turns pages or chooses calls a
function that stands nowhere on the page, or says "more" and does nothing there.
"""

import re
from dataclasses import replace
from html import unescape
from itertools import islice
from typing import Final

from leadline.crawl.events import Crawl, Get, page_reply
from leadline.crawl.state.source import SourceState
from leadline.forms.lexicon import concepts
from leadline.model import Page, Request
from leadline.page.action.excerpt import declares, excerpt, with_written
from leadline.page.action.gate import is_writing_label
from leadline.page.action.host import script_blocks
from leadline.page.action.read import (
    action_of,
    is_clicked,
    is_submit,
    may_act,
    unread_calls,
)
from leadline.page.dom import Document, parse
from leadline.page.urls import host_key, join_url
from leadline.wrapper.pager.links import MAX_ACTING_NODES
from leadline.wrapper.pager.words import read_word

MAX_SCRIPT_FILES: Final = 4
MAX_PAGES_LOOKED_AT: Final = 12
MAX_SCRIPT_FILE_BYTES: Final = 300_000
MAX_CONTROLS_LOOKED_AT: Final = 300
MAX_CHARACTERS_OF_LABEL: Final = 40
NAMES_INSIDE: Final = 4
"""Nodes inside a control that may hold its name: a picture."""
_SOURCE: Final = re.compile(
    r"""\bsrc\s{0,9}=\s{0,9}(?:"([^"]{1,500})"|'([^']{1,500})'|([^\s"'>]{1,500}))""", re.I
)
_LIBRARY: Final = re.compile(
    r"jquery|bootstrap|prototype|mootools|dojo|modernizr|angular|react|analytics|\.min\.|\.pack\.|\.axd"
    r"|javax\.faces|primefaces|polyfill|captcha",
    re.IGNORECASE,
)
_HANDLER: Final = re.compile(rb"\bon(?:click|change)\s{0,9}=|javascript:", re.IGNORECASE)


def with_scripts(source: SourceState, page: Page) -> Crawl[Page]:
    """Return a page with the functions that it names of its files, and with what scripts write."""
    if page.status >= 400 or b"<" not in page.body or b"\0" in page.body[:200]:
        return page
    page = _holding(page, with_written(page.body))
    known, files = dict(source.traffic.scripts), _own_files(page)
    unseen = [url for url in files if url not in known]
    has_handlers = _HANDLER.search(page.body) is not None or len(unseen) < len(files)
    if not has_handlers and not (unseen and _bound_elsewhere(parse(page))):
        return page
    looks = source.traffic.looks_for_scripts
    if unseen and len(known) < MAX_SCRIPT_FILES and looks < MAX_PAGES_LOOKED_AT:
        source.become(replace(source.traffic, looks_for_scripts=looks + 1))
        wanted = _called(parse(page)) | _bound_elsewhere(parse(page))
        for url in unseen[: MAX_SCRIPT_FILES - len(known)] if wanted else ():
            reply = page_reply((yield Get(Request("GET", url), "script file")))
            body = reply.body if isinstance(reply, Page) and reply.status < 400 else b""
            known[url] = code = body[:MAX_SCRIPT_FILE_BYTES].decode("utf-8", "replace")
            wanted = {name for name in wanted if not (code and declares(code, name))}
            if not wanted:
                break
        source.become(replace(source.traffic, scripts=tuple(known.items())))
    return _with_excerpts(page, known) if any(known.values()) else page


def _holding(page: Page, body: bytes) -> Page:
    return page if body is page.body else replace(page, body=body)


def _own_files(page: Page) -> list[str]:
    """Return the addresses of a page's script files at its own host that are no known library."""
    html, found = page.body.decode("latin-1"), list[str]()
    for block in script_blocks(html):
        if (url := _file(page, block.attributes)) and not _LIBRARY.search(url):
            found.append(url)
    return list(dict.fromkeys(found))


def _file(page: Page, attributes: str) -> str:
    """Return the address of a script file at the page's own host, '' for another."""
    named = _SOURCE.search(attributes)
    reference = next(filter(None, named.groups()), "") if named is not None else ""
    url = join_url(page.url, unescape(reference)) if reference else ""
    return url if url and host_key(url) == host_key(page.url) else ""


def _called(document: Document) -> set[str]:
    """Return the functions that stand nowhere on a page and that its controls call."""
    found: set[str] = set()
    acting = (
        node
        for node, has in enumerate(document.attributes)
        if has and (may_act(document, node) or has.get("onchange"))
    )
    for node in islice(acting, MAX_CONTROLS_LOOKED_AT):
        is_menu = document.tag[node] == "select"
        if not is_menu and (not _leads(document, node) or action_of(document, node) is not None):
            continue
        found |= {name.partition(".")[0] for name, _ in unread_calls(document, node)}
    return found


def _is_led(document: Document, node: int) -> bool:
    """Tell whether a link leads somewhere by itself."""
    return document.attributes[node].get("href") not in (None, "", "#")


def _bound_elsewhere(document: Document) -> set[str]:
    """Return the selectors of controls that say "more" or "next" and do nothing on this page."""
    found: set[str] = set()
    for node, has in enumerate(document.attributes):
        inside = range(node, document.end[node])
        if not has or len(inside) > MAX_ACTING_NODES or any(_is_led(document, n) for n in inside):
            continue
        text = " ".join(document.text[node : document.end[node]]).strip()
        if len(text) > MAX_CHARACTERS_OF_LABEL or read_word(text) not in ("MORE", "NEXT"):
            continue
        if not (may_act(document, node) or is_clicked(document, node) or is_submit(document, node)):
            found |= {f".{one}" for one in document.classes(node)}
            found |= {f"#{name}" for name in [document.attribute(node, "id")] if name}
    return found


def _leads(document: Document, node: int) -> bool:
    """Tell whether a control says that it searches, or that it turns pages."""
    inside = range(node, min(document.end[node], node + NAMES_INSIDE))
    names = [document.attribute(one, key) for one in inside for key in ("value", "title", "alt")]
    for label in (document.visible_text(node), *names):
        text = label.strip()
        if not text or len(text) > MAX_CHARACTERS_OF_LABEL or is_writing_label(text):
            continue
        if text.isdecimal() or read_word(text) is not None or "search" in concepts(text):
            return True
    return False


def _with_excerpts(page: Page, known: dict[str, str]) -> Page:
    """Return a page in which its files' functions stand in the place of the files."""
    html, made, at = page.body.decode("latin-1"), list[str](), 0
    for block in script_blocks(html):
        if code := known.get(_file(page, block.attributes), ""):
            made += [html[at : block.start], f"<script>{excerpt(code, html)}</script>"]
            at = block.stop
    return _holding(page, "".join([*made, html[at:]]).encode("latin-1") if made else page.body)
