"""The action of a control: what its handler, its address or a known library would send.

Looking sends nothing and changes nothing. What is only a link or a submit button has no action.

>>> from leadline.page.dom import parse_html
>>> page = parse_html('''<script>function go(n) {
...     var f = document.list; f.page.value = n; f.submit() }
... </script><form name=list><input type=hidden name=page value=1></form>
... <a href="#" onclick="go(2); return false">2</a>''', "http://h.test/")
>>> action_of(page, next(page.elements("a"))).sets
(('page', '2'),)
"""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import partial
from itertools import chain
from typing import Any, Final
from urllib.parse import unquote
from weakref import WeakKeyDictionary

from leadline.page.action.evaluate import Run
from leadline.page.action.host import Closure, Element, scene_of
from leadline.page.action.members import field_value
from leadline.page.action.model import Action
from leadline.page.action.part import known_calls, protocols
from leadline.page.action.selection import EVERYWHERE
from leadline.page.action.supposed import supposed
from leadline.page.action.syntax import read_script
from leadline.page.dom import Document
from leadline.page.urls import SCRIPT_ADDRESS, host_key, is_script_address

MAX_ACTIONS: Final = 400
"""Handlers that are evaluated on one page."""
MAX_STEPS_OF_ADDRESSES: Final = 1_000_000
"""Steps in which handlers of one page are evaluated for where they lead: rows may be many."""
MAX_HANDLER_CHARACTERS: Final = 20_000
TYPED: Final = "aa"
"""Stands in empty text boxes while a button that searches is read: many refuse to send none."""
HEARD: Final = ("click", "change")
"""Events that a script names to which it binds functions."""
MAX_NODES_CLICKED: Final = 6
"""Nodes of an element that a click on the whole page may mean."""
MAX_STEPS_OF_BINDING: Final = 100_000
CLICKS: Final = ("onclick", "onmousedown")

_KNOWN: Final[WeakKeyDictionary[Document, dict[tuple[int, str], Action | None]]] = (
    WeakKeyDictionary()
)
_BOUND: Final[WeakKeyDictionary[Document, dict[int, Action]]] = WeakKeyDictionary()


def may_act(document: Document, node: int) -> bool:
    """Tell whether an element has a handler at all, or may be bound by a library."""
    has = document.attributes[node]
    href = (has.get("href") or "").lstrip()
    return bool(
        has.get("onclick")
        or is_script_address(href)
        or (href in ("", "#") and node in bound_actions(document))
    )


def action_of(document: Document, node: int) -> Action | None:
    """Return what a click on an element sends, None for nothing or what is not read."""
    return _remembered(document, node, "")


def action_of_search(document: Document, node: int) -> Action | None:
    """Return what pressing a button sends where words stand in the text boxes of its form.

    A submit button whose handler only sets fields sends these with its form.
    """
    known = _KNOWN.setdefault(document, {})
    key = (node, "search")
    if key not in known and len(known) < MAX_ACTIONS:
        found = _searched(document, node)
        known[key] = found if found is not None and _stays(document, found) else None
    return known.get(key)


def _searched(document: Document, node: int) -> Action | None:
    run = Run(scene_of(document), known_calls(), node)
    run.is_search = True
    form = run.scene.form_of(node)
    for field in run.scene.controls(form) if form >= 0 else ():
        kind = document.attribute(field, "type").casefold()
        if document.tag[field] == "input" and kind in ("", "text", "search"):
            run.typed[field] = TYPED
    found = _clicked(document, node, run)
    if found is None and run.returned is not False and run.values and is_submit(document, node):
        found = run.caught(lambda: run.submit(form, button=node)) if form >= 0 else None
    if found is None:
        return None
    return replace(found, sets=tuple(pair for pair in found.sets if pair[1] != TYPED))


def is_submit(document: Document, node: int) -> bool:
    """Tell whether an element is a submit button."""
    kind, tag = document.attribute(node, "type").casefold(), document.tag[node]
    return (
        kind in ("submit", "image")
        if tag == "input"
        else tag == "button" and kind in ("", "submit")
    )


def is_clicked(document: Document, node: int) -> bool:
    """Tell whether a script is called where an element is clicked, written on it or bound."""
    has_code = bool(document.attribute(node, "onclick")) or node in bound_actions(document)
    heard = _heard(document)
    is_small = document.end[node] - node <= MAX_NODES_CLICKED
    return has_code or (node, "click") in heard or (is_small and (EVERYWHERE, "click") in heard)


def action_heard(document: Document, node: int) -> Action | None:
    """Return what the page's script sends that it binds to a click on an element.

    >>> from leadline.page.dom import parse_html
    >>> page = parse_html('''<a id=more data-page=2>More</a><script>
    ... document.querySelector("#more").addEventListener("click", function (e) {
    ...     fetch("/rows?page=" + this.dataset.page) })</script>''', "http://h.test/list")
    >>> action_heard(page, 3).url
    'http://h.test/rows?page=2'
    """
    if not is_clicked(document, node) or "disabled" in document.attributes[node]:
        return None
    known, key = _KNOWN.setdefault(document, {}), (node, "heard")
    if key not in known and len(known) < MAX_ACTIONS:
        run = Run(scene_of(document), known_calls(), node)
        heard = _listened(run)  # anew: a handler changes the variables around it
        bound = heard.get((node, "click")) or heard.get((EVERYWHERE, "click"))
        event = {"currentTarget": Element(node), "target": Element(node)}
        found = run.caught(lambda: run.call(bound, (event,)))
        known[key] = found if found is not None and _stays(document, found) else None
    return known.get(key)


