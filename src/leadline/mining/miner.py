"""The miner: segments of every parent, parents of one path merged, ranked; texts of records."""

from typing import Final

from leadline.mining.candidates import find_candidates
from leadline.mining.ranking import rank_candidates
from leadline.mining.segmentation import CandidateRegion, Span
from leadline.mining.signatures import PageSignatures
from leadline.model import DataRegion, RecordSpan
from leadline.page.dom import Document

_new: Final = RecordSpan.__new__
_set_nodes: Final = RecordSpan.__dict__["nodes"].__set__


def mine_regions(document: Document, limit: int = 40) -> tuple[DataRegion, ...]:
    """Return the data regions of a page, best first; every record is a run of siblings."""
    if not len(document):
        return ()
    page = PageSignatures(document)
    spans = _RecordSpans(document.end)
    parent = document.parent
    return tuple(
        DataRegion(parent[region.starts[0]], spans.of_region(region), score, "default")
        for score, region in rank_candidates(page, find_candidates(page), limit)
    )


def record_text(document: Document, span: RecordSpan) -> str:
    """Return the record's visible text, white space folded.

    >>> from leadline.page.dom import parse_html
    >>> page = parse_html("<h4>Title</h4><div>By <b>A</b>nn</div>", "http://h.test/")
    >>> record_text(page, RecordSpan((3, 5)))
    'Title By Ann'
    """
    if len(span.nodes) == 1:
        return document.visible_text(span.nodes[0])
    return " ".join(filter(None, map(document.visible_text, span.nodes)))


def _record_span(nodes: tuple[int, ...]) -> RecordSpan:
    """Return a record, in less time than the constructor of a frozen dataclass takes."""
    record = _new(RecordSpan)
    _set_nodes(record, nodes)
    return record


class _SingleSpans(dict[int, RecordSpan]):
    """Records of one node by that node."""

    def __missing__(self, node: int) -> RecordSpan:
        record = self[node] = _record_span((node,))
        return record


class _RecordSpans(dict[Span, RecordSpan]):
    """Records by their slice of nodes; regions share the records that they have in common."""

    def __init__(self, end: list[int]) -> None:
        self.end = end
        self.single = _SingleSpans()

    def of_region(self, region: CandidateRegion) -> tuple[RecordSpan, ...]:
        """Return the records of a candidate region."""
        if region.form == "single":
            return tuple(map(self.single.__getitem__, region.starts))
        return tuple(map(self.__getitem__, zip(region.starts, region.stops, strict=True)))

    def __missing__(self, span: Span) -> RecordSpan:
        start, stop = span
        end = self.end
        if end[start] == stop:
            return self.single[start]
        nodes = [start]
        while (start := end[start]) < stop:
            nodes.append(start)
        record = self[span] = _record_span(tuple(nodes))
        return record
