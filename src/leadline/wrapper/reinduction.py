"""Re-induction: a layout learned from a page on which the layouts of a wrapper no longer fit.

It is kept only if it reads more records than the others, or as many with fewer values missed or
misplaced. It must name records as those taken before are named. Its columns keep their old names.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Final

from leadline.model import Hint
from leadline.wrapper.column_matching import identifying_column, match_columns, rename_columns
from leadline.wrapper.column_profile import ColumnProfile
from leadline.wrapper.identity.link import record_types
from leadline.wrapper.induction import LearnedRecords, learn_records, mine_answer
from leadline.wrapper.reading import PageReading, RecordRow
from leadline.wrapper.region_choice import MIN_NOVEL_CHARACTERS, ProbePage
from leadline.wrapper.verification import MAX_UNKNOWN_PLACE_SHARE, unknown_place_share
from leadline.wrapper.wrapper import RecordLayout, Wrapper

MAX_KEYS_COMPARED: Final = 500
MIN_SHARE_OF_KNOWN_TYPES: Final = 0.8
"""Share of a page's keys that must be addresses of a type that was taken before."""
MAX_SIZE_RATIO: Final = 20
"""Size of a page that is learned from, as a multiple of the first answer."""
MIN_NODES_FAR_LARGER: Final = 10_000
"""Nodes up to which no page is far larger than others."""


@dataclass(frozen=True, slots=True)
class Experience:
    """What earlier pages of a source showed: its columns, the keys of its records, a first answer.

    ``nonsense`` are pages that hold no answer, ``first`` is a query with its first page, ``hints``
    are a person's.
    """

    profile: ColumnProfile
    keys: Iterable[str]
    nonsense: Sequence[ProbePage]
    first: tuple[str, PageReading] | None = None
    hints: Sequence[Hint] = ()


def reinduce(
    wrapper: Wrapper, reading: PageReading, query: str, experience: Experience
) -> Wrapper | None:
    """Return the wrapper with a layout that reads a doubted page better, None without one."""
    probe = ProbePage(reading.document, query)
    if probe.novel_characters(wrapper.known_texts) <= MIN_NOVEL_CHARACTERS:
        return None
    if _is_far_larger(reading, experience):
        return None
    mined = [mine_answer(reading.page, probe)]
    records = learn_records(mined, experience.nonsense, experience.hints)
    if records is None or records.identity is None:
        return None
    if _cannot_read_better(wrapper, records, reading, probe, experience.profile):
        return None
    layout = records.with_columns(experience.hints)
    rows = wrapper.rows(layout, reading.document, probe.query_mask)
    keys = [row.key for row in rows]
    if len(keys) < 2 or not _has_known_types(experience.keys, keys):
        return None
    first = wrapper.layouts[0], layout
    names = _column_names(first, (reading, replace(reading, rows=rows)), query, experience)
    layout = rename_columns(layout, names)
    rows = wrapper.rows(layout, reading.document, probe.query_mask)
    if reading.rows and not _reads_better(experience.profile, rows, reading.rows):
        return None
    return wrapper.with_layout(layout, experience.profile.filled_columns)


def _cannot_read_better(
    wrapper: Wrapper,
    records: LearnedRecords,
    reading: PageReading,
    probe: ProbePage,
    profile: ColumnProfile,
) -> bool:
    """Tell before columns are learned: no value is missed, and no more records are found."""
    before = reading.rows
    if not before or profile.deviating(before) or unknown_place_share(before):
        return False
    spans = wrapper.spans(records.without_columns(), reading.document, probe.query_mask)
    return len(spans) <= len(before)


def _is_far_larger(reading: PageReading, experience: Experience) -> bool:
    """Tell whether a page is far larger than the first answer: it is none."""
    size = len(reading.document)
    if experience.first is None or size <= MIN_NODES_FAR_LARGER:
        return False
    return size > MAX_SIZE_RATIO * len(experience.first[1].document)


def _column_names(
    layouts: tuple[RecordLayout, RecordLayout],
    readings: tuple[PageReading, PageReading],
    query: str,
    experience: Experience,
) -> dict[str, str]:
    """Match the columns of a new layout with known ones; each pair: the old, the new."""
    before, after = readings
    headed = layouts[0].columns.headed & layouts[1].columns.headed
    names = match_columns(after.rows, before.rows, experience.profile.values, headed)
    if experience.first is not None:
        word, first = experience.first
        old = identifying_column(layouts[0], first, word)
        if old and old not in names.values() and old not in headed:
            names[identifying_column(layouts[1], after, query)] = old
    return names


def _reads_better(
    profile: ColumnProfile, rows: Sequence[RecordRow], before: Sequence[RecordRow]
) -> bool:
    """Tell whether a layout finds more records, or as many with fewer values missed."""
    if len(rows) != len(before):
        return len(rows) > len(before)
    deviating = profile.deviating(before)
    if deviating and unknown_place_share(before) <= MAX_UNKNOWN_PLACE_SHARE:
        return len(profile.deviating(rows)) < len(deviating)
    return unknown_place_share(rows) < unknown_place_share(before) / 2


def _has_known_types(known_keys: Iterable[str], keys: Sequence[str]) -> bool:
    """Tell whether addresses are of the types of records taken before."""
    before = list(islice(known_keys, MAX_KEYS_COMPARED))
    types = record_types([*before, *keys])
    known = {types[key] for key in before}
    return sum(1 for key in keys if types[key] in known) >= MIN_SHARE_OF_KNOWN_TYPES * len(keys)
