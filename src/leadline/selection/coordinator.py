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

from collections.abc import Generator, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import islice
from math import inf
from typing import Final, TypeVar

import numpy as np

from leadline.model import Answer, Ask, Query, Taken
from leadline.page.text import MIN_WORD_LENGTH, words
from leadline.protocols import Prediction
from leadline.selection.knowledge.dynamic import DynamicKnowledge
from leadline.selection.knowledge.record_linkage import (
    EntityId,
    OverlapDetector,
    RecordLinker,
    record_words,
)
from leadline.selection.knowledge.vocabulary import Places
from leadline.selection.messages import (
    ChooseQuery,
    DeferredAnswer,
    QueryChoice,
    QueryObserved,
    RecordView,
    RecordViews,
)
from leadline.selection.probing.engine_behaviour import EngineBehaviour
from leadline.selection.source_state import MIN_WORD_LETTERS, SourceSelection
from leadline.selection.word_columns import WordColumns

RECORDS_PER_STEP: Final = 100
"""Records that are looked into before others are served: each costs some tenths of a
millisecond."""
NO_TERMS: Final = frozenset[Query]()
MAX_FOREIGN_RECORDS: Final = 2_000
"""Records of other sources that are learned before one choice: the event loop must go on."""

_Result = TypeVar("_Result")
Learning = Generator[None, None, _Result]
"""A calculation in steps, with pauses in between."""


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
        at once where the rest may hold news, and count the answer when it is whole.
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
        choosing = self.choosing(source, wish)
        try:
            while True:
                next(choosing)
        except StopIteration as end:
            choice: QueryChoice = end.value
            return choice

    def choosing(
        self, source: str, wish: ChooseQuery, made: QueryChoice | None = None
    ) -> Learning[QueryChoice]:
        """Choose in steps: others may be served in between, but no other source may choose.

        ``made`` is the choice of an earlier run. It is taken up: what is known is then what was
        known after it, and all that is chosen later is the same.
        """
        state = self.join(source)
        opened, settled = state.open_answer, ""
        if opened is not None and (
            state.knows_rest(opened) if made is None else made.settled == opened.query
        ):
            state.open_answer, settled = None, opened.query
            state.add(opened)
        elif opened is not None and (made is None or made.word == opened.query):
            return made or QueryChoice(opened.query, "", state.promise, state.selector.estimate())
        yield from self._learn(source)
        selector, state.refused = state.selector, []
        selector.page_size, selector.cap = wish.page_size, wish.cap
        selector.size = float(wish.size) if wish.size is not None else None
        if made is not None:
            state.repeat(made, wish.page_size)
            return made
        choice, best = self._choose(state, wish), selector.expectation
        expected = (best.query.value, best.unknown, best.known) if best is not None else None
        refused = tuple(state.refused)
        return replace(choice, expected=expected, refused=refused, settled=settled)

    def _choose(self, state: SourceSelection, wish: ChooseQuery) -> QueryChoice:
        """Return the best word, or the rest of an answer that promises more."""
        selector = state.selector
        reason = state.stopping.reason(taken=selector.statistics.records, patience=wish.patience)
        best = None if reason else self._best(state, wish)
        efficiency = best.efficiency if best is not None else 0.0
        rest = state.deferred.best(state.word_counts, page_size=wish.page_size, cap=wish.cap)
        if rest is not None and rest[1] >= efficiency:
            promise = rest[1] if rest[1] < inf else efficiency
            return QueryChoice(rest[0], "", promise, selector.estimate())
        if best is None:
            return _end(state, reason or "no word promises anything new")
        state.promise = efficiency
        return QueryChoice(best.query.value, "", efficiency, selector.estimate())

    def _best(self, state: SourceSelection, wish: ChooseQuery) -> Prediction | None:
        """Return the best askable word, of the column that is scanned if there is one."""
        if state.is_shared:
            others = [s.source for s in self._states.values() if s is not state and s.is_shared]
            terms = state.scan.terms(
                state.selector, lambda word: self._columns.find_in(others, word)
            )
            if terms:
                best = self._best_of(state, wish, np.array(terms))
                if best is not None:
                    return best
                state.scan.end()
        return self._best_of(state, wish)

    def _best_of(
        self, state: SourceSelection, wish: ChooseQuery, among: Places | None = None
    ) -> Prediction | None:
        """Return the best askable word; words that may not be asked are refused for good.

        Years are refused until answers are cut off and much is missing.
        """
        selector = state.selector
        while (best := selector.select(among)) is not None:
            word = best.query.value
            is_year = word.isdigit()
            is_asked = state.has_years if is_year else _is_askable(word, wish.habits)
            is_asked = is_asked and word not in wish.never
            if is_asked and not self._columns.is_dropped(state.source, word):
                return best
            state.refuse(word, wish.page_size)
        return None

    def _learn(self, source: str) -> Learning[None]:
        """Look into all answers of a source, and into some of those of the others.

        First overlap is detected in them, then selectors observe them.
        """
        learned = [s for s in self._states.values() if s.source == source or s.answers > 1]
        left = MAX_FOREIGN_RECORDS
        for state in learned:
            left -= yield from self._compare(state, inf if state.source == source else left)
        left = MAX_FOREIGN_RECORDS
        for state in learned:
            if state.source == source or state.is_shared:
                limit = inf if state.source == source else left
                left -= yield from self._observe_queued(state, limit)

    def _compare(self, state: SourceSelection, limit: float) -> Learning[int]:
        """Detect overlap in what a source brought; return how many records were read."""
        done = 0
        while state.uncompared and done < limit:
            observed = state.uncompared.popleft()
            done += len(observed.rows)
            state.unobserved.append(observed)
            if len(self._states) > 1:
                yield from self._detect_overlap(state, observed.rows)
        return done

    def _detect_overlap(self, state: SourceSelection, rows: RecordViews) -> Learning[None]:
        """Compare records; a source that overlaps others shares all its knowledge with them.

        All of it at once: half of what the others know makes worse choices than none.
        """
        for some in _in_steps(rows):
            for row in some:
                if state.compared.add(row.key):
                    self._detector.add(state.source, row.key, _texts(row))
            yield
        others = self._detector.overlapping(state.source)
        sources = [*others, state.source] if others else []
        fresh = [self._states[key] for key in sources if not self._states[key].is_shared]
        for other in fresh:
            other.restart_with(self._knowledge)
        for other in fresh:
            yield from self._observe_queued(other, inf)

    def _observe_queued(self, state: SourceSelection, limit: float) -> Learning[int]:
        """Show a selector what its source brought; return how many records were read."""
        done = 0
        for observed in list(state.unobserved):
            for some in _in_steps(observed.rows):
                state.read(some)
                yield
        while state.unobserved and done < limit:
            observed = state.unobserved.popleft()
            done += len(observed.rows)
            yield from self._show(state, observed)
        state.forget_asked()
        return done

    def _show(self, state: SourceSelection, observed: QueryObserved) -> Learning[None]:
        """Show one answer to the selector of its source."""
        is_hit = bool(len(observed.rows) or observed.total)
        ask = Ask(state.source, Query("", observed.query))
        state.selector.expect(ask.query)
        taken: list[Taken] = []
        for some in _in_steps(observed.rows):
            taken += [self._taken(state, row) for row in some]
            yield
        answer = Answer(
            ask,
            tuple(taken),
            interactions=observed.pages,
            total=observed.total,
            exact=observed.exact,
            # an answer without records proves nothing while no word of its column found any
            complete=observed.complete
            and (is_hit or self._columns.is_productive(state.source, observed.query)),
        )
        if observed.query:
            self._columns.note_answer(state.source, observed.query, hit=is_hit)
        yield from state.selector.observing(answer)
        if observed.chosen and observed.query:
            state.note_rest(observed, answer)
        if not state.is_shared and len(self._states) > 1:
            state.history.append(observed)

    def _taken(self, state: SourceSelection, row: RecordView) -> Taken:
        """Return a record as selectors see it: identified across overlapping sources.

        The selector learns its terms here, the first time.
        """
        identity: EntityId = (state.source, row.key)
        if state.is_shared:
            known = self._linker.known(*identity)
            texts = [] if known is not None else record_words(_texts(row))
            identity = known or self._linker.link(*identity, texts)
        knowledge = state.selector.knowledge
        if knowledge.find(identity) is None:
            knowledge.add(Taken(identity, state.terms_of(row)))
        return Taken(identity, NO_TERMS)


def _in_steps(rows: RecordViews) -> Iterator[list[RecordView]]:
    """Return rows in parts that take some hundredths of a second."""
    waiting = iter(rows)
    while some := list(islice(waiting, RECORDS_PER_STEP)):
        yield some


def _end(state: SourceSelection, reason: str) -> QueryChoice:
    """Return that no word is left, and why."""
    state.end()
    is_saturated = state.stopping.is_saturated(state.selector.statistics.records)
    return QueryChoice("", reason, estimate=state.estimate(), saturated=is_saturated)


def _texts(row: RecordView) -> list[str]:
    return [value.value for value in row.fields if value.kind == "text"]


def _is_askable(word: str, habits: EngineBehaviour) -> bool:
    """Whether the engine can find a word, and the word is read from records as it stands."""
    shortest = habits.shortest if habits.relaxes is not None else MIN_WORD_LENGTH
    shortest = min(MIN_WORD_LENGTH, max(MIN_WORD_LETTERS, shortest))
    return habits.askable(word) and words(word, shortest=shortest) == [word]
