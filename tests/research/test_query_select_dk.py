"""QuerySelect-DK by hand: rewards (8)-(10) by cost (11), with the pages of (2) under a cap."""

from dataclasses import replace
from random import Random

import pytest

from leadline.model import Answer, Ask, Query, Taken
from leadline_research.bench.selection.strategies import SELECTORS, STRATEGIES, Setting
from leadline_research.xian2012.cost import QUERIES, REQUESTS, Costs
from leadline_research.xian2012.knowledge import PublishedKnowledge
from tables import each_row

SECONDS = Costs(query=2.0, interaction=1.0, page=0.5)
EMPTY = Setting(PublishedKnowledge(), Random(1), size=100.0)
ALL, OFTEN, RARE = (Query("", value) for value in ("all", "often", "rare"))
HELD = [{ALL, OFTEN}] * 5 + [{ALL, RARE}] + [{ALL}] * 4
ANSWER = Answer(Ask("s", ALL), tuple(Taken(n, frozenset(held)) for n, held in enumerate(HELD)))
"""Ten of a hundred records. So ``often`` promises 50 - 5 new ones, and ``rare`` 10 - 1."""


@pytest.mark.parametrize(
    ("setting", "expected", "why"),
    [
        (replace(EMPTY, costs=QUERIES), (OFTEN, 45.0, 5.0, 1.0), "a query costs one"),
        (replace(EMPTY, costs=REQUESTS), (RARE, 9.0, 1.0, 1.0), "45 / 5 as 9 / 1: the cheaper"),
        (replace(EMPTY, costs=REQUESTS, page_size=25), (OFTEN, 45.0, 2.0, 2.0), "45 / 2, 9 / 1"),
        (replace(EMPTY, costs=REQUESTS, cap=10), (OFTEN, 45.0, 1.0, 1.0), "one page is reached"),
        (replace(EMPTY, costs=REQUESTS, cap=30), (OFTEN, 45.0, 3.0, 3.0), "45 / 3, 9 / 1"),
        (replace(EMPTY, costs=SECONDS), (OFTEN, 45.0, 5.0, 9.5), "45 / 9.5, 9 / 3.5"),
        (replace(EMPTY, costs=Costs(page=0.5)), (RARE, 9.0, 1.0, 1.5), "45 / 7.5, 9 / 1.5"),
    ],
)
@pytest.mark.parametrize("name", ["dk-cost", "t-cost"])
def test_the_greatest_reward_by_cost_is_chosen(
    name: str, setting: Setting, expected: tuple[Query, float, float, float], why: str
) -> None:
    selector = SELECTORS[name](replace(setting, knowledge=PublishedKnowledge()))
    selector.observe(ANSWER)
    found = selector.select()
    assert found is not None
    assert (found.query, found.new, found.pages, found.cost) == expected, why


@pytest.mark.parametrize("name", ["dk", "t"])
def test_the_papers_experiments_count_queries_whatever_is_paid(name: str) -> None:
    setting = replace(EMPTY, knowledge=PublishedKnowledge(), costs=REQUESTS, cap=10)
    selector = SELECTORS[name](setting)
    selector.observe(ANSWER)
    found = selector.select()
    assert found is not None
    assert (found.query, found.cost) == (OFTEN, 1.0)


def test_a_term_known_from_elsewhere_promises_its_share_of_the_source() -> None:
    """Eq. (10): half of what is known holds it, so half of the hundred."""
    known = PublishedKnowledge()
    selector = SELECTORS["dk"](replace(EMPTY, knowledge=known))
    for number in range(10):
        known.add(Taken(f"elsewhere {number}", frozenset({Query("", "far")})))
    selector.observe(ANSWER)
    found = selector.select()
    assert found is not None
    assert (found.query.value, found.new) == ("far", 50.0)


@each_row(__file__, "knowledge_is_renewed_as_often_as_the_key_says", "name", "known", "interval")
def test_knowledge_is_renewed_as_often_as_the_key_says(
    name: str, known: int, interval: int
) -> None:
    sea = frozenset({Query("", "sea")})
    knowledge = STRATEGIES[name].knowledge()
    for number in range(known):
        knowledge.add(Taken(number, frozenset()))
    for _ in range(interval):
        knowledge.tick()
    knowledge.add(Taken("new", sea))
    for _ in range(interval - 1):
        knowledge.tick()
        assert not knowledge.probabilities(1), "it is not time yet"
    knowledge.tick()
    assert knowledge.probabilities(1)
