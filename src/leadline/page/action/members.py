"""Members of host objects: what a handler reads of the page, and what it sets."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final
from urllib.parse import parse_qsl, urlencode

from leadline.model import BUTTON_KINDS
from leadline.page.action.host import (
    UNKNOWN,
    Closure,
    Element,
    Gathered,
    Library,
    Made,
    Native,
    Scene,
    Scope,
    Selection,
    Thing,
    Transfer,
    Unknown,
)
from leadline.page.action.selection import EVERYWHERE, bind, member_of_selection, select
from leadline.page.action.sender import COST_OF_A_LOOK, MAX_TEXT, WINDOWS, Sender, Stop
from leadline.page.action.text import MATH, METHODS, NATIVES, plain, truth

_ASKED_BY: Final = frozenset({"get", "post", "ajax", "getJSON"})
_LOUD: Final = frozenset({"click", "submit"})
_WHEN_LOADED: Final = frozenset({"DOMContentLoaded", "load"})


class Members(Sender):
    """A run that knows the members of host objects."""

    def look_up(self, name: str, scope: Scope) -> Any:
        """Return what a name stands for: the page's own first, then the browser's."""
        at: Scope | None = scope
        while at is not None:
            if name in at.names:
                return at.names[name]
            at = at.around
        if name in self.globals.names:
            return self.globals.names[name]
        if self.scene.declared is not None and name in (own := self.scene.declared.names):
            value = own[name]
            if not value and self._is_library(name):  # it is filled when the page is ready
                return Library(name)
            if isinstance(value, dict | list) and self.globals is not self.scene.declared:
                value = self.globals.names[name] = _fresh(value)
            return value
        if name in WINDOWS:
            return Thing("window")
        if name == "this":
            return Element(self.this) if self.this >= 0 else UNKNOWN
        if name in ("document", "location"):
            return Thing(name)
        if name in ("$", "jQuery"):
            return Thing("jquery")
        if name == "undefined":
            return None
        if self._is_library(name):
            return Library(name)
        if name in _BROWSER:
            return Native(_bound(_BROWSER[name], self))
        if name in NATIVES:
            return Native(NATIVES[name])
        if name == "Math":
            return {key: Native(method) for key, method in MATH.items()}
        return self._by_name(name)

    def _is_library(self, path: str) -> bool:
        """Tell whether a path is that of a function of a known library, or leads to one."""
        return path in self.calls or any(one.startswith(f"{path}.") for one in self.calls)

    def _by_name(self, name: str) -> Any:
        scene = self.scene
        if (form := scene.form_named(name)) >= 0:
            return Element(form)
        node = scene.by_id.get(name, -1)
        if node < 0 and (named := scene.by_name.get(name)):
            node = named[0]
        return Element(node) if node >= 0 else UNKNOWN

    def member(self, value: Any, key: Any) -> Any:
        """Return a member of a value."""
        if isinstance(key, float) and key.is_integer():
            key = int(key)
        if isinstance(value, Library):
            path = f"{value.path}.{key}"
            return Library(path) if self._is_library(path) else UNKNOWN
        if isinstance(value, dict):
            return value.get(plain(key))
        if isinstance(value, list) and isinstance(key, int):
            return value[key] if 0 <= key < len(value) else None
        if isinstance(value, list) and key in ("forEach", "map"):
            pairs = [(one, at) for at, one in enumerate(value)]
            return Native(lambda do=None, *_: [self.call(do, pair) for pair in pairs])
        if isinstance(value, Gathered):
            return Native(_of_pairs(value, plain(key)))
        if isinstance(value, Thing):
            return self._member_of_thing(value, key)
        if isinstance(value, Element):
            return self._member_of_element(value.node, key)
        if isinstance(value, Selection):
            return member_of_selection(self, value, key)
        if isinstance(value, Made):
            if key == "setAttribute":
                return Native(lambda name="", one="", *_: self.put(value, name, one))
            return value.names.get(plain(key), UNKNOWN)
        if isinstance(value, Transfer):
            return self._member_of_transfer(value, key)
        if isinstance(value, str | list | int | float) and not isinstance(value, bool):
            if key == "length" and isinstance(value, str | list):
                return len(value)
            name = "str" if isinstance(value, str) else "list" if isinstance(value, list) else "num"
            method = METHODS[name].get(plain(key))
            return Native(_with(method, value)) if method is not None else UNKNOWN
        return UNKNOWN

    def _member_of_thing(self, thing: Thing, key: Any) -> Any:
        scene = self.scene
        if thing.kind == "jquery":
            return Native(_bound(_asking(plain(key)), self)) if key in _ASKED_BY else UNKNOWN
        if thing.kind == "window" and key != "addEventListener":
            return Thing(key) if key in WINDOWS else self.look_up(plain(key), self.globals)
        if thing.kind == "location":
            if key in ("assign", "replace", "reload"):
                here = scene.document.url
                return Native(lambda target=here, *_: self.go(here if key == "reload" else target))
            return scene.document.url if key == "href" else UNKNOWN
        if thing.kind == "forms":
            return self._indexed(scene.forms, key) if isinstance(key, int) else self._form(key)
        if thing.kind == "elements":
            if isinstance(key, int):
                return self._indexed(list(scene.controls(thing.node)), key)
            return self._field(thing.node, plain(key))
        return self._member_of_document(key)

    def _field(self, form: int, name: str) -> Any:
        """Return a form's control of a name or id, also one that the run has put there."""
        if (node := self.scene.field(form, name)) >= 0:
            return Element(node)
        return next((one for one in self.made_in(form) if one.names["name"] == name), None)

    def _form(self, key: Any) -> Any:
        if key == "length":
            return len(self.scene.forms)
        form = self.scene.form_named(plain(key))
        return Element(form) if form >= 0 else None

    @staticmethod
    def _indexed(nodes: Sequence[int], key: int) -> Any:
        return Element(nodes[key]) if 0 <= key < len(nodes) else None

    def _member_of_document(self, key: Any) -> Any:
        scene = self.scene
        if key == "forms":
            return Thing("forms")
        if key in ("location", "URL"):
            return Thing("location")
        if key in _FINDERS:
            return Native(_bound(_FINDERS[key], self))
        if key in ("body", "documentElement"):
            return Element(scene.document.body())
        if key == "createElement":
            return Native(lambda *_: Made())
        if key in ("cookie", "write", "title", "readyState"):
            return UNKNOWN
        found = self._by_name(plain(key))
        return None if isinstance(found, Unknown) else found

    def _member_of_element(self, node: int, key: Any) -> Any:
        scene, document, name = self.scene, self.scene.document, plain(key)
        if name in _LOUD:
            if document.tag[node] == "form":
                return Native(lambda *_: self.submit(node))
            return Native(lambda *_: self.press(node))
        if document.tag[node] == "form":
            if name in ("elements", "length"):
                return Thing("elements", node)
            if name == "onsubmit":
                return Native(lambda *_: True) if document.attribute(node, name) else None
            if (inner := self._field(node, name)) is not None:
                return inner
        if name == "value":
            return self.values.get(node, self.typed.get(node) or field_value(scene, node))
        if name == "checked":
            return self.ticks.get(node, "checked" in document.attributes[node])
        if name == "form":
            form = scene.form_of(node)
            return Element(form) if form >= 0 else None
        if name in ("id", "name", "title", "type", "href", "action", "method", "className"):
            return document.attribute(node, "class" if name == "className" else name)
        if name in ("appendChild", "append", "insertBefore"):
            return Native(lambda one=None, *_: self._put_into(node, one))
        if name == "dataset":
            return self.data.setdefault(node, _data_of(document.attributes[node]))
        if name == "addEventListener":
            return Native(lambda event="", do=None, *_: bind(scene, (node,), event, do))
        if name in ("closest", "matches"):
            around = member_of_selection(self, Selection((node,)), "closest")
            return Native(lambda what="", *_: self.member(around.call(what), 0))
        if name == "getAttribute":
            return Native(lambda wanted="", *_: document.attributes[node].get(plain(wanted)))
        if name in ("options", "selectedIndex"):
            options = list(document.elements("option", within=node))
            if name == "options":
                return [Element(one) for one in options]
            chosen = self.values.get(node, field_value(scene, node))
            shown = [field_value(scene, one) for one in options]
            return shown.index(chosen) if chosen in shown else -1
        if name in ("text", "innerHTML", "textContent", "innerText"):
            self.charge(COST_OF_A_LOOK)
            return document.visible_text(node)[:MAX_TEXT]
        if name == "parentNode":
            return Element(max(document.parent[node], 0))
        return UNKNOWN

    def _member_of_transfer(self, made: Transfer, key: Any) -> Any:
        def opened(method: Any = "GET", url: Any = "", *_: Any) -> None:
            made.method, made.url = plain(method), plain(url)

        def headed(name: Any = "", value: Any = "", *_: Any) -> None:
            made.headers.append((plain(name), plain(value)))

        def sent(body: Any = "", *_: Any) -> None:
            self.transfer(made, body)

        parts = {"open": opened, "setRequestHeader": headed, "send": sent}
        return Native(parts[key]) if key in parts else UNKNOWN

    def put(self, owner: Any, key: Any, value: Any) -> None:
        """Record a member that is set."""
        name = plain(key)
        if isinstance(owner, Thing) and (owner.kind == "location" or name == "location"):
            if owner.kind == "location" and name not in ("href", "location"):
                raise Stop
            self.go(value)
        if isinstance(owner, Thing) and owner.kind == "window":
            self.globals.names[name] = value
        elif isinstance(owner, dict):
            owner[name] = value
        elif isinstance(owner, Made):
            owner.names[name] = plain(value)
        elif isinstance(owner, Element):
            self._put_element(owner.node, name, value)

    def _put_into(self, node: int, one: Any) -> Any:
        """Put an element that was made into the form of another."""
        if isinstance(one, Made):
            one.form = self.scene.form_of(node)
            self.made.append(one)
        return one

    def _put_element(self, node: int, name: str, value: Any) -> None:
        document = self.scene.document
        if document.tag[node] == "form" and name in ("action", "method"):
            (self.actions if name == "action" else self.methods)[node] = plain(value)
        elif name == "checked":
            self.ticks[node] = bool(truth(value))
            self.values.setdefault(node, document.attribute(node, "value") or "on")
        elif name == "value":
            if isinstance(value, Unknown):
                self.flags.add("guessed")
            self.values[node] = plain(value)
        elif name == "selectedIndex" and isinstance(value, int):
            options = list(document.elements("option", within=node))
            if 0 <= value < len(options):
                self.values[node] = field_value(self.scene, options[value])


