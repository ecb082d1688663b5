"""Inspection of a source: forms, one answer as a table, pager and total; nothing is stored.

The stages of a harvest run up to the first next page. If every probe is answered on one page, a few
frequent words of the records are queried to get a longer answer.
"""

from collections.abc import Callable, Collection, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, field, replace
from typing import Any, Final, Protocol, TypeVar

from leadline.app.calls import synchronous
from leadline.app.project import SourceTarget, source_key
from leadline.app.source.fetcher import fetcher_of
from leadline.browser import watch
from leadline.crawl.alternatives import alternatives_of, keep_alternatives, keep_onward
from leadline.crawl.client import ask_and_read, fetch
from leadline.crawl.details.pages import DetailPreview, preview_details
from leadline.crawl.entry.left_forms import name_left_forms
from leadline.crawl.entry.search_pages import facet_interfaces
from leadline.crawl.events import Crawl, Get, RecordsExtracted, Reply
from leadline.crawl.official.ways import OfficialWay, official_ways
from leadline.crawl.page_reader import read_page
from leadline.crawl.probe.forms import CrawlEnded
from leadline.crawl.refusal import why_cut
from leadline.crawl.restriction.binding import dropped_query
from leadline.crawl.source_crawl import fetch_entry, understand
from leadline.crawl.state.pager import is_next_page
from leadline.crawl.state.source import CrawlTask, SourceState
from leadline.crawl.ways.form import pick_interfaces, probe_picked
from leadline.crawl.ways.listing import learn_listing, use_listing
from leadline.crawl.ways.table import Approach, offers_of, take_ways
from leadline.domain.model import DomainAttribute
from leadline.domain.rules import DomainRules
from leadline.errors import FetchError, TermsNotAccepted
from leadline.fetch.hosts import Hosts
from leadline.fetch.session.own_session import NO_SESSION, OwnSession
from leadline.fetch.wishes import HostWishes
from leadline.forms.classify.relevance import relevance
from leadline.forms.describe import form_questions
from leadline.forms.find import find_interfaces
from leadline.model import Alternative, Field, Offer, Page, QueryInterface
from leadline.page.dom import parse
from leadline.page.observed import Learn
from leadline.page.text import document_frequencies
from leadline.protocols import Fetcher
from leadline.selection.probing.whole_database import is_word
from leadline.store import ColumnFill
from leadline.values.types import learn_type
from leadline.wrapper.data.call import Call
from leadline.wrapper.pager.page_size import page_size_offers
from leadline.wrapper.reading import PageReading

_Result = TypeVar("_Result")

MAX_FURTHER_QUERIES: Final = 3
"""Words that are queried to get an answer of several pages."""


@dataclass(slots=True)
class Inspection:
    """What leadline recognises of a source; ``trouble`` says why there is no more to show.

    ``facets`` are lists of links that work like a select. ``rows`` is the answer to ``query``,
    ``identity`` what distinguishes its records, ``total`` the stated total, and ``next_via`` how
    the next page was found. ``ways`` are those into the source, ``official`` further ones by which
    the site offers its data itself. ``size`` is what it states of the whole, ``details`` what the
    pages of records would bring, ``terms`` the page of terms that must be agreed to first,
    ``alternatives`` what each decision chose from.
    """

    url: str
    interfaces: tuple[QueryInterface, ...] = ()
    facets: tuple[QueryInterface, ...] = ()
    chosen: QueryInterface | None = None
    control: str = ""
    query: str = ""
    rows: tuple[tuple[Field, ...], ...] = ()
    total: int | None = None
    approximate: bool = False
    next_page: str = ""
    next_via: str = ""
    page_sizes: tuple[str, ...] = ()
    identity: dict[str, Any] = field(default_factory=dict)
    requests: int = 0
    trouble: str = ""
    notes: list[str] = field(default_factory=list)
    domain: tuple[DomainAttribute, ...] = ()
    ways: tuple[Offer, ...] = ()
    official: tuple[OfficialWay, ...] = ()
    size: int | None = None
    details: DetailPreview | None = None
    terms: str = ""
    alternatives: tuple[Alternative, ...] = ()

    def to_dict(self) -> dict[str, Any]:
        """Return plain values for JSON."""
        return asdict(self) | {
            "columns": [asdict(column) for column in self.columns],
            "forms": [self._form(interface) for interface in self.interfaces],
            "alternatives": [one.to_dict() for one in self.alternatives],
        }

    def _form(self, form: QueryInterface) -> dict[str, Any]:
        """A form in readable names."""
        buttons = [c for c in form.controls if c.kind in {"submit", "image"}]
        return {
            "kind": form.kind,
            "score": round(form.score, 2),
            "asked": is_same(form, self.chosen),
            "method": form.method,
            "action": form.action,
            "charset": form.charset,
            "fields": [asdict(field) for field in form_questions(form)],
            "hidden": {c.name: c.value for c in form.controls if c.kind == "hidden"},
            "buttons": [c.label or c.value or c.name for c in buttons],
            "relevance": asdict(relevance(form, self.domain)) if self.domain else None,
        }

    @property
    def columns(self) -> list[ColumnFill]:
        """Columns of the rows, each with its number of values, its type and a first value."""
        values: dict[tuple[str, str], list[str]] = {}
        for row in self.rows:
            first: dict[tuple[str, str], str] = {}
            for f in row:
                first.setdefault((f.column, f.kind), f.value)
            for key, value in first.items():
                values.setdefault(key, []).append(value)
        return [
            ColumnFill(
                *key,
                len(column),
                column[0],
                str(learn_type(column)) if key[1] == "text" else key[1],
            )
            for key, column in values.items()
        ]


