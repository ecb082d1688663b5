"""What the sources of a project tell each other, and what each is to be asked next because of it.

Every source brings its records here. A record that another source shows too counts as one
(``selection.knowledge.record_linkage``), and sources that are found to share some are kin: their
records become the dynamic knowledge of all of them (Xian et al. 2012), over which each has a
selector, the very ``OverlapAware`` that the bench measures. Until then a source is asked by what it
showed itself, so sources that share nothing are asked in company what they are asked alone,
whatever comes when.

Choices made here depend on what all sources had brought by then. So they are written down by who
drives (``run``), and a source that is replayed is told its old choices.

>>> from leadline.model import Field, Record
>>> def record(key, text): return Record("", key, (Field("title", text),))
>>> coordinator = QueryCoordinator(["a"])
>>> rows = record("1", "sea fog"), record("2", "sea fog ice")
>>> coordinator.observe("a", QueryObserved("sea", rows, new=2))
>>> coordinator.choose("a", ChooseQuery(page_size=10)).word
'fog'
"""

from __future__ import annotations

from functools import partial
from math import inf
from typing import TYPE_CHECKING, Final

import numpy as np

from leadline.model import Answer, Ask, Query, Taken
from leadline.page.text import MIN_WORD_LENGTH, words
from leadline.selection.knowledge.dynamic import DynamicKnowledge
from leadline.selection.knowledge.overlap import OverlapDetector
from leadline.selection.knowledge.record_linkage import EntityId, RecordLinker, record_words
from leadline.selection.messages import ChooseQuery, DeferredAnswer, QueryChoice, QueryObserved
from leadline.selection.source_state import SHORTEST_EVER, Label, SourceSelection

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from leadline.protocols import Prediction
    from leadline.selection.knowledge.membership import Places
    from leadline.selection.messages import RecordView
    from leadline.selection.probing.engine_behaviour import EngineBehaviour

MOST_AT_ONCE: Final = 2_000
"""Records of other sources that are learned before one choice: the loop must go on."""


