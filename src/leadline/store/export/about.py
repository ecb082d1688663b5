"""What a table says of its sources: how each harvest ended, what may be missing, and when."""

from collections.abc import Sequence
from datetime import UTC, datetime

from leadline.crawl.claim import CLAIM_COMPONENT, doubts_in
from leadline.model import level_of
from leadline.page.masks import masked
from leadline.store.export.formats import TableSource
from leadline.store.reader import Reader


def table_sources(reader: Reader, sources: Sequence[str]) -> list[TableSource]:
    """Return what is said of some sources of a project, in their order."""
    return [_of(reader, key) for key in sources]


def _of(reader: Reader, key: str) -> TableSource:
    source, counts = reader.source(key), reader.counts(key)
    claim = reader.learned(key).get(CLAIM_COMPONENT) or {}
    doubts = doubts_in(claim) if source.state == "exhausted" else ()
    return TableSource(
        masked(key),
        masked(source.url),
        level_of(source.state, doubts),
        masked(source.proof or source.reason),
        tuple(masked(doubt.sentence) for doubt in doubts),
        claim.get("missing_at_most"),
        counts.records,
        counts.requests,
        _instant(counts.first_at),
        _instant(counts.last_at),
    )


def _instant(at: float) -> datetime | None:
    return datetime.fromtimestamp(at, UTC) if at else None
