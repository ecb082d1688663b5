"""Schedules of sources: Cycle-A (Xian 2012, section 4), Separate-A, and the default, Best.

A schedule has two methods. ``next(free)`` returns the next ask among the sources that are not busy.
``tell(answer)`` takes answers in any order. It never waits and knows no clock, so one source, many
sources and a simulation are driven in one way.

>>> from leadline.model import Query, Taken
>>> from leadline_research.rivals.keywords import HighFrequency
>>> schedule = Best({"a": HighFrequency()}, starts={"a": [Query("", "sea")]})
>>> ask = schedule.next({"a"})
>>> ask.query.value, schedule.next({"a"})
('sea', None)
>>> schedule.tell(Answer(ask, (Taken(1, frozenset({Query("", "sea"), Query("", "fog")})),)))
>>> schedule.next({"a"}).query.value
'fog'
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, replace
from math import inf
from typing import TYPE_CHECKING, Final, Literal, NamedTuple, Protocol

from leadline.app.budget import MIN_FRACTION_OF_EQUAL_SHARE
from leadline.model import Answer, Ask, Query
from leadline_research.xian2012.cost import REQUESTS, Costs
from leadline_research.xian2012.source_sort import SourceWorth, source_sort

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping

    from leadline.protocols import Prediction


class Selector(Protocol):
    """Selects the next query of one source, and learns from every answer.

    Equal answers in the same order give equal queries: no clock, no hidden chance.
    """

    def observe(self, answer: Answer) -> None:
        """Learn from an answer of the source, also to a query that was not selected here."""

    def select(self) -> Prediction | None:
        """Return the best query not asked yet, or None when nothing is left."""

    def estimate(self) -> float | None:
        """Return the size of the source in records, or None while there is nothing to go by."""


ALPHA: Final = 5
"""Weak queries in a row that pause a source, section 4.2."""

OMEGA: Final = 0.95
"""Share of a source's size at which it ends, section 4.2."""

BETA: Final = 4
"""Visits after which a source ends, section 4.2."""

MIN_PRODUCTIVE_ANSWERS: Final = 10
"""Answers with new records from which the prediction for a source counts; its first answers up to
this number go before all others."""

MAX_UNPROVEN_ANSWERS: Final = 50
"""Answers up to which a source that is not proven goes before the others. A
source that began with two empty answers waited until all others were taken, without it."""


class _New(NamedTuple):
    """Records of an answer that its source, and all sources together, had not given before."""

    source: int
    system: int


class _Sources:
    """Selectors by source, with start queries, busy sources and taken records."""

    def __init__(
        self,
        selectors: Mapping[str, Selector],
        starts: Mapping[str, Iterable[Query]],
        sizes: Mapping[str, float],
    ) -> None:
        self.selectors = dict(selectors)
        self._sizes = dict(sizes)
        self.starts = {key: deque(starts.get(key, ())) for key in self.selectors}
        self.busy: dict[str, Ask] = {}
        self.taken: dict[str, dict[object, None]] = {key: {} for key in self.selectors}
        self._integrated: dict[object, None] = {}

    def predict(self, key: str) -> Prediction | None:
        return self.selectors[key].select()

    def ask(self, key: str, query: Query) -> Ask:
        self.busy[key] = ask = Ask(key, query)
        return ask

    def first(self, key: str) -> Query | None:
        starts = self.starts[key]
        return starts.popleft() if starts else None

    def tell(self, answer: Answer) -> _New:
        """Pass an answer to its selector; count its new records."""
        key = answer.ask.source
        self.busy.pop(key, None)
        self.selectors[key].observe(answer)
        records = dict.fromkeys(record.key for record in answer.records)
        taken, integrated = self.taken[key], self._integrated
        before = len(taken), len(integrated)
        taken.update(records)
        integrated.update(records)
        return _New(len(taken) - before[0], len(integrated) - before[1])

    def covered(self, key: str, omega: float) -> bool:
        """Tell whether |DB_local| >= omega * |DB|, by the given or estimated size."""
        size = self._sizes.get(key) or self.selectors[key].estimate()
        return size is not None and bool(self.taken[key]) and len(self.taken[key]) >= omega * size


