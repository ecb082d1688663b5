"""Pages of terms before a search, and what is kept of a person's word that accepted them.

Nothing is agreed to unless the person said so; without that the source is left, and the page and
the option are named. A page that can be searched, or lists records page by page, is none of terms.

>>> from leadline.page.dom import parse_html
>>> html = "<h1>Terms of use</h1><form method=post action=/in><button>I agree</button></form>"
>>> terms_before(parse_html(html, "http://h.test/")).text
'I agree'
>>> html = "<form action=/s>Search terms <input name=q></form>" + html
>>> terms_before(parse_html(html, "http://h.test/"))
"""

from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Final

from leadline.crawl.events import ComponentLearned
from leadline.crawl.state.source import SourceState
from leadline.domain.rules import DomainRules
from leadline.errors import TermsNotAccepted, UnsupportedForm
from leadline.forms.find import find_interfaces
from leadline.forms.roles.first_step import PERSONAL_LINK, STEP_BUTTON, is_first_step, terms_of_step
from leadline.forms.roles.query_box import SUBMIT_KINDS, button_text
from leadline.forms.roles.terms import (
    TERMS_ROLE,
    is_agreeing_button,
    is_refusal,
    names_terms,
    terms_boxes,
)
from leadline.forms.submit.submit import DEFAULT_BUTTON, DefaultButton, submit_form
from leadline.model import BOX_KINDS, Control, Page, QueryInterface, Request
from leadline.page.dom import Document, parse
from leadline.wrapper.pager.propose import propose_next

TERMS: Final = "terms"
"""Name under which a source keeps what was accepted by the person's word; also a purpose."""
TERMS_WANTED: Final = "terms wanted"
"""Name under which a source keeps the terms before which it stopped."""
TERMS_PURPOSES: Final = frozenset(
    {"entry", "search page", "form again", "nonsense", "word", "probe", "ask", TERMS}
)
"""Purposes of requests that terms may stand before."""
MAX_TAGS_OF_TERMS: Final = 3_000
MAX_HEADING_OF_TERMS: Final = 60
"""Characters of a heading that names terms, and of a link that agrees to them."""


@dataclass(frozen=True, slots=True)
class TermsPage:
    """Terms that stand before a search: their page, the words that agree, what agreeing sends."""

    url: str
    text: str
    request: Request


def terms_before(document: Document, rules: DomainRules | None = None) -> TermsPage | None:
    """Return the terms of a page that must be agreed to before anything else, None without any."""
    if document.html.count("<") > MAX_TAGS_OF_TERMS:
        return None
    forms = find_interfaces(document, rules)
    searching = [one for one in forms if one.kind in {"search", "filter"}]
    if not all(map(is_first_step, searching)) or propose_next(document, None):
        return None
    found = (_of_form(document, form) for form in forms)
    return next(filter(None, found), None) or _of_link(document)


def _of_form(document: Document, form: QueryInterface) -> TermsPage | None:
    chosen = [one for one in form.controls if one.kind in {"select", "radio"}]
    if any(one.role != TERMS_ROLE for one in chosen):
        return None
    text = terms_of_step(document, form)
    if not text and is_first_step(form):
        headings = (document.visible_text(one) for one in document.elements("title", "h1", "h2"))
        short = (one for one in headings if len(one) <= MAX_HEADING_OF_TERMS)
        text = next(filter(names_terms, short), "")
    boxes = [one for one in form.controls if one.kind in BOX_KINDS and one.name]
    values: dict[str, list[str]] = {}
    for box in boxes:
        values.setdefault(box.name, [])
        if not is_refusal(box.label):
            values[box.name].append(box.value)
    buttons = [one for one in form.controls if one.kind in SUBMIT_KINDS and not one.disabled]
    going_on = [one for one in buttons if STEP_BUTTON.search(button_text(one))]
    agreeing = [one for one in buttons if is_agreeing_button(button_text(one))]
    onward = [one for one in (*agreeing, *going_on) if not is_refusal(button_text(one))]
    try:
        button: Control | DefaultButton = onward[0] if onward else DEFAULT_BUTTON
        return TermsPage(document.url, text, submit_form(form, values, button)) if text else None
    except UnsupportedForm:
        return None


def _of_link(document: Document) -> TermsPage | None:
    """Return the terms that a link agrees to."""
    for node in document.elements("a"):
        text, url = document.visible_text(node)[:MAX_HEADING_OF_TERMS], document.link(node)
        is_web = url.startswith(("http://", "https://")) and not PERSONAL_LINK.search(url)
        if is_web and is_agreeing_button(text) and url.partition("#")[0] != document.url:
            return TermsPage(document.url, text, Request("GET", url))
    return None


def agreed(source: SourceState, reply: object, purpose: str) -> TermsPage | None:
    """Return terms that the person's word accepts; raise `TermsNotAccepted` at others."""
    if not isinstance(reply, Page) or not 200 <= reply.status < 300:
        return None
    if purpose not in TERMS_PURPOSES or reply.body.count(b"<") > MAX_TAGS_OF_TERMS:
        return None
    if source.wrapper is not None and purpose not in {"entry", "form again", "ask", TERMS}:
        return None
    terms = terms_before(parse(reply), source.task.rules)
    if terms is not None:
        accept(source, terms.url, terms.text, reply)
    return terms


def accept_boxes(source: SourceState, form: QueryInterface, *, needed: bool = False) -> None:
    """Accept the boxes for terms of a search form; raise `TermsNotAccepted` where they are needed.

    They are where the page says so, and where the form answered nothing without them.
    """
    boxes, page = terms_boxes(form), source.entry
    if page is None or not boxes:
        return
    if source.task.accept_terms or needed or any(box.required for box in boxes):
        accept(source, form.page_url, boxes[0].label or boxes[0].name, page)


def accept(source: SourceState, url: str, text: str, page: Page) -> None:
    """Keep that terms are accepted by the person's word; raise `TermsNotAccepted` without it."""
    if not source.task.accept_terms:
        source.journal.tell(ComponentLearned(TERMS_WANTED, {"page": url, "text": text}))
        raise TermsNotAccepted(url, text, page.request)
    at = f"{datetime.fromtimestamp(page.fetched_at, UTC):%Y-%m-%d %H:%M} UTC"
    if all(known != url for known, _, _ in source.traffic.terms):
        source.become(replace(source.traffic, terms=(*source.traffic.terms, (url, text, at))))
        kept = [dict(zip(("page", "text", "at"), one, strict=True)) for one in source.traffic.terms]
        source.journal.tell(ComponentLearned(TERMS, kept))
        note = f"the terms of {url} ({text!r}) were accepted by your word, {at}"
        source.journal.note(note)
