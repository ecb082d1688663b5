"""Recorder of a crawl: writes its reports to the store and passes answers to the coordinator."""

from dataclasses import dataclass, field
from typing import Final

from leadline.app.logs import log_report
from leadline.app.source.memory import ReadingMemory
from leadline.crawl import events
from leadline.selection.coordinator import QueryCoordinator
from leadline.selection.messages import QueryObserved
from leadline.store import Store
from leadline.store.details import take_detail
from leadline.wrapper.packed.row_block import RecalledRows

FINISHED: Final = ("complete", "exhausted")
"""Ends to which a source comes by itself."""
FINAL: Final = "complete"
"""The end after which a later run asks nothing: it is proven."""


@dataclass(slots=True)
class Recorder:
    """What a crawl has reported; ``queries`` are numbers in the store by query.

    ``stored_rows`` are rows that earlier runs stored of the page that is replayed.
    ``new_on_page`` are first sightings on the last page, ``stated_total`` is the largest exact one.
    """

    key: str
    store: Store
    coordinator: QueryCoordinator
    queries: dict[str, int] = field(default_factory=dict)
    records: int = 0
    new_on_page: int = 0
    estimate: float | None = None
    stated_total: int = 0
    state: str = "unknown"
    memory: ReadingMemory = field(default_factory=ReadingMemory)
    stored_rows: dict[int, int] = field(default_factory=dict)

    def query_number(self, query: str | None) -> int | None:
        """Return the number of a query in the store, None where none is open."""
        return self.queries.get(query) if query is not None else None

    def keep(self, report: events.Report, requests: int) -> None:
        """Write down a report that came after so many requests."""
        log_report(self.key, report)
        match report:
            case events.QueryOpened(query, purpose, request):
                entries = [request.method, request.url, request.body.decode("latin-1")]
                self.queries[query] = self.store.open_query(
                    self.key, query, purpose=purpose, entries=entries
                )
            case events.RecordsExtracted(page, query, records, new):
                if not self.holds(report):
                    self.store.take(self.key, self.query_number(query), page.number, records)
                self.memory.keep(report)
                self.records += new
                self.new_on_page = new
                self.store.add_point(self.key, requests, self.records, self.estimate)
            case events.DetailsExtracted(page, key, fields):
                take_detail(self.store, self.key, key, page.number, fields)
            case events.RecordsMerged(first_keys):
                self.store.merge(self.key, first_keys)
                self.records -= len(first_keys)
            case events.PageRefused(page):
                self.store.mark_page(page.number, "Blocked")
            case events.QueryClosed():
                self._close(report)
            case QueryObserved():
                self.coordinator.observe(self.key, report)
            case _:
                self._keep_fact(report)

    def holds(self, report: events.RecordsExtracted) -> bool:
        """Whether an earlier run stored all records of a page; then they need not be made."""
        reading = report.reading
        if reading is None or not isinstance(reading.rows, RecalledRows):
            return False
        return self.stored_rows.get(report.page.number) == len(report.records)

    def _keep_fact(self, report: events.Report) -> None:
        """Write down what is known of the source."""
        match report:
            case events.StateChanged(state, reason, proof):
                self.state = state
                if state not in FINISHED:  # that is kept with all that belongs to an end
                    self.store.set_state(self.key, state, reason=reason, proof=proof)
            case events.ComponentLearned(name, value):
                self.store.learn(self.key, name, value)
            case events.Notice(text, level, number):
                self.store.note(self.key, text, level=level, page=number)
            case events.SizeEstimated(size):
                self.estimate = size
            case events.RecordTypes(kinds):
                self.store.set_kinds(self.key, kinds)

    def _close(self, answer: events.QueryClosed) -> None:
        if answer.exact and answer.total:
            self.stated_total = max(self.stated_total, answer.total)
        if answer.query in self.queries:
            self.store.close_query(
                self.queries[answer.query],
                reason=answer.reason,
                total=answer.total,
                exact=answer.exact,
                finished=answer.finished,
            )
