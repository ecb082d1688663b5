"""Requests of actions: the form as the page shows it now, with what the action sets in it.

>>> from leadline.forms.find import read_form
>>> from leadline.page.action.read import action_of
>>> from leadline.page.dom import parse_html
>>> page = parse_html('''<form method=post action=/l><input type=hidden name=s value=7>
... <a href="javascript:__doPostBack('g','Page$2')">2</a></form>''', "http://h.test/")
>>> form = read_form(page, next(page.elements("form")))
>>> action_request(action_of(page, next(page.elements("a"))), form).body
b's=7&__EVENTTARGET=g&__EVENTARGUMENT=Page%242'
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Literal

from leadline.forms.roles.query_box import served_with
from leadline.forms.submit.submit import submit_form
from leadline.model import Control, QueryInterface, Request
from leadline.page.action.model import Action


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
