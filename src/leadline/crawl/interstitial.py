"""Pages between a query and its answer: "please wait", meta refresh, forms that send themselves.

Yang 2008, 3.2: intermediate pages are recognised and a second request is built from them. A browser
never shows them for long, so what they lead to is the answer. What such a page says is an
application rule (``domain/rules.toml``).

>>> from leadline.page.dom import parse_html
>>> page = parse_html("<meta http-equiv=refresh content='2; url=/r?id=7'><p>Please wait", "http://h/")
>>> next_hop(page).request.url, next_hop(page).seconds
('http://h/r?id=7', 2.0)
"""

import re
from collections import Counter, defaultdict
from collections.abc import Sequence
from typing import Final, NamedTuple
from urllib.parse import urljoin

from leadline.crawl.refusal import stated_pause
from leadline.domain.rules import DomainRules, default_rules
from leadline.errors import FetchError, UnsupportedForm
from leadline.forms.find import find_interfaces
from leadline.forms.roles.match_modes import WIDE_CHOICE
from leadline.forms.roles.terms import is_agreeing_button
from leadline.forms.submit.submit import DEFAULT_BUTTON, DefaultButton, submit_form
from leadline.model import Page, QueryInterface, Request
from leadline.page.dom import Document, parse
from leadline.wrapper.query_mask import QueryMask
from leadline.wrapper.region_choice import ProbePage

MAX_HOPS: Final = 3
"""Intermediate pages in a row that are followed."""
MAX_SECONDS_UNREAD: Final = 5.0
"""Seconds within which nobody has read a page."""
MAX_SECONDS_WAITED: Final = 60.0
"""Seconds after which a page that refreshes is a page to read."""
RELOAD_SECONDS: Final = 5.0
"""Seconds after which a page that asks to wait and names no time is asked for again."""
MIN_RELOAD_SECONDS: Final = 1.0
MAX_CHARACTERS_OF_HOP: Final = 600
"""Characters of the text of an intermediate page; a page that says more is an answer."""
MAX_TAGS_OF_HOP: Final = 200
"""Signs < in a page that may send itself or ask to wait; others are not parsed for that."""

_REFRESH_TAG: Final = re.compile(rb"http-equiv\s*=\s*[\"']?refresh", re.IGNORECASE)
_REFRESH: Final = re.compile(
    r"^\s*(?P<seconds>\d+(?:\.\d*)?|\.\d+)\s*[;,]?\s*(?:url\s*=\s*)?(?P<url>.*)$",
    re.IGNORECASE | re.DOTALL,
)
_SENDS_ITSELF: Final = re.compile(
    r"(?:document\.(?:forms?\b|getElementById|[A-Za-z_]\w*)[^;{}<]{0,80}|\bform\w*|\$\([^)]{0,60}\))"
    r"\.submit\(\s*\)|\.submit\(\s*\);?\s*(?:</script|['\"])",
    re.IGNORECASE,
)
_VALUE: Final = r"""(?:"[^"]*"|'[^']*'|[^\s>]*)"""
_AT_LOAD: Final = re.compile(rf"\bonload\s*=\s*{_VALUE}", re.IGNORECASE)
_BY_HAND: Final = re.compile(
    r"""\b(?:href\s*+=\s*+(?=["']?\s*+javascript:)|"""
    rf"on(?:click|change|(?:key|mouse)\w++|blur|focus)\s*+=)\s*+{_VALUE}",
    re.IGNORECASE,
)
"""What is done when a person presses, chooses or writes."""
_CALLED: Final = re.compile(r"(?<![\w$])([A-Za-z_$][\w$]*+)\s*+\(")
_FUNCTION: Final = re.compile(
    r"\bfunction\s+([A-Za-z_$][\w$]*)\s*\((?:(?!</script|\bfunction\b).)*", re.DOTALL
)

MIN_PAGES_WITH_WAY: Final = 2
"""Answers from which what they alone have in common leads to their records."""
_VARYING: Final = re.compile(r"[0-9a-f]{8,}|\d+")
"""What differs between the addresses of two result sets."""


class Hop(NamedTuple):
    """The request that a page makes by itself, and the seconds that it waits before."""

    request: Request
    seconds: float = 0.0