def _fresh(value: Any, levels: int = 4) -> Any:
    """Return a copy of an object or list of the page, so that a run changes its own alone."""
    if levels and isinstance(value, dict):
        return {key: _fresh(one, levels - 1) for key, one in value.items()}
    if levels and isinstance(value, list):
        return [_fresh(one, levels - 1) for one in value]
    return value


def field_value(scene: Scene, node: int) -> str:
    """Return what a control, or an option, holds as it is served."""
    document = scene.document
    tag, has = document.tag[node], document.attributes[node]
    if tag == "select":
        options = list(document.elements("option", within=node))
        chosen = [one for one in options if "selected" in document.attributes[one]] or options[:1]
        return field_value(scene, chosen[-1]) if chosen else ""
    if tag in ("option", "textarea") and "value" not in has:
        return document.visible_text(node)
    return has.get("value") or ""


def _data_of(has: Mapping[str, str | None]) -> dict[str, str]:
    """Return an element's data attributes under the names that scripts have for them.

    >>> _data_of({"data-next-page": "2", "class": "more"})
    {'nextPage': '2'}
    """
    words = ((name[5:].split("-"), one or "") for name, one in has.items() if name[:5] == "data-")
    return {first + "".join(map(str.capitalize, rest)): one for (first, *rest), one in words}


