"""Forms that stand before a search: one that only makes a choice, or agrees to terms.

>>> from leadline.forms.find import find_interfaces
>>> from leadline.page.dom import parse_html
>>> html = "<form action=/in><input type=hidden name=t value=1><button>I agree</button></form>"
>>> page = parse_html(f"<h1>Register</h1>{html}", "http://h.test/")
>>> form, = find_interfaces(page)
>>> is_first_step(form), terms_of_step(page, form)
(True, 'I agree')
>>> said = "Register", "your registration", "Search the whole register"
>>> [bool(PERSONAL_LINK.search(text)) for text in said]
[True, True, False]
"""

import re
from itertools import islice
from typing import Final

from leadline.forms.roles.query_box import button_text
from leadline.forms.roles.terms import MAX_CHARACTERS_SAID, is_agreeing_button, terms_text
from leadline.model import QueryInterface
from leadline.page.data_files import any_of
from leadline.page.dom import Document

PERSONAL_LINK: Final = re.compile(any_of("leadline.forms", "personal_link"), re.IGNORECASE)
"""Links that are never tried: what they lead to is no search, and may change something."""
STEP_BUTTON: Final = re.compile(
    rf"\b(?:{any_of('leadline.forms', 'step_button.words')})\b"
    rf"|{any_of('leadline.forms', 'step_button.anywhere')}",
    re.IGNORECASE,
)
"""Buttons that lead on to a search: a page of choices, or of terms, stands before it."""
MIN_CHARACTERS_AROUND: Final = 200
"""Characters of what is said around a form that are looked for, in so many steps up."""
MAX_STEPS_AROUND: Final = 4


def is_first_step(form: QueryInterface) -> bool:
    """Tell whether a form only makes a choice, or agrees to terms, before the search."""
    asked = [
        control for control in form.controls if control.kind not in {"hidden", "submit", "image"}
    ]
    buttons = (control for control in form.controls if control.kind in {"submit", "image"})
    is_choice = all(control.kind in {"select", "radio", "checkbox"} for control in asked)
    is_ours = form.kind not in {"login", "registration", "order", "newsletter", "contact"}
    return is_choice and is_ours and any(map(_leads_on, map(button_text, buttons)))


def terms_of_step(document: Document, form: QueryInterface) -> str:
    """Return what a form that leads on agrees to, '' for a form that only makes a choice."""
    return terms_text(form, _said_around(document, form)) if is_first_step(form) else ""


def _said_around(document: Document, form: QueryInterface) -> str:
    """Return what is said around a form."""
    said = ""
    around = islice(document.ancestors(form.node), MAX_STEPS_AROUND) if form.node >= 0 else ()
    for node in around:
        said = document.visible_text(node)[:MAX_CHARACTERS_SAID]
        if len(said) >= MIN_CHARACTERS_AROUND:
            break
    return said


def _leads_on(text: str) -> bool:
    return bool(STEP_BUTTON.search(text)) or is_agreeing_button(text)
