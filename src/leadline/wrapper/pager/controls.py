"""Pager controls that are no links: submit buttons, load-more buttons, page menus.

Some engines page by submit buttons of the search form, numbered ones or ">" alone (harvest.md 3.5).
Others keep the next address in a data attribute of a "load more" button.

>>> from leadline.page.dom import parse_html
>>> page = parse_html('''<form><input name=q value=sea><input type=submit name=p value=1 disabled>
... <input type=submit name=p value=2><input type=submit name=">" value=">"></form>''', "http://h.test/")
>>> [(c.via, c.button, c.number) for c in read_buttons(page, None)]
[('button', ('p', '2'), 2), ('button', ('>', '>'), 2)]
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice, pairwise
from typing import Final
from urllib.parse import urlencode

from leadline.model import QueryInterface
from leadline.page.action.model import Action
from leadline.page.dom import Document
from leadline.wrapper.pager.addresses import is_page_name, likeness, send_address
from leadline.wrapper.pager.called import action_at, action_at_menu
from leadline.wrapper.pager.links import MAX_LINK_TEXT_CHARACTERS, read_number
from leadline.wrapper.pager.locator import form_of
from leadline.wrapper.pager.words import LEXICON, Word, read_sign, read_word

NEXT_ATTRIBUTES: Final[list[str]] = LEXICON["next_attributes"].split()
"""Attributes that hold the address of what a button loads, those that say "next" first."""

TEXTUAL: Final = frozenset({"text", "search", "textarea"})
PERSONAL_INPUT_TYPES: Final = frozenset({"password", "email", "file", "tel"})
"""Types of inputs whose forms are never sent, whatever their buttons say."""
MAX_MENUS: Final = 60
MAX_PLACES_READ: Final = 20
"""Entries of a menu of pages that are read."""
MAX_TEXT_OF_JUMP: Final = 400
_PAGE_OF_PAGES: Final = re.compile(r"(?<!\d)(\d{1,6})\D{1,12}(\d{1,6})(?!\d)")
_SILENT: Final = frozenset({"hidden", "submit", "image", "button"})
MAX_PAGER_CONTROLS: Final = 600
"""Controls looked at on one page."""


@dataclass(slots=True)
class PagerControl:
    """A control that may lead to the next page: an address, a button of a form, or an action.

    ``url`` of a button is what its small form sends, written as an address.
    """

    node: int
    text: str
    via: str
    url: str = ""
    number: int | None = None
    button: tuple[str, str] | None = None
    form_node: int = -1
    action: Action | None = None
    word: Word | None = None


def read_buttons(document: Document, interface: QueryInterface | None) -> list[PagerControl]:
    """Return submit buttons that lead to the next page, of forms that repeat the query.

    Small forms that differ only by one hidden number (a form for each page) are read as one pager.
    """
    pools: dict[object, list[PagerControl]] = {}
    serving: dict[int, object] = {}
    for button in _buttons(document):
        form = form_of(document, button.node)
        if form < 0:
            continue
        if form not in serving:
            serving[form] = _pool(document, form, interface)
        if serving[form] is not None:
            button.form_node = form
            button.url = _sent_by(document, form) if serving[form] != form else ""
            pools.setdefault(serving[form], []).append(button)
    return [button for pool in pools.values() for button in _next_buttons(pool)]


def _pool(document: Document, form: int, interface: QueryInterface | None) -> object:
    """Return what a form's buttons are read with: itself or all small forms like it, or None."""
    if PERSONAL_INPUT_TYPES.intersection(_input_types(document, form)):
        return None
    small = _asks_nothing(document, form)
    if not (_holds_query(document, form, interface) or (small and _pages(document, form))):
        return None
    if not small:
        return form
    names = tuple(name for name, _ in _hidden(document, form))
    return (document.attribute(form, "action"), _method(document, form), names)


def _holds_query(document: Document, form: int, interface: QueryInterface | None) -> bool:
    """Tell whether a form has a control of the interface (it may be hidden on the answer page)."""
    if interface is None:
        return True
    named = [control for control in interface.controls if control.name]
    wanted = {control.name for control in named if control.kind in TEXTUAL}
    wanted = wanted or {control.name for control in named}
    controls = document.elements("input", "textarea", "select", within=form)
    return any(document.attribute(node, "name") in wanted for node in controls)


