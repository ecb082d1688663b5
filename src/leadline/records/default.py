"""The default miner: every parent cut, the cuts of like parents merged, the best first."""

from __future__ import annotations

from typing import TYPE_CHECKING

from leadline.model import DataRegion, RecordSpan
from leadline.records.candidates import find_drafts
from leadline.records.flat import Flat
from leadline.records.rank import score

if TYPE_CHECKING:
    from leadline.dom import Document


def mine_default(document: Document, limit: int) -> tuple[DataRegion, ...]:
    """Data regions, best first."""
    if not len(document):
        return ()
    flat = Flat(document)
    scored = [(score(flat, draft), draft) for draft in find_drafts(flat)]
    scored.sort(key=lambda item: (-item[0], item[1].parent))
    return tuple(
        DataRegion(
            draft.parent,
            tuple(RecordSpan(_roots(flat, *span)) for span in draft.spans),
            value,
            "default",
        )
        for value, draft in scored[:limit]
    )


def _roots(flat: Flat, start: int, stop: int) -> tuple[int, ...]:
    end = flat.document.end
    found = []
    while start < stop:
        found.append(start)
        start = end[start]
    return tuple(found)
