"""A layout learned anew from a page on which the learned ones no longer fit.

It is kept only if it reads more records than the others, or as many with values that were missed,
and names records as those taken before are named; its columns get the names that they had.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from leadline.wrapper.column_matching import call_alike, first_names, naming_column
from leadline.wrapper.identity.link import LinkIdentity, kinds_of
from leadline.wrapper.induction import answered, learn_layout
from leadline.wrapper.region_choice import LEAST_NEW_CHARACTERS, Probed
from leadline.wrapper.verification import STRANGE, strangeness

if TYPE_CHECKING:
    from collections.abc import Sequence

    from leadline.crawl.client import Source
    from leadline.wrapper.wrapper import Layout, Reading, Row


def learn_again(source: Source, reading: Reading, query: str) -> bool:
    """Whether a page that is doubted holds records in a new layout, which is then kept."""
    assert source.reader is not None
    probed = Probed(reading.document, query)
    if probed.new_characters(source.reader.known) <= LEAST_NEW_CHARACTERS:
        return False
    layout = learn_layout([answered(reading.page, probed)], source.nonsense)
    if layout is None or not isinstance(layout.identity, LinkIdentity):
        return False
    rows = source.reader.rows(layout, reading.document, probed.echo)
    mine = [row.key for row in rows]
    if len(mine) < 2 or not _kind_is_known(source, mine):
        return False
    if call_alike(layout, _names(source, layout, replace(reading, rows=rows), reading, query)):
        rows = source.reader.rows(layout, reading.document, probed.echo)
    if reading.rows and not _reads_better(source, rows, reading.rows):
        return False
    source.reader.layouts.append(layout)
    source.reader.usual = source.columns.usual
    return True


def _names(
    source: Source, layout: Layout, reading: Reading, before: Reading, query: str
) -> dict[str, str]:
    """The columns of a later layout with those of the first, as far as they can be told."""
    assert source.reader is not None
    names = first_names(reading.rows, before.rows, source.columns.values)
    if source.probed:
        walked, first = source.probed[0]
        old = naming_column(source.reader.layouts[0], first, walked.query)
        if old and old not in names.values():
            names[naming_column(layout, reading, query)] = old
    return names


def _reads_better(source: Source, rows: Sequence[Row], before: Sequence[Row]) -> bool:
    """Whether a layout finds more records, or as many with values that were missed or stood at
    unknown places.
    """
    if len(rows) != len(before):
        return len(rows) > len(before)
    missing = source.columns.missing(before)
    if missing and strangeness(before) <= STRANGE:
        return len(source.columns.missing(rows)) < len(missing)
    return strangeness(rows) < strangeness(before) / 2


def _kind_is_known(source: Source, keys: list[str]) -> bool:
    """Whether addresses look like those of records taken before."""
    before = list(source.seen)[:500]
    kinds = kinds_of([*before, *keys])
    known = {kinds[key] for key in before}
    return sum(1 for key in keys if kinds[key] in known) >= 0.8 * len(keys)