class QueryCoordinator:
    """The knowledge of all sources of a project, and a state for each of them."""

    def __init__(self, sources: Iterable[str] = ()) -> None:
        self._knowledge = DynamicKnowledge()
        self._detector = OverlapDetector()
        self._linker = RecordLinker()
        self._states: dict[str, SourceSelection] = {}
        for source in sources:
            self.join(source)

    def join(self, source: str) -> None:
        """A source takes its state (all of them should before the first of them chooses)."""
        if source not in self._states:
            self._states[source] = SourceSelection()

    def observe(self, source: str, brought: QueryObserved) -> None:
        """Take note of an answer; it is looked into when somebody is to choose.

        What is known of kin makes it worth waiting behind a first page; without kin an answer is
        read on at once and counts when it is whole.
        """
        self.join(source)
        state = self._states[source]
        begun, state.begun = state.begun, None
        if begun is not None and begun.query == brought.query:
            brought = begun.merge(brought)
        elif begun is not None:  # a replayed life may know of kin that are not found yet
            self._note_answer(state, begun)
        if isinstance(brought, DeferredAnswer) and not state.has_kin:
            state.begun = brought
        else:
            self._note_answer(state, brought)

    def _note_answer(self, state: SourceSelection, brought: QueryObserved) -> None:
        state.heard.append(brought)
        state.answers += bool(brought.rows)
        if brought.chosen and (brought.new or not isinstance(brought, DeferredAnswer)):
            # a capped answer shows what ranks high: that it is known says nothing of the rest
            old = state.deferred.known_on_first_page(brought.query)
            records = 0 if brought.hidden else len(brought.rows) + old
            state.tail.note(new=brought.new, pages=brought.pages, records=records)
            state.recent.append((len(brought.rows), brought.new))

    def preload(self, source: str, records: Sequence[RecordView]) -> None:
        """A source was taken in an earlier run: these are its records."""
        self.join(source)
        self._states[source].selector.size = float(len(records))
        self._states[source].answers = 2
        for begin in range(0, len(records), MOST_AT_ONCE):
            part = tuple(records[begin : begin + MOST_AT_ONCE])
            self._states[source].heard.append(QueryObserved("", part))

    def choose(self, source: str, wish: ChooseQuery) -> QueryChoice:
        """The word that promises the source most new records a page, by all that is known."""
        self.join(source)
        state = self._states[source]
        if state.begun is not None:
            return QueryChoice(state.begun.query, "", state.promise, state.selector.estimate())
        self._learn(source)
        selector = state.selector
        selector.page_size, selector.cap = wish.page_size, wish.cap
        selector.size = float(wish.size) if wish.size is not None else None
        reason = state.tail.reason(taken=selector.statistics.records)
        found = None if reason else self._best(source, wish.habits)
        rest = state.deferred.best(state.counts, page_size=wish.page_size, cap=wish.cap)
        other = found.efficiency if found is not None else 0.0
        if rest is not None and rest[1] >= other:
            promise = rest[1] if rest[1] < inf else other
            return QueryChoice(rest[0], "", promise, selector.estimate())
        if found is None:
            state.is_over = True
            state.forget_asked()
            reason = reason or "no word promises anything new"
            saturated = state.tail.is_saturated(selector.statistics.records)
            return QueryChoice("", reason, estimate=state.estimate(), saturated=saturated)
        state.promise = found.efficiency
        return QueryChoice(found.query.value, "", found.efficiency, selector.estimate())

    def _best(self, source: str, habits: EngineBehaviour) -> Prediction | None:
        """The best word that may be asked, of the column that is swept first; others are refused
        for good on the way.
        """
        state = self._states[source]
        if state.has_kin and (
            terms := state.sweep.terms(state.selector, partial(self._of_kin, source))
        ):
            found = self._best_of(source, habits, np.array(terms))
            if found is not None:
                return found
            state.sweep.end()
        return self._best_of(source, habits)

    def _best_of(
        self, source: str, habits: EngineBehaviour, among: Places | None = None
    ) -> Prediction | None:
        selector = self._states[source].selector
        while (found := selector.select(among)) is not None:
            word = found.query.value
            if _is_askable(word, habits) and not self._misses(source, word):
                return found
            selector.statistics.refuse(found.query)
        return None

    def _of_kin(self, source: str, word: str) -> Label | None:
        """The column that a word stands in at another source of kin."""
        return next(
            ((key, state.columns[word]) for key, state in self._states.items()
             if key != source and state.has_kin and word in state.columns), None,
        )  # fmt: skip

    def _learn(self, source: str) -> None:
        """Look into all that the source brought, and into some of what the others did: whether
        they show the same records, and what kin say.
        """
        left = MOST_AT_ONCE
        heard = [one for one, state in self._states.items() if one == source or state.answers > 1]
        for one in heard:
            left -= self._compare(one, inf if one == source else left)
        left = MOST_AT_ONCE
        for one in heard:
            if one == source or self._states[one].has_kin:
                left -= self._observe(one, inf if one == source else left)

    def _compare(self, source: str, most: float) -> int:
        """Look for kin in what a source brought, until ``most`` records are reached; gives how many
        they were.
        """
        state, done = self._states[source], 0
        while state.heard and done < most:
            brought = state.heard.popleft()
            done += len(brought.rows)
            state.waiting.append(brought)
            if len(self._states) > 1:
                self._note(source, brought.rows)
                self._unite(source)
        return done

    def _note(self, source: str, rows: Iterable[RecordView]) -> None:
        compared = self._states[source].compared
        for row in rows:
            if row.key not in compared:
                compared.add(row.key)
                self._detector.add(source, row.key, _texts(row))

    def _unite(self, source: str) -> None:
        """Sources that share records become kin: each knows what all of them know.

        All of it at once: a part of what kin know makes worse choices than none (165 requests for
        85 on one pair).
        """
        kin = self._detector.overlapping(source)
        fresh = [key for key in (*kin, source) if kin and not self._states[key].has_kin]
        for key in fresh:
            self._states[key].restart_with(self._knowledge)
        for key in fresh:
            self._observe(key, inf)

    def _observe(self, source: str, most: float) -> int:
        """Show a selector what its source brought, until ``most`` records are reached."""
        state, done = self._states[source], 0
        for brought in state.waiting:
            state.read(brought.rows)
        while state.waiting and done < most:
            brought = state.waiting.popleft()
            done += len(brought.rows)
            self._show(source, brought)
        state.forget_asked()
        return done

    def _show(self, source: str, brought: QueryObserved) -> None:
        state = self._states[source]
        answer = Answer(
            Ask(source, Query("", brought.query)),
            tuple([self._taken(source, row) for row in brought.rows]),
            interactions=brought.pages, total=brought.total, exact=brought.exact,
            complete=brought.complete and self._proves(source, brought),
        )  # fmt: skip
        if brought.query:
            self._note_hit(source, brought.query, hit=bool(brought.rows or brought.total))
        state.selector.observe(answer)
        if brought.chosen and brought.query:
            self._note_rest(state, brought, answer)
        state.selector.statistics.knowledge.tick()
        if not state.has_kin and len(self._states) > 1:
            state.history.append(brought)

    def _note_rest(self, state: SourceSelection, brought: QueryObserved, answer: Answer) -> None:
        """What an answer says of its rest: it waits, nothing of it is new, or it was read."""
        word, deferred, counted = brought.query, state.deferred, state.counts[brought.query]
        if not isinstance(brought, DeferredAnswer):
            deferred.remove(word)
            if brought.complete and brought.exact and brought.total:
                deferred.note_complete(counted=counted, found=brought.total)
        elif deferred.are_exact and counted >= (brought.total or 0):
            state.selector.settle(answer)
            if not brought.new:
                state.tail.note(new=0, pages=1, records=counted)
        else:
            shown = len(brought.rows)
            deferred.add(word, total=brought.total or 0, shown=shown, old=shown - brought.new)

    def _taken(self, source: str, row: RecordView) -> Taken:
        """A record as selectors see it: under the name that the thing has for all kin."""
        state = self._states[source]
        if row.key not in state.records:
            name: EntityId = (source, row.key)
            if state.has_kin:
                name = self._linker.link(source, row.key, record_words(_texts(row)))
            asked = [Query("", word) for word in state.words[row.key] if state.tells(word)]
            state.records[row.key] = Taken(name, frozenset(asked))
        return state.records[row.key]

    def _proves(self, source: str, brought: QueryObserved) -> bool:
        """Whether records that hold the word and did not come are proven absent: not if nothing
        came, and no word of that column ever found anything here.
        """
        if brought.rows or brought.total:
            return True
        label = self._label(source, brought.query)
        return label is not None and label in self._states[source].worked

    def _label(self, source: str, word: str) -> Label | None:
        """The column that a word stands in: here if it was seen here, else at another source."""
        column = self._states[source].columns.get(word)
        if column is not None:
            return source, column
        others = self._states.items()
        return next(((key, s.columns[word]) for key, s in others if word in s.columns), None)

    def _misses(self, source: str, word: str) -> bool:
        """Whether words of this column find nothing at the source."""
        label = self._label(source, word)
        return label is not None and self._states[source].hits.dropped(_named(source, label))

    def _note_hit(self, source: str, word: str, *, hit: bool) -> None:
        label = self._label(source, word)
        if label is None:
            return
        state = self._states[source]
        if hit:
            state.worked[label] = None
        state.hits.note(_named(source, label), hit=hit)
        if label[0] == source and state.hits.dropped(label[1]):
            state.dropped[label[1]] = None


def _texts(row: RecordView) -> list[str]:
    return [one.value for one in row.fields if one.kind == "text"]


def _is_askable(word: str, habits: EngineBehaviour) -> bool:
    least = habits.shortest if habits.relaxes is not None else MIN_WORD_LENGTH
    least = min(MIN_WORD_LENGTH, max(SHORTEST_EVER, least))
    return habits.askable(word) and words(word, shortest=least) == [word]


def _named(source: str, label: Label) -> str:
    """The name of a column for the hit rates of a source: its own by name, others' with source."""
    return label[1] if label[0] == source else "\0".join(label)
