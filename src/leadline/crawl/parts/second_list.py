"""A second list of as many rows on answers: which of both is the answer, nobody has said."""

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import replace
from itertools import accumulate
from statistics import median
from typing import Final

from leadline.crawl.events import Crawl
from leadline.crawl.probe.moments import UNDERSTOOD, Understood
from leadline.crawl.state.source import SourceState
from leadline.model import DataRegion
from leadline.page.dom import Document
from leadline.wrapper.induction import MinedAnswer
from leadline.wrapper.region_choice import ProbePage
from leadline.wrapper.wrapper import Wrapper

MIN_ROWS_OF_LIST: Final = 5
MIN_SHARE_OF_ROWS: Final = 0.8
"""Rows of a second list over those that are read."""
MIN_TEXT_OF_ROW: Final = 0.6
"""Text of a row of it over that of a row that is read: facets and links say less."""
MIN_ANSWERS_WITH_LIST: Final = 2
MIN_SHARE_OF_NEW_RECORDS: Final = 0.5
"""Share of its rows that say something new on each answer: menus do not."""


def second_list(
    wrapper: Wrapper, answers: Sequence[MinedAnswer], known: frozenset[str]
) -> tuple[int, int]:
    """Return the rows of a second list and those that are read, (0, 0) where none is like them.

    It stands on two answers, apart from the rows that are read, and says other things on each.
    """
    found, said = list[tuple[int, int]](), known
    for answer in answers:
        document, query = answer.probe.document, answer.probe.query
        rows = wrapper.read_document(answer.page, document, query).rows
        if len(rows) < MIN_ROWS_OF_LIST:
            continue
        taken = [node for row in rows for node in row.nodes]
        size = median(len(document.visible_text(row.nodes[0])) for row in rows if row.nodes)
        others = [
            region
            for region in answer.regions
            if len(region.records) >= max(MIN_ROWS_OF_LIST, MIN_SHARE_OF_ROWS * len(rows))
            and _is_apart(document, region, taken)
            and _says_new(answer.probe, region, said, MIN_TEXT_OF_ROW * size)
        ]
        if others:
            most = max(others, key=lambda region: len(region.records))
            found.append((len(most.records), len(rows)))
        said |= answer.probe.chunks
    return found[-1] if len(found) >= MIN_ANSWERS_WITH_LIST else (0, 0)


def _is_apart(document: Document, region: DataRegion, taken: Sequence[int]) -> bool:
    """Tell whether no record of a region holds a row that is read, or stands in one."""
    ours = sorted((node, document.end[node]) for node in taken)
    starts = [start for start, _ in ours]
    ends = [*accumulate((end for _, end in ours), max, initial=0)]
    return not any(
        ends[bisect_left(starts, document.end[node])] > node
        for record in region.records
        for node in record.nodes
    )


def _says_new(page: ProbePage, region: DataRegion, said: frozenset[str], least: float) -> bool:
    """Tell whether most records of a region say something new, and as much as rows do."""
    new = sum(page.novel_in(record, said) > 0 for record in region.records)
    texts = (
        sum(len(page.visible_text(node)) for node in record.nodes) for record in region.records
    )
    return new >= MIN_SHARE_OF_NEW_RECORDS * len(region.records) and median(texts) >= least


def _compare(source: SourceState, at: Understood) -> Crawl[Understood]:
    if rows := len(source.learned_wrapper.standing):
        source.journal.note(f"a list of {rows} rows stands beside every answer and is left out")
    left = {layout.template.not_under for layout in source.learned_wrapper.layouts} - {""}
    if left and not source.task.said("not_region"):
        name = ", ".join(map(repr, sorted(left)))
        source.journal.note(f"rows under {name} say other things than the words asked: left out")
    found = second_list(source.learned_wrapper, at.answers, at.known)
    source.become(replace(source.probes, second_list=found))
    yield from ()
    return at


CRAWL_PARTS: Final = (UNDERSTOOD.part(10, _compare),)
