"""What the report says of one source, gathered from the store before a word is written."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Iterable

    from leadline.model import Record
    from leadline.store import (
        ColumnFill,
        Counts,
        CoveragePoint,
        Note,
        Reader,
        StoredPage,
        StoredQuery,
        StoredSource,
    )

SAMPLE: Final = 20


@dataclass(frozen=True, slots=True)
class Purpose:
    """What the requests of one purpose cost and brought."""

    name: str
    requests: int
    records: int
    new: int
    bytes: int
    seconds: float


@dataclass(frozen=True, slots=True)
class Facts:
    """One source, all that the page needs."""

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
        """Seconds from the first request to the last, pauses between runs included."""
        return max(0.0, self.counts.last_at - self.counts.first_at)

    @property
    def paying(self) -> list[StoredQuery]:
        """The queries that brought new records, the best first."""
        return sorted((q for q in self.queries if q.new), key=lambda q: (-q.new, q.id))

    @property
    def short(self) -> list[StoredQuery]:
        """The queries of which something was left: not ended, or fewer rows than stated."""
        return [query for query in self.queries if _is_short(query)]


def _is_short(query: StoredQuery) -> bool:
    """A query that ended without a row and without a stated total left nothing that is known."""
    if query.exact and query.total is not None and query.total > query.records:
        return True
    return not query.finished and (query.closed_at is None or query.records > 0)


def gather(store: Reader, source: StoredSource) -> Facts:
    """Read all that the page needs of one source."""
    pages: list[StoredPage] = []
    purposes = _purposes(_watched(store.pages(source.key), pages))
    return Facts(
        source,
        store.counts(source.key),
        store.queries(source.key),
        purposes,
        pages,
        store.coverage(source.key),
        store.columns(source.key),
        store.kinds(source.key),
        store.notes(source.key),
        store.sample(source.key, SAMPLE),
        store.learned(source.key),
    )


def _watched(pages: Iterable[StoredPage], troubled: list[StoredPage]) -> Iterable[StoredPage]:
    """The same pages; those with something wrong are put aside on the way."""
    for page in pages:
        if page.error or page.truncated or page.note or page.status >= 400:
            troubled.append(page)
        yield page


def _purposes(pages: Iterable[StoredPage]) -> list[Purpose]:
    sums: dict[str, Counter[str]] = {}
    seconds: dict[str, float] = {}
    for page in pages:
        mine = sums.setdefault(page.purpose, Counter())
        mine.update(requests=1, records=page.records, new=page.new, bytes=page.bytes)
        seconds[page.purpose] = seconds.get(page.purpose, 0.0) + page.seconds
    found = [
        Purpose(name, c["requests"], c["records"], c["new"], c["bytes"], seconds[name])
        for name, c in sums.items()
    ]
    return sorted(found, key=lambda purpose: -purpose.requests)
