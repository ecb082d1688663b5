"""Controls that call a script: what they send, if that may be another page of this list.

>>> from leadline.page.dom import parse_html
>>> page = parse_html('''<script>function go(n) { location = "/list?of=sea&start=" + n }</script>
... <a href='#' onclick="go(20);return false">2</a>''', "http://h.test/s?of=sea")
>>> action_at(page, next(page.elements("a"))).url
'http://h.test/list?of=sea&start=20'
"""

import re
from dataclasses import replace
from itertools import islice
from typing import Final
from urllib.parse import parse_qsl

from leadline.page.action.gate import may_write
from leadline.page.action.host import scene_of
from leadline.page.action.model import Action
from leadline.page.action.read import (
    action_heard,
    action_of,
    action_of_change,
    may_act,
    unread_calls,
)
from leadline.page.action.text import plain
from leadline.page.dom import Document
from leadline.page.query_string import split_address
from leadline.wrapper.pager.addresses import MAX_PAGE_DIGITS, is_page_name, read_address

PAGE_CALL: Final = re.compile(r"page|pg", re.IGNORECASE)
"""In names of functions that go to a page: goPage(2), fn_page('3')."""
LAST_NAME: Final = re.compile(r"[^:$._-]+\Z")
"""The last of the names that a framework joins for an element and its field."""
MAX_FIELDS_LOOKED_AT: Final = 200


def action_at(document: Document, node: int) -> Action | None:
    """Return what a control sends that may lead on, None for what writes or is not read.

    A function of another file that is called with a page's number fills the field of that name.

    >>> from leadline.page.dom import parse_html
    >>> page = parse_html("<form><input type=hidden name=pageNo><a href='javascript:goPage(2)'>2",
    ...                   "http://h.test/")
    >>> action_at(page, next(page.elements("a"))).sets
    (('pageNo', '2'),)
    """
    if may_act(document, node):
        action = action_of(document, node) or _counted(document, node)
    else:
        action = action_heard(document, node)
    if action is None or may_write(document, node, action) or "opens" in action.flags:
        return None
    if action.form < 0 and action.protocol in ("link", "call"):
        return _own(document, action)
    return action if action.form >= 0 or action.protocol == "partial" else None


def action_at_menu(document: Document, menu: int, value: str) -> Action | None:
    """Return what a menu sends where an entry is chosen in it, None for what writes or no form."""
    if not document.attribute(menu, "onchange"):
        return None
    action = action_of_change(document, menu, value)
    if action is None or action.form < 0 or may_write(document, menu, action):
        return None
    return action


def _own(document: Document, action: Action) -> Action | None:
    """Return what goes to an address, None for a request that is no page of this list.

    At the page's own path a script may ask for a part of the page: then the page's own address
    takes the number. What posts must name a page or an offset, be it of an element: "list:first".
    """
    if action.method not in ("", "GET"):
        sent = parse_qsl(action.body) if action.method == "POST" else []
        named = [LAST_NAME.search(name) for name, value in sent if value.isdecimal()]
        return action if any(is_page_name(one[0]) for one in named if one) else None
    there, own = split_address(action.url), split_address(document.url)
    names = [
        name for name, value in read_address(action.url).parameters.items() if value.isdecimal()
    ]
    counted = [name for name in names if is_page_name(name)]
    if action.protocol == "call" and not counted:
        return None
    if there.path != own.path or len(counted) != 1 or not own.query:
        return action
    name = counted[0]
    number = read_address(action.url).parameters[name]
    kept = [pair for pair in own.query.split("&") if pair and not pair.startswith(f"{name}=")]
    query = "&".join([*kept, f"{name}={number}"])
    return replace(action, url=own._replace(query=query, fragment="").geturl())


def _counted(document: Document, node: int) -> Action | None:
    """Return the form of a page's number, where a function of another file is called with it."""
    name, arguments = next(iter(unread_calls(document, node)), ("", ()))
    if len(arguments) != 1 or not PAGE_CALL.search(name):
        return None
    number = plain(arguments[0])
    if not (number.isascii() and number.isdecimal() and len(number) <= MAX_PAGE_DIGITS):
        return None
    scene = scene_of(document)
    for field in islice(document.elements("input"), MAX_FIELDS_LOOKED_AT):
        wanted = document.attribute(field, "name")
        is_hidden = document.attribute(field, "type").casefold() == "hidden"
        if is_hidden and is_page_name(wanted):
            form = next((one for one in map(scene.form_of, (node, field)) if one >= 0), -1)
            return Action(form, ((wanted, number),)) if form >= 0 else None
    return None
