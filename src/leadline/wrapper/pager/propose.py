"""The pager: from one answer page to the next.

One page only *proposes* (``propose_next``): scores set an order and decide nothing else. The caller
(``crawl.paging.next_page``) follows a proposal and keeps it if the page that comes goes on where
this one ended (``crawl.state.pager.is_next_page``). Then the locator is replayed (``follow``), and
the step is known (``step.learn_step``), which also goes where no link is.

>>> from leadline.page.dom import parse_html
>>> page = parse_html('''<p>Page 1 <a href="?q=sea&page=2">2</a> <a href="?q=sea&page=3">3</a>
... <a href="?q=sea&page=2">Next</a> <a href="?q=sea&page=9">Last</a>''', "http://h.test/s?q=sea")
>>> best = propose_next(page)[0]
>>> best.request.url, best.via, best.number
('http://h.test/s?q=sea&page=2', 'word', 2)
"""

from typing import Final

from leadline.model import QueryInterface, Request
from leadline.page.dom import Document
from leadline.page.styles import is_invisible
from leadline.wrapper.pager.addresses import (
    changed_parameters,
    further,
    is_of_site,
    likeness,
    page_value,
    read_address,
    send_address,
    sent_address,
)
from leadline.wrapper.pager.controls import PagerControl, read_buttons
from leadline.wrapper.pager.given import GIVEN, given_next
from leadline.wrapper.pager.labels import PagerAnalysis, direction, leads_on, leads_to, read_pager
from leadline.wrapper.pager.links import PageLink, is_disabled, is_neutral
from leadline.wrapper.pager.locator import (
    PagerLocator,
    Proposal,
    element_path,
    path_likeness,
    text_key,
)
from leadline.wrapper.pager.number_runs import LinkStrip, NumberRun
from leadline.wrapper.pager.parts import pager_readers

MAX_PROPOSALS: Final = 8
MAX_LINKS_FOLLOWED: Final = 5_000
PAGE_NAMED_LIKENESS: Final = 3
"""Likeness of an address whose page-named parameter or segment moved."""
ROLE_KINDS: Final = frozenset(
    ("number", "button", "data", "script", "postback", "menu", "head", "address")
)
"""Kinds of locators that name a role on the page, not a text to look for."""
LONE: Final = "lone"
"""Kind of a word without an address that says so: believed only if no record comes again."""
MIN_PATH_LIKENESS: Final = 0.5
"""Path likeness from which a control with an equal text is the learned one."""
SCORE_OF_LOADER: Final = {"data": 35.0, "script": 50.0, "postback": 50.0, "menu": 30.0}


def propose_next(
    document: Document,
    interface: QueryInterface | None = None,
    *,
    request: Request | None = None,
    shown: int = 1,
) -> tuple[Proposal, ...]:
    """Return requests that may bring the next page, best first; none without a pager.

    ``shown`` is the number of this page, where all numbers are calls and none is marked.
    """
    reading = _read(document, request, shown)
    scored = _proposals(document, reading, interface, request)
    best: dict[object, tuple[float, Proposal]] = {}
    for score, proposal in scored:
        key = _target(proposal)
        if key not in best or best[key][0] < score:
            best[key] = (score + (4 if key in best else 0), proposal)
        else:
            best[key] = (best[key][0] + 4, best[key][1])
    ordered = sorted(best.values(), key=lambda pair: -pair[0])
    return tuple(proposal for _, proposal in ordered[:MAX_PROPOSALS])


def _read(document: Document, request: Request | None, shown: int) -> PagerAnalysis:
    reading = read_pager(document, _address(document, request))
    for run in (run for strip in reading.strips for run in strip.runs):
        pages = {run.page_of(link) for link in run.links}
        is_unmarked = run.current not in pages and {shown, shown + 1} <= pages
        if is_unmarked and not any(link.url for link in run.links):
            run.current = shown
    return reading


def _address(document: Document, request: Request | None) -> str:
    """Return the address of the page; a redirect's target is nearer to what the links say."""
    return document.url or (request.url if request is not None else "")


def _target(proposal: Proposal) -> object:
    if proposal.request is not None:
        return proposal.request.fingerprint
    return (proposal.form_node, proposal.button, proposal.action)


def _proposals(
    document: Document,
    reading: PagerAnalysis,
    interface: QueryInterface | None,
    request: Request | None,
) -> list[tuple[float, Proposal]]:
    proposals: list[tuple[float, Proposal]] = []
    for strip in reading.strips:
        for link in strip.links:
            proposals += _from_word(document, reading, strip, link)
        for run in strip.runs:
            proposals += _from_run(document, reading, strip, run)
    if not _ends_here(reading):
        proposals += _from_head(document, reading.here)
    here = sent_address(request) if request is not None else reading.here
    controls = [c for c in read_buttons(document, interface) if not c.url or _goes_on(c.url, here)]
    proposals += [(60.0 - i, _from_control(document, c)) for i, c in enumerate(controls)]
    for control in (one for read in pager_readers() for one in read(document, reading.here)):
        if further(control.url, reading.here) >= 0:
            score = SCORE_OF_LOADER.get(control.via, 30.0) + 5 * likeness(control.url, reading.here)
            proposals.append((score, _from_control(document, control)))
    proposals += _from_lone_words(document, reading)
    return proposals or _from_addresses(document, reading)


