"""A table that a button or a scripted link of a page exports: a form that is sent for it.

Its label names the format. It may stand on the page of the form, or only beside an answer; the
query for everything is asked then.

>>> from leadline.page.dom import parse_html
>>> page = parse_html('''<form method=post action=/l><input name=n><button>Find</button>
... <button name=x value=1>Export to CSV</button><button>Delete CSV</button></form>''', "http://h/")
>>> [(label, request.body) for label, request in exports(page)]
[('Export to CSV', b'n=&x=1')]
"""

import re
from collections.abc import Iterator
from itertools import islice
from typing import Final

from leadline.crawl.client import fetch
from leadline.crawl.events import Crawl
from leadline.crawl.official.take import PURPOSE, take_rows
from leadline.crawl.ways.table import Approach, Way
from leadline.errors import UnsupportedForm
from leadline.forms.find import find_interfaces, read_form
from leadline.forms.roles.query_box import choose_submit_button
from leadline.forms.submit.submit import action_request, submit_form
from leadline.model import Offer, Outcome, Page, Request
from leadline.page.action.gate import may_write
from leadline.page.action.host import scene_of
from leadline.page.action.model import Action
from leadline.page.action.read import action_of, is_submit, may_act
from leadline.page.dom import Document, parse

MAX_EXPORT_CONTROLS: Final = 2_000
MAX_LABEL_OF_EXPORT: Final = 40
MAX_EXPORTS: Final = 2
EXPORT_WAY: Final = "export"
_FORMAT: Final = re.compile(r"(?<![^\W_])(?:csv|tsv|excel|xls)(?![^\W_])", re.IGNORECASE)


def exports(document: Document) -> Iterator[tuple[str, Request]]:
    """Yield the label and the request of each control of a page that exports a table."""
    for node in islice(document.elements("a", "button", "input"), MAX_EXPORT_CONTROLS):
        label = _label(document, node)
        if not label or len(label) > MAX_LABEL_OF_EXPORT or not _FORMAT.search(label):
            continue
        action = _action(document, node)
        if action is None or may_write(document, node, action):
            continue
        form = read_form(document, action.form) if action.form >= 0 else None
        try:
            request = action_request(action, form)
        except UnsupportedForm:
            continue
        if request is not None:
            yield label, request


def _label(document: Document, node: int) -> str:
    """Return what is read on a control: its text, its value, or the name of its picture."""
    inside = range(node, min(document.end[node], node + 3))
    said = (document.attribute(one, key) for one in inside for key in ("value", "title", "alt"))
    return document.visible_text(node) or next((text for text in said if text.strip()), "")


def _action(document: Document, node: int) -> Action | None:
    if is_submit(document, node):
        form = scene_of(document).form_of(node)
        name, value = document.attribute(node, "name"), document.attribute(node, "value")
        return Action(form, button=(name, value) if name else None) if form >= 0 else None
    return action_of(document, node) if may_act(document, node) else None


def _found(approach: Approach) -> Offer | None:
    first = next(exports(approach.page), None)
    return Offer(f"a table by '{first[0]}'", first[1].url) if first is not None else None


def _take(approach: Approach) -> Crawl[Outcome | None]:
    """Take the first export that gives rows, of the page or of its answer to everything."""
    source, page = approach.source, approach.page
    for document in (page, None):
        if document is None:
            document = yield from _answer(approach)
        for label, request in islice(exports(document), MAX_EXPORTS) if document else ():
            reply = yield from fetch(source, request, PURPOSE, "")
            if not isinstance(reply, Page) or reply.status >= 400:
                continue
            state, sentence = take_rows(source, reply, f"the table by '{label}'")
            if source.record_count:
                return source.outcome(state, sentence)
    return None


def _answer(approach: Approach) -> Crawl[Document | None]:
    """Return what the search form of the page answers as it stands."""
    form = next((one for one in find_interfaces(approach.page) if one.kind == "search"), None)
    if form is None:
        return None
    try:
        request = submit_form(form, {}, choose_submit_button(form))
    except UnsupportedForm:
        return None
    reply = yield from fetch(approach.source, request, PURPOSE)
    return parse(reply) if isinstance(reply, Page) and reply.status < 400 else None


WAYS: Final = (Way(EXPORT_WAY, 205, _found, _take, wanted_only=True),)
