"""JavaServer Faces: links of Mojarra and MyFaces, partial requests, tables of PrimeFaces."""

import re
from collections.abc import Sequence
from typing import Any, Final

from leadline.page.action.evaluate import Run
from leadline.page.action.host import Element, Native, Scene
from leadline.page.action.model import Action
from leadline.page.action.part import (
    ActionProtocol,
    Sent,
    argument,
    form_from,
    objects_given,
    pairs_of,
)
from leadline.page.action.text import plain

PARTIAL_HEADERS: Final = (
    ("Faces-Request", "partial/ajax"),
    ("X-Requested-With", "XMLHttpRequest"),
    ("Accept", "application/xml, text/xml, */*; q=0.01"),
)
MAX_PAGE: Final = 1_000_000
_TABLE: Final = re.compile(r"""\bcw\(\s?["']DataTable["']\s?,\s?["'][^"']{0,200}["']\s?,\s?""")
_PAGE_LINK: Final = re.compile(r"<a\b[^>]{0,800}\bui-paginator-page\b[^>]{0,800}>\s{0,9}(\d{1,7})")
_FACES_NEXT_LINK: Final = re.compile(
    r"<(?:a|span)\b[^>]{0,800}\bui-paginator-(?:next|last)\b[^>]{0,800}>"
)
_CLASS: Final = re.compile(r'\bclass="([^"]{0,800})"')


def link(run: Run, arguments: Sequence[Any]) -> None:
    """Send the form with the pairs of a link: ``mojarra.jsfcljs(form, {name: value}, target)``."""
    form, given = form_from(run, argument(arguments, 0)), argument(arguments, 1)
    if isinstance(given, str):
        words = given.split(",")
        pairs = list(zip(words[::2], words[1::2], strict=False))
    else:
        pairs = pairs_of(given)
    if form >= 0:
        run.submit(form, pairs, "jsf")


def link_of_myfaces(run: Run, arguments: Sequence[Any]) -> None:
    """Send the form with a link's id: ``oamSubmitForm(form, link, target, [[name, value]])``."""
    name = argument(arguments, 0)
    form = form_from(run, name)
    named = name if isinstance(name, str) else run.scene.document.attribute(max(form, 0), "id")
    pairs = [(f"{named}:_idcl", plain(argument(arguments, 1))), *pairs_of(argument(arguments, 3))]
    if form >= 0:
        run.submit(form, pairs, "jsf")


def add_to_next(run: Run, arguments: Sequence[Any]) -> Any:
    """Keep pairs for the form: ``PrimeFaces.addSubmitParam(form, {name: value}).submit(form)``."""
    form = form_from(run, argument(arguments, 0))
    pairs = pairs_of(argument(arguments, 1))
    return {"submit": Native(lambda *_: run.submit(form, pairs, "jsf"))} if form >= 0 else None


def _partial(run: Run, source: str, given: dict[str, Any], event: str, form: Any) -> None:
    """Send a partial request."""
    node = run.scene.by_id.get(source, run.this)
    at = form_from(run, form if form else Element(node) if node >= 0 else None)
    if at < 0:
        return
    name = run.scene.document.attribute(at, "id")
    executed = _resolved(plain(given.get("execute") or "@this"), source, name)
    rendered = _resolved(plain(given.get("render") or "@none"), source, name)
    pairs = [
        ("javax.faces.partial.ajax", "true"),
        ("javax.faces.source", source),
        ("javax.faces.partial.execute", executed),
        *([("javax.faces.partial.render", rendered)] if rendered != "@none" else []),
        *([("javax.faces.behavior.event", event)] if event else []),
        *([("javax.faces.partial.event", event)] if event else []),
        (source, source),
        *pairs_of(given.get("params")),
    ]
    region = rendered.split()[0] if rendered[:1] not in ("@", "") else ""
    run.submit(at, pairs, "partial", headers=PARTIAL_HEADERS, region=region)


def _resolved(text: str, source: str, form: str) -> str:
    """Return ids in place of ``@this`` and ``@form``."""
    known = {"@this": source, "@form": form, "0": "@none", "undefined": "@none"}
    return " ".join(known.get(one, one) for one in text.split()) or "@none"


def request_of_primefaces(run: Run, arguments: Sequence[Any]) -> None:
    """Send ``PrimeFaces.ab({s: source, f: form, p: process, u: update, e: event, pa: params})``."""
    given = argument(arguments, 0)
    if isinstance(given, dict):
        source = _id_of(run, given.get("s", given.get("source")))
        event = given.get("e", given.get("event"))
        wishes = {
            "execute": given.get("p", given.get("process")) or "@form",
            "render": given.get("u", given.get("update")),
            "params": given.get("pa", given.get("params")),
        }
        form = given.get("f", given.get("formId"))
        _partial(run, source, wishes, event if isinstance(event, str) else "", form)


def request_of_mojarra(run: Run, arguments: Sequence[Any]) -> None:
    """Send ``mojarra.ab(source, event, name, execute, render)``."""
    source = _id_of(run, argument(arguments, 0))
    wishes = {"execute": argument(arguments, 3), "render": argument(arguments, 4)}
    if isinstance(more := argument(arguments, 5), dict):
        wishes["params"] = more.get("params", more)
    _partial(run, source, wishes, plain(argument(arguments, 2) or ""), None)


