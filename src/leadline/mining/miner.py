"""The default miner: every parent cut, the cuts of like parents merged, the best first."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from leadline.mining.candidates import find_drafts
from leadline.mining.ranking import rank
from leadline.mining.segmentation import Span
from leadline.mining.signatures import Flat
from leadline.model import DataRegion, RecordSpan

if TYPE_CHECKING:
    from leadline.mining.segmentation import Draft
    from leadline.page.dom import Document

_new: Final = RecordSpan.__new__
_set_nodes: Final = RecordSpan.__dict__["nodes"].__set__


def mine_regions(document: Document, limit: int = 40) -> tuple[DataRegion, ...]:
    """Find the data regions of a page, best first; every record is a run of siblings."""
    if not len(document):
        return ()
    flat = Flat(document)
    records = _Records(document.end)
    parent = document.parent
    return tuple([
        DataRegion(parent[draft.starts[0]], records.of(draft), score, "default")
        for score, draft in rank(flat, find_drafts(flat), limit)
    ])  # fmt: skip


def _record(nodes: tuple[int, ...]) -> RecordSpan:
    """A record, in less time than a frozen dataclass takes to make one."""
    record = _new(RecordSpan)
    _set_nodes(record, nodes)
    return record


class _Single(dict[int, RecordSpan]):
    """Records of one node by that node."""

    def __missing__(self, node: int) -> RecordSpan:
        record = self[node] = _record((node,))
        return record


class _Records(dict[Span, RecordSpan]):
    """Records of several siblings by their slice; the same one of several regions is made once."""

    def __init__(self, end: list[int]) -> None:
        self.end = end
        self.single = _Single()

    def of(self, draft: Draft) -> tuple[RecordSpan, ...]:
        """The records of a draft."""
        if draft.form == "one":
            return tuple(map(self.single.__getitem__, draft.starts))
        return tuple(map(self.__getitem__, zip(draft.starts, draft.stops, strict=True)))

    def __missing__(self, span: Span) -> RecordSpan:
        start, stop = span
        end = self.end
        if end[start] == stop:
            return self.single[start]
        nodes = [start]
        while (start := end[start]) < stop:
            nodes.append(start)
        record = self[span] = _record(tuple(nodes))
        return record
