"""A look at a source: its forms, one answer as a table, its pager and total; nothing is stored.

The same stages as a harvest, stopped after the first page that follows another.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING, Any

from leadline.errors import FetchError
from leadline.fetch import HttpFetcher
from leadline.forms import find_interfaces
from leadline.pipelines import events
from leadline.pipelines.harvest import run_to_end
from leadline.pipelines.life import (
    EndedError,
    fetch_entry,
    pick_interfaces,
    probe_forms,
    understand,
)
from leadline.pipelines.paging import goes_on
from leadline.pipelines.project import source_key
from leadline.pipelines.source import Source
from leadline.urls import host_key
from leadline.wrapper.pager import page_size_offers

if TYPE_CHECKING:
    from collections.abc import Collection, Generator

    from leadline.model import Field, QueryInterface
    from leadline.pipelines.events import Event, Reply
    from leadline.pipelines.reading import Reading
    from leadline.protocols import Fetcher


@dataclass(slots=True)
class Inspection:
    """What leadline sees of a source. ``trouble`` says why there is no more to show."""

    url: str
    interfaces: tuple[QueryInterface, ...] = ()
    chosen: QueryInterface | None = None
    control: str = ""
    query: str = ""
    rows: tuple[tuple[Field, ...], ...] = ()
    total: int | None = None
    approximate: bool = False
    next_page: str = ""
    next_via: str = ""
    page_sizes: tuple[str, ...] = ()
    identity: str = ""
    requests: int = 0
    trouble: str = ""
    notes: list[str] = field(default_factory=list)

    def to_dict(self) -> dict[str, Any]:
        """Plain values for JSON."""
        return asdict(self)


def look(inspection: Inspection) -> Generator[Event, Reply, Inspection]:
    """The stages of a look, without I/O."""
    source = Source(source_key(inspection.url), inspection.url)
    try:
        yield from _stages(source, inspection)
    except EndedError as end:
        inspection.trouble = end.outcome.reason
    except FetchError as fault:
        inspection.trouble = str(fault)
    inspection.requests = source.requests
    return inspection


def _stages(source: Source, seen: Inspection) -> Generator[Event, Reply, None]:
    entry = yield from fetch_entry(source)
    seen.interfaces = find_interfaces(entry)
    interfaces, entry = yield from pick_interfaces(source, entry)
    seen.interfaces = find_interfaces(entry)
    probes, _ = yield from probe_forms(source, interfaces, entry)
    yield from understand(source, probes)
    seen.chosen = source.interface
    seen.control = source.control.name if source.control else ""
    reader = source.reader
    assert reader is not None
    readings = [
        (one.probed.query, reader.read_document(one.page, one.probed.document, one.probed.query))
        for one in probes.answers
    ]
    seen.query, reading = max(readings, key=lambda pair: len(pair[1].rows))
    seen.identity = str(reader.to_dict()["layouts"][0]["identity"])
    _show_answer(source, seen, reading)
    yield from _show_pager(source, seen, reading)


def _show_answer(source: Source, seen: Inspection, reading: Reading) -> None:
    seen.rows = tuple(row.fields for row in reading.rows)
    if reading.stated is not None:
        seen.total, seen.approximate = reading.stated.value, reading.stated.approximate
    if source.interface is not None:
        offers = page_size_offers(reading.document, source.interface, len(reading.rows))
        seen.page_sizes = tuple(f"{one.parameter}={one.value}" for one in offers)


def _show_pager(
    source: Source, seen: Inspection, reading: Reading
) -> Generator[Event, Reply, None]:
    for proposal, request in source.paging.proposals(reading, source.interface):
        page = yield from source.fetch(request, "page", seen.query)
        if isinstance(page, FetchError) or page.status >= 400:
            continue
        following = yield from source.read(page, seen.query)
        if goes_on(reading, following, via=proposal.via):
            seen.next_page, seen.next_via = request.url, proposal.via
            return


async def ainspect(
    url: str, *, also_hosts: Collection[str] = (), robots: bool = True
) -> Inspection:
    """Look at the source behind an address."""
    inspection = Inspection(url)
    source_key(url)
    async with HttpFetcher([host_key(url), *also_hosts], robots=robots) as fetcher:
        return await _drive(look(inspection), fetcher)


async def _drive(stages: Generator[Event, Reply, Inspection], fetcher: Fetcher) -> Inspection:
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
            result: Inspection = end.value
            return result


def inspect(url: str, *, also_hosts: Collection[str] = (), robots: bool = True) -> Inspection:
    """The same as ``ainspect``, waited for; works inside a running event loop too."""
    return run_to_end(lambda: ainspect(url, also_hosts=also_hosts, robots=robots))