def hop_after(reply: Page | FetchError, rules: DomainRules | None = None) -> Hop | None:
    """Return what a browser would ask next by itself, None if a page is to be read.

    ``rules`` are a project's own, in place of those that come with the package.
    """
    rules = rules or default_rules()
    if not isinstance(reply, Page) or not 200 <= reply.status < 300:
        return None
    may_refresh = b"http-equiv" in reply.body.lower() and _REFRESH_TAG.search(reply.body)
    if not may_refresh and reply.body.count(b"<") > MAX_TAGS_OF_HOP:
        return None
    document = parse(reply)
    onward = next_hop(document, rules)
    is_get = reply.request.method == "GET"
    return onward or (_reloaded(document, rules) if is_get else None)


def pause_asked(reply: Page | FetchError) -> float:
    """Return the seconds after which a short page says that the same may be asked again, else 0."""
    if not isinstance(reply, Page) or not 200 <= reply.status < 300:
        return 0.0
    if reply.body.count(b"<") > MAX_TAGS_OF_HOP:
        return 0.0
    text = parse(reply).visible_text(0)
    pause = stated_pause(text) if len(text) <= MAX_CHARACTERS_OF_HOP else 0.0
    return pause if pause <= MAX_SECONDS_WAITED else 0.0


def next_hop(document: Document, rules: DomainRules | None = None) -> Hop | None:
    """Return what an intermediate page asks by itself, None if the page is an answer."""
    rules = rules or default_rules()
    onward = _refreshed(document, rules)
    if onward is None and (request := _sent_on(document, rules)) is not None:
        onward = Hop(request)
    return onward


def _refreshed(document: Document, rules: DomainRules) -> Hop | None:
    for node in document.elements("meta"):
        if document.attribute(node, "http-equiv").strip().casefold() != "refresh":
            continue
        refresh = _REFRESH.match(document.attribute(node, "content"))
        seconds = float(refresh.group("seconds")) if refresh is not None else 0.0
        if refresh is None or not _is_hop(seconds, document):
            continue
        address = refresh.group("url").strip().strip("'\"")
        try:
            url = urljoin(document.base, address).partition("#")[0]
        except ValueError:
            continue
        if address and url != document.url and url.startswith(("http://", "https://")):
            return Hop(Request("GET", url), seconds)
        if url == document.url and _asks_to_wait(document, rules):
            return Hop(Request("GET", url), max(seconds, MIN_RELOAD_SECONDS))
    return None


def _reloaded(document: Document, rules: DomainRules) -> Hop | None:
    """Return the page again where it asks to wait, for no table's rows, and a script leads on."""
    waits = _asks_to_wait(document, rules) and not any(document.elements("th"))
    leads_on = waits and "<script" in document.html.casefold()
    return Hop(Request("GET", document.url), RELOAD_SECONDS) if leads_on else None


def _asks_to_wait(document: Document, rules: DomainRules) -> bool:
    text = document.visible_text(0)
    return len(text) <= MAX_CHARACTERS_OF_HOP and rules.is_waiting(text)


def _is_hop(seconds: float, document: Document) -> bool:
    """Tell whether a page that refreshes so late is not meant to be read."""
    if seconds <= MAX_SECONDS_UNREAD:
        return True
    return seconds <= MAX_SECONDS_WAITED and len(document.visible_text(0)) <= MAX_CHARACTERS_OF_HOP


def _sent_on(document: Document, rules: DomainRules) -> Request | None:
    """Return the request of a short page whose script sends its form, or that only waits."""
    if len(document.visible_text(0)) > MAX_CHARACTERS_OF_HOP:
        return None
    if ".submit(" in document.html.casefold() and _sends_itself(document.html):
        return _only_form(document)
    if _asks_to_wait(document, rules):
        return _only_form(document) or _only_link(document)
    return None


