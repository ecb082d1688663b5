"""The life of one source, as a generator without I/O.

    unknown -> fetched -> probed -> understood -> harvesting
            -> complete | exhausted | paused | failed

Everything that it learns follows from the pages that it is given, in their order; so a run that was
killed is resumed by giving the archived pages to a new life, which then goes on where the old one
stopped: nothing is asked twice, nothing is lost, nothing is doubled.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal

from leadline.crawl.acquire.slice_controls import dimensions_of
from leadline.crawl.client import Source
from leadline.crawl.entry.content_type import what_else
from leadline.crawl.entry.listing import take_listing
from leadline.crawl.entry.opensearch import described, faceted
from leadline.crawl.entry.search_pages import fetched, framed_pages, search_links
from leadline.crawl.events import (
    ComponentLearned,
    Event,
    Notice,
    QueryClosed,
    RecordTypes,
    Reply,
    StateChanged,
)
from leadline.crawl.paging.walk import Walk, take
from leadline.crawl.probe.words import Probes, probe
from leadline.crawl.refusal import sign_of_refusal
from leadline.crawl.strategy import acquire
from leadline.errors import Blocked, BudgetSpent, FetchError, NotAllowed
from leadline.forms.classify.relevance import relevance
from leadline.forms.find import find_interfaces
from leadline.forms.roles.match_modes import MatchSetting, match_settings
from leadline.forms.roles.query_box import query_control, word_boxes
from leadline.model import Control, Outcome, QueryInterface, Request
from leadline.page.dom import Document, parse
from leadline.wrapper.identity.link import record_types
from leadline.wrapper.induction import ProbeAnswer as AnsweredProbe
from leadline.wrapper.induction import learn_wrapper
from leadline.wrapper.totals.choice import database_constant

if TYPE_CHECKING:
    from collections.abc import Generator

    from leadline.domain.model import DomainKnowledge
    from leadline.domain.rules import DomainRules
    from leadline.wrapper.wrapper import Wrapper

DOMAIN: Final = "domain"
"""The name under which a source keeps what was known of the domain when it began."""

MOST_FORMS: Final = 3
"""Query interfaces of a page that are tried, best first."""
MOST_WAYS: Final = 5
"""Boxes of these forms that are tried: where each takes one attribute, one of them takes words."""
FEW_PROBES: Final = 4
"""Words that a form is asked which answered none as its selects stood."""
MOST_HOPS: Final = 3
SILENT: Final = 0.7
"""Share of the probe words; a few of them may stand on the page that says "nothing found"."""


class EndedError(Exception):
    """The life is over early, with this outcome."""

    def __init__(self, outcome: Outcome) -> None:
        super().__init__(outcome.reason)
        self.outcome = outcome


def crawl_source(
    key: str,
    url: str,
    wrapper: Wrapper | None = None,
    *,
    domain: DomainKnowledge | None = None,
    rules: DomainRules | None = None,
) -> Generator[Event, Reply, Outcome]:
    """Crawl a source from its entry address to the outcome; ``RecordsExtracted`` carry records.

    A ``wrapper`` that a person gave is used instead of learning one, if it reads the answers. The
    ``domain`` says which of several forms is meant and what boxes are filled with, ``rules`` what
    the source cannot answer.
    """
    source = Source(key, url, given=wrapper, domain=domain, rules=rules)
    if domain is not None:
        yield ComponentLearned(DOMAIN, domain.to_dict())
    try:
        outcome = yield from _stages(source)
    except EndedError as end:
        outcome = end.outcome
    except BudgetSpent as spent:
        outcome = _stopped(source, "paused", str(spent))
    except NotAllowed as refused:
        outcome = _stopped(source, "paused" if source.seen else "failed", str(refused))
    except FetchError as fault:
        outcome = _stopped(source, "paused" if source.reader else "failed", str(fault))
    if source.seen:
        yield RecordTypes(record_types(list(source.seen)))
    yield StateChanged(outcome.state, outcome.reason, outcome.proof)
    return outcome


def _stopped(source: Source, state: Literal["paused", "failed"], reason: str) -> Outcome:
    return Outcome(state, reason, "", len(source.seen), source.requests)


def _stages(source: Source) -> Generator[Event, Reply, Outcome]:
    document = yield from fetch_entry(source)
    try:
        probes = yield from _answering(source, document)
    except EndedError as end:
        taken = yield from _listed(source, end.outcome.reason)
        if taken is not None:
            return taken
        if source.interface is not None or not (found := faceted(document)):
            raise
        probes, _ = yield from probe_forms(source, found, document)
    yield StateChanged("probed")
    yield from understand(source, probes)
    yield StateChanged("understood")
    return (yield from acquire(source, probes.nonsense[0].query))


def _answering(source: Source, entry: Document) -> Generator[Event, Reply, Probes]:
    """The form that answers, and what it answered."""
    interfaces, entry = yield from pick_interfaces(source, entry, links=False)
    yield StateChanged("fetched")
    probes, _ = yield from probe_forms(source, interfaces, entry)
    return probes


def _listed(source: Source, why: str) -> Generator[Event, Reply, Outcome | None]:
    """The list on the entry page itself, where no form can be asked."""
    if source.entry is None:
        return None
    return (yield from take_listing(source, source.entry, why))


def fetch_entry(source: Source) -> Generator[Event, Reply, Document]:
    """The entry page."""
    page = yield from source.fetch(Request("GET", source.url), "entry")
    if isinstance(page, FetchError):
        raise page
    if page.status in {401, 403}:
        raise Blocked(
            f"{page.url} answers {page.status}: it wants a login or refuses us", page.request
        )
    if page.status >= 400:
        raise EndedError(
            _stopped(source, "failed", f"{page.url} answers with status {page.status}")
        )
    if other := what_else(page):
        raise EndedError(_stopped(source, "failed", f"{page.url} is no web page: it is {other}"))
    source.entry = page
    document = parse(page)
    yield from source.tell_cut(document, page)
    return document


def searchable(document: Document) -> list[QueryInterface]:
    """The query interfaces of a page that may be asked, best first; those of selects alone last."""
    found = [one for one in find_interfaces(document) if one.kind in {"search", "filter"}]
    boxed = [one for one in found if query_control(one) is not None]
    return boxed + [one for one in found if one not in boxed and dimensions_of(one)]


def of_the_domain(source: Source, found: list[QueryInterface]) -> list[QueryInterface]:
    """The interfaces with those of the project's domain first (R > mu, Lin 2016, eq. 3)."""
    if source.domain is None:
        return found
    attributes = source.domain.attributes
    return sorted(found, key=lambda one: not relevance(one, attributes).is_ours)


