"""The next page by a person's word: the link, icon or button that was shown by what stands on it.

>>> from leadline.page.dom import parse_html
>>> bar = "<a href=?v=wide><img src=/i/a2.png></a><a href=?k=x7><img src=/i/a3.png></a>"
>>> page = parse_html(bar, "http://h.test/s?q=sea")
>>> [offer.request.url for offer in given_next(page, "a3.png")]
['http://h.test/s?k=x7']
"""

from collections.abc import Iterator
from typing import Final

from leadline.model import Request
from leadline.page.dom import Document
from leadline.page.styles import is_invisible
from leadline.page.text import fold
from leadline.wrapper.pager.addresses import send_address
from leadline.wrapper.pager.called import action_at
from leadline.wrapper.pager.locator import PagerLocator, Proposal, element_path, form_of

GIVEN: Final = "given"
"""Kind of a control that a person showed."""
SAYING: Final = ("aria-label", "title", "alt", "value", "name", "id")
PRESSED: Final = frozenset({"submit", "image", "button"})
PRESSED_TAGS: Final = ("a", "area", "button", "input", "span", "td", "li", "div", "img")
MAX_NODES_PRESSED: Final = 24
"""Nodes of a control that are read; a link around a whole page is none."""


def given_next(document: Document, text: str) -> list[Proposal]:
    """Return what is pressed where a text, a label, a picture or a class is shown, in order."""
    wanted, found = fold(text).strip(), list[Proposal]()
    for node in _small(document):
        if wanted not in _said(document, node):
            continue
        proposal = _pressed(document, node, text)
        if proposal is not None and not is_invisible(document, node):
            found.append(proposal)
    return found


def is_for_scripts(document: Document, text: str) -> bool:
    """Tell whether a button says a text, whatever a script does when it is pressed."""
    wanted = fold(text).strip()
    return any(wanted in _said(document, node) for node in document.elements("button"))


def pressed_nodes(document: Document) -> dict[str, int]:
    """Return by folded text the first control that ``given_next`` finds by it."""
    found: dict[str, int] = {}
    for node in _small(document):
        if _pressed(document, node, "") is not None and not is_invisible(document, node):
            for text in _said(document, node):
                found.setdefault(text, node)
    return found


def _small(document: Document) -> Iterator[int]:
    for node in document.elements(*PRESSED_TAGS):
        if document.end[node] - node <= MAX_NODES_PRESSED:
            yield node


def _said(document: Document, node: int) -> set[str]:
    return {fold(text).strip() for text in texts_on(document, node)}


def texts_on(document: Document, node: int) -> Iterator[str]:
    """Yield what a person may call a control by: its text, labels, names, classes and pictures."""
    yield document.visible_text(node)
    for inner in range(node, document.end[node]):
        if not document.attributes[inner]:
            continue
        yield from (document.attribute(inner, name) for name in SAYING)
        yield from document.classes(inner)
        file = document.attribute(inner, "src").partition("?")[0].rpartition("/")[2]
        yield from (file, file.rpartition(".")[0])
    yield document.attribute(node, "href")


def _pressed(document: Document, node: int, text: str) -> Proposal | None:
    """Return what a control sends: its address, its action, or its form with this button."""
    locator = PagerLocator(element_path(document, node), text, GIVEN)
    tag, href = document.tag[node], document.attribute(node, "href").strip()
    url = send_address(document, href) if href and href[0] != "#" else ""
    if url:
        return Proposal(Request("GET", url), locator, GIVEN, node=node)
    action = action_at(document, node)
    if action is not None:
        if action.form < 0 and action.url:
            return Proposal(Request("GET", action.url), locator, GIVEN, node=node)
        return Proposal(None, locator, GIVEN, None, None, action.form, action, node)
    kind = document.attribute(node, "type").casefold()
    if (tag == "button" and kind in ("", "submit")) or (tag == "input" and kind in PRESSED):
        form = form_of(document, node)
        button = document.attribute(node, "name"), document.attribute(node, "value")
        return Proposal(None, locator, GIVEN, None, button, form, None, node) if form >= 0 else None
    return None
