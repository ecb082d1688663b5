"""Lists of actions: letters or groups that send a form by a script, read as a select.

Its values say which fields each choice sets, written as a query; the form's own fields go along.

>>> from leadline.page.dom import parse_html
>>> links = "".join(f'''<a href="javascript:__doPostBack('az','{c}')">{c}</a>''' for c in "ABCDE")
>>> page = parse_html(f"<form method=post><input type=hidden name=s value=7>{links}", "http://h.test/")
>>> letters, = find_action_lists(page)
>>> letters.method, [control.name for control in letters.controls]
('POST', ['s', '{+action}'])
>>> letters.controls[-1].choices[1]
Choice(value='__EVENTTARGET=az&__EVENTARGUMENT=B', text='B', selected=False, disabled=False)
"""

from dataclasses import replace
from itertools import islice
from typing import Final
from urllib.parse import urlencode

from leadline.forms.find import read_form
from leadline.forms.link_facets import MIN_LISTED_LETTERS
from leadline.forms.submit.entry_list import ACTION
from leadline.model import BUTTON_KINDS, Choice, Control, QueryInterface
from leadline.page.action.gate import may_write
from leadline.page.action.model import Action
from leadline.page.action.read import action_of, may_act
from leadline.page.dom import Document

MAX_SCRIPT_LINKS: Final = 300
"""Links that call scripts which are read on a page."""


def find_action_lists(document: Document) -> tuple[QueryInterface, ...]:
    """Return lists of letters whose links send a form by a script, the longest first."""
    families: dict[object, list[tuple[str, Action]]] = {}
    acting = (node for node in document.elements("a") if may_act(document, node))
    for node in islice(acting, MAX_SCRIPT_LINKS):
        text = document.visible_text(node)
        if len(text) != 1 or not text.isalpha():
            continue
        action = action_of(document, node)
        if action is None or action.form < 0 or may_write(document, node, action):
            continue
        names = tuple(name for name, _ in action.sets)
        families.setdefault((action.form, names, action.url, action.method), []).append(
            (text, action)
        )
    lists = [one for one in families.values() if len(one) >= MIN_LISTED_LETTERS]
    found = (_interface(document, one) for one in sorted(lists, key=len, reverse=True))
    return tuple(form for form in found if form is not None)


def _interface(document: Document, family: list[tuple[str, Action]]) -> QueryInterface | None:
    first = family[0][1]
    form = read_form(document, first.form)
    if form is None:
        return None
    choices = {urlencode(action.sets): text for text, action in family}
    select = Control(
        ACTION,
        "select",
        "letter",
        choices=tuple(Choice(value, text) for value, text in choices.items()),
        role="category",
        headers=first.headers,
    )
    kept = tuple(
        replace(one, kind="hidden") if one.kind in {"text", "search"} else one
        for one in form.controls
        if one.kind not in BUTTON_KINDS and one.kind != "select"
    )
    action = first.url or form.action
    return replace(form, action=action, controls=(*kept, select), kind="filter")


LISTS: Final = (find_action_lists,)