def _bound(function: Callable[..., Any], run: Sender) -> Callable[..., Any]:
    return lambda *arguments: function(run, *arguments)


def _with(method: Callable[..., Any], value: Any) -> Callable[..., Any]:
    return lambda *arguments: method(value, *arguments)


def _by_id(run: Sender, name: Any = "", *_: Any) -> Any:
    node = run.scene.by_id.get(plain(name), -1)
    if node < 0 and (named := run.scene.by_name.get(plain(name))):  # as old browsers do
        node = named[0]
    return Element(node) if node >= 0 else None


def _all_named(run: Sender, name: Any = "", *_: Any) -> Any:
    return [Element(node) for node in run.scene.by_name.get(plain(name), ())]


def _selected(run: Sender, selector: Any = "", *_: Any) -> Any:
    run.charge(COST_OF_A_LOOK)
    nodes = select(run.scene, selector)
    return Element(nodes[0]) if nodes else None


def _all_selected(run: Sender, selector: Any = "", *_: Any) -> Any:
    run.charge(COST_OF_A_LOOK)
    return [Element(node) for node in select(run.scene, selector)]


def _loaded(run: Sender, event: Any = "", function: Any = None, *_: Any) -> Any:
    """Run what waits for the page, which is there; keep what listens to all of its elements."""
    bind(run.scene, (EVERYWHERE,), event, function)
    return run.call(function, ()) if plain(event) in _WHEN_LOADED else None


