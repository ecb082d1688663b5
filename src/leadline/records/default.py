"""The default miner: every parent cut, the cuts of like parents merged, the best first."""

from __future__ import annotations

from typing import TYPE_CHECKING

from leadline.model import DataRegion, RecordSpan
from leadline.records.candidates import find_drafts
from leadline.records.flat import Flat
from leadline.records.rank import rank

if TYPE_CHECKING:
    from leadline.dom import Document


def mine_default(document: Document, limit: int) -> tuple[DataRegion, ...]:
    """Data regions, best first."""
    if not len(document):
        return ()
    flat = Flat(document)
    return tuple(
        DataRegion(
            draft.parent,
            tuple([RecordSpan(_roots(flat, *span)) for span in draft.spans]),
            score,
            "default",
        )
        for score, draft in rank(flat, find_drafts(flat), limit)
    )


def _roots(flat: Flat, start: int, stop: int) -> tuple[int, ...]:
    end = flat.document.end
    if end[start] == stop:
        return (start,)
    found = []
    while start < stop:
        found.append(start)
        start = end[start]
    return tuple(found)
