"""Elements by selectors, and the members of jQuery selections that handlers use."""

import re
from collections.abc import Callable, Sequence
from itertools import islice
from typing import Any, Final

from leadline.page.action.host import (
    UNKNOWN,
    Closure,
    Element,
    Native,
    Runner,
    Scene,
    Selection,
    Thing,
)
from leadline.page.action.text import plain

MAX_SELECTED: Final = 20
MAX_LOOKED_AT: Final = 4_000
EVERYWHERE: Final = -1
"""Stands for all elements where the document itself listens."""
CHARGED: Final = 60
_STEP: Final = re.compile(
    r"(?P<tag>[a-zA-Z]\w{0,20})?(?:#(?P<id>(?:\\.|[\w-]){1,200}))?(?:\.(?P<cls>[\w-]{1,100}))?"
    r"(?:\[\s?(?P<name>[\w-]{1,60})(?:\s?=\s?['\"]?(?P<value>[^'\"\]]{0,200})['\"]?)?\s?\])?(?::\w{1,20})?"
)
_AFTER_DASH: Final = re.compile(r"-(\w)")


def select(scene: Scene, selector: Any) -> tuple[int, ...]:
    """Return the elements that a simple selector chooses: tag, id, class, one attribute, inside.

    >>> from leadline.page.action.host import scene_of
    >>> from leadline.page.dom import parse_html
    >>> page = parse_html("<form id=f><input name=a><input name=b></form>", "http://h.test/")
    >>> [page.attribute(node, "name") for node in select(scene_of(page), "#f input[name='b']")]
    ['b']
    """
    if isinstance(selector, Element):
        return (selector.node,)
    if isinstance(selector, Selection):
        return selector.nodes
    document = scene.document
    found: list[int] = [0] if len(document) else []
    for step in plain(selector).replace(">", " ").split()[:6]:
        match = _STEP.fullmatch(step)
        if match is None or not match[0]:
            return ()
        inside = list[int]()
        for within in found:
            inside += _chosen(scene, match, within)
        found = list(dict.fromkeys(inside))[:MAX_SELECTED]
    return tuple(found) if plain(selector) else ()


def _chosen(scene: Scene, step: re.Match[str], within: int) -> list[int]:
    document = scene.document
    if wanted := step["id"]:
        node = scene.by_id.get(wanted.replace("\\", ""), -1)
        return [node] if within <= node < document.end[within] else []
    if step["name"] == "name" and step["value"] is not None:
        nodes = scene.by_name.get(step["value"], [])[:MAX_LOOKED_AT]
    elif step["tag"]:
        nodes = list(islice(document.elements(step["tag"].lower(), within=within), MAX_LOOKED_AT))
    else:
        nodes = list(range(within, document.end[within]))[:MAX_LOOKED_AT]
    return [
        node
        for node in nodes
        if within <= node < document.end[within]
        and (not step["tag"] or document.tag[node] == step["tag"].lower())
        and (not step["cls"] or step["cls"] in document.classes(node))
        and (not step["name"] or _has(scene, node, step["name"], step["value"]))
    ][:MAX_SELECTED]


def _has(scene: Scene, node: int, name: str, value: str | None) -> bool:
    has = scene.document.attributes[node]
    return name in has and (value is None or has[name] == value)


def member_of_selection(run: Runner, chosen: Selection, key: Any) -> Any:
    """Return a member of a jQuery selection."""
    nodes = chosen.nodes
    if isinstance(key, int):
        return Element(nodes[key]) if 0 <= key < len(nodes) else None
    if key == "length":
        return len(nodes)
    method = _METHODS.get(plain(key))
    return Native(lambda *given: method(run, chosen, *given)) if method is not None else UNKNOWN


def _value(run: Runner, chosen: Selection, *given: Any) -> Any:
    if not given:
        return run.member(Element(chosen.nodes[0]), "value") if chosen.nodes else None
    for node in chosen.nodes:
        run.put(Element(node), "value", given[0])
    return chosen