def pick_interfaces(
    source: Source, entry: Document, *, links: bool = True
) -> Generator[Event, Reply, tuple[list[QueryInterface], Document]]:
    """The query interfaces of the entry page, of its frames, or of a search page linked to.

    Lists of ``links`` that can be asked are the last resort: a list that goes on holds more.
    """
    found = of_the_domain(source, searchable(entry))
    found = found or (yield from described(source, entry))
    if found:
        return found, entry
    frames = yield from framed_pages(source, entry)
    linked = dict.fromkeys(url for page in (entry, *frames) for url in search_links(page))
    for document in frames:
        if found := of_the_domain(source, searchable(document)):
            return found, document
    for url in [*linked][:MOST_HOPS]:
        page = yield from fetched(source, url)
        if page is not None and (found := of_the_domain(source, searchable(page))):
            yield Notice(f"the entry page has no search form; using that of {page.url}")
            return found, page
    if links and (found := faceted(entry)):
        return found, entry
    raise EndedError(_stopped(source, "failed", _no_form(entry)))


def _no_form(document: Document) -> str:
    kinds = [one.kind for one in find_interfaces(document)]
    if "login" in kinds:
        return "the page only has a login form; leadline does not log in"
    if sign := sign_of_refusal(document, []):
        return f"the page shows {sign} instead of a search form"
    if kinds:
        return f"the page has no search form, only: {', '.join(dict.fromkeys(kinds))}"
    return "the page has no form to search with"