def _ends_here(reading: PagerAnalysis) -> bool:
    """Tell whether this list's own numbers end with the page that is shown."""
    runs = [run for strip in reading.strips for run in strip.runs if run.is_this_list]
    lasts = [(max(map(run.page_of, run.links)), run.current) for run in runs if run.current]
    return bool(lasts) and all(last < current for last, current in lasts)


def _from_word(
    document: Document, reading: PagerAnalysis, strip: LinkStrip, link: PageLink
) -> list[tuple[float, Proposal]]:
    """Propose links that say "next", and ends that may be a next in disguise."""
    way = _way(document, reading, strip, link)
    if way is None or is_disabled(document, link):
        return []
    via, score = way
    proposal = _from_link(document, link, via, _next_number(strip, link))
    if proposal is None:
        return []
    like = likeness(link.url, reading.here)
    score += 6 * like + (8 if strip.runs else 0) + (4 if strip.in_pager_box else 0)
    if link.rel == "NEXT":
        score += 10
    if proposal.number is not None:
        score += 6
    return [(score, proposal)]


def _way(
    document: Document, reading: PagerAnalysis, strip: LinkStrip, link: PageLink
) -> tuple[str, float] | None:
    """Return kind and first score of a link that may lead on; None if it leads back or nowhere."""
    label = reading.labels.get(link.index)
    word = link.word or link.rel or link.hint
    if label is None and link.word == "NEXT" and not link.url and link.action is not None:
        return "word", 40.0
    if label is None or word is None or (link.number is not None and link.word is None is link.rel):
        return None
    way = direction(link, strip, reading.here)
    if way < 0:
        return None
    if word in ("OLDER", "NEWER"):
        return ("word", 50.0) if way > 0 or (word == "OLDER" and way == 0) else None
    if label == "NEXT":
        return _next_kind(link)
    if label == "PAGE" and link.doubled and word == "NEXT":
        return "sign", 20.0
    return None


def _next_kind(link: PageLink) -> tuple[str, float]:
    if link.word == "NEXT" and not link.sign:
        return "word", 70.0
    if link.word == "MORE":
        return "more", 40.0
    if link.word is not None:
        return "sign", 55.0 if link.doubled else 60.0
    return ("rel", 60.0) if link.rel else ("hint", 50.0)


def _next_number(strip: LinkStrip, link: PageLink) -> int | None:
    """Return the page that a word leads to, by the addresses of the numbers beside it."""
    pages = [page for run in strip.runs if (page := leads_to(link, run)) is not None]
    if pages:
        return pages[0]
    shown = [run.current for run in strip.runs if run.current is not None]
    return shown[0] + 1 if shown and not link.doubled else None


def _from_run(
    document: Document, reading: PagerAnalysis, strip: LinkStrip, run: NumberRun
) -> list[tuple[float, Proposal]]:
    """Propose the number after the page that is shown, if the run is this page's own.

    At the end of a block of numbers an ellipsis, or "next 10", leads to the next block.
    """
    scripted = not any(link.url for link in run.links)
    alone = reading.lone_base is not None and reading.lone_base == run.skeleton
    if run.current is None or not (run.is_this_list or scripted or alone):
        return []
    numbered = [link for link in run.links if run.page_of(link) == run.current + 1]
    others = [x for x in strip.links if x.number is None and leads_to(x, run) == run.current + 1]
    for link in [*numbered, *others]:
        if not is_disabled(document, link):
            proposal = _from_link(document, link, "number", run.current + 1)
            if proposal is not None:
                like = likeness(link.url, reading.here) if link.url else 1
                score = 55.0 if run.is_this_list or scripted else 25.0
                return [(score + 6 * like + (4 if strip.in_pager_box else 0), proposal)]
    return []


def _from_link(document: Document, link: PageLink, via: str, number: int | None) -> Proposal | None:
    """Propose a link that is seen: its address, or the form that its script posts back."""
    if is_invisible(document, link.node):
        return None
    key = "#" if via == "number" or link.number is not None else text_key(link.text or link.label)
    locator = PagerLocator(element_path(document, link.node), key, via)
    if not link.url and link.action is not None:
        return Proposal(None, locator, via, number, None, link.action.form, link.action, link.node)
    if not link.url:
        return None
    return Proposal(Request("GET", link.url), locator, via, number, node=link.node)


def _from_head(document: Document, here: str) -> list[tuple[float, Proposal]]:
    """Propose ``<link rel=next>``, unless it leads back or is this page."""
    for node in document.elements("link"):
        if "next" in document.attribute(node, "rel").casefold().split():
            url = send_address(document, document.attribute(node, "href"))
            if url and _goes_on(url, here) and likeness(url, here) >= 1:
                locator = PagerLocator(("link",), "", "head")
                return [(75.0, Proposal(Request("GET", url), locator, "head", node=node))]
    return []


