"""A budget for all sources: who goes first, what is left when it ends, and how a run goes on."""

import asyncio
from contextlib import ExitStack
from dataclasses import replace
from math import inf
from pathlib import Path

import pytest

import leadline
from leadline.app.budget import BudgetGuard, BudgetScheduler
from leadline.errors import BudgetSpent
from leadline.model import Budget
from leadline_zoo.source import ServedSource
from leadline_zoo.spec import Engine, Look, Pager, SourceSpec
from tables import each_named

RICH = SourceSpec(
    "rich", "books", 600, pager=Pager("next", 50), engine=Engine(empty="nothing", everything=("*",))
)
POOR = SourceSpec(
    "poor", "ru_firms", 240, charset="windows-1251", look=Look("definitions"),
    pager=Pager("next", 10), engine=Engine(empty="nothing"),
)  # fmt: skip


@pytest.mark.parametrize(("others", "served"), [(["quick"], 3), ([], 0)])
def test_a_source_with_a_long_page_lets_others_ask_in_between(
    others: list[str], served: int
) -> None:
    """An answer passes several turns of the event loop on its way to the next request."""
    asked: list[str] = []

    async def quick(loop: asyncio.AbstractEventLoop) -> None:
        for _ in range(3):
            arrived = loop.create_future()
            loop.call_soon(loop.call_soon, arrived.set_result, None)
            await arrived
            asked.append("quick")

    async def both() -> None:
        scheduler = BudgetScheduler(sources=["long", *others])
        other = asyncio.create_task(quick(asyncio.get_running_loop()))
        for _ in range(3):
            await scheduler.yield_to_loop()
        asked.append("long")
        await other

    asyncio.run(both())
    assert asked.index("long") == served


def raced(total: int, promises: dict[str, float]) -> dict[str, int]:
    """Sources that ask again and again until the budget is spent: how often each could."""
    got = dict.fromkeys(promises, 0)

    async def source(scheduler: BudgetScheduler, key: str) -> None:
        try:
            while True:
                await scheduler.acquire(key, inf if got[key] < 2 else promises[key])
                got[key] += 1
                await asyncio.sleep(0)
        except BudgetSpent:
            scheduler.remove(key)

    async def race() -> None:
        scheduler = BudgetScheduler(BudgetGuard(Budget(requests=total)), promises)
        await asyncio.wait_for(asyncio.gather(*(source(scheduler, key) for key in promises)), 120)

    asyncio.run(race())
    return got


RACES = [
    ("one is far better", {"a": 50.0, "b": 1.0}, {"a": 98, "b": 2}),
    ("one promises a little less: it is not forgotten", {"a": 50.0, "b": 20.0}, {"a": 87, "b": 13}),
    ("both promise the same", {"a": 3.0, "b": 3.0}, {"a": 50, "b": 50}),
    ("nothing is promised", {"a": 0.0, "b": 0.0}, {"a": 50, "b": 50}),
]


@each_named(RACES, "promises", "shares")
def test_the_best_goes_first(promises: dict[str, float], shares: dict[str, int]) -> None:
    got = raced(100, promises)
    assert sum(got.values()) == 100
    assert all(abs(got[key] - shares[key]) <= 3 for key in got), got


def test_who_leaves_is_waited_for_no_more() -> None:
    async def run() -> str:
        scheduler = BudgetScheduler(BudgetGuard(Budget(requests=10)), ["a", "b"])
        waiting = asyncio.create_task(scheduler.acquire("b", 1.0))
        await asyncio.sleep(0)
        assert not waiting.done()
        scheduler.remove("a")
        await asyncio.wait_for(waiting, 120)
        return "went on"

    assert asyncio.run(run()) == "went on"


def test_without_a_budget_nobody_waits() -> None:
    async def run() -> int:
        scheduler = BudgetScheduler()
        for promise in (1.0, 0.0, inf):
            await asyncio.wait_for(scheduler.acquire("a", promise), 120)
        return scheduler.total.requests

    assert asyncio.run(run()) == 3


@pytest.mark.parametrize(("total", "words"), [
    (Budget(requests=5), "5 requests"), (Budget(pages=5), "5 pages"),
    (Budget(bytes=1_000), "1,000 bytes"), (Budget(minutes=0.0001), "0.0001 minutes"),
])  # fmt: skip
def test_what_is_used_up_is_named(total: Budget, words: str) -> None:
    guard = BudgetGuard(total, 5, bytes=1_000)
    guard.started -= 60
    assert guard.reached(5) == words


@pytest.mark.parametrize("most", [30, pytest.param(60, marks=pytest.mark.many)])
def test_all_sources_together_keep_to_it_and_a_larger_one_goes_on(
    tmp_path: Path, most: int
) -> None:
    specs = replace(RICH, count=150), replace(POOR, count=50)
    with ServedSource(specs[0]) as rich, ServedSource(specs[1]) as poor:

        def harvest(total: int) -> leadline.Harvest:
            budget = Budget(requests=total)
            return leadline.harvest(rich.url, poor.url, project=tmp_path / "p", total=budget)

        first = harvest(most)
        assert rich.requests + poor.requests == most
        states = {one.state for one in first.outcomes.values()}
        assert "paused" in states
        reasons = [one.reason for one in first.outcomes.values() if one.state == "paused"]
        assert set(reasons) == {f"the budget of {most} requests for all sources is used up"}
        same = harvest(most)
        assert rich.requests + poor.requests == most
        assert list(same.asked.values()) == [0, 0]
        rest = harvest(0)
        assert [one.records for one in rest.outcomes.values()] == [one.count for one in specs]
        repeated = [e.target + e.body.decode("latin-1") for e in poor.log if e.kind == "results"]
        assert len(repeated) - len(set(repeated)) <= 3


def test_a_scarce_budget_goes_where_most_is_to_be_had(tmp_path: Path) -> None:
    """The rich source gives fifty records a request, the poor one ten at best."""
    with ServedSource(RICH) as rich, ServedSource(POOR) as poor:
        taken = leadline.harvest(
            rich.url, poor.url, project=tmp_path / "p", total=Budget(requests=62)
        )
        assert next(iter(taken.outcomes.values())).records == RICH.count


def test_no_more_sources_are_begun_than_the_budget_can_begin(tmp_path: Path) -> None:
    with ExitStack() as stack:
        specs = [SourceSpec(f"s{at}", "books", 60, seed=at) for at in range(4)]
        sources = [stack.enter_context(ServedSource(spec)) for spec in specs]
        urls = [source.url for source in sources]
        taken = leadline.harvest(*urls, project=tmp_path, total=Budget(requests=30), pace=0.0)
        assert sum(1 for source in sources if source.requests) <= 2
        assert any(outcome.records == 60 for outcome in taken.outcomes.values())