def unread_calls(document: Document, node: int) -> list[tuple[str, tuple[Any, ...]]]:
    """Return the functions of other files that a control calls, with their arguments."""
    run = Run(scene_of(document), known_calls(), node)
    codes = (document.attribute(node, name) for name in (*CLICKS, "href", "onchange"))
    for code in codes:
        if code and (run.run(_bare(code[:MAX_HANDLER_CHARACTERS])) or run.unread):
            break
    return run.unread


def address_called(document: Document, node: int, code: str, boxes: Iterable[int] = ()) -> str:
    """Return the absolute address that a handler goes to, at any host; '' for none.

    ``boxes`` hold the word `TYPED` meanwhile.
    """
    scene = scene_of(document)
    if not code or scene.spent > MAX_STEPS_OF_ADDRESSES:
        return ""
    run = Run(scene, known_calls(), node)
    run.typed.update(dict.fromkeys(boxes, TYPED))
    action = run.run(_bare(code[:MAX_HANDLER_CHARACTERS]))
    scene.spent += run.steps
    return action.url if action is not None and action.protocol == "link" else ""


def action_of_change(document: Document, node: int, value: str) -> Action | None:
    """Return what a select sends where this value is chosen in it, None for nothing."""
    return _remembered(document, node, value, is_change=True)


def _remembered(
    document: Document, node: int, value: str, *, is_change: bool = False
) -> Action | None:
    known = _KNOWN.setdefault(document, {})
    key = (node, f"={value}" if is_change else "")
    if key not in known and len(known) < MAX_ACTIONS:
        found = _changed(document, node, value) if is_change else _clicked(document, node)
        known[key] = found if found is not None and _stays(document, found) else None
    return known.get(key)


def _clicked(document: Document, node: int, run: Run | None = None) -> Action | None:
    has = document.attributes[node]
    if "disabled" in has:
        return None
    run = run or Run(scene_of(document), known_calls(), node)
    for name in CLICKS:
        code = (has.get(name) or "")[:MAX_HANDLER_CHARACTERS]
        if code and (found := run.run(_bare(code))) is not None:
            return found
    href = (has.get("href") or "").strip()
    found = None
    if run.returned is not False and is_script_address(href):
        found = run.run(_bare(href[:MAX_HANDLER_CHARACTERS]))
    if found is None and run.returned is not False:
        found = bound_actions(document).get(node)
    if found is None and (run.returned is False or not _acts_alone(document, node, href)):
        found = supposed(run)
    return found


def _acts_alone(document: Document, node: int, href: str) -> bool:
    """Tell whether a control does something without its script: a link, a submit button."""
    is_link = bool(href) and href[:1] != "#" and not is_script_address(href)
    return is_link or is_submit(document, node)


def _changed(document: Document, node: int, value: str) -> Action | None:
    """Evaluate a select's handler with a value chosen, which goes along."""
    code = document.attribute(node, "onchange")[:MAX_HANDLER_CHARACTERS]
    bound = None if code else _heard(document).get((node, "change"))
    if not code and bound is None:
        return None
    run = Run(scene_of(document), known_calls(), node)
    served = field_value(run.scene, node)
    run.values[node] = value
    called = run.caught(lambda: run.call(bound, ())) if bound is not None else run.run(_bare(code))
    found = called or supposed(run)
    if found is None or found.form < 0 or value == served:
        return found
    name = document.attribute(node, "name")
    own = {name: value} if name else {}
    return replace(found, sets=tuple({**own, **dict(found.sets)}.items()))


def _bare(code: str) -> str:
    """Return a handler without its scheme, in an address with its percent signs read."""
    text = code.strip()
    if not is_script_address(text):
        return text
    return unquote(text[len(SCRIPT_ADDRESS) :]) if "%" in text else text[len(SCRIPT_ADDRESS) :]


def _stays(document: Document, action: Action) -> bool:
    """Tell whether an action sends to the page's own host, over the Web."""
    if not action.url:
        return action.form >= 0
    is_web = action.url.startswith(("http://", "https://"))
    return is_web and host_key(action.url) == host_key(document.url)


def may_change(document: Document, node: int) -> bool:
    """Tell whether a select has a handler of its choice, written on it or bound by a script."""
    return bool(document.attribute(node, "onchange")) or (node, "change") in _heard(document)


def _heard(document: Document) -> Mapping[tuple[int, str], Closure]:
    """Return what scripts bind to events of elements: ``$("#more").click(function() {...})``."""
    scene = scene_of(document)
    return scene.heard if scene.heard is not None else _listened(Run(scene, known_calls()))


def _listened(run: Run) -> Mapping[tuple[int, str], Closure]:
    """Run what the page's scripts do at first, for what it binds to events."""
    scene, found = run.scene, dict[tuple[int, str], Closure]()
    scene.heard = found
    codes = (code for code in scene.scripts if any(map(code.__contains__, HEARD)))
    for statement in chain.from_iterable(map(read_script, codes)):
        if statement[0] == "expr" and scene.spent <= MAX_STEPS_OF_BINDING:
            run.steps = run.depth = run.calling = 0
            run.caught(partial(run.execute, statement, run.globals))
            scene.spent += run.steps
    return found


def bound_actions(document: Document) -> Mapping[int, Action]:
    """Return the actions of elements that a known library binds, by node."""
    found = _BOUND.get(document)
    if found is None:
        found = _BOUND[document] = {}
        for protocol in protocols():
            if protocol.bound is not None:
                found |= protocol.bound(scene_of(document))
    return found
