"""Which source is asked next: Cycle-A (Xian 2012, section 4), Separate-A, and the default, Best.

A schedule is a plain object with two methods, so that one source at a time, many at once and a
simulation are driven alike: ``next(free)`` names the next ask among the sources that are not busy,
``tell(answer)`` takes answers in any order. It never waits and knows no clock.

>>> from leadline.model import Query, Taken
>>> from leadline.queries.baselines import HighFrequency
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
from typing import TYPE_CHECKING, Final

from leadline.model import Answer, Ask, Query

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping

    from leadline.protocols import Prediction, Selector

ALPHA: Final = 5
OMEGA: Final = 0.95
BETA: Final = 4
FAIR: Final = 0.25
PROMISE: Final = 0.1
"""Share of an even share, and of the best promise, below which a source is not forgotten: on three
disjoint museums of unknown size it saves 20-40 % of the queries to 80 % coverage."""


class _Sources:
    """The selectors by source, what each is to be asked first, and who is busy."""

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

    def predict(self, key: str) -> Prediction | None:
        return self.selectors[key].select()

    def ask(self, key: str, query: Query) -> Ask:
        self.busy[key] = ask = Ask(key, query)
        return ask

    def first(self, key: str) -> Query | None:
        starts = self.starts[key]
        return starts.popleft() if starts else None

    def tell(self, answer: Answer) -> int:
        """Pass an answer on; the records of it that are new for its source."""
        key = answer.ask.source
        self.busy.pop(key, None)
        self.selectors[key].observe(answer)
        taken = self.taken[key]
        before = len(taken)
        taken.update(dict.fromkeys(record.key for record in answer.records))
        return len(taken) - before

    def covered(self, key: str, omega: float) -> bool:
        """|DB_local| >= omega * |DB| by the selector's estimate."""
        size = self._sizes.get(key) or self.selectors[key].estimate()
        return size is not None and bool(self.taken[key]) and len(self.taken[key]) >= omega * size


class Best:
    """No rounds: of the free sources the one whose best query promises most by cost.

    What a source promises is known badly while little of it was seen, so one that fell far below
    an even share of the pages goes first as long as it promises a little.
    """

    def __init__(
        self, selectors: Mapping[str, Selector], *, starts: Mapping[str, Iterable[Query]]
    ) -> None:
        self._sources = _Sources(selectors, starts, {})
        self._spent = dict.fromkeys(self._sources.selectors, 0)

    def next(self, free: Collection[str]) -> Ask | None:
        """The next ask among the free sources, None when they have nothing to ask now."""
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
        best = max(found, key=lambda key: found[key].efficiency)
        chosen = self._starved(found, found[best].efficiency) or best
        return sources.ask(chosen, found[chosen].query)

    def tell(self, answer: Answer) -> None:
        """An answer came."""
        self._spent[answer.ask.source] += answer.interactions
        self._sources.tell(answer)

    def _starved(self, found: Mapping[str, Prediction], best: float) -> str | None:
        """A source far below its fair share that still promises something, if any."""
        least = FAIR * sum(self._spent.values()) / len(self._spent)
        starved = [
            key
            for key, prediction in found.items()
            if self._spent[key] < least and prediction.efficiency >= PROMISE * best
        ]
        return min(starved, key=lambda key: self._spent[key], default=None)


class Cycle:
    """Cycle-A, and with ``alpha = 0`` and one visit Separate-A: one source at a time, in order.

    ``alpha`` queries in a row with at most ``theta`` new records an interaction pause a source
    until the next cycle; it ends when ``omega`` of its size is taken, after ``beta`` visits, or
    past its budget of interactions ``budget`` (0 is none). ``sizes`` are sizes told from outside,
    otherwise the selector's estimate counts. ``theta`` is not given in the paper.
    """

    def __init__(
        self,
        selectors: Mapping[str, Selector],
        *,
        starts: Mapping[str, Iterable[Query]],
        alpha: int = ALPHA,
        beta: int = BETA,
        omega: float = OMEGA,
        theta: float = 0.5,
        budget: int = 0,
        sizes: Mapping[str, float] | None = None,
    ) -> None:
        self._sources = _Sources(selectors, starts, sizes or {})
        self._alpha, self._beta, self._omega, self._theta = alpha, beta, omega, theta
        self._budget = budget
        self._left = list(self._sources.selectors)
        self._place = 0
        self._weak = 0
        self._visits = dict.fromkeys(self._left, 1)
        self._spent = dict.fromkeys(self._left, 0)

    def next(self, free: Collection[str]) -> Ask | None:
        """The current source's next ask; moves on when it is to pause or to end."""
        sources = self._sources
        for _ in range(len(self._left) * (self._beta + 1) + 1):
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
        """An answer came: weak or not?"""
        key = answer.ask.source
        new = self._sources.tell(answer)
        self._spent[key] += answer.interactions
        weak = new <= self._theta * answer.interactions
        self._weak = self._weak + 1 if weak else 0

    def _ends(self, key: str) -> bool:
        spent = self._budget and self._spent[key] >= self._budget
        return bool(spent) or self._sources.covered(key, self._omega)

    def _pauses(self, key: str) -> bool:
        return bool(self._alpha and self._weak >= self._alpha) or self._ends(key)

    def _move_on(self, key: str) -> None:
        self._weak = 0
        if self._visits[key] >= self._beta or self._ends(key):
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
    omega: float = OMEGA,
    sizes: Mapping[str, float] | None = None,
) -> Cycle:
    """Separate-A-X: each source alone until it is covered or has nothing left to ask."""
    return Cycle(selectors, starts=starts, alpha=0, beta=1, omega=omega, sizes=sizes)


def source_sort(worth: Mapping[str, tuple[float, float, float]]) -> list[str]:
    """SourceSort: most useful source first, by size x novelty x quality (ties by name).

    >>> source_sort({"small": (10, 1, 1), "large": (90, 0.5, 1), "copy": (90, 0.1, 1)})
    ['large', 'small', 'copy']
    """
    return sorted(worth, key=lambda key: (-(worth[key][0] * worth[key][1] * worth[key][2]), key))
