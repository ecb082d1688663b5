"""Record pages that no address names: a control in each record sends a form by its script.

The label is the record's own text, or a word of seeing, and nothing of the command writes. The
form's fields are those of the list that showed the record.

>>> from leadline.page.dom import parse_html
>>> names = ("Ada Moss", "Edith Row", "Hugo Penn")
>>> link = '''<a href="javascript:__doPostBack('g','{}${}')">{}</a>'''
>>> rows = "".join(f"<tr><td>{link.format('Select', n, name)}<td>{link.format('Edit', n, 'Edit')}"
...     for n, name in enumerate(names))
>>> page = parse_html(f"<form method=post action=/l><table>{rows}</table>", "http://h.test/")
>>> found = record_requests(page, [(node,) for node in page.elements("tr")])
>>> found[2].body
b'__EVENTTARGET=g&__EVENTARGUMENT=Select%242'
"""

from collections import defaultdict
from collections.abc import Sequence
from itertools import islice
from typing import Final

from leadline.errors import UnsupportedForm
from leadline.forms.find import read_form
from leadline.forms.submit.submit import action_request
from leadline.model import QueryInterface, Request
from leadline.page.action.gate import is_seeing_label, may_write
from leadline.page.action.model import Action
from leadline.page.action.part import live_fields
from leadline.page.action.read import action_of, may_act
from leadline.page.dom import Document

MIN_ACTING_SHARE: Final = 0.9
"""Share of the records that must have the control."""
MIN_OWN_SHARE, MIN_OWN_LABELS = 0.5, 4
"""Share, and number where so many stand there, of labels that differ: two may be called alike."""
MIN_ACTING_RECORDS: Final = 2
MAX_NODES_OF_RECORD: Final = 400
Place = tuple[str, tuple[str, ...], bool]


def record_requests(
    document: Document, records: Sequence[tuple[int, ...]], known: set[Place] | None = None
) -> dict[int, Request]:
    """Return the request for the page of each record by its place; none where no control is.

    ``known`` takes the make of controls that led to records: a last page may hold too few to tell.
    """
    known = set() if known is None else known
    families: dict[Place, dict[int, tuple[str, Action]]] = defaultdict(dict)
    for at, nodes in enumerate(records):
        inside = (n for root in nodes for n in range(root, document.end[root]))
        for node in islice(inside, MAX_NODES_OF_RECORD):
            if document.tag[node] in {"a", "button", "input"} and may_act(document, node):
                action = action_of(document, node)
                if action is not None and action.form >= 0 and action.protocol != "partial":
                    label = document.visible_text(node) or document.attribute(node, "value")
                    is_written = not label or may_write(document, node, action, is_label_data=True)
                    place = _place(action, label, is_written=is_written)
                    families[place].setdefault(at, (label, action))
    for place, family in families.items():
        if place in known or (not place[2] and _leads_to_records(family, len(records))):
            known.add(place)
            return _requests(document, family)
    return {}


def _place(action: Action, label: str, *, is_written: bool) -> Place:
    """Return what controls of one make have in common, with whether they may write."""
    names = tuple(name for name, _ in action.sets)
    return str(action.shape), names, is_written or not any(map(str.isalnum, label))


def _leads_to_records(family: dict[int, tuple[str, Action]], records: int) -> bool:
    """Tell whether controls show the record that they stand in, each another one."""
    if len(family) < max(MIN_ACTING_RECORDS, MIN_ACTING_SHARE * records):
        return False
    labels = {label.strip("0123456789 ") for label, _ in family.values()}
    sent = {(action.sets, action.url) for _, action in family.values()}
    own = len(labels) >= max(min(MIN_OWN_LABELS, len(family)), MIN_OWN_SHARE * len(family))
    return len(sent) == len(family) and (own or all(map(is_seeing_label, labels)))


def _requests(document: Document, family: dict[int, tuple[str, Action]]) -> dict[int, Request]:
    forms: dict[int, QueryInterface | None] = {}
    found: dict[int, Request] = {}
    for at, (_, action) in family.items():
        if action.form not in forms:
            forms[action.form] = read_form(document, action.form)
        form = forms[action.form]
        if form is None or live_fields().intersection(one.name for one in form.controls):
            continue  # the server knows the latest state alone: a list cannot be gone back to
        try:
            request = action_request(action, form)
        except UnsupportedForm:
            continue
        if request is not None:
            found[at] = request
    return found
