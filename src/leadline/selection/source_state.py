"""A source's seat at the coordinator: its selector, and how its answers went."""

from __future__ import annotations

from collections import Counter, deque
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

import numpy as np

from leadline.model import Query, Taken
from leadline.page.text import words
from leadline.selection.keywords.column_hits import ColumnHits
from leadline.selection.keywords.column_scan import ColumnScan
from leadline.selection.keywords.deferred_answers import DeferredAnswers
from leadline.selection.keywords.overlap_aware import OverlapAware
from leadline.selection.probing.stopping import KNOWN_IN_A_ROW, StoppingRule

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from leadline.selection.keywords.statistics import SourceStatistics
    from leadline.selection.knowledge.dynamic import DynamicKnowledge
    from leadline.selection.messages import DeferredAnswer, QueryObserved, RecordView

SHORTEST_EVER: Final = 2
"""Words of two letters are asked where a probe of one found something (on 10 of 13 engines)."""
RECENT: Final = 40
"""Queries that say how much of what is asked now is known already."""
LEAST_RECENT: Final = 50
EVERYWHERE: Final = 0.8
LEAST_SHOWN: Final = 10
"""A word in so large a share of a source's records, when so many are known from two answers, is a
label or a unit: it says nothing of a record, and where it finds nothing that proves nothing."""

Label = tuple[str, str]
"""A column of a source."""


@dataclass(slots=True)
class SourceSelection:
    """One source at the coordinator: its selector, and how its answers went.

    ``heard`` is not yet compared with what others show, ``waiting`` not yet observed. Until it has
    kin the selector knows this source alone, and ``history`` is what it observed (nothing is kept
    for a source that is alone at the coordinator); ``begun`` is an answer that is read on at once.
    """

    selector: OverlapAware = field(default_factory=OverlapAware)
    has_kin: bool = False
    is_over: bool = False
    history: list[QueryObserved] = field(default_factory=list)
    hits: ColumnHits = field(default_factory=ColumnHits)
    tail: StoppingRule = field(default_factory=StoppingRule)
    recent: deque[tuple[int, int]] = field(default_factory=lambda: deque(maxlen=RECENT))
    heard: deque[QueryObserved] = field(default_factory=deque)
    waiting: deque[QueryObserved] = field(default_factory=deque)
    compared: set[str] = field(default_factory=set)
    records: dict[str, Taken] = field(default_factory=dict)
    columns: dict[str, str] = field(default_factory=dict)
    dropped: dict[str, None] = field(default_factory=dict)
    worked: dict[Label, None] = field(default_factory=dict)
    words: dict[str, list[str]] = field(default_factory=dict)
    counts: Counter[str] = field(default_factory=Counter)
    answers: int = 0
    deferred: DeferredAnswers = field(default_factory=DeferredAnswers)
    sweep: ColumnScan = field(default_factory=ColumnScan)
    begun: DeferredAnswer | None = None
    promise: float = 0.0

    def estimate(self) -> float | None:
        """How large the source is thought to be, by the last answers if they say anything."""
        by_recent = last_estimate(self.selector.statistics.records, list(self.recent))
        return by_recent or self.selector.estimate()

    def forget_asked(self) -> None:
        """Where all of a source is known, what it was asked says no more of other sources."""
        if self.is_over:
            self.selector.membership.complete_terms.clear()

    def restart_with(self, knowledge: DynamicKnowledge) -> None:
        """Observe all once more, with the knowledge of kin."""
        self.has_kin = True
        self.selector = OverlapAware(knowledge, size=self.selector.size, by_page=True)
        self.waiting.extendleft(reversed(self.history))
        for kept in (self.history, self.records, self.dropped, self.worked):
            kept.clear()
        self.hits, self.tail = ColumnHits(), StoppingRule()

    def read(self, rows: Iterable[RecordView]) -> None:
        """Count the words of records that are seen for the first time."""
        for row in rows:
            if row.key not in self.words:
                self.words[row.key] = found = self._words_of(row)
                self.counts.update(found)

    def tells(self, word: str) -> bool:
        """Whether a word tells records apart: it does not stand in nearly all of them."""
        shown = len(self.words)
        return shown < LEAST_SHOWN or self.answers < 2 or self.counts[word] < EVERYWHERE * shown

    def _words_of(self, row: RecordView) -> list[str]:
        """The words of a record; each counts for the first column that it was seen in."""
        found: dict[str, None] = {}
        for one in row.fields:
            if one.kind != "text":
                continue
            for word in words(one.value, shortest=SHORTEST_EVER):
                found[word] = None
                now = self.columns.setdefault(word, one.column)
                if now != one.column and now in self.dropped and one.column not in self.dropped:
                    self.columns[word] = one.column
                    _open_again(self.selector.statistics, word)
        return list(found)


def last_estimate(taken: int, recent: Sequence[tuple[int, int]]) -> float | None:
    """The size that the last answers suggest: what was taken over the share of them known before.

    ``recent`` are (records, new ones) of the last queries, of which the very last that hold enough
    records count (Lincoln-Petersen, the whole harvest as the first sample); None while they hold
    too few to say anything.

    >>> round(last_estimate(1000, [(60, 0), (60, 6)]))
    1053
    """
    records = new = 0
    for one, fresh in reversed(recent):
        records, new = records + one, new + fresh
        if records >= KNOWN_IN_A_ROW:
            break
    if records < LEAST_RECENT or new >= records:
        return None
    return taken * records / (records - new)


def _open_again(statistics: SourceStatistics, word: str) -> None:
    """A word that was refused for its column stands in another one too."""
    number = statistics.knowledge.vocabulary.find(Query("", word))
    if number is not None and number < len(statistics.closed) and not statistics.submitted[number]:
        statistics.closed[number] = False
        statistics.changes.append(np.array([number], dtype=np.int32))
