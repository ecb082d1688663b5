"""A layout learned anew from a page on which the learned ones no longer fit.

It is kept only if it reads more records than the others, or as many with values that were missed,
and names records as those taken before are named; its columns get the names that they had.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from leadline.wrapper.column_matching import identifying_column, match_columns, rename_columns
from leadline.wrapper.identity.link import LinkIdentity, record_types
from leadline.wrapper.induction import learn_layout, mine_answer
from leadline.wrapper.region_choice import MIN_NOVEL_CHARACTERS, ProbePage
from leadline.wrapper.verification import MAX_UNKNOWN_PLACE_SHARE, unknown_place_share

if TYPE_CHECKING:
    from collections.abc import Sequence

    from leadline.crawl.client import Source
    from leadline.wrapper.wrapper import PageReading, RecordLayout, RecordRow


def reinduce(source: Source, reading: PageReading, query: str) -> bool:
    """Whether a page that is doubted holds records in a new layout, which is then kept."""
    assert source.reader is not None
    probed = ProbePage(reading.document, query)
    if probed.novel_characters(source.reader.known_texts) <= MIN_NOVEL_CHARACTERS:
        return False
    layout = learn_layout([mine_answer(reading.page, probed)], source.nonsense)
    if layout is None or not isinstance(layout.identity, LinkIdentity):
        return False
    rows = source.reader.rows(layout, reading.document, probed.query_mask)
    mine = [row.key for row in rows]
    if len(mine) < 2 or not _has_known_record_types(source, mine):
        return False
    if rename_columns(
        layout, _column_names(source, layout, replace(reading, rows=rows), reading, query)
    ):
        rows = source.reader.rows(layout, reading.document, probed.query_mask)
    if reading.rows and not _reads_better(source, rows, reading.rows):
        return False
    source.reader.layouts.append(layout)
    source.reader.filled_columns = source.columns.filled_columns
    return True


def _column_names(
    source: Source, layout: RecordLayout, reading: PageReading, before: PageReading, query: str
) -> dict[str, str]:
    """The columns of a later layout with those of the first, as far as they can be told."""
    assert source.reader is not None
    names = match_columns(reading.rows, before.rows, source.columns.values)
    if source.probed:
        walked, first = source.probed[0]
        old = identifying_column(source.reader.layouts[0], first, walked.query)
        if old and old not in names.values():
            names[identifying_column(layout, reading, query)] = old
    return names


def _reads_better(source: Source, rows: Sequence[RecordRow], before: Sequence[RecordRow]) -> bool:
    """Whether a layout finds more records, or as many with values that were missed or stood at
    unknown places.
    """
    if len(rows) != len(before):
        return len(rows) > len(before)
    missing = source.columns.deviating(before)
    if missing and unknown_place_share(before) <= MAX_UNKNOWN_PLACE_SHARE:
        return len(source.columns.deviating(rows)) < len(missing)
    return unknown_place_share(rows) < unknown_place_share(before) / 2


def _has_known_record_types(source: Source, keys: list[str]) -> bool:
    """Whether addresses look like those of records taken before."""
    before = list(source.seen)[:500]
    kinds = record_types([*before, *keys])
    known = {kinds[key] for key in before}
    return sum(1 for key in keys if kinds[key] in known) >= 0.8 * len(keys)