def is_same(form: QueryInterface, other: QueryInterface | None) -> bool:
    """Whether two are the same form, perhaps of two loads of its page with different tokens."""
    return other is not None and (form.node, form.action) == (other.node, other.action)


def look(
    inspection: Inspection, rules: DomainRules | None = None, *, accept_terms: bool = False
) -> Crawl[Inspection]:
    """Run the stages of an inspection, as a generator without I/O."""
    key, url = source_key(inspection.url), inspection.url
    task = CrawlTask(key, url, rules=rules, accept_terms=accept_terms)
    source = SourceState(task)
    lists = list[Page]()
    try:
        yield from _stages(source, inspection, lists)
    except CrawlEnded as end:
        inspection.trouble = end.outcome.reason
        for page in [source.entry, *lists]:
            yield from _show_listing(source, inspection, page)
        if inspection.trouble:
            yield from show_scripted(source, inspection)
        if inspection.trouble and source.entry is not None:
            inspection.trouble = name_left_forms(inspection.trouble, parse(source.entry), rules)
    except FetchError as fault:
        inspection.trouble = str(fault)
        inspection.terms = fault.url if isinstance(fault, TermsNotAccepted) else ""
    inspection.requests = source.traffic.requests
    inspection.alternatives = alternatives_of(source)
    if source.entry is not None and (why := why_cut(source.entry)):
        inspection.notes.append(f"{source.entry.url} came cut off: {why}")
    for address, text, _ in source.traffic.terms:
        inspection.notes.append(f"the terms of {address} ({text!r}) were accepted by your word")
    inspection.notes += [source.truncation] if source.truncation else []
    return inspection


def _stages(source: SourceState, seen: Inspection, lists: list[Page]) -> Crawl[None]:
    entry = yield from fetch_entry(source)
    approach = Approach(source, entry, entry, linked=lists)
    seen.ways = tuple(offers_of(approach))
    seen.official = tuple(way for way in official_ways(entry) if not way.can_take)
    rules = source.task.rules
    seen.interfaces, seen.facets = find_interfaces(entry, rules), tuple(facet_interfaces(entry))
    interfaces, entry = yield from pick_interfaces(approach)
    shown = find_interfaces(entry, rules)
    hidden = [form for form in interfaces if not any(is_same(form, other) for other in shown)]
    seen.interfaces, seen.facets = (*hidden, *shown), tuple(facet_interfaces(entry))
    probes = yield from probe_picked(source, interfaces, entry)
    keep_alternatives(source, entry, understand(source, probes))
    seen.chosen = source.form.interface
    seen.control = source.form.box_name
    wrapper = source.learned_wrapper
    readings = [
        (one.probe.query, wrapper.read_document(one.page, one.probe.document, one.probe.query))
        for one in probes.answers
    ]
    seen.query, reading = max(readings, key=lambda pair: len(pair[1].rows))
    seen.identity = wrapper.to_dict()["layouts"][0]["identity"]
    if dropped := dropped_query(seen.url, seen.chosen):
        seen.notes.append(dropped)
    seen.size = yield from _size(source, readings)
    ways = (replace(way, records=seen.size) if way.name == "form" else way for way in seen.ways)
    seen.ways = tuple(ways)
    seen.query, reading = yield from _longer(source, seen.query, reading)
    _show_answer(source, seen, reading)
    yield from _show_pager(source, seen, reading)
    seen.details = yield from preview_details(source, reading)


