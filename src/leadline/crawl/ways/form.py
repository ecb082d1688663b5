"""The search form of a source: on its entry page, in a frame, or behind a link; words probe it."""

from functools import partial
from itertools import islice
from typing import Final

from leadline.crawl.client import fetch
from leadline.crawl.entry.left_forms import FORM_NAMES, why_no_form
from leadline.crawl.entry.search_pages import (
    MAX_FRAMES,
    SEARCH_PAGE,
    described_interfaces,
    descriptions,
    document_of,
    facet_interfaces,
    frames_of,
    joined,
    own_frames,
    steps_of,
)
from leadline.crawl.events import Crawl, StateChanged
from leadline.crawl.probe.forms import CrawlEnded, probe_forms
from leadline.crawl.probe.probes import Probes
from leadline.crawl.restriction.binding import carries
from leadline.crawl.slice_controls import dimensions_of
from leadline.crawl.state.pager import PERSONAL_FORM_KINDS
from leadline.crawl.state.source import SourceState
from leadline.crawl.terms import accept_boxes
from leadline.crawl.ways.table import UNNAMED, Approach, Way
from leadline.domain.rules import DomainRules
from leadline.errors import NOT_NAMED, FetchError
from leadline.forms.classify.relevance import relevance
from leadline.forms.describe import form_questions
from leadline.forms.find import find_interfaces
from leadline.forms.named import MAX_LABELS, form_name, forms_named
from leadline.forms.roles.first_step import is_first_step
from leadline.forms.roles.query_box import query_control
from leadline.forms.roles.roles import names_site
from leadline.model import Offer, Page, QueryInterface, Request
from leadline.page.dom import Document, parse
from leadline.page.styles import is_invisible
from leadline.wrapper.pager.addresses import is_page_name

MAX_LINKED_PAGES: Final = 6
"""Linked pages that may hold the search form which are fetched."""
MAX_OWN_FRAMES: Final = 2
"""Frames beside a form that are looked into for another one."""
SITE_PARTS: Final = frozenset({"header", "nav", "footer"})
"""Parts of a page whose form is tried after one in a frame: it searches the site."""
MAX_CLICKS: Final = 2
"""Links from the entry page to the search form that are followed one after the other."""


def find_form(approach: Approach) -> Offer:
    """Return the likeliest form of the entry page; one may stand behind a link, too."""
    forms = _own_interfaces(approach.source, approach.document)
    if not forms:
        return UNNAMED
    labels = [question.label or question.name for question in form_questions(forms[0])]
    named = ", ".join(filter(None, labels[:MAX_LABELS]))
    return Offer(f"a search form with {named or 'a box'}", forms[0].action)


def take_form(approach: Approach) -> Crawl[Probes]:
    """Return answers of the likeliest form that answers."""
    interfaces, approach.page = yield from pick_interfaces(approach, links=False)
    approach.source.journal.tell(StateChanged("fetched"))
    return (yield from probe_picked(approach.source, interfaces, approach.page))


def probe_picked(
    source: SourceState, interfaces: list[QueryInterface], page: Document
) -> Crawl[Probes]:
    """Probe the forms of a page; terms that its boxes name must be agreed to."""
    accept_boxes(source, interfaces[0])
    try:
        return (yield from probe_forms(source, interfaces, page))
    except CrawlEnded:
        accept_boxes(source, interfaces[0], needed=True)
        raise


def searchable_interfaces(
    document: Document, rules: DomainRules | None = None
) -> list[QueryInterface]:
    """Return the query interfaces that may be asked, best first.

    Those that a reader does not see come late: panels that a script opens, but also traps. So do
    those that search the pages of the site; those of selects alone come last.
    """
    found = find_interfaces(document, rules)
    forms = [form for form in found if form.kind in {"search", "filter"} and not turns_pages(form)]
    forms.sort(key=lambda form: form.node >= 0 and is_invisible(document, form.node))
    forms.sort(key=lambda form: any(map(names_site, form.controls)))
    with_box = [form for form in forms if query_control(form) is not None]
    return with_box + [form for form in forms if form not in with_box and dimensions_of(form)]


def turns_pages(form: QueryInterface) -> bool:
    """Tell whether the box of a form holds the number of the page that is shown."""
    box = query_control(form)
    return box is not None and box.value.isdecimal() and is_page_name(box.name)


def is_of_site(document: Document, form: QueryInterface) -> bool:
    """Tell whether a form searches the pages of its site: it says so, or stands in their head."""
    tags = {document.tag[up] for up in document.ancestors(form.node)} if form.node >= 0 else set()
    return any(map(names_site, form.controls)) or not tags.isdisjoint(SITE_PARTS)


def rank_by_domain(source: SourceState, interfaces: list[QueryInterface]) -> list[QueryInterface]:
    """Return the interfaces with those of the project's domain first (R > mu, Lin 2016, eq. 3).

    Those that carry the conditions of the part that is wanted stand before all others.
    """
    domain, only = source.task.domain, source.task.only
    if domain is not None:
        ours = [form for form in interfaces if relevance(form, domain.attributes).is_ours]
        interfaces = [*ours, *(form for form in interfaces if form not in ours)]
    return sorted(interfaces, key=lambda form: not carries(only, form)) if only else interfaces


