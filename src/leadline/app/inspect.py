"""A look at a source: its forms, one answer as a table, its pager and total; nothing is stored.

The same stages as a harvest, stopped after the first page that follows another. Where all probes
are answered on one page, a few frequent words of the records are asked for a longer answer.
"""

from __future__ import annotations

from collections import Counter
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING, Any, Final, TypeVar

from leadline.app.harvest import run_to_end
from leadline.app.project import source_key
from leadline.crawl import events
from leadline.crawl.client import Source
from leadline.crawl.entry.listing import learn_listing
from leadline.crawl.paging.pager_state import goes_on
from leadline.crawl.source_crawl import (
    EndedError,
    fetch_entry,
    pick_interfaces,
    probe_forms,
    understand,
)
from leadline.errors import FetchError
from leadline.fetch import HttpFetcher
from leadline.forms.classify.relevance import relevance
from leadline.forms.describe import describe
from leadline.forms.find import find_interfaces
from leadline.forms.link_facets import find_facets
from leadline.model import Page
from leadline.page.text import words
from leadline.page.urls import host_key
from leadline.selection.probing.whole_database import is_word
from leadline.store import ColumnFill
from leadline.values.types import learn_type
from leadline.wrapper.pager.propose import page_size_offers

if TYPE_CHECKING:
    from collections.abc import Collection, Generator, Sequence

    from leadline.crawl.events import Event, Reply
    from leadline.domain.model import DomainAttribute
    from leadline.model import Field, QueryInterface
    from leadline.protocols import Fetcher
    from leadline.wrapper.wrapper import PageReading

_Result = TypeVar("_Result")

MOST_FACETS: Final = 5
MOST_MORE: Final = 3
"""Words that are asked for an answer of more than one page."""