def _sends_itself(html: str) -> bool:
    """Tell whether a script sends a form of the page by itself, and not where a person presses.

    >>> _sends_itself("<body onload='go()'><script>function go() {document.f.submit()}</script>")
    True
    >>> _sends_itself("<a href=javascript:go(2)>2</a><script>function go(n) {document.f.submit()}")
    False
    """
    called = {name for one in _BY_HAND.findall(html) for name in _CALLED.findall(one)}
    called -= {name for one in _AT_LOAD.findall(html) for name in _CALLED.findall(one)}
    alone = _BY_HAND.sub("", html)
    alone = _FUNCTION.sub(lambda one: "" if one[1] in called else one[0], alone)
    return bool(_SENDS_ITSELF.search(alone))


def _only_form(document: Document) -> Request | None:
    """Return the request of the only form of a page, if all it holds is hidden."""
    forms = [one for one in find_interfaces(document) if one.controls]
    return _sent(forms[0], None) if len(forms) == 1 and _is_unseen(forms[0]) else None


def _is_unseen(form: QueryInterface) -> bool:
    """Tell whether a form holds nothing but hidden values and buttons."""
    unseen = {"hidden", "submit", "image", "button"}
    return bool(form.controls) and all(control.kind in unseen for control in form.controls)


def _sent(form: QueryInterface, button: DefaultButton | None = DEFAULT_BUTTON) -> Request | None:
    try:
        return submit_form(form, {}, button)
    except UnsupportedForm:
        return None


def _only_link(document: Document) -> Request | None:
    """Return the request for the only page that a page leads to."""
    links = {document.link(node).partition("#")[0] for node in document.elements("a")}
    links -= {"", document.url}
    target = min(links, default="")
    if len(links) != 1 or not target.startswith(("http://", "https://")):
        return None
    return Request("GET", target)


def way_to_records(
    answers: Sequence[ProbePage], nonsense: Sequence[ProbePage], *, to_all: bool = False
) -> str:
    """Return the link or button that answers without records have, and pages without answer lack.

    Some engines only tell how many records they found; another click lists them. Others show the
    first few, and a link ``to_all``.

    >>> from leadline.page.dom import parse_html
    >>> def page(number: int, hits: str) -> ProbePage:
    ...     return ProbePage(parse_html(f"<a href=/>New search</a> {hits}", "http://h.test/s"), "")
    >>> pages = [page(n, f"<p>{n} hits <a href=/set/{n}>Show all {n}</a>") for n in (1, 2)]
    >>> way_to_records(pages, [page(0, "No hits")])
    'show all http://h.test/set/0'
    """
    known = {way for page in nonsense for way in _ways(page.document, page.query)}
    own = {page.document.url for page in nonsense}
    several = [_ways(page.document, page.query) for page in answers]
    counts = Counter(
        way
        for each in several
        for way, requests in each.items()
        if way not in known
        and (not to_all or WIDE_CHOICE.search(way.rpartition(" ")[0]))
        and own.isdisjoint(request.url for request in requests)
    )
    return next(
        (
            way
            for way, times in counts.most_common()
            if times >= MIN_PAGES_WITH_WAY and all(len(each.get(way, "1")) == 1 for each in several)
        ),
        "",
    )


def hop_to_records(reply: Page | FetchError, query: str, way: str) -> Hop | None:
    """Return the request behind the link or button that leads to the records of an answer."""
    if not way or not isinstance(reply, Page):
        return None
    requests = _ways(parse(reply), query).get(way, set())
    return Hop(requests.pop()) if len(requests) == 1 else None


def _ways(document: Document, query: str) -> dict[str, set[Request]]:
    """Return what links and forms of hidden values send, by what they say without numbers."""
    shown = [(document.visible_text(node), document.link(node)) for node in document.elements("a")]
    ways = [(text, Request("GET", url.partition("#")[0])) for text, url in shown]
    for form in filter(_is_unseen, find_interfaces(document) if "<form" in document.html else ()):
        text = " ".join(one.label or one.value for one in form.controls if one.kind != "hidden")
        request = _sent(form)
        ways += [(text, request)] if request is not None else []
    mask, requests = QueryMask(query), defaultdict[str, set[Request]](set)
    for text, request in ways:
        if is_agreeing_button(text):  # nobody agrees unasked
            continue
        said = mask.mask(_VARYING.sub("", text))
        if request.url.startswith(("http://", "https://")):
            address = _VARYING.sub("0", mask.mask_address(request.url))
            requests[f"{said} {address}"].add(request)
    return requests
