"""Walks single answers of test sources: one is probed and understood, then a query is walked."""

from collections.abc import Callable, Generator
from dataclasses import dataclass, field, replace
from typing import Any

from in_memory import SiteWire

from leadline.crawl.client import ask
from leadline.crawl.events import Get, Notice
from leadline.crawl.paging.walk import finish_walk, start_walk
from leadline.crawl.probe.forms import probe_forms
from leadline.crawl.source_crawl import fetch_entry, understand
from leadline.crawl.state.source import CrawlTask, SourceState
from leadline.crawl.state.walk_log import WalkLog
from leadline.crawl.ways.form import pick_interfaces
from leadline.crawl.ways.table import Approach
from leadline.errors import FetchError, Unreachable
from leadline.model import Page, Request
from leadline_zoo.spec import SourceSpec

Spoil = Callable[[Request, Page, int], "Page | FetchError"]


class SpoilingWire(SiteWire):
    """A test source whose pages may be spoilt; one that would hang does not answer."""

    def __init__(self, spec: SourceSpec, spoil: Spoil | None = None) -> None:
        super().__init__(spec)
        self.spoil = spoil
        self.times: dict[str, int] = {}

    def __call__(self, request: Request) -> Page | FetchError:
        page = super().__call__(request)
        if isinstance(page, FetchError):
            return page
        before = self.site.log[-1]
        self.times[request.fingerprint] = self.times.get(request.fingerprint, 0) + 1
        if self.spoil is None or before.kind != "results":
            return page
        return self.spoil(request, page, self.times[request.fingerprint])

    def _answered(self, method: str, url: str, body: bytes) -> Any:
        reply = super()._answered(method, url, body)
        return None if reply is not None and reply.hang else reply


@dataclass
class Walker:
    """A source that is understood, and what was asked of it since."""

    wire: SpoilingWire
    source: SourceState
    gets: list[Get] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    def drive(self, crawl: Generator[Any, Any, Any]) -> Any:
        """Run a part of a crawl to its end."""
        try:
            event = next(crawl)
            while True:
                if isinstance(event, Get):
                    self.gets.append(event)
                    event = crawl.send(self.wire(event.request))
                else:
                    event = crawl.send(None)
        except StopIteration as end:
            return end.value
        finally:
            reports = self.source.journal.drain()
            self.notes += [report.text for report in reports if isinstance(report, Notice)]

    def walk(self, query: str = "", *, break_off: bool = False) -> WalkLog:
        """Ask a query and walk its answer; ``gets`` are what that took."""
        self.gets.clear()
        self.notes.clear()
        page = self.drive(ask(self.source, query, "try"))
        assert isinstance(page, Page)
        walked = self.drive(walk_answer(self.source, query, page, break_off=break_off))
        assert isinstance(walked, WalkLog)
        return walked

    @property
    def records(self) -> int:
        return len(self.wire.site.table.rows)


def walk_answer(
    source: SourceState, query: str, page: Page, *, break_off: bool = True
) -> Generator[Any, Any, WalkLog]:
    """Walk the answer that begins with a page."""
    walk, reading = yield from start_walk(source, query, page)
    return (yield from finish_walk(source, walk, reading, break_off=break_off))


def walker(spec: SourceSpec, spoil: Spoil | None = None) -> Walker:
    """Probe and understand a source without spoiling anything; spoil what comes afterwards."""
    wire = SpoilingWire(spec)
    found = Walker(wire, SourceState(CrawlTask("source", wire.url)))
    found.drive(_understood(found.source))
    wire.spoil, wire.times = spoil, {}
    return found


def _understood(source: SourceState) -> Generator[Any, Any, None]:
    entry = yield from fetch_entry(source)
    interfaces, entry = yield from pick_interfaces(Approach(source, entry, entry))
    probes = yield from probe_forms(source, interfaces, entry)
    understand(source, probes)


def cut(page: Page, share: float = 0.6) -> Page:
    """A page that ends in mid-row, with status 200."""
    return replace(page, body=page.body[: int(len(page.body) * share)])


def unreachable(request: Request) -> FetchError:
    return Unreachable("no answer", request)