def _from_addresses(document: Document, reading: PagerAnalysis) -> list[tuple[float, Proposal]]:
    """Propose the nearest farther address of this list, where nothing is said in words.

    A last resort for unknown languages and bare pictures; the caller verifies what comes back.
    """
    here = read_address(reading.here)
    nearest: dict[int, PageLink] = {}
    for link in reading.links[:MAX_LINKS_FOLLOWED]:
        dead = link.href.startswith("#") or is_disabled(document, link)
        if dead or link.word in ("PREV", "FIRST", "LAST", "ARTICLE"):
            continue
        url = link.url or send_address(document, link.href)
        value = page_value(read_address(url)) if url else None
        if value is None or likeness(url, reading.here) < PAGE_NAMED_LIKENESS:
            continue
        if further(url, reading.here) > 0 and value > (page_value(here) or 0):
            link.url = url
            nearest.setdefault(value, link)
    proposal = _from_link(document, nearest[min(nearest)], "address", None) if nearest else None
    return [(10.0, proposal)] if proposal is not None else []


def _from_lone_words(document: Document, reading: PagerAnalysis) -> list[tuple[float, Proposal]]:
    """Propose the one link that says "next" and whose address says nothing of pages.

    It may lead to another path, or to a token of the server. The caller believes it only if what
    comes back are other records of the same kind.
    """
    said: dict[str, PageLink] = {}
    for link in reading.links[:MAX_LINKS_FOLLOWED]:
        if link.index in reading.labels or not (link.sign or _says_next(document, link)):
            continue
        ahead = link.word in ("NEXT", "LAST") and _moves_number(link.url, reading.here)
        if link.sign and not ahead:
            continue
        if is_another(link, reading.here) and not is_disabled(document, link):
            said.setdefault(link.url, link)
    if len(said) != 1:
        return []
    link = next(iter(said.values()))
    proposal = _from_link(document, link, "sign" if link.sign else LONE, None)
    return [(8.0, proposal)] if proposal is not None else []


def _says_next(document: Document, link: PageLink) -> bool:
    """Tell whether a link says "next" in a word, by its relation, or by the name of a picture."""
    if link.word is not None or not is_neutral(link.text):
        return link.word == "NEXT"
    has_picture = any(document.elements("img", within=link.node))
    return link.rel == "NEXT" or (link.hint == "NEXT" and has_picture)


def _moves_number(url: str, here: str) -> bool:
    """Tell whether one parameter with a number is all that tells two addresses apart."""
    there, known = read_address(url), read_address(here)
    names = changed_parameters(there, known)
    return (
        there.path == known.path
        and len(names) == 1
        and there.parameters.get(names[0], "").isdecimal()
    )


def is_another(link: PageLink, here: str) -> bool:
    """Tell whether a link leads to another page of the same site."""
    return leads_on(link, here) and is_of_site(link.url, here)


def _from_control(document: Document, control: PagerControl) -> Proposal:
    name = control.button[0] if control.button else ""
    key = "#" if control.number is not None and control.word is None else text_key(control.text)
    locator = PagerLocator(element_path(document, control.node), key, control.via, name)
    sent = control.button is not None or control.action is not None
    request = None if sent else Request("GET", control.url)
    form = control.button, control.form_node, control.action
    return Proposal(request, locator, control.via, control.number, *form, control.node)


def follow(
    document: Document,
    locator: PagerLocator,
    *,
    request: Request | None = None,
    interface: QueryInterface | None = None,
    shown: int = 1,
) -> Proposal | None:
    """Find the learned control on a later page; None on the last (gone, dead, or it leads here)."""
    if locator.via == GIVEN:
        return _most_alike(given_next(document, locator.text), locator)
    here = _address(document, request)
    reading = _read(document, request, shown)
    if locator.via in ROLE_KINDS:
        offers = [p for _, p in _proposals(document, reading, interface, request)]
        return _most_alike([p for p in offers if p.locator.has_role(locator)], locator)
    offers = [p for link in reading.links if (p := _same_link(document, link, locator, here))]
    ahead = [p for p in offers if p.request is None or further(p.request.url, here) > 0]
    return _most_alike(ahead or offers, locator)


def _same_link(
    document: Document, link: PageLink, locator: PagerLocator, here: str
) -> Proposal | None:
    if not link.is_pager_like or is_disabled(document, link):
        return None
    proposal = _from_link(document, link, locator.via, None)
    if proposal is None or proposal.locator.text != locator.text:
        return None
    if proposal.request is None or _goes_on(proposal.request.url, here):
        return proposal
    if link.url == here:  # the server may keep which page was shown
        is_kept = locator.via in (LONE, "word") and page_value(read_address(here)) is None
        return proposal if is_kept else None
    return proposal if locator.via == LONE and is_another(link, here) else None


def _goes_on(url: str, here: str) -> bool:
    return url.partition("#")[0] != here.partition("#")[0] and further(url, here) >= 0


def _most_alike(offers: list[Proposal], locator: PagerLocator) -> Proposal | None:
    best, most = None, MIN_PATH_LIKENESS
    for offer in offers:
        alike = path_likeness(offer.locator.path, locator.path)
        if alike > most or (best is None and alike >= most):
            best, most = offer, alike
    return best