@dataclass(slots=True)
class Inspection:
    """What leadline sees of a source. ``trouble`` says why there is no more to show.

    ``facets`` are links that can be asked like a select. ``rows`` is the answer to ``query``,
    ``identity`` what tells its records apart, ``total`` what the source states, and ``next_via``
    how the next page was found.
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

    def to_dict(self) -> dict[str, Any]:
        """Plain values for JSON."""
        columns = [asdict(one) for one in self.columns]
        return asdict(self) | {
            "columns": columns,
            "forms": [self._form(i) for i in self.interfaces],
        }

    def _form(self, one: QueryInterface) -> dict[str, Any]:
        """A form as a person would want to read it."""
        buttons = [c for c in one.controls if c.kind in {"submit", "image"}]
        return {
            "kind": one.kind,
            "score": round(one.score, 2),
            "asked": is_same(one, self.chosen),
            "method": one.method,
            "action": one.action,
            "charset": one.charset,
            "fields": [asdict(field) for field in describe(one)],
            "hidden": {c.name: c.value for c in one.controls if c.kind == "hidden"},
            "buttons": [c.label or c.value or c.name for c in buttons],
            "relevance": asdict(relevance(one, self.domain)) if self.domain else None,
        }

    @property
    def columns(self) -> list[ColumnFill]:
        """The columns of the rows, with how often they are filled and a first value."""
        values: dict[tuple[str, str], list[str]] = {}
        for row in self.rows:
            for column, kind in dict.fromkeys((one.column, one.kind) for one in row):
                mine = (f.value for f in row if (f.column, f.kind) == (column, kind))
                values.setdefault((column, kind), []).append(next(mine))
        return [
            ColumnFill(
                *key, len(given), given[0], str(learn_type(given)) if key[1] == "text" else key[1]
            )
            for key, given in values.items()
        ]


def is_same(one: QueryInterface, other: QueryInterface | None) -> bool:
    """Whether these are one form (its page may have been loaded again, with another token)."""
    return other is not None and (one.node, one.action) == (other.node, other.action)


def look(inspection: Inspection) -> Generator[Event, Reply, Inspection]:
    """The stages of a look, without I/O."""
    source = Source(source_key(inspection.url), inspection.url)
    try:
        yield from _stages(source, inspection)
    except EndedError as end:
        inspection.trouble = end.outcome.reason
        yield from _show_listing(source, inspection)
    except FetchError as fault:
        inspection.trouble = str(fault)
    inspection.requests = source.requests
    inspection.notes += [source.cut] if source.cut else []
    return inspection


def _stages(source: Source, seen: Inspection) -> Generator[Event, Reply, None]:
    entry = yield from fetch_entry(source)
    seen.interfaces, seen.facets = find_interfaces(entry), find_facets(entry)[:MOST_FACETS]
    interfaces, entry = yield from pick_interfaces(source, entry)
    shown = find_interfaces(entry)
    hidden = [one for one in interfaces if not any(is_same(one, other) for other in shown)]
    seen.interfaces, seen.facets = (*hidden, *shown), find_facets(entry)[:MOST_FACETS]
    probes, _ = yield from probe_forms(source, interfaces, entry)
    yield from understand(source, probes)
    seen.chosen = source.interface
    seen.control = source.control.name if source.control else ""
    reader = source.reader
    assert reader is not None
    readings = [
        (one.probe.query, reader.read_document(one.page, one.probe.document, one.probe.query))
        for one in probes.answers
    ]
    seen.query, reading = max(readings, key=lambda pair: len(pair[1].rows))
    seen.identity = reader.to_dict()["layouts"][0]["identity"]
    seen.query, reading = yield from _longer(source, seen.query, reading)
    _show_answer(source, seen, reading)
    yield from _show_pager(source, seen, reading)


def _longer(
    source: Source, query: str, reading: PageReading
) -> Generator[Event, Reply, tuple[str, PageReading]]:
    """An answer of several pages, if frequent words of the records bring one."""
    fresh = [word for word in _frequent(reading) if word not in source.asked]
    for word in fresh[:MOST_MORE]:
        if _goes_beyond(source, reading):
            break
        page = yield from source.ask(word, "probe")
        if isinstance(page, Page) and page.status < 400:
            other = yield from source.read(page, word)
            if len(other.rows) > len(reading.rows) or _goes_beyond(source, other):
                query, reading = word, other
    return query, reading


def _goes_beyond(source: Source, reading: PageReading) -> bool:
    """Whether the source seems to have more than the page shows."""
    if reading.stated is not None and reading.stated.value is not None:
        return reading.stated.value > len(reading.rows)
    return bool(source.paging.proposals(reading, source.interface))


def _frequent(reading: PageReading) -> list[str]:
    """Words of the records, those that most of them hold first."""
    counts = Counter(word for row in reading.rows for word in dict.fromkeys(words(row.text)))
    telling = (one for one in counts if is_word(one) and (len(one) > 3 or not one.isascii()))
    return sorted(telling, key=lambda one: (-counts[one], one))


def _show_listing(source: Source, seen: Inspection) -> Generator[Event, Reply, None]:
    """The list on the page itself, which a harvest takes where no form can be asked."""
    if source.entry is None:
        return
    with suppress(FetchError):
        reader = yield from learn_listing(source, source.entry)
        if reader is None:
            return
        source.interface, source.reader = None, reader
        reading = reader.read(source.entry, "")
        seen.identity = reader.to_dict()["layouts"][0]["identity"]
        _show_answer(source, seen, reading)
        seen.notes.append(f"{seen.trouble}; the list on the page is taken instead")
        seen.trouble = ""
        yield from _show_pager(source, seen, reading)


def _show_answer(source: Source, seen: Inspection, reading: PageReading) -> None:
    seen.rows = tuple(row.fields for row in reading.rows)
    if reading.stated is not None:
        seen.total, seen.approximate = reading.stated.value, reading.stated.approximate
    if source.interface is not None:
        offers = page_size_offers(reading.document, source.interface, len(reading.rows))
        seen.page_sizes = tuple(f"{one.parameter}={one.value}" for one in offers)


def _show_pager(
    source: Source, seen: Inspection, reading: PageReading
) -> Generator[Event, Reply, None]:
    for proposal, request in source.paging.proposals(reading, source.interface):
        page = yield from source.fetch(request, "page", seen.query)
        if isinstance(page, FetchError) or page.status >= 400:
            continue
        following = yield from source.read(page, seen.query)
        most = max(len(reading.rows), source.most_rows)
        if goes_on(reading, following, via=proposal.via, records=most):
            seen.next_page, seen.next_via = f"{request.method} {request.url}", proposal.via
            return


async def ainspect(
    url: str,
    *,
    also_hosts: Collection[str] = (),
    robots: bool = True,
    domain: Sequence[DomainAttribute] = (),
) -> Inspection:
    """Look at the source behind an address; with a domain, how much its forms are of it."""
    inspection = Inspection(url, domain=tuple(domain))
    source_key(url)
    async with HttpFetcher([host_key(url), *also_hosts], robots=robots) as fetcher:
        return await drive(look(inspection), fetcher)


async def drive(stages: Generator[Event, Reply, _Result], fetcher: Fetcher) -> _Result:
    """Answer what stages ask for, keeping nothing of what they say on the way."""
    event = next(stages)
    while True:
        reply: Reply = None
        if isinstance(event, events.Get):
            try:
                reply = await fetcher.fetch(event.request)
            except FetchError as fault:
                reply = fault
        try:
            event = stages.send(reply)
        except StopIteration as end:
            result: _Result = end.value
            return result


def inspect(
    url: str,
    *,
    also_hosts: Collection[str] = (),
    robots: bool = True,
    domain: Sequence[DomainAttribute] = (),
) -> Inspection:
    """The same as ``ainspect``, waited for; works inside a running event loop too."""
    return run_to_end(lambda: ainspect(url, also_hosts=also_hosts, robots=robots, domain=domain))
