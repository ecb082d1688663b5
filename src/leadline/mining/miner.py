"""The default miner: every parent cut, the cuts of like parents merged, the best first."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from leadline.mining.candidates import find_drafts
from leadline.mining.interleaved.detect import find_weaves
from leadline.mining.interleaved.transpose import unwoven
from leadline.mining.ranking import rank
from leadline.mining.segmentation import Span
from leadline.mining.signatures import Flat
from leadline.model import DataRegion, RecordSpan

if TYPE_CHECKING:
    from leadline.mining.interleaved.transpose import Unwoven
    from leadline.mining.segmentation import Draft
    from leadline.page.dom import Document

_new: Final = RecordSpan.__new__
_set_nodes: Final = RecordSpan.__dict__["nodes"].__set__


def mine_default(document: Document, limit: int) -> tuple[DataRegion, ...]:
    """Data regions, best first. Records may be woven over rows: the cells of such a one are its
    nodes, and others stand between them.
    """
    if not len(document):
        return ()
    flat = Flat(document)
    weaves = find_weaves(flat)
    if not weaves:
        return _mined(flat, limit)
    made = unwoven(document, weaves)
    return tuple([_back(made, region) for region in _mined(Flat(made.document), limit)])


def mine_runs(document: Document, limit: int = 40) -> tuple[DataRegion, ...]:
    """The same where every record is a run of siblings: what a template can replay."""
    return _mined(Flat(document), limit) if len(document) else ()


def _mined(flat: Flat, limit: int) -> tuple[DataRegion, ...]:
    document = flat.document
    records = _Records(document.end)
    parent = document.parent
    return tuple([
        DataRegion(parent[draft.starts[0]], records.of(draft), score, "default")
        for score, draft in rank(flat, find_drafts(flat), limit)
    ])  # fmt: skip


def _back(made: Unwoven, region: DataRegion) -> DataRegion:
    """A region of the page as it came, its records in the order of their first nodes."""
    spans = sorted(made.back(record.nodes) for record in region.records)
    parent = made.back((region.parent,))[0]
    return replace(region, parent=parent, records=tuple(map(RecordSpan, spans)))


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
