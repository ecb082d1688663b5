"""The miner: segments of every parent, parents of one path merged, ranked; texts of records."""

from functools import cache, partial

from leadline.mining.candidates import find_candidates
from leadline.mining.ranking import rank_candidates
from leadline.mining.signatures import PageSignatures
from leadline.model import DataRegion, RecordSpan
from leadline.page.dom import Document


def mine_regions(document: Document, limit: int = 40) -> tuple[DataRegion, ...]:
    """Return the data regions of a page, best first; every record is a run of siblings."""
    if not len(document):
        return ()
    page = PageSignatures(document)
    record = cache(partial(_record, document.end))  # regions share records
    parent = document.parent
    return tuple(
        DataRegion(
            parent[region.starts[0]],
            tuple(map(record, region.starts, region.stops)),
            score,
            "default",
        )
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


def _record(end: list[int], start: int, stop: int) -> RecordSpan:
    """Return the record of the siblings from ``start`` to before ``stop``."""
    nodes = [start]
    while (start := end[start]) < stop:
        nodes.append(start)
    return RecordSpan(tuple(nodes))