def request_of_faces(run: Run, arguments: Sequence[Any]) -> None:
    """Send ``jsf.ajax.request(source, event, {execute, render, ...})``."""
    source, given = _id_of(run, argument(arguments, 0)), argument(arguments, 2)
    own = {"execute", "render", "onevent", "onerror", "delay", "resetValues"}
    options = given if isinstance(given, dict) else {}
    params = {name: one for name, one in options.items() if name not in own}
    wishes = {**options, "params": options.get("params", params)}
    event = options.get("javax.faces.behavior.event")
    wishes["params"] = {k: v for k, v in pairs_of(wishes["params"]) if k[:12] != "javax.faces."}
    _partial(run, source, wishes, event if isinstance(event, str) else "", None)


def request_of_richfaces(run: Run, arguments: Sequence[Any]) -> None:
    """Send ``RichFaces.ajax(source, event, {parameters})``."""
    source, given = _id_of(run, argument(arguments, 0)), argument(arguments, 2)
    options = given if isinstance(given, dict) else {}
    wishes = {"render": "@component", "params": options.get("parameters")}
    wishes["execute"] = "@component"
    _partial(run, source, wishes, "", None)


def _id_of(run: Run, value: Any) -> str:
    if isinstance(value, Element):
        return run.scene.document.attribute(value.node, "id")
    if isinstance(value, str) and value:
        return value
    return run.scene.document.attribute(max(run.this, 0), "id")


def tables(scene: Scene) -> dict[int, Action]:
    """Return the actions of the page links of PrimeFaces tables, which have no handlers."""
    found: dict[int, Action] = {}
    for _, given in objects_given(scene.scripts, _TABLE):
        found |= _table(scene, given)
    return found


def _table(scene: Scene, given: dict[str, Any]) -> dict[int, Action]:
    name, rows, count = (given.get(key) for key in ("id", "rows", "rowCount"))
    page = given.get("page") or 0
    if not (isinstance(name, str) and isinstance(rows, int) and rows > 0 and name in scene.by_id):
        return {}
    table = scene.by_id[name]
    form = scene.form_of(table)
    last = -(-count // rows) if isinstance(count, int) else MAX_PAGE
    found: dict[int, Action] = {}
    document = scene.document
    for node in document.elements("a", "span", within=table) if form >= 0 else ():
        classes = document.classes(node)
        text = document.visible_text(node)
        if "ui-paginator-next" in classes and isinstance(page, int):
            wanted = page + 1
        elif "ui-paginator-page" in classes and text.isascii() and text.isdecimal():
            wanted = int(text[:7]) - 1
        else:
            continue
        if wanted < last and "ui-state-disabled" not in classes:
            found[node] = _turn(form, name, wanted * rows, rows)
    return found


def _turn(form: int, name: str, first: int, rows: int) -> Action:
    """Return the request of a page of a table."""
    pairs = (
        ("javax.faces.partial.ajax", "true"),
        ("javax.faces.source", name),
        ("javax.faces.partial.execute", name),
        ("javax.faces.partial.render", name),
        ("javax.faces.behavior.event", "page"),
        ("javax.faces.partial.event", "page"),
        (f"{name}_pagination", "true"),
        (f"{name}_first", str(first)),
        (f"{name}_rows", str(rows)),
        (f"{name}_skipChildren", "true"),
        (f"{name}_encodeFeature", "true"),
    )
    return Action(form, pairs, headers=PARTIAL_HEADERS, protocol="partial", region=name)


def redrawn(html: str, sent: Sent) -> str:
    """Return a page with its table's page links as the script redraws them after a turn."""
    name = sent.get("javax.faces.source", "")
    first, rows = sent.get(f"{name}_first", ""), sent.get(f"{name}_rows", "")
    if not (first.isdecimal() and rows.isdecimal() and int(rows)):
        return html
    page = int(first) // int(rows)
    pages = MAX_PAGE
    for at, given in objects_given([html], _TABLE):
        if given.get("id") == name and isinstance(given.get("rowCount"), int):
            pages = -(-given["rowCount"] // int(rows))
            new = re.sub(r"\bpage\s?:\s?\d{1,7}", f"page:{page}", html[at : at + 4000], count=1)
            html = html[:at] + new + html[at + 4000 :]
            break

    def numbered(found: re.Match[str]) -> str:
        return _with_state(found[0], "ui-state-active", int(found[1]) == page + 1)

    def leading(found: re.Match[str]) -> str:
        return _with_state(found[0], "ui-state-disabled", page + 1 >= pages)

    return _FACES_NEXT_LINK.sub(leading, _PAGE_LINK.sub(numbered, html))


def _with_state(tag: str, state: str, is_on: bool) -> str:
    """Return a tag with a class that says a state, or without it."""

    def written(found: re.Match[str]) -> str:
        names = [name for name in found[1].split() if name != state]
        return f'class="{" ".join([*names, *([state] if is_on else [])])}"'

    return _CLASS.sub(written, tag, count=1)


PROTOCOLS: Final = (
    ActionProtocol(
        "JavaServer Faces",
        {
            "mojarra.jsfcljs": link,
            "jsfcljs": link,
            "oamSubmitForm": link_of_myfaces,
            "myfaces.oam.submitForm": link_of_myfaces,
            "PrimeFaces.addSubmitParam": add_to_next,
            "PrimeFaces.ab": request_of_primefaces,
            "mojarra.ab": request_of_mojarra,
            "jsf.ajax.request": request_of_faces,
            "faces.ajax.request": request_of_faces,
            "RichFaces.ajax": request_of_richfaces,
        },
        tables,
        redrawn,
        frozenset({"javax.faces.ViewState", "jakarta.faces.ViewState"}),
    ),
)