def _size(source: SourceState, readings: Sequence[tuple[str, PageReading]]) -> Crawl[int | None]:
    """Return the size that every page states, or the total of the empty query where it is more."""
    if source.probes.stated_size or source.form.box is None:
        return source.probes.stated_size
    totals = [reading.stated.value or 0 for _, reading in readings if reading.stated is not None]
    reading = yield from ask_and_read(source, "", "probe")
    if reading is None:
        return None
    total = reading.stated.value if reading.stated is not None and reading.rows else None
    return total if total and total >= max(totals, default=0) else None


def _longer(
    source: SourceState, query: str, reading: PageReading
) -> Crawl[tuple[str, PageReading]]:
    """Query frequent words of the records until an answer has several pages, or give up."""
    fresh = [word for word in _frequent(reading) if word not in source.asked]
    for word in fresh[:MAX_FURTHER_QUERIES]:
        if _goes_beyond(source, reading):
            break
        other = yield from ask_and_read(source, word, "probe")
        if other is not None and (
            len(other.rows) > len(reading.rows) or _goes_beyond(source, other)
        ):
            query, reading = word, other
    return query, reading


def _goes_beyond(source: SourceState, reading: PageReading) -> bool:
    """Whether the answer seems to have more records than the page shows."""
    if reading.stated is not None and reading.stated.value is not None:
        return reading.stated.value > len(reading.rows)
    return bool(source.pager.proposals(reading, source.form.interface))


def _frequent(reading: PageReading) -> list[str]:
    """Words of the records, the most frequent first."""
    counts = document_frequencies(row.text for row in reading.rows)
    queries = (word for word in counts if is_word(word) and (len(word) > 3 or not word.isascii()))
    return sorted(queries, key=lambda word: (-counts[word], word))


def _show_listing(source: SourceState, seen: Inspection, page: Page | None) -> Crawl[None]:
    """Show the list on this page, which is harvested where no form can be queried."""
    if page is None or not seen.trouble:
        return
    with suppress(FetchError):
        wrapper = yield from learn_listing(source, page)
        if wrapper is None:
            return
        use_listing(source, page.request, wrapper)
        reading = wrapper.read(page, "")
        seen.identity = wrapper.to_dict()["layouts"][0]["identity"]
        _show_answer(source, seen, reading)
        seen.notes.append(f"{seen.trouble}; the list on {page.url} is taken instead")
        seen.trouble = ""
        yield from _show_pager(source, seen, reading)
        seen.details = yield from preview_details(source, reading)


def _show_answer(source: SourceState, seen: Inspection, reading: PageReading) -> None:
    seen.rows = tuple(row.fields for row in reading.rows)
    if reading.stated is not None:
        seen.total, seen.approximate = reading.stated.value, reading.stated.approximate
    if source.form.interface is not None:
        offers = page_size_offers(reading.document, source.form.interface, len(reading.rows))
        seen.page_sizes = tuple(f"{offer.parameter}={offer.value}" for offer in offers)


def _show_pager(source: SourceState, seen: Inspection, reading: PageReading) -> Crawl[None]:
    for proposal, request in source.pager.proposals(reading, source.form.interface):
        page = yield from fetch(source, request, "page", seen.query)
        if isinstance(page, FetchError) or page.status >= 400:
            continue
        following = yield from read_page(source, page, seen.query)
        most = max(len(reading.rows), source.answers.largest_page)
        if is_next_page(reading, following, via=proposal.via, records=most):
            seen.next_page, seen.next_via = f"{request.method} {request.url}", proposal.via
            keep_onward(source, reading, proposal)
            return


