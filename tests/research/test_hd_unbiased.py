"""HD-UNBIASED by simulation: right on average in every part, and nearer with all of them."""

from collections import Counter
from collections.abc import Callable, Iterable
from random import Random
from statistics import mean, stdev

import pytest

from leadline_research.dasgupta2010.hd_unbiased import HdUnbiased
from tables import read_rows

Count = Callable[[tuple[str, ...]], int | None]

PARTS = read_rows(__file__, "PARTS", "part", "options")


def counts_of(records: Iterable[tuple[str, ...]], shown: int) -> Count:
    """What a form says of its first choices: how many records, unless it cannot show them all."""
    held = Counter(record[:n] for record in records for n in range(len(record) + 1))
    return lambda node: held[node] if held[node] <= shown else None


def alike(size: int, length: int) -> set[tuple[str, ...]]:
    """Different records of yes and no, as in the paper, each mostly like the one before it."""
    rng = Random(1)
    found: set[tuple[str, ...]] = set()
    while len(found) < size:
        record = "01"[rng.random() < 0.2]
        while len(record) < length:
            record += "01"[rng.random() < (0.9 if record[-1] == "1" else 0.15)]
        found.add(tuple(record))
    return found


@pytest.mark.parametrize(("part", "options"), PARTS, ids=[part for part, _ in PARTS])
def test_new_walks_are_right_on_average(part: str, options: dict[str, int]) -> None:
    records = alike(400, 11)
    count = counts_of(records, shown=10)
    levels = [["0", "1"]] * 11
    values = [HdUnbiased(count, levels, Random(n), **options).estimate() for n in range(600)]
    off = stdev(values) / len(values) ** 0.5
    assert abs(mean(values) - len(records)) < 2.5 * off, part
    assert off < 0.05 * len(records), "enough walks to tell"


@pytest.mark.parametrize(("part", "options"), PARTS, ids=[part for part, _ in PARTS])
def test_walks_that_learned_stay_right_on_average(part: str, options: dict[str, int]) -> None:
    """Three selects of three, two and four choices, few of them filled alike, some empty."""
    rng, levels = Random(4), [["a", "b", "c"], ["x", "y"], ["0", "1", "2", "3"]]
    records = [
        tuple(rng.choice(level[: 1 + rng.randrange(len(level))]) for level in levels)
        for _ in range(500)
    ]
    held = Counter(record[:n] for record in records for n in range(4))
    largest = max(held[tuple(record)] for record in records)
    walks = HdUnbiased(counts_of(records, largest), levels, Random(2), **options)
    values = [walks.estimate() for _ in range(2_000)]
    off = stdev(values[100:]) / 1_900**0.5
    assert abs(mean(values[100:]) - 500) < 2.5 * off + 1e-6, part
    assert off < 0.03 * 500


@pytest.mark.many
def test_weights_and_layers_come_nearer_with_as_many_queries() -> None:
    records = alike(2_000, 20)
    count, levels = counts_of(records, shown=10), [["0", "1"]] * 20
    errors = []
    for _, options in (PARTS[0], PARTS[1], ("with layers", {"weighted": False}), ("whole", {})):
        squares = []
        for seed in range(24):
            walks = HdUnbiased(count, levels, Random(seed), **options)
            values = []
            while walks.queries < 600 and len(values) < 600:
                values.append(walks.estimate())
            squares.append((mean(values) / len(records) - 1) ** 2)
        errors.append(mean(squares) ** 0.5)
    alone, *others = errors
    assert max(others) < 0.75 * alone


def test_ends_of_the_tree() -> None:
    assert HdUnbiased(lambda node: 0, [["a"]], Random(1)).estimate() == 0.0
    assert HdUnbiased(lambda node: 7, [["a"]], Random(1)).estimate() == 7.0
    empty_below = HdUnbiased({(): None, ("a",): 0, ("b",): 0}.get, [["a", "b"]], Random(1))
    assert [empty_below.estimate() for _ in range(3)] == [0.0, 0.0, 0.0]
    overflows = HdUnbiased(lambda node: None, [["a"]], Random(1))
    assert overflows.estimate() == 0.0
    assert overflows.queries == 2
