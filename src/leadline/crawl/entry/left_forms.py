"""What is said of forms that were left alone: which they are, and what they were taken for.

>>> from leadline.page.dom import parse_html
>>> html = "<form method=post>Name <input name=n> E-mail <input name=m> <textarea></textarea>"
>>> page = parse_html(html + "<button>Send</button></form>", "http://h.test/")
>>> name_left_forms("nothing was found", page)
'nothing was found; a form with Name, E-mail was taken for a contact form and left alone'
"""

from dataclasses import replace
from typing import Final

from leadline.crawl.refusal import A_LOGIN, refusal_signs
from leadline.crawl.state.source import SourceState
from leadline.domain.rules import DomainRules
from leadline.forms.describe import exact_number, form_questions
from leadline.forms.find import find_interfaces
from leadline.model import Outcome
from leadline.page.dom import Document, parse

MAX_LEFT_FORMS: Final = 2
MAX_QUESTIONS_NAMED: Final = 4
FORM_NAMES: Final = {
    "registration": "a registration form",
    "recovery": "a form for a lost password",
    "contact": "a contact form",
    "order": "an order form",
    "newsletter": "a newsletter form",
    "other": "a form that does not search",
}
"""What forms are called that are named; a login is no news."""


def why_no_form(document: Document, rules: DomainRules | None = None) -> str:
    """Return one sentence on a page without a search form."""
    kinds = [form.kind for form in find_interfaces(document, rules)]
    if {*kinds} == {"login"}:
        return "the page only has a login form; leadline does not log in"
    signs = [one for one in refusal_signs(document) if one != A_LOGIN or not kinds]
    if signs:
        return f"the page shows {signs[0]} instead of a search form"
    if kinds:
        called = {**FORM_NAMES, "filter": "a filter form", "login": A_LOGIN}
        names = [called.get(kind, kind) for kind in dict.fromkeys(kinds)]
        return f"the page has no search form, only: {', '.join(names)}"
    return "the page has no form to search with"


def name_left_forms(reason: str, document: Document, rules: DomainRules | None = None) -> str:
    """Return the reason of a failure with the forms of the page that were not asked."""
    left = []
    for form in find_interfaces(document, rules):
        asked = [question.label or question.name for question in form_questions(form)]
        if number := exact_number(form):
            reason = f"{reason}; its form looks up one exact number ({number}), which no word finds"
        elif form.kind in FORM_NAMES and any(asked):
            left.append((len(asked), FORM_NAMES[form.kind], [name for name in asked if name]))
    for _, name, asked in sorted(left, key=lambda one: -one[0])[:MAX_LEFT_FORMS]:
        labels = ", ".join(asked[:MAX_QUESTIONS_NAMED])
        reason = f"{reason}; a form with {labels} was taken for {name} and left alone"
    return reason


def with_left_forms(source: SourceState, outcome: Outcome) -> Outcome:
    """Return a failure with the forms of the entry page that were not asked."""
    if outcome.state != "failed" or source.entry is None:
        return outcome
    reason = name_left_forms(outcome.reason, parse(source.entry), source.task.rules)
    return replace(outcome, reason=reason)
