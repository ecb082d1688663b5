"""Controls that act by a script: links and buttons that send a form, selects that do on change.

So do controls outside every form; the address that their script calls is that of their form.

>>> from leadline.page.dom import parse_html
>>> page = parse_html('''<form><input name=q><a href="javascript:__doPostBack('find','')">Search</a>
... </form>''', "http://h.test/")
>>> found = acting_buttons(page)
>>> [(one.kind, one.label, one.sets[0]) for buttons in found.values() for one in buttons]
[('submit', 'Search', ('__EVENTTARGET', 'find'))]
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice
from typing import Final
from urllib.parse import parse_qsl, urljoin, urlsplit, urlunsplit

from leadline.forms.lexicon import concepts, is_search_name, word_set
from leadline.forms.words import name_words
from leadline.model import CHOSEN, Control
from leadline.page.action.gate import may_write
from leadline.page.action.model import Action
from leadline.page.action.read import (
    TYPED,
    action_of_change,
    action_of_search,
    address_called,
    may_act,
    may_change,
)
from leadline.page.dom import Document
from leadline.page.query_string import split_address
from leadline.page.together import nearest
from leadline.page.urls import is_script_address

ACTING_LINK_TAGS: Final = frozenset({"a", "img", "span", "div"})
MAX_BUTTON_CHARACTERS: Final = 40
MAX_LINKS: Final = 2_000
"""Links of a page that are looked at for one that searches."""
HEAD_TAGS: Final = frozenset({"header", "nav", "footer"})
MAX_NODES_INSIDE: Final = 6
MAX_GROUP_NODES: Final = 60
"""Nodes of a group of controls that are searched for an address."""
SCRIPT_ATTRIBUTES: Final = ("onclick", "onkeypress", "onkeyup", "onkeydown", "onchange")
ADDRESS_ATTRIBUTES: Final = ("data-action", "data-url", "data-search-url", "data-href")


def acting_buttons(document: Document) -> dict[int, list[Control]]:
    """Return links and pictures that search by sending a form, as buttons by form."""
    found: dict[int, list[Control]] = {}
    forms = any(True for _ in document.elements("form"))
    nodes = islice(_links(document), MAX_LINKS) if forms else ()
    for node in nodes:
        label = _said(document, node)
        names = f"{document.attribute(node, 'id')} {document.attribute(node, 'name')}"
        if len(label) > MAX_BUTTON_CHARACTERS or "search" not in concepts(label) | concepts(names):
            continue
        action = action_of_search(document, node)
        if action is not None and action.form >= 0 and not may_write(document, node, action):
            button = Control("", "submit", label=label, element_id=names.split(" ")[0], node=node)
            found.setdefault(action.form, []).append(_with(button, action))
    return found


def _links(document: Document) -> Iterator[int]:
    tags, ends = document.tag, document.end
    for node, has in enumerate(document.attributes):
        is_small = has and tags[node] in ACTING_LINK_TAGS and ends[node] - node <= MAX_NODES_INSIDE
        if is_small and may_act(document, node):
            yield node


def _said(document: Document, node: int) -> str:
    """Return what is read on a link: its text, else its title or its picture's."""
    if text := document.visible_text(node):
        return text
    names = ("aria-label", "title", "alt")
    inside = range(node, min(document.end[node], node + MAX_NODES_INSIDE))
    texts = (document.attribute(one, name) for one in inside for name in names)
    return next((text.strip() for text in texts if text.strip()), "")


def acting(document: Document, control: Control) -> Control:
    """Return a control with what its script sets when it is pressed, or chosen in."""
    if control.kind in {"button", "submit", "image"} and may_act(document, control.node):
        action = action_of_search(document, control.node)
        if action is None or action.form < 0 or may_write(document, control.node, action):
            return control
        is_pressed = action.button is not None and control.kind != "button"
        return _with(
            replace(control, kind="submit", name=control.name if is_pressed else ""), action
        )
    is_menu = control.kind == "select" and len(control.choices) > 1
    if is_menu and may_change(document, control.node):
        value = control.choices[-1].value
        action = action_of_change(document, control.node, value)
        if (
            action is not None
            and action.form >= 0
            and not may_write(document, control.node, action)
        ):
            sets = tuple(pair for pair in action.sets if pair[0] != control.name)
            return replace(control, sets=sets or (("", ""),), headers=action.headers)
        if action is not None and action.protocol == "call" and not action.body:
            return (
                control if may_write(document, control.node, action) else _asking(control, action)
            )
    return control


