"""Every published strategy, frozen: on one small made-up pool it asks what it asked before.

Each reproduced its figure (docs/how-good.md) and changes no more; what is better gets a key of
its own. The counts were taken on 20 November 2026 and say nothing by themselves, except that the
default has to beat them all.
"""

from functools import cache
from random import Random
from typing import Final

import pytest

from leadline.model import Query, Taken
from leadline_research.bench.selection.acquire import Trial, acquire
from leadline_research.bench.selection.made_pool import made
from leadline_research.bench.selection.simulated import SimulatedSource
from leadline_research.bench.selection.strategies import STRATEGIES
from tables import read_values

RECORDS: Final = 4_000
STOP: Final = 0.9
OURS: Final = frozenset({"default", "dkr"})
"""What improves is not frozen."""
FROZEN: Final[dict[str, tuple[int, int]]] = read_values(__file__, "FROZEN")
ALONE: Final[dict[str, tuple[int, int]]] = {"gt": (307, 530), "slice-cover": (829, 1300)}


@cache
def sources() -> tuple[SimulatedSource, ...]:
    """Three sources of 1,600, 1,400 and 1,200 records that overlap; cap 20."""
    table = made(RECORDS, 1)
    titles, authors = table["title"], table["author"]
    records = [
        Taken(key, frozenset(_terms(str(titles[key]), str(authors[key])))) for key in range(RECORDS)
    ]
    made_sources = []
    for place in range(3):
        held = [
            r for r, mask in zip(records, table["sources"], strict=True) if int(mask) >> place & 1
        ]
        Random(place).shuffle(held)
        made_sources.append(SimulatedSource(f"s{place}", held, page_size=5, cap=20))
    return tuple(made_sources)


def _terms(title: str, author: str) -> list[Query]:
    return [*(Query("title", word) for word in title.split()[:3]), Query("author", author)]


@cache
def trial(name: str, *, alone: bool = False) -> Trial:
    asked = sources()[:1] if alone else sources()
    return acquire(asked, STRATEGIES[name], seed=1, stop=STOP)


def to_80_and_in_all(found: Trial) -> tuple[int, int]:
    """Queries to 80 % of the records, and until the strategy ended or had 90 %."""
    reached = found.together.at(0.8)
    return (reached[0] if reached else 0, len(found.together.covered))


def test_every_strategy_is_pinned_or_ours() -> None:
    assert {*FROZEN, *ALONE, *OURS} == set(STRATEGIES)


@pytest.mark.parametrize("name", FROZEN)
def test_a_frozen_strategy_asks_what_it_asked(name: str) -> None:
    assert to_80_and_in_all(trial(name)) == FROZEN[name]


@pytest.mark.parametrize("name", ALONE)
def test_a_frozen_selector_asks_one_source_what_it_asked(name: str) -> None:
    """These take turns as the default does, which is not frozen."""
    assert to_80_and_in_all(trial(name, alone=True)) == ALONE[name]


def test_only_what_is_the_same_by_its_definition_asks_alike() -> None:
    """With one source's knowledge and queries as cost, DK and T take the most frequent word."""
    alike: dict[tuple[int, int], list[str]] = {}
    for name, counts in FROZEN.items():
        alike.setdefault(counts, []).append(name)
    same = [names for names in alike.values() if len(names) > 1]
    assert same == [["separate-a-dk", "separate-a-t", "separate-a-hf"]]


def test_the_default_gets_there_for_the_fewest_requests() -> None:
    best = trial("default").together.at(STOP)
    assert best is not None
    others = [trial(name).together.at(STOP) for name in FROZEN]
    assert best[1] < min(reached[1] for reached in others if reached)
