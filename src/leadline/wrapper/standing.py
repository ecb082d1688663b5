"""A list that stands on every answer beside the hits: "most viewed", "new in the catalogue".

Its rows look like records and are of no query. It is known by rows in a container of their own that
are the same on all answers, most without the words asked, while other rows changed.
"""

from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Final

from leadline.page.dom import Document
from leadline.page.text import fold, words
from leadline.wrapper.reading import PageReading, RecordRow

MIN_ROWS_STANDING: Final = 3
"""Rows of a list that stands; a pair may be the hits of both words."""
MIN_ANSWERS: Final = 2
MIN_SHARE_WITHOUT_WORD: Final = 0.5
"""Share of its rows that show no word asked: a few do by chance."""


def standing_rows(answers: Mapping[str, PageReading]) -> frozenset[str]:
    """Return the texts of the list that stands on each answer, by its query; empty without one."""
    no_list = frozenset[str]()
    asked = {word for query in answers for word in words(query)}
    if len(answers) < MIN_ANSWERS or not asked:
        return no_list
    parts = [
        {frozenset(row.text for row in rows) for rows in _containers(one.document, one.rows)}
        for one in answers.values()
    ]
    common = frozenset.intersection(*map(frozenset, parts))
    lists = [texts for texts in common if len(texts) >= MIN_ROWS_STANDING]
    if len(lists) != 1 or not all(part - common for part in parts):
        return no_list
    lacking = sum(not any(word in fold(text) for word in asked) for text in lists[0])
    return (
        lists[0]
        if lacking >= max(MIN_ROWS_STANDING, MIN_SHARE_WITHOUT_WORD * len(lists[0]))
        else no_list
    )


def without_standing(
    document: Document, rows: Sequence[RecordRow], standing: frozenset[str]
) -> tuple[RecordRow, ...]:
    """Return rows without those of a container that holds the standing list and nothing else."""
    lists = _containers(document, rows)
    kept = [part for part in lists if {row.text for row in part} != standing]
    return tuple(row for part in (kept if len(kept) < len(lists) else lists) for row in part)


def _containers(document: Document, rows: Sequence[RecordRow]) -> list[list[RecordRow]]:
    """Return rows that follow each other in one container."""
    parents = groupby(rows, lambda row: document.parent[row.nodes[0]] if row.nodes else -1)
    return [[*part] for _, part in parents]
