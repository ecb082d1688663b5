"""The default miner: every parent cut, the cuts of like parents merged, the best first."""

from __future__ import annotations

from typing import TYPE_CHECKING

from leadline.model import DataRegion, RecordSpan
from leadline.records.candidates import find_drafts
from leadline.records.cuts import Span
from leadline.records.flat import Flat
from leadline.records.rank import rank

if TYPE_CHECKING:
    from leadline.dom import Document


def mine_default(document: Document, limit: int) -> tuple[DataRegion, ...]:
    """Data regions, best first."""
    if not len(document):
        return ()
    flat = Flat(document)
    record_of = _Records(document.end)
    return tuple(
        [
            DataRegion(
                document.parent[draft.starts[0]],
                tuple(map(record_of.__getitem__, zip(draft.starts, draft.stops, strict=True))),
                score,
                "default",
            )
            for score, draft in rank(flat, find_drafts(flat), limit)
        ]
    )


class _Records(dict[Span, RecordSpan]):
    """Spans as roots; the same span of several regions is made once."""

    def __init__(self, end: list[int]) -> None:
        self.end = end

    def __missing__(self, span: Span) -> RecordSpan:
        start, stop = span
        end, nodes = self.end, [start]
        while (start := end[start]) < stop:
            nodes.append(start)
        record = self[span] = RecordSpan(tuple(nodes))
        return record
