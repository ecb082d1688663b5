"""Requests of filled query interfaces, as a browser would send them (HTML standard 4.10.21.3).

``button`` says how the form is sent. ``DEFAULT_BUTTON`` is the Enter key, which presses the form's
first submit button. A ``Control`` is a click on it, ``None`` sends without any button.

Requests of actions: the form as the page shows it now, with what the action sets in it.

>>> form = QueryInterface("", "http://h/", "http://h/s?old=1", "GET", (
...     Control("q", "search"), Control("go", "submit", value="1")))
>>> submit_form(form, {"q": "tide tables"}).url
'http://h/s?q=tide+tables&go=1'
>>> submit_form(form, {"q": "tide"}, None).url
'http://h/s?q=tide'
>>> from leadline.forms.find import read_form
>>> from leadline.page.action.read import action_of
>>> from leadline.page.dom import parse_html
>>> page = parse_html('''<form method=post action=/l><input type=hidden name=s value=7>
... <a href="javascript:__doPostBack('g','Page$2')">2</a></form>''', "http://h.test/")
>>> form = read_form(page, next(page.elements("form")))
>>> action_request(action_of(page, next(page.elements("a"))), form).body
b's=7&__EVENTTARGET=g&__EVENTARGUMENT=Page%242'
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final, Literal
from urllib.parse import quote

from w3lib.url import safe_url_string

from leadline.errors import UnsupportedForm
from leadline.forms.roles.query_box import served_with
from leadline.forms.submit.encoding import (
    Entries,
    encode_multipart,
    encode_plain_text,
    encode_text,
    percent_encode,
    urlencode,
)
from leadline.forms.submit.entry_list import build_entry_list
from leadline.model import Control, QueryInterface, Request
from leadline.page.action.model import Action

DefaultButton = Literal["default"]
DEFAULT_BUTTON: Final = "default"
"""Send as the Enter key does: with the form's first submit button, if it has one."""
URLENCODED: Final = "application/x-www-form-urlencoded"
MULTIPART: Final = "multipart/form-data"
PLAIN_TEXT: Final = "text/plain"
RESERVED_SIGNS: Final = ":/?#[]@!$&'()*+,;=%"
"""Signs that stay as they are in the value of {+name} (RFC 6570)."""
ENCTYPES: Final = frozenset({URLENCODED, MULTIPART, PLAIN_TEXT})


def submit_form(
    interface: QueryInterface,
    values: Mapping[str, str | Sequence[str]],
    button: Control | DefaultButton | None = DEFAULT_BUTTON,
) -> Request:
    """Return the request that asks a query.

    ``values`` go by control name; a sequence sets several (boxes, multiple selects, repeated
    names). Raise ``UnsupportedForm`` for an unknown name or an action that is no Web address.
    """
    pressed = default_button(interface) if isinstance(button, str) else button
    entries = build_entry_list(interface, values, pressed)
    action = interface.action
    if pressed is not None and pressed.form_action is not None:
        action = pressed.form_action or interface.page_url
    action, entries = _fill_template(action, entries, interface.charset)
    address = action.partition("#")[0]
    if not address.startswith(("http://", "https://")):
        raise UnsupportedForm(f"the form is not sent over the Web but to {action[:80]!r}")
    own = pressed.headers if pressed is not None else ()
    if _method(interface, pressed) == "GET":
        query = urlencode(entries, interface.charset).decode("ascii")
        if _is_template(interface):
            joint = "&" if "?" in address else "?"
            path = _encoded(address, interface.charset)
            return Request("GET", f"{path}{joint}{query}" if query else path)
        path = _encoded(address.partition("?")[0], interface.charset)
        return Request("GET", f"{path}?{query}", own)
    body, content_type = _body(interface, entries, _enctype(interface, pressed))
    headers = (("Content-Type", content_type), *own)
    return Request("POST", _encoded(address, interface.charset), headers, body)