def _pages(document: Document, form: int) -> bool:
    """Tell whether a form without inputs pages a query kept elsewhere: by GET, or by its number.

    The number is named like a page, or like a menu of the places of pages.
    """
    return _method(document, form) == "get" or any(
        value.isdecimal() and (is_page_name(name) or _has_menu_of_places(document, name))
        for name, value in _hidden(document, form)
    )


def _has_menu_of_places(document: Document, name: str) -> bool:
    """Tell whether a menu of this name offers 0, 25, 50 for 1, 2, 3, and no positions."""
    for menu in islice(document.elements("select"), MAX_MENUS):
        if document.attribute(menu, "name") != name:
            continue
        options = [*islice(document.elements("option", within=menu), MAX_PLACES_READ)]
        texts = [document.visible_text(option).strip() for option in options]
        values = [document.attribute(option, "value") for option in options]
        numbers = (int(one) if one.isdecimal() and len(one) < 10 else None for one in values)
        steps = {b - a for a, b in pairwise(numbers) if a is not None and b is not None}
        is_count = texts == [str(n + 1) for n in range(len(texts))]
        if is_count and len(steps) == 1 and min(steps) > 1:
            return True
    return False


def _asks_nothing(document: Document, form: int) -> bool:
    """Tell whether a form has nothing to fill in: hidden fields and buttons only."""
    kinds = {"hidden", "submit", "image", "button"}
    has_other = any(document.elements("select", "textarea", within=form))
    return not has_other and kinds.issuperset(_input_types(document, form))


def _input_types(document: Document, form: int) -> list[str]:
    inputs = document.elements("input", within=form)
    return [document.attribute(node, "type").casefold() for node in inputs]


def _method(document: Document, form: int) -> str:
    return document.attribute(form, "method").casefold() or "get"


def _hidden(document: Document, form: int) -> list[tuple[str, str]]:
    """Return names and values of a form's hidden fields."""
    return [
        (document.attribute(node, "name"), document.attribute(node, "value"))
        for node in document.elements("input", within=form)
        if document.attribute(node, "type").casefold() == "hidden"
    ]


def _sent_by(document: Document, form: int) -> str:
    """Return what a small form sends as an address: its action, then its hidden fields."""
    action = send_address(document, document.attribute(form, "action") or document.url)
    return f"{action.partition('?')[0]}?{urlencode(_hidden(document, form))}"


def _buttons(document: Document) -> Iterator[PagerControl]:
    """Yield every submit button with its text; disabled ones have ``via`` 'disabled'."""
    for count, node in enumerate(document.elements("input", "button")):
        if count >= MAX_PAGER_CONTROLS:
            return
        kind = document.attribute(node, "type").casefold()
        tag = document.tag[node]
        if kind not in (("submit", "image") if tag == "input" else ("submit", "", "image")):
            continue
        name, value = document.attribute(node, "name"), document.attribute(node, "value")
        off = "disabled" in document.attributes[node]
        text = _said(document, node, value)
        yield PagerControl(node, text, "disabled" if off else "button", button=(name, value))


def _said(document: Document, node: int, value: str) -> str:
    if document.tag[node] == "button":
        texts = [document.visible_text(node), value]
    elif document.attribute(node, "type").casefold() == "image":
        texts = [document.attribute(node, "alt"), value]
    else:
        texts = [value]
    texts += [document.attribute(node, name) for name in ("aria-label", "title", "alt", "name")]
    return next((text.strip() for text in texts if text.strip()), "")[
        : MAX_LINK_TEXT_CHARACTERS * 2
    ]


def _next_buttons(buttons: list[PagerControl]) -> list[PagerControl]:
    """Return the button of the next page number and those that say "next".

    Where each number has a form of its own and none is marked, what they send tells which is next.

    A button without a name sends what every other button of its form sends, unless the form is its
    own.
    """
    numbered: dict[int, PagerControl] = {}
    for button in buttons:
        number, upto = read_number(button.text) if len(button.text) <= 12 else (None, None)
        if number is not None and upto is None:
            numbered.setdefault(number, button)
        else:
            sign, doubled = read_sign(button.text)
            has_single = any(read_sign(other.text) == ("NEXT", False) for other in buttons)
            button.word = "LAST" if doubled and has_single else sign
            button.word = button.word or read_word(button.text)
    current = current_of({n: b.via == "disabled" for n, b in numbered.items()})
    followers = []
    if current is not None and current + 1 in numbered and len(numbered) > 1:
        follower = numbered[current + 1]
        follower.number = current + 1
        followers.append(follower)
    elif current is None and all(button.url for button in numbered.values()):
        followers += [numbered[number] for number in sorted(numbered) if number > 1]
    for button in buttons:
        named = button.url or (button.button or ("",))[0]
        if button.word == "NEXT" and button.via == "button" and named:
            button.number = current + 1 if current is not None else None
            followers.append(button)
    return [b for b in followers if b.via == "button"]