async def ainspect(
    url: str,
    *,
    also_hosts: Collection[str] = (),
    robots: bool = True,
    domain: Sequence[DomainAttribute] = (),
    rules: DomainRules | None = None,
    accept_terms: bool = False,
    session: OwnSession = NO_SESSION,
    watch: Callable[[int, str], None] | None = None,
) -> Inspection:
    """Inspect the source behind an address; with ``domain`` also rate its forms by relevance.

    ``rules`` are a project's own, in place of those of the package.
    ``accept_terms`` is the person's word that terms before the search are agreed to.
    ``watch`` is called before each request with its number and what is asked.
    """
    target = SourceTarget.of(url, tuple(also_hosts))
    inspection = Inspection(target.url, domain=tuple(domain))
    source_key(url)
    hosts = Hosts(wishes=HostWishes())
    async with fetcher_of(target, robots=robots, session=session, hosts=hosts) as fetcher:
        seen = await drive(look(inspection, rules, accept_terms=accept_terms), fetcher, watch)
        maps = (OfficialWay("sitemap", url) for url in fetcher.sitemaps(target.url))
        seen.official = (*seen.official, *maps)
        return seen


async def drive(
    stages: Crawl[_Result], fetcher: Fetcher, watch_get: Callable[[int, str], None] | None = None
) -> _Result:
    """Answer the requests of stages by a fetcher; other events are ignored."""
    event, number = next(stages), 0
    while True:
        reply: Reply = None
        if isinstance(event, Get):
            number += 1
            if watch_get is not None:
                watch_get(number, repr(event.query) if event.query else f"the {event.purpose}")
            try:
                reply = await fetcher.fetch(event.request)
            except FetchError as fault:
                reply = fault
        elif isinstance(event, Learn) and event.steps == 1:
            reply = await watch(event, fetcher.fetch)
        try:
            event = stages.send(reply)
        except StopIteration as end:
            result: _Result = end.value
            return result


inspect = synchronous(ainspect)


MAX_ROWS_SHOWN: Final = 50


class Shown(Protocol):
    """The parts of an inspection that are filled in here."""

    query: str
    rows: tuple[tuple[Field, ...], ...]
    total: int | None
    next_page: str
    next_via: str
    trouble: str
    notes: list[str]


def show_scripted(source: SourceState, seen: Shown) -> Crawl[None]:
    """Show the records behind a page that neither a form nor a list gives."""
    if source.entry is None:
        return
    document = parse(source.entry)
    approach = Approach(source, document, document)
    approach.failed = CrawlEnded(source.outcome("failed", seen.trouble))
    outcome = None
    with suppress(CrawlEnded):
        outcome = yield from take_ways(approach, with_pages=False)
    taken = [one for one in source.journal.drain() if isinstance(one, RecordsExtracted)]
    rows = [record.fields for one in taken for record in one.records]
    if not rows:
        seen.trouble = outcome.reason if outcome is not None else seen.trouble
        return
    seen.rows, seen.trouble = tuple(rows[:MAX_ROWS_SHOWN]), ""
    seen.notes.append(outcome.proof or outcome.reason if outcome is not None else "")
    if (call := source.form.call) is not None:
        seen.notes[-1:] = call_lines(call)
        if named := source.learned_wrapper.to_dict().get("identity"):
            seen.notes.append(f"a record is named by its value {named}")
        walk, reading = source.probes.answers[0]
        seen.query, seen.total = walk.query, walk.total
        if (onward := call.proposal(reading)) is not None:
            seen.next_page, seen.next_via = f"{onward[1].method} {onward[1].url}", "data"


def call_lines(call: Call) -> list[str]:
    """Return what is known of a call, a line each."""
    lines = [f"the records come by the call {call.base.method} {call.base.url}"]
    lines += [f"the word stands at {_place(hole.place)}" for hole in call.holes]
    if call.paging is not None:
        lines.append(
            f"the next page is asked for by {call.paging.kind} at {_place(call.paging.place)}"
        )
    if call.size:
        lines.append(f"the number of records a page stands at {_place(call.size)}")
    if call.total:
        lines.append(f"the total stands at {_place(call.total)} of the answer")
    return lines


def _place(place: tuple[str | int, ...]) -> str:
    return " > ".join(map(str, place))
