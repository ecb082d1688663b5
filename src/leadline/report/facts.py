"""Facts of a source for the report, read from the store."""

from dataclasses import dataclass
from typing import Any, Final

from leadline.crawl.claim import CLAIM_COMPONENT, doubts_in
from leadline.crawl.live_query import LIVE_PURPOSE
from leadline.model import Doubt, Record, level_of
from leadline.store import (
    ColumnFill,
    Counts,
    CoveragePoint,
    Note,
    Purpose,
    Reader,
    StoredPage,
    StoredQuery,
    StoredSource,
)

MAX_SAMPLE_RECORDS: Final = 20


@dataclass(frozen=True, slots=True)
class Facts:
    """Facts of a source."""

    source: StoredSource
    counts: Counts
    queries: list[StoredQuery]
    purposes: list[Purpose]
    troubled: list[StoredPage]
    coverage: list[CoveragePoint]
    columns: list[ColumnFill]
    kinds: dict[str, int]
    notes: list[Note]
    sample: list[Record]
    learned: dict[str, Any]

    @property
    def span(self) -> float:
        """Seconds from the first request to the last, with pauses between runs."""
        return max(0.0, self.counts.last_at - self.counts.first_at)

    @property
    def doubts(self) -> tuple[Doubt, ...]:
        """What speaks against the end of the source."""
        is_ended = self.source.state == "exhausted"
        return doubts_in(self.learned.get(CLAIM_COMPONENT) or {}) if is_ended else ()

    @property
    def level(self) -> str:
        """How sure the end is, in words; the state of a source that has not ended."""
        return level_of(self.source.state, self.doubts)

    @property
    def productive(self) -> list[StoredQuery]:
        """Queries with new records, the most productive first."""
        return sorted((q for q in self.queries if q.new), key=lambda q: (-q.new, q.id))

    @property
    def incomplete(self) -> list[StoredQuery]:
        """Queries that were not ended or gave fewer rows than stated."""
        return [query for query in self.queries if _is_incomplete(query)]


def _is_incomplete(query: StoredQuery) -> bool:
    """Whether records of a query are known to be missing; a live question takes what it needs."""
    if query.purpose == LIVE_PURPOSE:
        return False
    if query.exact and query.total is not None:
        return query.total > query.records
    return not query.finished and (query.closed_at is None or query.records > 0)


def gather(store: Reader, source: StoredSource) -> Facts:
    """Read the facts of a source."""
    troubled = [
        page
        for page in store.pages(source.key)
        if page.error or page.truncated or page.note or page.status >= 400
    ]
    return Facts(
        source,
        store.counts(source.key),
        store.queries(source.key),
        store.purposes(source.key),
        troubled,
        store.coverage(source.key),
        store.columns(source.key),
        store.kinds(source.key),
        store.notes(source.key),
        store.sample(source.key, MAX_SAMPLE_RECORDS),
        store.learned(source.key),
    )
