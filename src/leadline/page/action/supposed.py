"""What a call of a library that nobody has read may send, by what it is called with.

A form or a control that is named, and names with values: they are set, and the form is sent. An
address of the page itself with another query: it is asked. The answer judges whether it is so.
"""

from collections.abc import Sequence
from functools import partial
from typing import Any, Final

from leadline.page.action.evaluate import Run
from leadline.page.action.host import Element
from leadline.page.action.model import Action
from leadline.page.action.part import form_from
from leadline.page.action.text import plain

MAX_PAIRS_SET: Final = 40
_PLAIN_VALUES: Final = (str, int, float)


def supposed(run: Run) -> Action | None:
    """Return what the first call that was not read sends by its arguments, None for no such call.

    >>> from leadline.page.action.host import scene_of
    >>> from leadline.page.dom import parse_html
    >>> page = parse_html("<form id=f><a id=x>Find</a></form>", "http://h.test/")
    >>> run = Run(scene_of(page), {}, scene_of(page).by_id["x"])
    >>> run.run("Lib.Submit('f', event, {actionUrl: '/l', parameters: {'f:b': 'f:b'}})")
    >>> supposed(run).sets, supposed(run).url
    ((('f:b', 'f:b'),), 'http://h.test/l')
    >>> run = Run(scene_of(page), {}, scene_of(page).by_id["x"])
    >>> run.run(r'Load(event, "/?Paged=TRUE\\u0026first=31"); return false')
    >>> supposed(run).url
    'http://h.test/?Paged=TRUE&first=31'
    """
    for _, arguments in run.unread:
        if url := _own_address(run, arguments):
            return Action(url=url, method="GET", protocol="link", flags=frozenset({"guessed"}))
        form = _form(run, arguments)
        if form < 0:
            continue
        pairs, url = _pairs(run, form, arguments)
        has_filled = any(run.scene.form_of(node) == form for node in run.values)
        if not pairs and not (has_filled and _names_form(run, form, arguments)):
            continue
        if url:
            run.actions[form] = url
        run.flags.add("guessed")
        pressed = run.this if Element(run.this) in arguments else -1
        return run.caught(partial(run.submit, form, pairs, "call", button=pressed))
    return None


def _own_address(run: Run, arguments: Sequence[Any]) -> str:
    """Return the page's own address with another query that a call is given, '' for none."""
    document = run.scene.document
    paths = {document.url.partition("?")[0], document.base.partition("?")[0]}
    for one in arguments:
        url = document.address(one) if isinstance(one, str) and "?" in one else ""
        if url.partition("?")[0] in paths and url.partition("?")[2] and url != document.url:
            return url
    return ""


def _form(run: Run, arguments: Sequence[Any]) -> int:
    """Return the form that an argument names, else that of the control."""
    for one in arguments:
        if isinstance(one, Element):
            form = run.scene.form_of(one.node)
        elif isinstance(one, str) and one:
            form = run.scene.form_named(one)
        else:
            form = -1
        if form >= 0:
            return form
    return form_from(run, None)


def _names_form(run: Run, form: int, arguments: Sequence[Any]) -> bool:
    return any(
        one == Element(form) or (isinstance(one, str) and run.scene.form_named(one) == form)
        for one in arguments
    )


def _pairs(run: Run, form: int, arguments: Sequence[Any]) -> tuple[list[tuple[str, str]], str]:
    """Return names and values that a call is given, and the address beside them."""
    pairs, url = list[tuple[str, str]](), ""
    objects = [one for one in arguments if isinstance(one, dict)]
    for one in objects[-1:]:  # an event may stand before the options
        inner = [held for held in one.values() if isinstance(held, dict) and held]
        for held in inner or [one]:
            pairs += [(name, plain(v)) for name, v in held.items() if isinstance(v, _PLAIN_VALUES)]
        given = (plain(v) for v in one.values() if inner and isinstance(v, str))
        url = next((text for text in given if text[:1] == "/"), "")
    names = run.scene.fields(form)
    texts = [one if isinstance(one, str) else "" for one in arguments]
    for name, value in zip(texts, arguments[1:], strict=False):
        if not pairs and name in names and isinstance(value, _PLAIN_VALUES):
            pairs.append((name, plain(value)))
    return pairs[:MAX_PAIRS_SET], url
