"""Parts of one large form: boxes and the buttons nearest to them, each judged as a form of its own.

A register, a login and a letter to subscribe to may lie in one form around the whole page. What
belongs to the others is sent as it stands, and their buttons are never pressed.

>>> from leadline.forms.find import find_interfaces
>>> from leadline.page.dom import parse_html
>>> page = parse_html('''<form method=post><p>Name <input name=n> <button>Find</button></p>
... <p>Your mail <input name=m> <button>Sign me up</button></p></form>''', "http://h.test/")
>>> found, = find_interfaces(page)
>>> found.kind, [(one.name, one.kind) for one in found.controls]
('search', [('n', 'text'), ('', 'submit'), ('m', 'hidden')])
"""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from leadline.model import BUTTON_KINDS, Control, QueryInterface
from leadline.page.dom import Document
from leadline.page.together import nearest

MAX_PARTS_OF_FORM: Final = 12
_UNSENT: Final = BUTTON_KINDS | {"file"}
_TICKED: Final = frozenset({"checkbox", "radio"})


def parts_of(
    document: Document, form: QueryInterface
) -> Iterator[tuple[QueryInterface, QueryInterface]]:
    """Yield each part of a form, alone as it is judged, and within the form as it is sent.

    Nothing where all its boxes share their buttons.
    """
    pressed = sorted(one.node for one in form.controls if one.kind in {"submit", "image"})
    groups: dict[tuple[int, ...], set[int]] = {}
    for one in form.controls:
        if one.kind not in BUTTON_KINDS | {"hidden"} and one.node >= 0:
            near = nearest(document, one.node, pressed)
            groups.setdefault(near, set()).add(one.node)
    groups.pop((), None)
    for buttons, nodes in list(groups.items())[:MAX_PARTS_OF_FORM] if len(groups) > 1 else ():
        own = nodes | {*buttons}
        container = _around(document, own)
        alone = [one for one in form.controls if one.kind == "hidden" or one.node in own]
        sent = [kept for one in form.controls for kept in _kept(one, own)]
        part = replace(form, controls=tuple(alone), node=container)
        yield part, replace(form, controls=tuple(sent))


def _around(document: Document, nodes: set[int]) -> int:
    """Return the nearest element that holds all of these."""
    first, last = min(nodes), max(nodes)
    return next((one for one in document.ancestors(first) if document.end[one] > last), first)


def _kept(control: Control, own: set[int]) -> Iterator[Control]:
    """Yield a control of a form as it is sent when a part of it is."""
    if control.kind == "hidden" or control.node in own:
        yield control
    elif control.kind == "select":
        chosen = tuple(one for one in control.choices if one.selected) or control.choices[:1]
        yield replace(control, choices=chosen)
    elif control.kind not in _UNSENT and (control.kind not in _TICKED or control.checked):
        yield replace(control, kind="hidden")