def default_button(interface: QueryInterface) -> Control | None:
    """Return the first submit button in tree order that may be pressed, none that a script made."""
    pressed = (c for c in interface.controls if c.kind in {"submit", "image"} and not c.disabled)
    return next((c for c in pressed if c.name or not c.sets), None)


def _method(interface: QueryInterface, button: Control | None) -> Literal["GET", "POST"]:
    if button is not None and button.form_method is not None:
        return "POST" if button.form_method.strip().casefold() == "post" else "GET"
    return interface.method


def _enctype(interface: QueryInterface, button: Control | None) -> str:
    if button is not None and button.form_enctype is not None:
        return known_enctype(button.form_enctype)
    return interface.enctype


def known_enctype(declared: str) -> str:
    """Return a declared encoding type, or the default for one that browsers do not know."""
    folded = declared.strip().casefold()
    return folded if folded in ENCTYPES else URLENCODED


def _encoded(url: str, charset: str) -> str:
    """Return an address as it goes out: percent-encoded, its query in the form's charset."""
    path, mark, query = url.partition("?")
    query = "".join(c if c.isascii() else percent_encode(encode_text(c, charset)) for c in query)
    try:
        return safe_url_string(f"{path}{mark}{query}", path_encoding="utf-8")
    except (ValueError, UnicodeError) as fault:
        raise UnsupportedForm(f"the form's address is not valid: {url[:80]!r}") from fault


def _body(interface: QueryInterface, entries: Entries, enctype: str) -> tuple[bytes, str]:
    if enctype == MULTIPART:
        files = frozenset(c.name for c in interface.controls if c.kind == "file")
        body, boundary = encode_multipart(entries, files, interface.charset)
        return body, f"{MULTIPART}; boundary={boundary}"
    if enctype == PLAIN_TEXT:
        return encode_plain_text(entries, interface.charset), PLAIN_TEXT
    return urlencode(entries, interface.charset), URLENCODED


def _is_template(interface: QueryInterface) -> bool:
    return any(c.name.startswith("{") for c in interface.controls)


def _fill_template(action: str, entries: Entries, charset: str) -> tuple[str, Entries]:
    """Replace the names in braces of an address template by the values of their controls."""
    if "{" not in action:
        return action, entries
    rest: Entries = []
    for name, value in entries:
        if name.startswith("{") and name in action:
            kept = RESERVED_SIGNS if name.startswith("{+") else ""
            action = action.replace(name, quote(encode_text(value, charset), safe=kept))
        else:
            rest.append((name, value))
    return action, rest


def action_request(action: Action, form: QueryInterface | None) -> Request | None:
    """Return what an action sends; None without its form.

    Raises ``UnsupportedForm`` where the form is not sent over the Web.
    """
    if action.form < 0:
        verb, body = "POST" if action.body else "GET", action.body.encode()
        return Request(verb, action.url, action.headers, body) if action.url else None
    if form is None:
        return None
    method: Literal["GET", "POST"] = form.method
    if action.method:
        method = "POST" if action.method.strip().casefold() == "post" else "GET"
    filled = with_sets(form, action.sets)
    filled = replace(filled, action=action.url or form.action, method=method)
    name, value = action.button or ("", "")
    request = submit_form(filled, {}, button_of(form, name, value) if name else None)
    return replace(request, headers=(*request.headers, *action.headers))


def with_sets(form: QueryInterface, sets: Sequence[tuple[str, str]]) -> QueryInterface:
    """Return a form with fields set; those that it lacks are added as hidden ones."""
    values = {name: [value] for name, value in sets}
    filled = served_with(form, values)
    held = {control.name for control in form.controls}
    added = [Control(name, "hidden", value=value) for name, value in sets if name not in held]
    return replace(filled, controls=(*filled.controls, *added))


def button_of(form: QueryInterface, name: str, value: str) -> Control | None:
    """Return a form's submit button of a name and, where several have it, a value."""
    named = [one for one in form.controls if one.kind in {"submit", "image"} and one.name == name]
    return next((one for one in named if one.value == value), named[0] if named else None)
