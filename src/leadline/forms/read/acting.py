"""Controls that act by a script: links and buttons that send a form, selects that do on change.

>>> from leadline.page.dom import parse_html
>>> page = parse_html('''<form><input name=q><a href="javascript:__doPostBack('find','')">Search</a>
... </form>''', "http://h.test/")
>>> found = acting_buttons(page)
>>> [(one.kind, one.label, one.sets[0]) for buttons in found.values() for one in buttons]
[('submit', 'Search', ('__EVENTTARGET', 'find'))]
"""

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice
from typing import Final

from leadline.forms.lexicon import concepts, word_set
from leadline.forms.words import name_words
from leadline.model import Control
from leadline.page.action.gate import may_write
from leadline.page.action.model import Action
from leadline.page.action.read import action_of_change, action_of_search, may_act
from leadline.page.dom import Document

ACTING_LINK_TAGS: Final = frozenset({"a", "img", "span", "div"})
MAX_BUTTON_CHARACTERS: Final = 40
MAX_LINKS: Final = 2_000
"""Links of a page that are looked at for one that searches."""
MAX_STEPS_TO_BUTTON: Final = 12
HEAD_TAGS: Final = frozenset({"header", "nav", "footer"})
MAX_NODES_INSIDE: Final = 6


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
    has = document.attributes[control.node]
    if control.kind in {"button", "submit", "image"} and may_act(document, control.node):
        action = action_of_search(document, control.node)
        if action is None or action.form < 0 or may_write(document, control.node, action):
            return control
        is_pressed = action.button is not None and control.kind != "button"
        return _with(
            replace(control, kind="submit", name=control.name if is_pressed else ""), action
        )
    if control.kind == "select" and has.get("onchange") and len(control.choices) > 1:
        value = control.choices[-1].value
        action = action_of_change(document, control.node, value)
        if (
            action is not None
            and action.form >= 0
            and not may_write(document, control.node, action)
        ):
            sets = tuple(pair for pair in action.sets if pair[0] != control.name)
            return replace(control, sets=sets or (("", ""),), headers=action.headers)
    return control


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
            buttons=_nearest(document, control.node, pressed),
            in_head=_is_in_head(document, control.node),
        )
        if control.kind in {"text", "search", "select"} and control.node >= 0
        else control
        for control in controls
    ]


def _nearest(document: Document, node: int, buttons: Sequence[int]) -> tuple[int, ...]:
    for above in islice(document.ancestors(node), MAX_STEPS_TO_BUTTON):
        first = bisect_left(buttons, above)
        stop = bisect_left(buttons, document.end[above])
        if stop > first:
            return tuple(buttons[first:stop])
    return ()


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
