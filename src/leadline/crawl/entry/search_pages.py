"""Pages that may hold the search form if the entry page has none: frames, pages two clicks away.

A set of frames may hold the menu in one and the form in another. Frames are what a reader sees on
the page, so they are read before any link is followed, and links of the menu count as the page's
own. Links that name a search come first, then those that name a collection, then the first items of
a list: a list of tables. Where there is no list, a few links alone are taken for one.

>>> from leadline.page.dom import parse_html
>>> frames_of(parse_html("<frameset><frame src=menu.html></frameset>", "http://h.test/r/"))
['http://h.test/r/menu.html']
>>> search_links(parse_html("<a href=/find>Search</a><a href=/new>News</a>", "http://h.test/"))
['http://h.test/find']
>>> page = parse_html("<a href=/new>News</a><li><a href=/t1>T1</a><li><a href=/in>Log in</a>"
...                   "<a href=/all>Browse</a>", "http://h.test/")
>>> ways_to_search(page)
['http://h.test/all', 'http://h.test/t1']
>>> menu = "<li><a href=/?lang=de>Deutsch</a><li><a href=/agents.do?menu=2>Agents</a>"
>>> ways_to_search(parse_html(menu, "http://h.test/"))
['http://h.test/agents.do?menu=2']
"""

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Final
from urllib.parse import urldefrag

from leadline.crawl.entry.tree import FRAME_TAGS, addresses, branches
from leadline.crawl.state.source import SourceState
from leadline.crawl.terms import accept
from leadline.domain.rules import DomainRules
from leadline.errors import FetchError, UnsupportedForm
from leadline.forms.find import find_interfaces
from leadline.forms.labels.placeholders import unrestricting
from leadline.forms.link_facets import LETTER, find_facets, find_letter_lists
from leadline.forms.opensearch import from_opensearch, opensearch_links
from leadline.forms.parts import list_finders
from leadline.forms.roles.first_step import PERSONAL_LINK, is_first_step, terms_of_step
from leadline.forms.roles.query_box import as_select, control_groups
from leadline.forms.roles.terms import is_agreeing_button
from leadline.forms.submit.submit import submit_form
from leadline.model import Choice, Control, Page, QueryInterface, Request
from leadline.page.charset import decode
from leadline.page.data_files import any_of
from leadline.page.dom import Document, parse
from leadline.page.styles import is_invisible
from leadline.page.urls import host_key
from leadline.wrapper.pager.propose import propose_next

SEARCH_PAGE: Final = "search page"
"""Purpose of requests for a page that may hold the search form."""
MAX_FRAMES: Final = 5
"""Frames that are read; a frame may be a set of frames itself."""
SEARCH_LINK: Final = re.compile(
    rf"\b({any_of('leadline.crawl', 'search_link.words')})\b"
    rf"|{any_of('leadline.crawl', 'search_link.anywhere')}",
    re.IGNORECASE,
)
COLLECTION_LINK: Final = re.compile(
    rf"\b(?:{any_of('leadline.crawl', 'collection_link.words')})\b"
    rf"|{any_of('leadline.crawl', 'collection_link.anywhere')}",
    re.IGNORECASE,
)
MAX_STEP_CHOICES: Final = 60
LANGUAGE_LETTERS: Final = 2
MAX_DESCRIPTIONS: Final = 2
MAX_FACETS: Final = 2
MAX_SEARCH_LINKS: Final = 3
"""Links of a page that name a search which are tried."""
MAX_OTHER_LINKS: Final = 2
"""Links of a page that name a collection, and items of its list, which are tried."""
MAX_FEW_LINKS: Final = 4
"""Links of a page's own part so few that each may lead to the search: a home page of sections."""
LIST_TAGS: Final = ("li", "td", "dd", "dt", "h2", "h3")


