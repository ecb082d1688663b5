"""The default miner: every parent cut, the cuts of like parents merged, the best first."""

from __future__ import annotations

from typing import TYPE_CHECKING

from leadline.model import DataRegion, RecordSpan
from leadline.records.candidates import find_drafts
from leadline.records.flat import Flat
from leadline.records.rank import rank

if TYPE_CHECKING:
    from leadline.dom import Document
    from leadline.records.cuts import Span


def mine_default(document: Document, limit: int) -> tuple[DataRegion, ...]:
    """Data regions, best first."""
    if not len(document):
        return ()
    flat = Flat(document)
    seen: dict[Span, RecordSpan] = {}
    return tuple(
        [
            DataRegion(
                document.parent[draft.starts[0]],
                _records(flat, draft.spans, seen),
                score,
                "default",
            )
            for score, draft in rank(flat, find_drafts(flat), limit)
        ]
    )


def _records(flat: Flat, spans: list[Span], seen: dict[Span, RecordSpan]) -> tuple[RecordSpan, ...]:
    """Spans as roots; the same span of several regions is made once."""
    return tuple([seen.get(span) or _record(flat, span, seen) for span in spans])


def _record(flat: Flat, span: Span, seen: dict[Span, RecordSpan]) -> RecordSpan:
    end = flat.document.end
    start, stop = span
    roots = [start]
    while (start := end[start]) < stop:
        roots.append(start)
    record = seen[span] = RecordSpan(tuple(roots))
    return record
