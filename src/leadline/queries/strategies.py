"""Every published selector and schedule by name, and the product's own under 'default'.

A strategy is a selector with a schedule. Names follow the papers: ``separate-a-t`` is Separate-A
with QuerySelect-T, ``cycle-a`` is Cycle-A with QuerySelect-DK in the charitable reading,
``cycle-a-literal`` in the literal one, ``cycle-a-60`` with 60 visits instead of 4, ``-k10`` and
``-k30`` renew the knowledge every so many queries.

>>> STRATEGIES["default"].selector, STRATEGIES["default"].schedule
('dkr', 'best')
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, Literal

from leadline.knowledge.dynamic import DynamicKnowledge
from leadline.queries.baselines import GraphBased, HighFrequency, RandomWord, Zipf
from leadline.queries.cost import QUERIES, Costs
from leadline.queries.dk import QuerySelectDK
from leadline.queries.dkr import OverlapAware
from leadline.queries.gt import GoodTuring
from leadline.queries.schedule import BETA, Best, Cycle, separate
from leadline.queries.slice_selector import SliceCover
from leadline.queries.t import query_select_t

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from random import Random

    from leadline.model import Query
    from leadline.protocols import Selector

ScheduleName = Literal["best", "cycle", "separate"]


@dataclass(frozen=True, slots=True)
class Setting:
    """What a selector may be told of its source. ``size`` is for methods that presume it known.

    ``choices`` are the values of columns that a form would offer in selects.
    """

    knowledge: DynamicKnowledge
    rng: Random
    page_size: int = 10
    cap: int = 0
    size: float | None = None
    costs: Costs = QUERIES
    choices: Mapping[str, Sequence[str]] = field(default_factory=dict)


SELECTORS: Final[dict[str, Callable[[Setting], Selector]]] = {
    "dkr": lambda s: OverlapAware(s.knowledge, page_size=s.page_size, cap=s.cap, costs=s.costs),
    "gt": lambda s: GoodTuring(page_size=s.page_size, cap=s.cap, costs=s.costs),
    "dk": lambda s: QuerySelectDK(s.knowledge, size=s.size, costs=QUERIES),
    "dk-literal": lambda s: QuerySelectDK(s.knowledge, size=s.size, costs=QUERIES, literal=True),
    "t": lambda s: query_select_t(size=s.size, costs=QUERIES),
    "t-literal": lambda s: query_select_t(size=s.size, costs=QUERIES, literal=True),
    "gb": lambda s: GraphBased(),
    "hf": lambda s: HighFrequency(),
    "zipf": lambda s: Zipf(),
    "random": lambda s: RandomWord(s.rng),
    "slice-cover": lambda s: SliceCover(s.choices, cap=s.cap, page_size=s.page_size, size=s.size),
}


@dataclass(frozen=True, slots=True)
class Strategy:
    """A selector, how sources take turns, and what the paper leaves to choose."""

    selector: str
    schedule: ScheduleName
    beta: int = BETA
    every: int = 1

    def knowledge(self) -> DynamicKnowledge:
        """Empty knowledge, renewed as the strategy wants."""
        return DynamicKnowledge(every=self.every, full_from=0 if self.every > 1 else 10_000)

    def arrange(
        self,
        selectors: Mapping[str, Selector],
        starts: Mapping[str, Iterable[Query]],
        *,
        sizes: Mapping[str, float] | None = None,
    ) -> Best | Cycle:
        """The schedule over selectors by source, in SourceSort's order."""
        if self.schedule == "best":
            return Best(selectors, starts=starts)
        if self.schedule == "separate":
            return separate(selectors, starts=starts, sizes=sizes)
        return Cycle(selectors, starts=starts, beta=self.beta, sizes=sizes)


STRATEGIES: Final[dict[str, Strategy]] = {
    "default": Strategy("dkr", "best"),
    "dkr": Strategy("dkr", "best"),
    "gt": Strategy("gt", "best"),
    "cycle-a": Strategy("dk", "cycle"),
    "cycle-a-60": Strategy("dk", "cycle", beta=60),
    "cycle-a-literal": Strategy("dk-literal", "cycle"),
    "cycle-a-k10": Strategy("dk", "cycle", every=10),
    "cycle-a-k30": Strategy("dk", "cycle", every=30),
    "slice-cover": Strategy("slice-cover", "best"),
    "separate-a-dk": Strategy("dk", "separate"),
    "separate-a-t": Strategy("t", "separate"),
    "separate-a-t-literal": Strategy("t-literal", "separate"),
    "separate-a-gt": Strategy("gt", "separate"),
    "separate-a-gb": Strategy("gb", "separate"),
    "separate-a-hf": Strategy("hf", "separate"),
    "separate-a-zipf": Strategy("zipf", "separate"),
    "separate-a-random": Strategy("random", "separate"),
}
