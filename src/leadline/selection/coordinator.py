"""What the sources of a project tell each other, and what each is to be asked next because of it.

Every source brings its records here. A record that another source shows too counts as one
(``selection.knowledge.record_linkage``), and sources that are found to share some are kin: their records become the
dynamic knowledge of all of them (Xian et al. 2012), over which each has a selector, the very
``OverlapAware`` that the bench measures. Until then a source is asked by what it showed itself, so
sources that share nothing are asked in company what they are asked alone, whatever comes when.

Choices made here depend on what all sources had brought by then. So they are written down by who
drives (``run``), and a source that is replayed is told its old choices.

>>> from leadline.model import Field, Record
>>> def record(key, text): return Record("", key, (Field("title", text),))
>>> exchange = Exchange(["a"])
>>> exchange.hear("a", Brought("sea", (record("1", "sea fog"), record("2", "sea fog ice")), new=2))
>>> exchange.choose("a", Choose(page_size=10)).word
'fog'
"""

from __future__ import annotations

from functools import partial
from math import inf
from typing import TYPE_CHECKING, Final

import numpy as np

from leadline.crawl.events import Brought, Choice, Choose
from leadline.model import Answer, Ask, Query, Taken
from leadline.page.text import SHORTEST, words
from leadline.selection.deferred import Begun
from leadline.selection.knowledge.dynamic import DynamicKnowledge
from leadline.selection.knowledge.overlap import Kinship
from leadline.selection.knowledge.record_linkage import Name, Sameness, said
from leadline.selection.source_state import SHORTEST_EVER, Label, Seat

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from leadline.crawl.events import Shown
    from leadline.protocols import Prediction
    from leadline.selection.knowledge.membership import Places
    from leadline.selection.probing.engine_behaviour import Habits

MOST_AT_ONCE: Final = 2_000
"""Records of other sources that are learned before one choice: the loop must go on."""