class Best:
    """Schedule without rounds: the free source with the best predicted query by cost.

    Predictions are poor while few records of a source are known, so its first answers go before.
    """

    def __init__(
        self, selectors: Mapping[str, Selector], *, starts: Mapping[str, Iterable[Query]]
    ) -> None:
        self._sources = _Sources(selectors, starts, {})
        self._answers = dict.fromkeys(self._sources.selectors, 0)
        self._productive = dict.fromkeys(self._sources.selectors, 0)

    def next(self, free: Collection[str]) -> Ask | None:
        """Return the next ask among the free sources, None if they have nothing to ask now."""
        sources = self._sources
        found: dict[str, Prediction] = {}
        for key in sources.selectors:
            if key not in free or key in sources.busy:
                continue
            start = sources.first(key)
            if start is not None:
                return sources.ask(key, start)
            prediction = sources.predict(key)
            if prediction is not None:
                found[key] = prediction
        if not found:
            return None
        chosen = max(found, key=lambda key: self._urgency(key, found[key]))
        return sources.ask(chosen, found[chosen].query)

    def tell(self, answer: Answer) -> None:
        """Take an answer."""
        self._answers[answer.ask.source] += 1
        self._productive[answer.ask.source] += self._sources.tell(answer).source > 0

    def _urgency(self, key: str, prediction: Prediction) -> tuple[float, float]:
        """Rank a source: the answers that an unproven one lacks, then its efficiency."""
        if self._productive[key] >= MIN_PRODUCTIVE_ANSWERS:
            return 0.0, prediction.efficiency
        even = sum(self._answers.values()) / len(self._answers)
        due = min(
            MAX_UNPROVEN_ANSWERS, max(MIN_PRODUCTIVE_ANSWERS, MIN_FRACTION_OF_EQUAL_SHARE * even)
        )
        return max(0.0, due - self._answers[key]), prediction.efficiency


@dataclass(frozen=True, slots=True)
class Stops:
    """Conditions on which Cycle-A leaves a source, section 4.2, with the paper's values.

    ``alpha`` queries in a row, each with at most ``theta`` new records by cost, pause a source
    until the next cycle (0: none do). It ends when ``omega`` of its size is taken, when it was
    visited ``beta`` times, or when its queries cost ``budget`` (t_DB; the query that reaches it is
    the last). Cost is eq. (1) with ``costs``. New is what the source had not given, or, with
    ``novelty="system"``, what no source had.
    """

    alpha: int = ALPHA
    beta: int = BETA
    theta: float = 0.5
    omega: float = OMEGA
    budget: float = inf
    costs: Costs = REQUESTS
    novelty: Literal["source", "system"] = "source"


class Cycle:
    """Cycle-A, and with ``alpha = 0`` and one visit Separate-A: one source at a time, in order.

    The order is that of SourceSort by ``worth``; a size told there counts, otherwise the selector's
    estimate. A source that has nothing to ask pauses too.

    Differs: ``theta`` and what is new are not given in the paper; records of the source by request
    are taken for it. Where a source has exactly ``omega`` of its records, or has spent exactly its
    budget, Algorithm 1 asks once more before it ends; here it ends, as section 4.2 has it.
    """

    def __init__(
        self,
        selectors: Mapping[str, Selector],
        *,
        starts: Mapping[str, Iterable[Query]],
        worth: Mapping[str, SourceWorth] | None = None,
        stops: Stops | None = None,
    ) -> None:
        known = {key: (worth or {}).get(key, SourceWorth()) for key in selectors}
        sizes = {key: found.size for key, found in known.items() if found.size is not None}
        self._sources = _Sources(selectors, starts, sizes)
        self._stops = stops or Stops()
        self._left = source_sort(known)
        self._place = 0
        self._weak = 0
        self._visits = dict.fromkeys(self._left, 1)
        self._spent = dict.fromkeys(self._left, 0.0)

    def next(self, free: Collection[str]) -> Ask | None:
        """Return the current source's next ask; move on when it pauses or ends."""
        sources = self._sources
        for _ in range(len(self._left) * (self._stops.beta + 1) + 1):
            if not self._left:
                return None
            key = self._left[self._place]
            if key in sources.busy or key not in free:
                return None
            if not self._pauses(key):
                query = sources.first(key)
                if query is None:
                    found = sources.predict(key)
                    query = found.query if found is not None else None
                if query is not None:
                    return sources.ask(key, query)
            self._move_on(key)
        return None

    def tell(self, answer: Answer) -> None:
        """Take an answer: add its cost, and count it if it is weak."""
        stops = self._stops
        new = self._sources.tell(answer)
        cost = stops.costs.of(answer.interactions)
        self._spent[answer.ask.source] += cost
        counted = new.system if stops.novelty == "system" else new.source
        self._weak = self._weak + 1 if counted <= stops.theta * cost else 0

    def _ends(self, key: str) -> bool:
        spent = self._spent[key] >= self._stops.budget
        return spent or self._sources.covered(key, self._stops.omega)

    def _pauses(self, key: str) -> bool:
        weak = self._stops.alpha and self._weak >= self._stops.alpha
        return bool(weak) or self._ends(key)

    def _move_on(self, key: str) -> None:
        self._weak = 0
        if self._visits[key] >= self._stops.beta or self._ends(key):
            self._left.remove(key)
        else:
            self._visits[key] += 1
            self._place += 1
        if self._place >= len(self._left):
            self._place = 0


def separate(
    selectors: Mapping[str, Selector],
    *,
    starts: Mapping[str, Iterable[Query]],
    worth: Mapping[str, SourceWorth] | None = None,
    stops: Stops | None = None,
) -> Cycle:
    """Create Separate-A: each source alone until it is covered, out of budget or exhausted."""
    alone = replace(stops or Stops(), alpha=0, beta=1)
    return Cycle(selectors, starts=starts, worth=worth, stops=alone)
