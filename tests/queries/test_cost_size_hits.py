"""The paper's cost model, the estimators' worked numbers, learned hit rates, the tail."""

from collections import Counter
from random import Random
from statistics import mean, stdev

import pytest

from leadline.queries.cost import QUERIES, Costs, interactions
from leadline.queries.hits import HitRates
from leadline.queries.size import (
    chao1,
    hd_unbiased,
    lincoln_petersen,
    pool_based,
    size_by_ratio,
)
from leadline.queries.stop import Tail


@pytest.mark.parametrize(
    ("matching", "cap", "expected", "why"),
    [
        (104, 0, 11, "the paper's example"),
        (104, 50, 5, "eq. (2) with a cap"),
        (104, 1000, 11, "a cap not reached"),
        (100, 0, 10, "exactly full"),
        (0, 0, 1, "an empty answer is an interaction"),
    ],
)
def test_interactions(matching: int, cap: int, expected: int, why: str) -> None:
    assert interactions(matching, page_size=10, cap=cap) == expected, why


def test_cost_is_linear_in_pages() -> None:
    assert Costs(query=2, interaction=1, page=0.5).of(11) == 18.5
    assert QUERIES.of(11) == 1.0


def test_estimators_on_worked_numbers() -> None:
    assert size_by_ratio(local=500, matched=200, known=400) == 1000
    assert size_by_ratio(local=500, matched=0, known=400) == 500
    assert chao1(records=100, once=20, twice=10) == 120
    assert chao1(records=100, once=5, twice=0) == 110
    assert lincoln_petersen(200, 150, 30) == pytest.approx(201 * 151 / 31 - 1)


def test_a_column_that_never_hits_is_dropped() -> None:
    rates = HitRates()
    for _ in range(4):
        rates.note("year", hit=True)
        rates.note("size", hit=False)
    assert not rates.dropped("size")
    rates.note("size", hit=False)
    assert rates.dropped("size")
    assert not rates.dropped("year")


def test_a_good_column_survives_five_misses() -> None:
    rates = HitRates()
    for hit in [True] * 20 + [False] * 6:
        rates.note("title", hit=hit)
    assert not rates.dropped("title")


def test_tail_counts_weak_queries_in_a_row() -> None:
    tail = Tail(most=3, theta=0.5)
    for new in (0, 6, 5):
        tail.note(new=new, pages=10)
    assert (tail.weak, tail.reason()) == (1, None), "6 on 10 pages is not weak, 5 is"
    tail.note(new=0, pages=0)
    tail.note(new=4, pages=10)
    assert (tail.reason() or "").startswith("3 queries in a row")


def test_drill_downs_are_unbiased_on_a_skewed_tree() -> None:
    rng = Random(4)
    levels = [["a", "b", "c"], ["x", "y"], ["0", "1", "2", "3"]]
    records = [tuple(rng.choice(level[: 1 + rng.randrange(len(level))]) for level in levels)
               for _ in range(500)]  # fmt: skip

    def count(node: tuple[str, ...]) -> int | None:
        found = sum(record[: len(node)] == node for record in records)
        return found if found <= 60 or len(node) == len(levels) else None

    walks = [hd_unbiased(count, levels, rng)[0] for _ in range(3000)]
    assert sum(walks) / len(walks) == pytest.approx(500, rel=0.05)


def test_an_empty_source_drills_to_nothing() -> None:
    assert hd_unbiased(lambda node: 0, [["a"]], Random(1))[0] == 0.0


def test_hd_unbiased_on_a_boolean_database_as_in_the_paper() -> None:
    """Twelve attributes, skewed, no two records alike, ten shown: every record is in some leaf."""
    rng, falls = Random(1), (0.5, 0.3, 0.6, 0.2, 0.5, 0.4, 0.5, 0.3, 0.6, 0.5, 0.4, 0.5)
    records = {"".join("01"[rng.random() < fall] for fall in falls) for _ in range(2_000)}
    counts = Counter(record[:n] for record in records for n in range(len(falls) + 1))

    def count(node: tuple[str, ...]) -> int | None:
        found = counts["".join(node)]
        return found if found <= 10 else None

    levels = [["0", "1"]] * len(falls)
    walks = [hd_unbiased(count, levels, Random(seed))[0] for seed in range(2_000)]
    off = stdev(walks) / len(walks) ** 0.5
    assert abs(mean(walks) - len(records)) < 2.5 * off
    assert off < 0.03 * len(records), "enough walks to tell"


def test_pool_based_counts_every_record_once() -> None:
    """Queries a: records 1 2, b: 2 3, c: 3. Asked all, the estimate is exact."""
    assert pool_based([[1, 2], [2, 2], [2]], pool=3) == 3.0
    assert pool_based([], pool=3) == 0.0