def ways_to_search(document: Document, *, named_only: bool = False) -> list[str]:
    """Return links of a page that may lead to its search form, the likeliest first.

    ``named_only``: those alone that name a search or a collection.
    """
    named, listed, own = list[str](), list[str](), list[str]()
    folder = document.url.partition("?")[0].rstrip("/") + "/"
    for node in document.elements("a"):
        text, url = document.visible_text(node)[:60], document.link(node)
        if not text or PERSONAL_LINK.search(f"{text} {url}") or is_agreeing_button(text):
            continue
        tags = [document.tag[up] for up in document.ancestors(node)]
        is_other = "?" not in url or url.partition("?")[0] != document.url.partition("?")[0]
        is_own = is_other and not FRAME_TAGS.intersection(tags)
        if COLLECTION_LINK.search(text):
            named.append(url)
        elif is_own and any(tag in LIST_TAGS for tag in tags[:3]):
            listed.append(url)
        elif is_own:
            own.append(url)
    goes_on = bool(propose_next(document, None))  # a list that goes on is what is wanted itself
    other = [*_others(document, named)[:MAX_OTHER_LINKS]]
    if named_only:
        return list(dict.fromkeys([*search_links(document)[:MAX_SEARCH_LINKS], *other]))
    if not listed and len({*own}) <= MAX_FEW_LINKS:
        listed = own
    listed.sort(key=lambda url: ("?" in url, not url.startswith(folder)))
    other += [] if goes_on else _others(document, listed)[:MAX_OTHER_LINKS]
    return list(dict.fromkeys([*search_links(document)[:MAX_SEARCH_LINKS], *other]))


Step = Sequence[tuple[str, Request]]
"""Requests that may lead to the search, each with the choice that it makes; '' for a link."""


def steps_to_search(
    document: Document,
    rules: DomainRules | None = None,
    *,
    agrees: bool = False,
    named_only: bool = False,
) -> list[Step]:
    """Return what may lead to the search form of a source: buttons of a first step, then links.

    Those that agree to terms are among them only if the person ``agrees``. ``named_only``: links
    that name a search or a collection, as where a form is found already.

    >>> from leadline.page.dom import parse_html
    >>> radios = "<label><input type=radio name=kind value=1>Coins</label>"
    >>> html = f"<form action=/two method=post>{radios}<button>Continue</button></form>"
    >>> [[(text, one.body) for text, one in step]
    ...  for step in steps_to_search(parse_html(html, "http://h.test/"))]
    [[('Coins', b'kind=1')]]
    """
    forms = [form for form in find_interfaces(document, rules) if is_first_step(form)]
    steps = [_choices(form) for form in forms if agrees or not terms_of_step(document, form)]
    alike = list(map(_links, branches(document)))
    for url in ways_to_search(document, named_only=named_only):
        link = ("", Request("GET", url))
        others = next((each for each in alike if any(one[1] == link[1] for one in each)), [])
        steps.append([link, *(one for one in others if one[1] != link[1])])
    return [step for step in steps if step]


def steps_of(source: SourceState, document: Document) -> list[Step]:
    """Return what may lead to the search; raise `TermsNotAccepted` at other terms."""
    page, rules = source.entry, source.task.rules
    forms = find_interfaces(document, rules) if not propose_next(document, None) else ()
    for text in (terms_of_step(document, form) for form in forms):
        if text and page is not None:
            accept(source, document.url, text, page)
    return steps_to_search(document, rules, agrees=source.task.accept_terms)


def _links(form: QueryInterface) -> Step:
    """Return the links of a list as one step, [] for a long one or one of languages."""
    choices = form.controls[-1].choices
    if len(choices) > MAX_STEP_CHOICES or all(
        len(one.value) == LANGUAGE_LETTERS for one in choices
    ):
        return []
    requests = (Request("GET", url) for url in addresses(form))
    return [(one.text, request) for one, request in zip(choices, requests, strict=True)]