def current_of(numbers: dict[int, bool]) -> int | None:
    """Return the page that is shown, from the numbers on buttons (True: disabled).

    >>> current_of({1: False, 2: True, 3: False}), current_of({1: False, 3: False, 4: False})
    (2, 2)
    >>> current_of({2: False, 3: False}), current_of({})
    (1, None)
    """
    off = [n for n, disabled in numbers.items() if disabled]
    if len(off) == 1:
        return off[0]
    order = sorted(numbers)
    gaps = [a + 1 for a, b in pairwise(order) if b - a == 2]
    if len(gaps) == 1:
        return gaps[0]
    return 1 if order[:1] == [2] else None


def read_loaders(document: Document, here: str) -> list[PagerControl]:
    """Return buttons whose data attributes or scripts hold the address of the next page."""
    nodes = ((node, has) for node, has in enumerate(document.attributes) if has)
    controls = (_loader(document, node, has, here) for node, has in nodes)
    return list(islice(filter(None, controls), MAX_PAGER_CONTROLS))


def _loader(
    document: Document, node: int, attributes: dict[str, str | None], here: str
) -> PagerControl | None:
    for name in NEXT_ATTRIBUTES:
        value = attributes.get(name)
        if value and ("/" in value or "?" in value):
            control = PagerControl(node, "", "data", url=send_address(document, value.strip()))
            if likeness(control.url, here) >= 1 and _says_next(document, control, "next" in name):
                return control
    if attributes.get("onclick") and document.tag[node] not in ("form", "body"):
        return _scripted(document, node, here)
    return None


def _scripted(document: Document, node: int, here: str) -> PagerControl | None:
    """Return a control whose script goes to an address, or sends a form of the page."""
    control = PagerControl(node, "", "script")
    if not _says_next(document, control, False):
        return None
    action = action_at(document, node)
    if action is None or (action.form < 0 and likeness(action.url, here) < 1):
        return None
    if action.form < 0 and action.protocol != "partial":
        control.url = action.url
    else:
        control.via, control.form_node, control.action = "postback", action.form, action
    return control


def _says_next(document: Document, control: PagerControl, sure: bool) -> bool:
    text = document.visible_text(control.node)[: MAX_LINK_TEXT_CHARACTERS * 2]
    text = (
        text
        or document.attribute(control.node, "value")
        or document.attribute(control.node, "title")
    )
    control.text = text
    control.word = read_sign(text)[0] or read_word(text)
    if control.word in ("NEXT", "MORE", "OLDER"):
        return True
    if control.word is not None or read_number(text)[0] is not None:
        return False
    names = document.attribute(control.node, "class") + " " + document.attribute(control.node, "id")
    folded = names.casefold()
    return sure or any(
        w in folded for w in ("loadmore", "load-more", "load_more", "infinite", "next-page")
    )


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
    if form < 0 or _method(document, form) != "get":
        return ""
    asking = {"select", "textarea", "input"}
    fields = [node for node in document.elements(*asking, within=form) if node != control]
    kinds = {document.attribute(node, "type").casefold() for node in fields}
    if any(document.tag[node] != "input" for node in fields) or kinds - _SILENT:
        return ""
    buttons = [node for node in fields if document.attribute(node, "type").casefold() == "submit"]
    pressed = [(document.attribute(n, "name"), document.attribute(n, "value")) for n in buttons[:1]]
    sent = [*_hidden(document, form), (document.attribute(control, "name"), value), *pressed]
    action = send_address(document, document.attribute(form, "action") or document.url)
    named = urlencode([pair for pair in sent if pair[0]], encoding=document.charset or "utf-8")
    return f"{action.partition('?')[0]}?{named}" if action and sent[-1 - len(pressed)][0] else ""