class Exchange:
    """The knowledge of all sources of a project, and a seat for each of them."""

    def __init__(self, sources: Iterable[str] = ()) -> None:
        self._knowledge = DynamicKnowledge()
        self._kinship = Kinship()
        self._same = Sameness()
        self._seats: dict[str, Seat] = {}
        for source in sources:
            self.join(source)

    def join(self, source: str) -> None:
        """A source takes its seat (all of them should before the first of them chooses)."""
        if source not in self._seats:
            self._seats[source] = Seat()

    def hear(self, source: str, brought: Brought) -> None:
        """Take note of an answer; it is looked into when somebody is to choose.

        What is known of kin makes it worth waiting behind a first page; without kin an answer is
        read on at once and counts when it is whole.
        """
        self.join(source)
        seat = self._seats[source]
        begun, seat.begun = seat.begun, None
        if begun is not None and begun.query == brought.query:
            brought = begun.with_rest(brought)
        elif begun is not None:  # a replayed life may know of kin that are not found yet
            self._note_answer(seat, begun)
        if isinstance(brought, Begun) and not seat.has_kin:
            seat.begun = brought
        else:
            self._note_answer(seat, brought)

    def _note_answer(self, seat: Seat, brought: Brought) -> None:
        seat.heard.append(brought)
        seat.answers += bool(brought.rows)
        if brought.chosen and (brought.new or not isinstance(brought, Begun)):
            # a capped answer shows what ranks high: that it is known says nothing of the rest
            old = seat.rests.old(brought.query)
            records = 0 if brought.hidden else len(brought.rows) + old
            seat.tail.note(new=brought.new, pages=brought.pages, records=records)
            seat.recent.append((len(brought.rows), brought.new))

    def know(self, source: str, records: Sequence[Shown]) -> None:
        """A source was taken in an earlier run: these are its records."""
        self.join(source)
        self._seats[source].selector.size = float(len(records))
        self._seats[source].answers = 2
        for begin in range(0, len(records), MOST_AT_ONCE):
            part = tuple(records[begin : begin + MOST_AT_ONCE])
            self._seats[source].heard.append(Brought("", part))

    def choose(self, source: str, wish: Choose) -> Choice:
        """The word that promises the source most new records a page, by all that is known."""
        self.join(source)
        seat = self._seats[source]
        if seat.begun is not None:
            return Choice(seat.begun.query, "", seat.promise, seat.selector.estimate())
        self._learn(source)
        selector = seat.selector
        selector.page_size, selector.cap = wish.page_size, wish.cap
        selector.size = float(wish.size) if wish.size is not None else None
        reason = seat.tail.reason(taken=selector.ledger.records)
        found = None if reason else self._best(source, wish.habits)
        rest = seat.rests.best(seat.counts, page_size=wish.page_size, cap=wish.cap)
        other = found.efficiency if found is not None else 0.0
        if rest is not None and rest[1] >= other:
            promise = rest[1] if rest[1] < inf else other
            return Choice(rest[0], "", promise, selector.estimate())
        if found is None:
            seat.is_over = True
            seat.forget_asked()
            reason = reason or "no word promises anything new"
            saturated = seat.tail.is_saturated(selector.ledger.records)
            return Choice("", reason, estimate=seat.estimate(), saturated=saturated)
        seat.promise = found.efficiency
        return Choice(found.query.value, "", found.efficiency, selector.estimate())

    def _best(self, source: str, habits: Habits) -> Prediction | None:
        """The best word that may be asked, of the column that is swept first; others are refused
        for good on the way.
        """
        seat = self._seats[source]
        if seat.has_kin and (
            terms := seat.sweep.terms(seat.selector, partial(self._of_kin, source))
        ):
            found = self._best_of(source, habits, np.array(terms))
            if found is not None:
                return found
            seat.sweep.end()
        return self._best_of(source, habits)

    def _best_of(
        self, source: str, habits: Habits, among: Places | None = None
    ) -> Prediction | None:
        selector = self._seats[source].selector
        while (found := selector.select(among)) is not None:
            word = found.query.value
            if _is_askable(word, habits) and not self._misses(source, word):
                return found
            selector.ledger.refuse(found.query)
        return None

    def _of_kin(self, source: str, word: str) -> Label | None:
        """The column that a word stands in at another source of kin."""
        return next(
            ((key, seat.columns[word]) for key, seat in self._seats.items()
             if key != source and seat.has_kin and word in seat.columns), None,
        )  # fmt: skip

    def _learn(self, source: str) -> None:
        """Look into all that the source brought, and into some of what the others did: whether
        they show the same records, and what kin say.
        """
        left = MOST_AT_ONCE
        heard = [one for one, seat in self._seats.items() if one == source or seat.answers > 1]
        for one in heard:
            left -= self._compare(one, inf if one == source else left)
        left = MOST_AT_ONCE
        for one in heard:
            if one == source or self._seats[one].has_kin:
                left -= self._observe(one, inf if one == source else left)

    def _compare(self, source: str, most: float) -> int:
        """Look for kin in what a source brought, until ``most`` records are reached; gives how many
        they were.
        """
        seat, done = self._seats[source], 0
        while seat.heard and done < most:
            brought = seat.heard.popleft()
            done += len(brought.rows)
            seat.waiting.append(brought)
            if len(self._seats) > 1:
                self._note(source, brought.rows)
                self._unite(source)
        return done

    def _note(self, source: str, rows: Iterable[Shown]) -> None:
        compared = self._seats[source].compared
        for row in rows:
            if row.key not in compared:
                compared.add(row.key)
                self._kinship.note(source, row.key, _texts(row))

    def _unite(self, source: str) -> None:
        """Sources that share records become kin: each knows what all of them know.

        All of it at once: a part of what kin know makes worse choices than none (165 requests for
        85 on one pair).
        """
        kin = self._kinship.of(source)
        fresh = [key for key in (*kin, source) if kin and not self._seats[key].has_kin]
        for key in fresh:
            self._seats[key].begin_again(self._knowledge)
        for key in fresh:
            self._observe(key, inf)

    def _observe(self, source: str, most: float) -> int:
        """Show a selector what its source brought, until ``most`` records are reached."""
        seat, done = self._seats[source], 0
        for brought in seat.waiting:
            seat.read(brought.rows)
        while seat.waiting and done < most:
            brought = seat.waiting.popleft()
            done += len(brought.rows)
            self._show(source, brought)
        seat.forget_asked()
        return done

    def _show(self, source: str, brought: Brought) -> None:
        seat = self._seats[source]
        answer = Answer(
            Ask(source, Query("", brought.query)),
            tuple([self._taken(source, row) for row in brought.rows]),
            interactions=brought.pages, total=brought.total, exact=brought.exact,
            complete=brought.complete and self._proves(source, brought),
        )  # fmt: skip
        if brought.query:
            self._note_hit(source, brought.query, hit=bool(brought.rows or brought.total))
        seat.selector.observe(answer)
        if brought.chosen and brought.query:
            self._note_rest(seat, brought, answer)
        seat.selector.ledger.knowledge.tick()
        if not seat.has_kin and len(self._seats) > 1:
            seat.history.append(brought)

    def _note_rest(self, seat: Seat, brought: Brought, answer: Answer) -> None:
        """What an answer says of its rest: it waits, nothing of it is new, or it was read."""
        word, rests, counted = brought.query, seat.rests, seat.counts[brought.query]
        if not isinstance(brought, Begun):
            rests.end(word)
            if brought.complete and brought.exact and brought.total:
                rests.compare(counted=counted, found=brought.total)
        elif rests.are_exact and counted >= (brought.total or 0):
            seat.selector.settle(answer)
            if not brought.new:
                seat.tail.note(new=0, pages=1, records=counted)
        else:
            shown = len(brought.rows)
            rests.begin(word, total=brought.total or 0, shown=shown, old=shown - brought.new)

    def _taken(self, source: str, row: Shown) -> Taken:
        """A record as selectors see it: under the name that the thing has for all kin."""
        seat = self._seats[source]
        if row.key not in seat.records:
            name: Name = (source, row.key)
            if seat.has_kin:
                name = self._same.name(source, row.key, said(_texts(row)))
            asked = [Query("", word) for word in seat.words[row.key] if seat.tells(word)]
            seat.records[row.key] = Taken(name, frozenset(asked))
        return seat.records[row.key]

    def _proves(self, source: str, brought: Brought) -> bool:
        """Whether records that hold the word and did not come are proven absent: not if nothing
        came, and no word of that column ever found anything here.
        """
        if brought.rows or brought.total:
            return True
        label = self._label(source, brought.query)
        return label is not None and label in self._seats[source].worked

    def _label(self, source: str, word: str) -> Label | None:
        """The column that a word stands in: here if it was seen here, else at another source."""
        column = self._seats[source].columns.get(word)
        if column is not None:
            return source, column
        return next(((key, s.columns[word]) for key, s in self._seats.items() if word in s.columns),
                    None)  # fmt: skip

    def _misses(self, source: str, word: str) -> bool:
        """Whether words of this column find nothing at the source."""
        label = self._label(source, word)
        return label is not None and self._seats[source].hits.dropped(_named(source, label))

    def _note_hit(self, source: str, word: str, *, hit: bool) -> None:
        label = self._label(source, word)
        if label is None:
            return
        seat = self._seats[source]
        if hit:
            seat.worked[label] = None
        seat.hits.note(_named(source, label), hit=hit)
        if label[0] == source and seat.hits.dropped(label[1]):
            seat.dropped[label[1]] = None


def _texts(row: Shown) -> list[str]:
    return [one.value for one in row.fields if one.kind == "text"]


def _is_askable(word: str, habits: Habits) -> bool:
    least = habits.shortest if habits.relaxes is not None else SHORTEST
    least = min(SHORTEST, max(SHORTEST_EVER, least))
    return habits.askable(word) and words(word, shortest=least) == [word]


def _named(source: str, label: Label) -> str:
    """The name of a column for the hit rates of a source: its own by name, others' with source."""
    return label[1] if label[0] == source else "\0".join(label)