def _choices(form: QueryInterface) -> Step:
    """Return the requests of a first step, one for each choice of its select or radio buttons."""
    groups = [group for group in control_groups(form) if group[0].name]
    boxes = [group for group in groups if group[0].kind == "checkbox"]
    selects = [
        group[0] if group[0].kind == "select" else as_select(group)
        for group in groups
        if group not in boxes
    ]
    values = {group[0].name: [box.value for box in group] for group in boxes}
    choices = [one for one in (selects[0].choices if selects else ()) if not one.disabled]
    free = {*unrestricting(choices)}
    made = [(one.text, {selects[0].name: [one.value]}) for one in choices if one not in free]
    try:
        return [(text, submit_form(form, values | one)) for text, one in made or [("", {})]][
            :MAX_STEP_CHOICES
        ]
    except UnsupportedForm:
        return []


def joined(forms: Sequence[QueryInterface], texts: Sequence[str]) -> QueryInterface | None:
    """Return forms as one, if they differ in one hidden value or one part of the address."""
    first = forms[0]
    if len(forms) == 1:
        return first
    names = {(form.method, tuple(control.name for control in form.controls)) for form in forms}
    if len(names) > 1:
        return None
    hidden = [{c.name: c.value for c in form.controls if c.kind == "hidden"} for form in forms]
    differing = [name for name in hidden[0] if len({each[name] for each in hidden}) == len(forms)]
    parts = [form.action.split("/") for form in forms]
    places = [
        place for place, several in enumerate(zip(*parts, strict=False)) if len({*several}) > 1
    ]
    if len({*map(len, parts)}) > 1 or len(differing) + len(places) != 1:
        return None
    name = LETTER if places else differing[0]
    values = [each[places[0]] for each in parts] if places else [each[name] for each in hidden]
    choices = [Choice(value, text or value) for value, text in zip(values, texts, strict=True)]
    select = Control(name, "select", required=True, choices=(Choice("", ""), *choices))
    controls = tuple(one for one in first.controls if one.name != name)
    action = (
        "/".join([*parts[0][: places[0]], LETTER, *parts[0][places[0] + 1 :]])
        if places
        else first.action
    )
    return replace(first, action=action, controls=(*controls, select))


def document_of(reply: Page | FetchError) -> Document | None:
    """Return the page that came, parsed; None where none came."""
    return parse(reply) if isinstance(reply, Page) and reply.status < 400 else None


def descriptions(entry: Document) -> list[str]:
    """Return addresses of the OpenSearch descriptions that a page names."""
    return list(dict.fromkeys(opensearch_links(entry)))[:MAX_DESCRIPTIONS]


def described_interfaces(reply: Page | FetchError) -> list[QueryInterface]:
    """Return the interfaces of an OpenSearch description, pages before feeds."""
    if not isinstance(reply, Page) or reply.status >= 400:
        return []
    text, _ = decode(reply.body, reply.header("Content-Type"))
    return list(from_opensearch(text, reply.url)[::-1])


def facet_interfaces(entry: Document) -> list[QueryInterface]:
    """Return lists of links of a page (an A-Z list, facets) that can be asked like a select."""
    others = (one for find in list_finders() for one in find(entry))
    lists = (*find_letter_lists(entry), *others, *find_facets(entry))
    return list(lists[:MAX_FACETS])


def frames_of(document: Document) -> list[str]:
    """Return the addresses of a page's frames."""
    links = [document.link(node, "src") for node in document.elements("frame", "iframe")]
    return _others(document, links)


def own_frames(document: Document) -> list[str]:
    """Return the addresses of the site's own pages that a page shows in frames."""
    return [url for url in frames_of(document) if host_key(url) == host_key(document.url)]


def search_links(document: Document) -> list[str]:
    """Return links that say that they lead to a search."""
    links = [
        document.link(node)
        for node in document.elements("a")
        if (
            SEARCH_LINK.search(document.visible_text(node)[:60])
            or SEARCH_LINK.search(document.attribute(node, "title")[:60])
        )
        and not is_invisible(document, node)
    ]
    return _others(document, links)


def _others(document: Document, links: list[str]) -> list[str]:
    """Return different addresses of other pages."""
    pages = dict.fromkeys(urldefrag(url)[0] for url in links if url.startswith("http"))
    return [url for url in pages if url != document.url]
