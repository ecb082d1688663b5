"""Menus of pages, and boxes for the number of a page."""

import re
from itertools import islice, pairwise
from typing import Final
from urllib.parse import urlencode

from leadline.page.dom import Document
from leadline.wrapper.pager.addresses import is_page_name, likeness, send_address
from leadline.wrapper.pager.called import action_at_menu
from leadline.wrapper.pager.controls import MAX_MENUS, PagerControl, hidden_pairs, method_of
from leadline.wrapper.pager.links import read_number
from leadline.wrapper.pager.locator import form_of

MAX_TEXT_OF_JUMP: Final = 400
_PAGE_OF_PAGES: Final = re.compile(r"(?<!\d)(\d{1,6})\D{1,12}(\d{1,6})(?!\d)")
_SILENT: Final = frozenset({"hidden", "submit", "image", "button"})


def read_menus(document: Document, here: str) -> list[PagerControl]:
    """Return menus of pages: the entry after the selected one, by its address or by its form.

    A box for the number of a page is such a menu too.
    """
    controls: list[PagerControl] = []
    for menu in islice(document.elements("select"), MAX_MENUS):
        entries = [
            (read_number(document.visible_text(o)[:20])[0], document.attribute(o, "value"), o)
            for o in document.elements("option", within=menu)
        ][:2000]
        for (number, _, option), (following, value, node) in pairwise(entries):
            if number is None or following != number + 1:
                continue
            is_shown = "selected" in document.attributes[option]
            if is_shown and ("/" in value or "?" in value):
                url = send_address(document, value)
                if likeness(url, here) >= 2:
                    controls.append(PagerControl(node, "", "menu", url=url, number=following))
            elif is_shown and (url := _jump(document, menu, value or str(following))):
                controls.append(PagerControl(menu, "", "menu", url=url, number=following))
            elif is_shown and entries[0][0] in (0, 1):  # years and sizes begin elsewhere
                action = action_at_menu(document, menu, value or str(following))
                form = action.form if action is not None else -1
                made = PagerControl(menu, "", "menu", "", following, None, form, action)
                controls += [made] if action is not None else []
    boxes = (node for node in document.elements("input") if _is_page_box(document, node))
    for box in islice(boxes, MAX_MENUS):
        form = form_of(document, box)
        number = _page_beside(document, box, form) if form >= 0 else None
        if number is not None and (url := _jump(document, box, str(number + 1))):
            controls.append(PagerControl(box, "", "menu", url=url, number=number + 1))
    return controls


def _is_page_box(document: Document, node: int) -> bool:
    kind = document.attribute(node, "type").casefold() or "text"
    return kind in ("text", "number") and is_page_name(document.attribute(node, "name"))


def _page_beside(document: Document, box: int, form: int) -> int | None:
    """Return the page that is shown, by a box or by "page 3 of 9" beside it, None on the last."""
    value = document.attribute(box, "value").strip()
    beside = _PAGE_OF_PAGES.search(document.visible_text(form)[:MAX_TEXT_OF_JUMP])
    if beside is not None:
        page, pages = int(beside[1]), int(beside[2])
        return page if 0 < page < pages else None
    return int(value) if value.isascii() and value.isdecimal() and len(value) < 7 else None


def _jump(document: Document, control: int, value: str) -> str:
    """Return what the form of a menu or box sends for a page; '' if it asks for more than that."""
    form = form_of(document, control)
    if form < 0 or method_of(document, form) != "get":
        return ""
    asking = {"select", "textarea", "input"}
    fields = [node for node in document.elements(*asking, within=form) if node != control]
    kinds = {document.attribute(node, "type").casefold() for node in fields}
    if any(document.tag[node] != "input" for node in fields) or kinds - _SILENT:
        return ""
    buttons = [node for node in fields if document.attribute(node, "type").casefold() == "submit"]
    pressed = [(document.attribute(n, "name"), document.attribute(n, "value")) for n in buttons[:1]]
    sent = [*hidden_pairs(document, form), (document.attribute(control, "name"), value), *pressed]
    action = send_address(document, document.attribute(form, "action") or document.url)
    named = urlencode([pair for pair in sent if pair[0]], encoding=document.charset or "utf-8")
    return f"{action.partition('?')[0]}?{named}" if action and sent[-1 - len(pressed)][0] else ""


PAGERS: Final = (read_menus,)