def _of_pairs(pairs: Gathered, key: str) -> Callable[..., Any]:
    """Return a method of what collects names and values."""

    def added(name: Any = "", value: Any = "", *_: Any) -> None:
        if key == "set":
            pairs.held[:] = [one for one in pairs.held if one[0] != plain(name)]
        pairs.held.append((plain(name), plain(value)))

    return added if key in ("append", "set") else lambda *_: plain(pairs)


def _collected(run: Sender, given: Any = None, *_: Any) -> Gathered:
    """Return the pairs of an object, of a text, or of a form's fields as they are served."""
    if isinstance(given, dict):
        return Gathered([(name, plain(one)) for name, one in given.items()])
    if isinstance(given, Element):
        named = run.scene.fields(given.node).items()
        attribute, tags = run.scene.document.attribute, run.scene.document.tag
        own = (
            (name, node)
            for name, node in named
            if attribute(node, "name") == name
            and tags[node] != "button"
            and attribute(node, "type").casefold() not in BUTTON_KINDS
        )
        return Gathered([(name, field_value(run.scene, node)) for name, node in own])
    return Gathered(parse_qsl(plain(given).lstrip("?"), keep_blank_values=True) if given else [])


_FINDERS: Final[dict[str, Callable[..., Any]]] = {
    "getElementById": _by_id,
    "all": _by_id,
    "getElementsByName": _all_named,
    "querySelector": _selected,
    "querySelectorAll": _all_selected,
    "addEventListener": _loaded,
}


def _later(run: Sender, function: Any = None, *_: Any) -> Any:
    """Run what is to be run later, or as text, at once."""
    if isinstance(function, str):
        return run.call(run._closure(function), ())
    return run.call(function, ())


def _asked(run: Sender, *_: Any) -> bool:
    run.flags.add("asks")
    return True


def _alerted(run: Sender, *_: Any) -> None:
    run.alerts += 1


def _opened(run: Sender, url: Any = "", *_: Any) -> None:
    run.flags.add("opens")
    run.go(url)


def _fetched(run: Sender, url: Any = "", options: Any = None, *_: Any) -> None:
    given = options if isinstance(options, dict) else {}
    made = Transfer(plain(given.get("method") or "GET"), plain(url))
    headers = given.get("headers")
    for name, value in headers.items() if isinstance(headers, dict) else ():
        made.headers.append((name, plain(value)))
    body = given.get("body")
    run.transfer(made, body if body is not None else "")


def _asking(method: str) -> Callable[..., Any]:
    """Return a function of jQuery that asks by itself."""

    def ask(run: Sender, url: Any = "", data: Any = None, *_: Any) -> None:
        given = url if isinstance(url, dict) else {"url": url, "data": data}
        verb = "POST" if method == "post" else plain(given.get("type") or given.get("method") or "")
        sent = given.get("data")
        pairs = sent.items() if isinstance(sent, dict) else ()
        text = urlencode([(name, plain(value)) for name, value in pairs]) if pairs else plain(sent)
        address, verb = plain(given.get("url")), verb or "GET"
        if verb.upper() == "GET" and isinstance(sent, str | dict) and text:
            address, text = f"{address}{'&' if '?' in address else '?'}{text}", ""
        body = Gathered(parse_qsl(text, keep_blank_values=True)) if sent and text else ""
        run.transfer(Transfer(verb, address), body)

    return ask


def chosen_by(run: Sender, selector: Any = None, *_: Any) -> Any:
    if isinstance(selector, Closure):  # what waits for the page
        return run.call(selector, (Thing("jquery"),))
    run.charge(COST_OF_A_LOOK)
    return Selection(select(run.scene, selector))


_BROWSER: Final[dict[str, Callable[..., Any]]] = {
    "setTimeout": _later,
    "eval": _later,
    "requestAnimationFrame": _later,
    **dict.fromkeys(("print", "focus", "blur", "scrollTo", "clearTimeout"), lambda *_: None),
    "alert": _alerted,
    "confirm": _asked,
    "prompt": _asked,
    "open": _opened,
    "fetch": _fetched,
    **dict.fromkeys(("URLSearchParams", "FormData"), _collected),
    "XMLHttpRequest": lambda run, *_: Transfer(),
}
