"""``leadline bench align-page``: rivals for columns, on the same records.

No harvest: the records of one answer, found by contrast with another and a page for nonsense, are
put into columns by each method, and the columns compared with the source's truth as in ``align``.
``default`` is what a wrapper learns from that page; a harvest divides its texts again at the end.
Made-up sources by default, real ones with ``--data`` and ``--site``.

>>> sorted(ALIGNERS)
['default', 'partial-tree']
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any, Final

from leadline.columns.induction import learn_columns
from leadline.model import Field, Record
from leadline.wrapper.induction import choose_region
from leadline.wrapper.reading import RecordRow
from leadline_research.bench.records.align import align
from leadline_research.bench.records.contrast import probed
from leadline_research.bench.records.shown import regions
from leadline_research.bench.served import running, sites_in
from leadline_research.bench.sites import match
from leadline_research.named import chosen, member
from leadline_research.zhai2005.partial_tree import align as by_partial_trees
from leadline_zoo.source import serve
from leadline_zoo.zoo import ZOO

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from pathlib import Path

    from leadline.model import RecordSpan
    from leadline.page.dom import Document

    Aligner = Callable[[Document, Sequence[RecordSpan]], list[tuple[Field, ...]]]
    Source = tuple[str, str, Sequence[Mapping[str, str]]]


def by_places(document: Document, spans: Sequence[RecordSpan]) -> list[tuple[Field, ...]]:
    """The product's columns, learned from the records of one page."""
    columns = learn_columns([(document, spans)])
    return [tuple(columns.read(document, span)) for span in spans]


ALIGNERS: Final[dict[str, Aligner]] = {"default": by_places, "partial-tree": by_partial_trees}


def run(
    data: Path | None = None, *, names: Sequence[str] = (), methods: Sequence[str] = ()
) -> dict[str, Any]:
    """Sums over the sources and each of them, by method."""
    methods = chosen(methods, ALIGNERS, "method")
    each = [
        {"name": name, **measure(url, truth, methods)} for name, url, truth in _sources(data, names)
    ]
    whole = [one for one in each if one["compared"]]
    sums = {method: _sums(method, whole) for method in methods}
    return {"sources": len(whole), "methods": sums, "each": each}


def _sources(data: Path | None, names: Sequence[str]) -> Iterator[Source]:
    """Name, address and truth of the named real sites of a folder, or of made-up sources."""
    if data is not None:
        for name in sites_in(data, names):
            with running(data, name) as (url, truth):
                yield name, url, truth
    else:
        for name in chosen(names, ZOO, "made-up source"):
            with serve(ZOO[name]) as source:
                yield name, source.url, source.truth()


def measure(url: str, truth: Sequence[Mapping[str, str]], methods: Sequence[str]) -> dict[str, Any]:
    """One source: the same records in the columns of each method, told by what tells them best."""
    probes = asyncio.run(probed(url))
    answers = (probes.answers or probes.doubtful) if probes else []
    choice = choose_region(answers, probes.nonsense) if probes and answers else None
    if choice is None:
        return {"compared": 0}
    document, spans = answers[0].probe.document, choice.region.records
    rows = [RecordRow(str(number), (), "", span.nodes) for number, span in enumerate(spans)]
    said = list(regions(document, rows).values())
    lines = [dict(line) for line in truth]
    read = {name: _records(member(name, ALIGNERS, "method")(document, spans)) for name in methods}
    matched = max((match(records, lines).lines for records in read.values()), key=len)
    found = {name: align(records, lines, matched, said) for name, records in read.items()}
    return {"compared": len(matched), **found}


def _records(rows: Sequence[tuple[Field, ...]]) -> list[Record]:
    return [Record("", str(number), fields) for number, fields in enumerate(rows)]


def _sums(name: str, each: Sequence[Mapping[str, Any]]) -> dict[str, float]:
    held = [one[name] for one in each]
    return {
        "columns_shown": sum(one["columns_shown"] for one in held),
        "columns_found": sum(one["columns_found"] for one in held),
        "cells_equal": round(sum(one["cells_equal"] for one in held) / max(1, len(held)), 4),
    }