def _own_interfaces(source: SourceState, page: Document) -> list[QueryInterface]:
    """Return the interfaces of a page that search, without those that only lead to a search."""
    if source.task.said("form"):
        return hinted_interfaces(source, page)
    forms = rank_by_domain(source, searchable_interfaces(page, source.task.rules))
    return [form for form in forms if not is_first_step(form)]


def hinted_interfaces(source: SourceState, page: Document) -> list[QueryInterface]:
    """Return the forms of a page that a person named; raise ``CrawlEnded`` for a personal one."""
    rules, wanted = source.task.rules, source.task.said("form")
    forms = [form for text in wanted[::-1] for form in forms_named(page, text, rules)]
    for form in forms:
        if form.kind in PERSONAL_FORM_KINDS:
            called = FORM_NAMES.get(form.kind, "a login form")
            why = f"the form {wanted[-1]!r} of {page.url} is {called}: never sent"
            raise CrawlEnded(source.outcome("failed", why))
    return forms


def pick_interfaces(
    approach: Approach, *, links: bool = True
) -> Crawl[tuple[list[QueryInterface], Document]]:
    """Find the query interfaces of the entry page, of its frames, or of a linked search page.

    Lists of ``links`` that can be asked are the last resort: a list that goes on holds more.
    """
    source, entry = approach.source, approach.document
    rules, own = source.task.rules, partial(_own_interfaces, source)
    if interfaces := own(entry):
        places = [(form, entry) for form in interfaces]
        for url in islice(own_frames(entry), MAX_OWN_FRAMES):
            if (page := (yield from approach.look(url))) is not None:
                places += [(form, parse(page)) for form in own(parse(page))]
        if len(places) > len(interfaces):
            places.sort(key=lambda place: is_of_site(place[1], place[0]))
        return [form for form, _ in places], places[0][1]
    for url in descriptions(entry):
        reply = yield from fetch(source, Request("GET", url), SEARCH_PAGE)
        if interfaces := described_interfaces(reply):
            source.journal.note(f"the page has no search form; using its description {url}")
            return interfaces, entry
    framed, elsewhere = frames_of(entry), list[str]()
    for url in islice(framed, MAX_FRAMES):
        reply = yield from fetch(source, Request("GET", url), SEARCH_PAGE)
        if isinstance(reply, FetchError) and NOT_NAMED in str(reply):
            elsewhere.append(f"a frame of it was not asked: {reply}")
        if (document := document_of(reply)) is None or not isinstance(reply, Page):
            continue
        approach.seen[url] = reply
        if interfaces := own(document):
            return interfaces, document
        approach.frames.append(document)
        framed += [frame for frame in frames_of(document) if frame not in framed]
    if (found := (yield from _behind_links(approach))) is not None:
        return found
    if wanted := source.task.said("form"):
        names = [form_name(form) for form in find_interfaces(entry, rules)]
        shown = "; ".join(f"{number} {name}" for number, name in enumerate(names, 1)) or "none"
        why = f"no form of {entry.url} is called {wanted[-1]!r}: there is {shown}"
        raise CrawlEnded(source.outcome("failed", why))
    first_steps = rank_by_domain(source, searchable_interfaces(entry, rules))
    if interfaces := first_steps or (facet_interfaces(entry) if links else []):
        return interfaces, entry
    reason = "; ".join([why_no_form(entry, rules), *elsewhere[:1]])
    raise CrawlEnded(source.outcome("failed", reason))


def _behind_links(approach: Approach) -> Crawl[tuple[list[QueryInterface], Document] | None]:
    """Find the query interfaces of a page to which a choice, a link or accepted terms lead."""
    source, seen = approach.source, (approach.document, *approach.frames)
    own = partial(_own_interfaces, source)
    waiting = [(step, 1) for page in seen for step in steps_of(source, page)]
    linked: dict[str, None] = {}
    for step, clicks in waiting:
        if step[0][1].fingerprint in linked or len(linked) >= MAX_LINKED_PAGES:
            continue
        linked[step[0][1].fingerprint] = None
        reached: list[tuple[str, list[QueryInterface], Document]] = []
        for text, request in step:
            reply = yield from fetch(source, request, SEARCH_PAGE)
            page = document_of(reply)
            approach.linked += [reply] if page is not None and isinstance(reply, Page) else []
            if page is None or not (interfaces := own(page)):
                break
            reached.append((text, interfaces, page))
        if reached:
            _, interfaces, page = reached[-1 if step[0][0] else 0]
            source.journal.note(f"the entry page has no search form; using that of {page.url}")
            form = joined([forms[0] for _, forms, _ in reached], [text for text, _, _ in reached])
            if form is None and step[0][0]:
                reason = f"the page before asks for a choice; only {reached[-1][0]!r} is searched"
                source.journal.note(reason, "warning")
            return [form or interfaces[0], *interfaces[1:]], page
        if page is not None and clicks < MAX_CLICKS:
            waiting += [(onward, clicks + 1) for onward in steps_of(source, page)]
    return None


BY_FORM: Final = "a stated total, checked by words"
WAYS: Final = (Way("form", 30, find_form, take_form, 20, BY_FORM),)
