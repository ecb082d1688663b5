"""Forms of a page by a person's word: a label, a name, the heading above, or a number.

>>> from leadline.page.dom import parse_html
>>> page = parse_html("<form action=/news><label>Search <input name=q></label></form>"
... "<h2>Register</h2><form action=/reg><label>Entry <input name=w></label></form>", "http://h.test/")
>>> [[one.action for one in forms_named(page, text)] for text in ("entry", "Register", "w", "9")]
[['http://h.test/reg'], ['http://h.test/reg'], ['http://h.test/reg'], []]
"""

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from typing import Final

from leadline.domain.rules import DomainRules
from leadline.forms.describe import form_questions
from leadline.forms.find import find_interfaces
from leadline.model import Control, QueryInterface
from leadline.page.dom import Document
from leadline.page.text import fold

MAX_LABELS: Final = 3
"""Labels by which a form is named."""
FORM_HEADINGS: Final = ("h1", "h2", "h3", "h4", "h5", "h6", "legend", "caption")


def form_name(form: QueryInterface) -> str:
    """Name a form by its labels and its address."""
    labels = [question.label or question.name for question in form_questions(form)]
    return f"{', '.join(filter(None, labels[:MAX_LABELS]))} ({form.action})"


def forms_named(
    document: Document, wanted: str, rules: DomainRules | None = None
) -> list[QueryInterface]:
    """Return the forms that are meant, best first: those called so, else those that hold it.

    A number counts the forms as ``leadline inspect --forms`` does.
    """
    forms = find_interfaces(document, rules)
    if wanted.strip().isdecimal():
        number = int(wanted)
        return [*forms[number - 1 : number]] if number else []
    text = fold(wanted).strip()
    headings = [*document.elements(*FORM_HEADINGS)]
    said = [(form, [*_said(document, form, headings)]) for form in forms]
    called = [form for form, names in said if text in names]
    return called or [form for form, names in said if any(text in name for name in names)]


def text_boxes(form: QueryInterface, names: Sequence[str] = ()) -> list[Control]:
    """Return the boxes for text of a form; with ``names`` those that a person calls so.

    >>> form = QueryInterface("", "", "", "GET", (Control("a", "text"), Control("b", "text", "By")))
    >>> [box.name for box in text_boxes(form, ["by"])]
    ['b']
    """
    wanted = {fold(name).strip(" :：") for name in names}
    return [
        one
        for one in form.controls
        if one.kind in ("text", "search")
        and (not names or wanted & {fold(name).strip(" :：") for name in (one.label, one.name)})
    ]


def _said(document: Document, form: QueryInterface, headings: Sequence[int]) -> Iterator[str]:
    """What a person may call a form; ``headings`` are those of the page."""
    for control in form.controls:
        labels = control.label, control.group_label, control.name, control.element_id
        yield from (fold(text).strip(" :：") for text in (*labels, control.value) if text.strip())
    yield fold(form.name)
    yield fold(form.action)
    if form.node >= 0:
        above = bisect_left(headings, document.end[form.node])
        yield from (fold(document.visible_text(node)) for node in headings[above - 1 : above])