def _asking(menu: Control, action: Action) -> Control:
    """Return a select whose script asks an address for what its choice opens."""
    value = menu.choices[-1].value
    parts = split_address(action.url)
    pairs = parse_qsl(parts.query, keep_blank_values=True)
    if action.method.upper() != "GET" or not value or value not in dict(pairs).values():
        return menu
    sets = tuple((name, CHOSEN if one == value else one) for name, one in pairs)
    address = parts._replace(query="", fragment="").geturl()
    return replace(menu, sets=sets, headers=action.headers, form_action=address, form_method="GET")


def _with(button: Control, action: Action) -> Control:
    return replace(
        button,
        sets=action.sets,
        headers=action.headers,
        form_action=action.url or button.form_action,
        form_method=action.method or button.form_method,
    )


def paired(document: Document, controls: Sequence[Control]) -> list[Control]:
    """Return controls with the buttons nearest to each: those of the nearest common container."""
    pressed = sorted(
        control.node
        for control in controls
        if control.kind in {"submit", "image"} and control.node >= 0
    )
    if len(pressed) < 2:
        return list(controls)
    return [
        replace(
            control,
            buttons=nearest(document, control.node, pressed),
            in_head=_is_in_head(document, control.node),
        )
        if control.kind in {"text", "search", "select"} and control.node >= 0
        else control
        for control in controls
    ]


def _is_in_head(document: Document, node: int) -> bool:
    """Tell whether an element stands in the head, the foot or the navigation of the page."""
    for above in document.ancestors(node):
        if document.tag[above] in HEAD_TAGS:
            return True
        if document.tag[above] in {"form", "body"}:
            break
        names = f"{document.attribute(above, 'id')} {document.attribute(above, 'class')}"
        if not word_set("page_parts").isdisjoint(name_words(names)):
            return True
    return False


def script_target(document: Document, group: int) -> tuple[str, str]:
    """Return the address of a group of formless controls and its empty parameter, or ''s.

    >>> from leadline.page.dom import parse_html
    >>> html = '''<div><input id=w><b onclick="location.href='/find?kw='+w.value">Go</b></div>'''
    >>> page = parse_html(html, "http://h/")
    >>> script_target(page, next(page.elements("div")))
    ('http://h/find', 'kw')
    """
    for url in filter(None, _addresses(document, group)):
        try:
            parts = urlsplit(urljoin(document.base, url))
        except ValueError:
            continue
        pairs = parse_qsl(parts.query, True)
        empty = [name for name, value in pairs if value == TYPED]
        empty = empty or [name for name, value in pairs if not value]
        if TYPED in parts.path:
            continue  # no part of a path is filled
        if parts.scheme in {"http", "https"} and (empty or not parts.query):
            address = urlunsplit(parts._replace(query="", fragment=""))
            return address, next(
                (n for n in empty if is_search_name(n)), empty[-1] if empty else ""
            )
    return "", ""


def _addresses(document: Document, group: int) -> Iterator[str]:
    nodes = range(group, min(document.end[group], group + MAX_GROUP_NODES))
    boxes = [node for node in nodes if document.tag[node] == "input"]
    for node in nodes:
        has = document.attributes[node]
        if not has:
            continue
        for name in SCRIPT_ATTRIBUTES:
            yield address_called(document, node, has.get(name) or "", boxes)
        for name in ADDRESS_ATTRIBUTES:
            yield (has.get(name) or "").strip()
        if document.tag[node] == "a" and "search" in concepts(document.visible_text(node)[:40]):
            href = (has.get("href") or "").strip()
            yield address_called(document, node, href, boxes) if is_script_address(href) else href
