"""Pager controls that are no links: submit buttons, load-more buttons, page menus.

Some engines page by submit buttons of the search form, numbered ones or ">" alone.
Others keep the next address in a data attribute of a "load more" button.

>>> from leadline.page.dom import parse_html
>>> page = parse_html('''<form><input name=q value=sea><input type=submit name=p value=1 disabled>
... <input type=submit name=p value=2><input type=submit name=">" value=">"></form>''', "http://h.test/")
>>> [(c.via, c.button, c.number) for c in read_buttons(page, None)]
[('button', ('p', '2'), 2), ('button', ('>', '>'), 2)]
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Final
from urllib.parse import urlencode

from leadline.model import QueryInterface
from leadline.page.action.model import Action
from leadline.page.dom import Document
from leadline.wrapper.pager.addresses import is_page_name, send_address
from leadline.wrapper.pager.links import MAX_LINK_TEXT_CHARACTERS, read_number
from leadline.wrapper.pager.locator import form_of
from leadline.wrapper.pager.words import Word, read_sign, read_word

MAX_MENUS: Final = 60
TEXTUAL: Final = frozenset({"text", "search", "textarea"})
PERSONAL_INPUT_TYPES: Final = frozenset({"password", "email", "file", "tel"})
"""Types of inputs whose forms are never sent, whatever their buttons say."""
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
    names = tuple(name for name, _ in hidden_pairs(document, form))
    return (document.attribute(form, "action"), method_of(document, form), names)


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
    """Tell whether a form without inputs pages a query kept elsewhere: by GET, or by its number."""
    return method_of(document, form) == "get" or any(
        value.isdecimal() and is_page_name(name) for name, value in hidden_pairs(document, form)
    )


def _asks_nothing(document: Document, form: int) -> bool:
    """Tell whether a form has nothing to fill in: hidden fields and buttons only."""
    kinds = {"hidden", "submit", "image", "button"}
    has_other = any(document.elements("select", "textarea", within=form))
    return not has_other and kinds.issuperset(_input_types(document, form))


def _input_types(document: Document, form: int) -> list[str]:
    inputs = document.elements("input", within=form)
    return [document.attribute(node, "type").casefold() for node in inputs]


def method_of(document: Document, form: int) -> str:
    return document.attribute(form, "method").casefold() or "get"


def hidden_pairs(document: Document, form: int) -> list[tuple[str, str]]:
    """Return names and values of a form's hidden fields."""
    return [
        (document.attribute(node, "name"), document.attribute(node, "value"))
        for node in document.elements("input", within=form)
        if document.attribute(node, "type").casefold() == "hidden"
    ]


def _sent_by(document: Document, form: int) -> str:
    """Return what a small form sends as an address: its action, then its hidden fields."""
    action = send_address(document, document.attribute(form, "action") or document.url)
    return f"{action.partition('?')[0]}?{urlencode(hidden_pairs(document, form))}"


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