def _attribute(run: Runner, chosen: Selection, name: Any = "", *given: Any) -> Any:
    if not given:
        has = run.scene.document.attributes[chosen.nodes[0]] if chosen.nodes else {}
        return has.get(plain(name))
    for node in chosen.nodes:
        run.put(Element(node), name, given[0])
    return chosen


def _data(run: Runner, chosen: Selection, name: Any = "", *given: Any) -> Any:
    held = run.member(Element(chosen.nodes[0]), "dataset") if chosen.nodes else {}
    key = _AFTER_DASH.sub(lambda sign: sign[1].upper(), plain(name))
    if given:
        run.put(held, key, given[0])
    return chosen if given else number_or_text(held.get(key))


def number_or_text(value: Any) -> Any:
    """Return a text of digits as its number, as jQuery reads data attributes."""
    is_number = isinstance(value, str) and value.isascii() and value.isdecimal()
    return int(value) if is_number and len(value) <= 15 and str(int(value)) == value else value


def bind(scene: Scene, nodes: Sequence[int], events: Any, function: Any) -> None:
    """Keep what a script binds to events of elements, while it is run for that."""
    heard = scene.heard if scene.heard is not None else {}
    for event in plain(events).split() if isinstance(function, Closure) else ():
        for node in nodes:
            heard.setdefault((node, event.partition(".")[0]), function)


def _on(run: Runner, chosen: Selection, events: Any = "", *given: Any) -> Any:
    """Bind to elements, or to those that a selector chooses inside."""
    inside = given and isinstance(given[0], str)
    bind(run.scene, select(run.scene, given[0]) if inside else chosen.nodes, events, given[-1:][0])
    return chosen


def _each(run: Runner, chosen: Selection, function: Any = None, *_: Any) -> Any:
    for at, node in enumerate(chosen.nodes):
        run.call(function, (at, Element(node)))
    return chosen


def _ready(run: Runner, chosen: Selection, function: Any = None, *_: Any) -> Any:
    run.call(function, (Thing("jquery"),))
    return chosen


def _fire(run: Runner, chosen: Selection, event: Any = "", *_: Any) -> Any:
    for node in chosen.nodes[:1] if plain(event) in ("click", "submit") else ():
        run.call(run.member(Element(node), plain(event)), ())
    return chosen


def _event(name: str) -> Callable[..., Any]:
    """Return the method that fires an event, or binds a function to it."""

    def fired(run: Runner, chosen: Selection, *given: Any) -> Any:
        return _on(run, chosen, name, *given) if given else _fire(run, chosen, name)

    return fired


def _around(run: Runner, chosen: Selection, selector: Any = "", *_: Any) -> Any:
    run.charge(CHARGED)
    inside = set(select(run.scene, plain(selector)))
    above = run.scene.document.ancestors
    found = [one for node in chosen.nodes for one in (node, *above(node)) if one in inside]
    return Selection(tuple(found[:1]))


def _within(run: Runner, chosen: Selection, selector: Any = "", *_: Any) -> Any:
    run.charge(CHARGED)
    stop = run.scene.document.end
    found = select(run.scene, selector)
    return Selection(tuple(one for one in found if any(n < one < stop[n] for n in chosen.nodes)))


def _first(run: Runner, chosen: Selection, *_: Any) -> Any:
    return Selection(chosen.nodes[:1])


def _element(run: Runner, chosen: Selection, *_: Any) -> Any:
    return Element(chosen.nodes[0]) if chosen.nodes else None


_METHODS: Final[dict[str, Callable[..., Any]]] = {
    "val": _value,
    "attr": _attribute,
    "prop": _attribute,
    "data": _data,
    "trigger": _fire,
    **{name: _event(name) for name in ("click", "submit", "change")},
    **dict.fromkeys(("on", "bind"), _on),
    "each": _each,
    "ready": _ready,
    "closest": _around,
    "parents": _around,
    "find": _within,
    "children": _within,
    "first": _first,
    "eq": _first,
    "get": _element,
}
