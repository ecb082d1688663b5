"""Names of every published selector and schedule; 'default' is the product's own.

A strategy is a selector with a schedule. Names follow the papers: ``separate-a-t`` is Separate-A
with QuerySelect-T, ``cycle-a`` is Cycle-A with QuerySelect-DK in the charitable reading,
``cycle-a-literal`` in the literal one, ``cycle-a-60`` with 60 visits instead of 4. Knowledge is
renewed every 10 or 30 queries with ``-k10`` and ``-k30``, after ever more with ``-grows``.
``-system`` counts what no source had as new, where the others count what this source had not.

The paper's experiments leave cost out and count queries, and so do these keys. With ``-cost`` eq.
(11) divides by eq. (1), by default one a request, with the pages of eq. (2) under the cap.

>>> STRATEGIES["default"].selector, STRATEGIES["default"].schedule
('dkr', 'best')
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, Literal

from leadline_research.chao1987.answer_dispersion import overlap_aware
from leadline_research.good1953.good_turing import GoodTuring
from leadline_research.named import member
from leadline_research.rivals.keywords import GraphBased, HighFrequency, RandomWord, Zipf
from leadline_research.sheng2012.slice_selector import SliceCover
from leadline_research.xian2012.cost import QUERIES, REQUESTS, Costs
from leadline_research.xian2012.knowledge import PublishedKnowledge
from leadline_research.xian2012.query_select_dk import QuerySelectDK, query_select_t
from leadline_research.xian2012.schedule import Best, Cycle, Selector, Stops, separate

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from random import Random

    from leadline.model import Query
    from leadline_research.xian2012.source_sort import SourceWorth

ScheduleName = Literal["best", "cycle", "separate"]
RENEWAL_GROWS_FROM_RECORDS: Final = 1_000
"""Records known (M) from which K grows; K passes 30, the paper's largest, at 32,000."""


@dataclass(frozen=True, slots=True)
class Setting:
    """Facts of a source given to a selector; ``size`` is for methods that presume it known.

    ``choices`` are the values of columns that a form would offer in selects.
    """

    knowledge: PublishedKnowledge
    rng: Random
    page_size: int = 10
    cap: int = 0
    size: float | None = None
    costs: Costs = QUERIES
    choices: Mapping[str, Sequence[str]] = field(default_factory=dict)


SELECTORS: Final[dict[str, Callable[[Setting], Selector]]] = {
    "dkr": lambda s: overlap_aware(s.knowledge, page_size=s.page_size, cap=s.cap, costs=s.costs),
    "gt": lambda s: GoodTuring(page_size=s.page_size, cap=s.cap, costs=s.costs),
    "dk": lambda s: QuerySelectDK(s.knowledge, size=s.size, costs=QUERIES),
    "dk-literal": lambda s: QuerySelectDK(s.knowledge, size=s.size, costs=QUERIES, literal=True),
    "dk-cost": lambda s: QuerySelectDK(
        s.knowledge, page_size=s.page_size, cap=s.cap, size=s.size, costs=s.costs
    ),
    "t": lambda s: query_select_t(size=s.size, costs=QUERIES),
    "t-literal": lambda s: query_select_t(size=s.size, costs=QUERIES, literal=True),
    "t-cost": lambda s: query_select_t(
        page_size=s.page_size, cap=s.cap, size=s.size, costs=s.costs
    ),
    "gb": lambda s: GraphBased(),
    "hf": lambda s: HighFrequency(),
    "zipf": lambda s: Zipf(),
    "random": lambda s: RandomWord(s.rng),
    "slice-cover": lambda s: SliceCover(s.choices, cap=s.cap, page_size=s.page_size, size=s.size),
}


@dataclass(frozen=True, slots=True)
class Strategy:
    """A selector, the schedule of sources, and parameters that the paper leaves open.

    Knowledge is renewed after ``every`` queries (K) once it holds ``full_from`` records (M), and K
    grows with it if ``grows``. ``costs`` is what selectors count that know costs, where it does not
    depend on the sources.
    """

    selector: str | Callable[[Setting], Selector]
    schedule: ScheduleName
    stops: Stops = field(default_factory=Stops)
    every: int = 1
    full_from: int = 0
    grows: bool = False
    costs: Costs | None = None

    def made(self, setting: Setting) -> Selector:
        """Make the selector of one source."""
        make = SELECTORS[self.selector] if isinstance(self.selector, str) else self.selector
        return make(setting)

    def knowledge(self) -> PublishedKnowledge:
        """Create empty knowledge with the strategy's renewal."""
        return PublishedKnowledge(every=self.every, full_from=self.full_from, grows=self.grows)

    def arrange(
        self,
        selectors: Mapping[str, Selector],
        starts: Mapping[str, Iterable[Query]],
        *,
        worth: Mapping[str, SourceWorth] | None = None,
    ) -> Best | Cycle:
        """Create the schedule over selectors by source; Cycle-A and Separate-A use SourceSort."""
        if self.schedule == "best":
            return Best(selectors, starts=starts)
        if self.schedule == "separate":
            return separate(selectors, starts=starts, worth=worth, stops=self.stops)
        return Cycle(selectors, starts=starts, worth=worth, stops=self.stops)


STRATEGIES: Final[dict[str, Strategy]] = {
    "default": Strategy("dkr", "best"),
    "dkr": Strategy("dkr", "best"),
    "gt": Strategy("gt", "best"),
    "cycle-a": Strategy("dk", "cycle"),
    "cycle-a-60": Strategy("dk", "cycle", Stops(beta=60)),
    "cycle-a-literal": Strategy("dk-literal", "cycle"),
    "cycle-a-k10": Strategy("dk", "cycle", every=10),
    "cycle-a-k30": Strategy("dk", "cycle", every=30),
    "cycle-a-grows": Strategy("dk", "cycle", full_from=RENEWAL_GROWS_FROM_RECORDS, grows=True),
    "cycle-a-system": Strategy("dk", "cycle", Stops(novelty="system")),
    "cycle-a-cost": Strategy("dk-cost", "cycle", costs=REQUESTS),
    "slice-cover": Strategy("slice-cover", "best"),
    "separate-a-dk": Strategy("dk", "separate"),
    "separate-a-t": Strategy("t", "separate"),
    "separate-a-t-cost": Strategy("t-cost", "separate", costs=REQUESTS),
    "separate-a-t-literal": Strategy("t-literal", "separate"),
    "separate-a-gt": Strategy("gt", "separate"),
    "separate-a-gb": Strategy("gb", "separate"),
    "separate-a-hf": Strategy("hf", "separate"),
    "separate-a-zipf": Strategy("zipf", "separate"),
    "separate-a-random": Strategy("random", "separate"),
}


def strategy_of(name: str) -> Strategy:
    """Return a strategy by name; one's own may be a selector's class, scheduled as the default."""
    found: Any = member(name, STRATEGIES, "strategy")
    return found if isinstance(found, Strategy) else Strategy(found, STRATEGIES["default"].schedule)