def probe_forms(
    source: Source, interfaces: list[QueryInterface], entry: Document
) -> Generator[Event, Reply, tuple[Probes, Document]]:
    """Probe the query interfaces in turn until one gives records."""
    reasons = []
    ways: list[tuple[QueryInterface, Control | None]] = []
    for form in interfaces[:MOST_FORMS]:
        ways += [(form, box) for box in word_boxes(form)] or [(form, None)]
    for interface, box in ways[:MOST_WAYS]:
        source.use(interface, box)
        source.asked.clear()
        probes = yield from probe(source, entry)
        if (yield from _is_answered(source, probes)):
            return probes, entry
        reasons.append(why_silent(probes))
    for interface, box in ways[:MOST_WAYS]:
        for setting in match_settings(interface) if box is not None else ():
            probes = yield from _probe_setting(source, entry, (interface, box), setting)
            if (yield from _is_answered(source, probes)):
                return probes, entry
    raise EndedError(_stopped(source, "failed", reasons[0]))


def _is_answered(source: Source, probes: Probes) -> Generator[Event, Reply, bool]:
    """Whether the probes brought records; then the query interface is told."""
    probes.answers = probes.answers or probes.doubtful
    if not probes.answers:
        return False
    source.nonsense = probes.nonsense
    yield from source.tell_interface()
    return True


def _probe_setting(
    source: Source,
    entry: Document,
    way: tuple[QueryInterface, Control | None],
    setting: MatchSetting,
) -> Generator[Event, Reply, Probes]:
    """Probe a form whose selects are set otherwise: with a few words, with all if they find any."""
    source.use(*way, setting)
    source.asked.clear()
    probes = yield from probe(source, entry, most=FEW_PROBES)
    if (probes.answers or probes.doubtful) and not probes.is_enough:
        source.asked.clear()
        probes = yield from probe(source, entry)
    return probes


def why_silent(probes: Probes) -> str:
    """One sentence on a query interface that gave no records."""
    if not probes.nonsense or (probes.asked == 0 and probes.errors):
        why = probes.last_error or "its box has no name, a script sends it"
        return f"the search form does not answer: {why}"
    if probes.scripted:
        return (
            "the results are drawn by a script in the browser: the server sends the same page "
            "whatever is asked (pages that need a browser are not supported yet)"
        )
    if probes.same >= SILENT * probes.asked:
        return "common words are answered like nonsense: the database seems to be empty"
    return f"none of {probes.asked} probe words brought two records or more"


def constant_of(answers: list[AnsweredProbe], probes: Probes) -> int | None:
    """The size of the database if every page states it, whatever was asked."""
    pages = [*(one.probe for one in answers[:2]), probes.nonsense[0]]
    return database_constant([(page.document, page.query_mask.mask) for page in pages], ())


def _given_or_learned(
    source: Source, answers: list[AnsweredProbe], probes: Probes
) -> Generator[Event, Reply, Wrapper | None]:
    """The wrapper that a person gave, if it finds records on the answers, else a learned one."""
    if source.given is not None:
        given = source.given
        for one in answers:
            if given.read_document(one.page, one.probe.document, one.probe.query).rows:
                return given
        yield Notice(
            "the given wrapper finds no records on the answers; learned it anew", "warning"
        )
    return learn_wrapper(answers, probes.nonsense)


def understand(source: Source, probes: Probes) -> Generator[Event, Reply, None]:
    answers = sorted(probes.answers, key=lambda one: -one.probe.novel_characters(probes.known))
    source.reader = yield from _given_or_learned(source, answers, probes)
    if source.reader is None:
        raise EndedError(
            _stopped(source, "failed", "no region of the result pages stands out as records")
        )
    source.constant = constant_of(answers, probes)
    yield ComponentLearned("wrapper", source.reader.to_dict())
    for answer in probes.answers:
        walked = Walk(answer.probe.query)
        reading = source.reader.read_document(
            answer.page, answer.probe.document, answer.probe.query
        )
        yield from take(source, walked, reading)
        source.probed.append((walked, reading))
        yield QueryClosed(
            walked.query, walked.total, walked.exact, False, "a probe: its first page only"
        )
