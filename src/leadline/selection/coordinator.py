"""Query coordination: which word each source of a project is asked next, by what all have shown.

Every source reports its records here. A record that another source shows too counts as one
(``knowledge.record_linkage``). The records of sources that overlap become the dynamic knowledge of
all of them (Xian et al. 2012). Until then a source is asked by what it showed itself. So sources
that share nothing are asked in company what they are asked alone, whatever comes when.

Choices depend on what all sources had brought by then. The driver therefore stores them, and
repeats the old choices when a source is replayed.

>>> from leadline.model import Field, Record
>>> def record(key, text): return Record("", key, (Field("title", text),))
>>> coordinator = QueryCoordinator(["a"])
>>> rows = record("1", "sea fog"), record("2", "sea fog ice")
>>> coordinator.observe("a", QueryObserved("sea", rows, new=2))
>>> coordinator.choose("a", ChooseQuery(page_size=10)).word
'fog'
"""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING, Final

import numpy as np

from leadline.model import Answer, Ask, Query, Taken
from leadline.page.text import MIN_WORD_LENGTH, words
from leadline.selection.knowledge.dynamic import DynamicKnowledge
from leadline.selection.knowledge.overlap import OverlapDetector
from leadline.selection.knowledge.record_linkage import EntityId, RecordLinker, record_words
from leadline.selection.messages import ChooseQuery, DeferredAnswer, QueryChoice, QueryObserved
from leadline.selection.source_state import MIN_WORD_LETTERS, SourceSelection
from leadline.selection.word_columns import WordColumns

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from leadline.protocols import Prediction
    from leadline.selection.knowledge.vocabulary import Places
    from leadline.selection.messages import RecordView
    from leadline.selection.probing.engine_behaviour import EngineBehaviour

MAX_FOREIGN_RECORDS: Final = 2_000
"""Records of other sources that are learned before one choice: the event loop must go on."""


