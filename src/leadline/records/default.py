"""The default miner: every parent cut, the cuts of like parents merged, the best first."""

from __future__ import annotations

from typing import TYPE_CHECKING

from leadline.model import DataRegion, RecordSpan
from leadline.records.candidates import find_drafts
from leadline.records.flat import Flat
from leadline.records.rank import rank

if TYPE_CHECKING:
    from leadline.dom import Document
    from leadline.records.cuts import Draft, Span


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
                _records(flat, draft, seen),
                score,
                "default",
            )
            for score, draft in rank(flat, find_drafts(flat), limit)
        ]
    )


def _records(flat: Flat, draft: Draft, seen: dict[Span, RecordSpan]) -> tuple[RecordSpan, ...]:
    """Spans as roots; the same span of several regions is made once."""
    found = []
    known, end = seen.get, flat.document.end
    for span in zip(draft.starts, draft.stops, strict=True):
        record = known(span)
        if record is None:
            start, stop = span
            nodes = [start]
            while (start := end[start]) < stop:
                nodes.append(start)
            record = seen[span] = RecordSpan(tuple(nodes))
        found.append(record)
    return tuple(found)