class QueryCoordinator:
    """The knowledge of all sources of a project, and the selection state of each."""

    def __init__(self, sources: Iterable[str] = ()) -> None:
        self._knowledge = DynamicKnowledge()
        self._detector = OverlapDetector()
        self._linker = RecordLinker()
        self._columns = WordColumns()
        self._states: dict[str, SourceSelection] = {}
        for source in sources:
            self.join(source)

    def join(self, source: str) -> SourceSelection:
        """Add a source, if it is new; all sources should join before the first choice."""
        if source not in self._states:
            self._columns.join(source)
            self._states[source] = SourceSelection(source, self._columns)
        return self._states[source]

    def observe(self, source: str, observed: QueryObserved) -> None:
        """Queue an answer; it is looked into when a word is to be chosen.

        Only what overlapping sources know makes it worth deferring an answer. Other sources read on
        at once, and count the answer when it is whole.
        """
        state = self.join(source)
        opened, state.open_answer = state.open_answer, None
        if opened is not None and opened.query == observed.query:
            observed = opened.merge(observed)
        elif opened is not None:  # a replay may know of an overlap that is not detected yet
            state.add(opened)
        if isinstance(observed, DeferredAnswer) and not state.is_shared:
            state.open_answer = observed
        else:
            state.add(observed)

    def preload(self, source: str, records: Sequence[RecordView]) -> None:
        """Add the records of a source that was harvested in an earlier run."""
        state = self.join(source)
        state.selector.size = float(len(records))
        state.answers = 2
        for begin in range(0, len(records), MAX_FOREIGN_RECORDS):
            part = tuple(records[begin : begin + MAX_FOREIGN_RECORDS])
            state.uncompared.append(QueryObserved("", part))

    def choose(self, source: str, wish: ChooseQuery) -> QueryChoice:
        """Return the word that promises the source most new records a page."""
        state = self.join(source)
        if state.open_answer is not None:
            size = state.selector.estimate()
            return QueryChoice(state.open_answer.query, "", state.promise, size)
        self._learn(source)
        selector = state.selector
        selector.page_size, selector.cap = wish.page_size, wish.cap
        selector.size = float(wish.size) if wish.size is not None else None
        reason = state.stopping.reason(taken=selector.statistics.records, patience=wish.patience)
        best = None if reason else self._best(state, wish.habits)
        efficiency = best.efficiency if best is not None else 0.0
        rest = state.deferred.best(state.word_counts, page_size=wish.page_size, cap=wish.cap)
        if rest is not None and rest[1] >= efficiency:
            promise = rest[1] if rest[1] < inf else efficiency
            return QueryChoice(rest[0], "", promise, selector.estimate())
        if best is None:
            return _end(state, reason or "no word promises anything new")
        state.promise = efficiency
        return QueryChoice(best.query.value, "", efficiency, selector.estimate())

    def _best(self, state: SourceSelection, habits: EngineBehaviour) -> Prediction | None:
        """Return the best askable word, of the column that is scanned if there is one."""
        if state.is_shared:
            others = [s.source for s in self._states.values() if s is not state and s.is_shared]
            terms = state.scan.terms(
                state.selector, lambda word: self._columns.find_in(others, word)
            )
            if terms:
                best = self._best_of(state, habits, np.array(terms))
                if best is not None:
                    return best
                state.scan.end()
        return self._best_of(state, habits)

    def _best_of(
        self, state: SourceSelection, habits: EngineBehaviour, among: Places | None = None
    ) -> Prediction | None:
        """Return the best askable word; words that may not be asked are refused for good."""
        selector = state.selector
        while (best := selector.select(among)) is not None:
            word = best.query.value
            if _is_askable(word, habits) and not self._columns.is_dropped(state.source, word):
                return best
            selector.statistics.refuse(best.query)
        return None

    def _learn(self, source: str) -> None:
        """Look into all answers of a source, and into some of those of the others.

        First overlap is detected in them, then selectors observe them.
        """
        learned = [s for s in self._states.values() if s.source == source or s.answers > 1]
        left = MAX_FOREIGN_RECORDS
        for state in learned:
            left -= self._compare(state, inf if state.source == source else left)
        left = MAX_FOREIGN_RECORDS
        for state in learned:
            if state.source == source or state.is_shared:
                left -= self._observe_queued(state, inf if state.source == source else left)

    def _compare(self, state: SourceSelection, limit: float) -> int:
        """Detect overlap in what a source brought; return how many records were read."""
        done = 0
        while state.uncompared and done < limit:
            observed = state.uncompared.popleft()
            done += len(observed.rows)
            state.unobserved.append(observed)
            if len(self._states) > 1:
                self._detect_overlap(state, observed.rows)
        return done

    def _detect_overlap(self, state: SourceSelection, rows: Iterable[RecordView]) -> None:
        """Compare records; a source that overlaps others shares all its knowledge with them.

        All of it at once: half of what the others know makes worse choices than none.
        """
        for row in rows:
            if row.key not in state.compared:
                state.compared.add(row.key)
                self._detector.add(state.source, row.key, _texts(row))
        others = self._detector.overlapping(state.source)
        sources = [*others, state.source] if others else []
        fresh = [self._states[key] for key in sources if not self._states[key].is_shared]
        for other in fresh:
            other.restart_with(self._knowledge)
        for other in fresh:
            self._observe_queued(other, inf)

    def _observe_queued(self, state: SourceSelection, limit: float) -> int:
        """Show a selector what its source brought; return how many records were read."""
        done = 0
        for observed in state.unobserved:
            state.read(observed.rows)
        while state.unobserved and done < limit:
            observed = state.unobserved.popleft()
            done += len(observed.rows)
            self._show(state, observed)
        state.forget_asked()
        return done

    def _show(self, state: SourceSelection, observed: QueryObserved) -> None:
        """Show one answer to the selector of its source."""
        is_hit = bool(observed.rows or observed.total)
        answer = Answer(
            Ask(state.source, Query("", observed.query)),
            tuple([self._taken(state, row) for row in observed.rows]),
            interactions=observed.pages,
            total=observed.total,
            exact=observed.exact,
            # an answer without records proves nothing while no word of its column found any
            complete=observed.complete
            and (is_hit or self._columns.is_productive(state.source, observed.query)),
        )
        if observed.query:
            self._columns.note_answer(state.source, observed.query, hit=is_hit)
        state.selector.observe(answer)
        if observed.chosen and observed.query:
            state.note_rest(observed, answer)
        if not state.is_shared and len(self._states) > 1:
            state.history.append(observed)

    def _taken(self, state: SourceSelection, row: RecordView) -> Taken:
        """Return a record as selectors see it: identified across overlapping sources."""
        if row.key not in state.records:
            identity: EntityId = (state.source, row.key)
            if state.is_shared:
                identity = self._linker.link(state.source, row.key, record_words(_texts(row)))
            state.records[row.key] = Taken(identity, state.terms_of(row))
        return state.records[row.key]


def _end(state: SourceSelection, reason: str) -> QueryChoice:
    """Return that no word is left, and why."""
    state.is_over = True
    state.forget_asked()
    is_saturated = state.stopping.is_saturated(state.selector.statistics.records)
    return QueryChoice("", reason, estimate=state.estimate(), saturated=is_saturated)


def _texts(row: RecordView) -> list[str]:
    return [value.value for value in row.fields if value.kind == "text"]


def _is_askable(word: str, habits: EngineBehaviour) -> bool:
    """Whether the engine can find a word, and the word is read from records as it stands."""
    shortest = habits.shortest if habits.relaxes is not None else MIN_WORD_LENGTH
    shortest = min(MIN_WORD_LENGTH, max(MIN_WORD_LETTERS, shortest))
    return habits.askable(word) and words(word, shortest=shortest) == [word]
