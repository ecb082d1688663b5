"""Cycle-A by hand: the stop conditions of Xian 2012, section 4.2, what is new, the order."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from leadline.model import Answer, Query, Taken
from leadline.protocols import Prediction
from leadline_research.xian2012.cost import QUERIES, Costs
from leadline_research.xian2012.schedule import Cycle, Stops, separate
from leadline_research.xian2012.source_sort import SourceWorth, source_sort
from tables import each_row

Script = dict[str, "Sequence[str]"]
SIZES = {"a": SourceWorth(20), "b": SourceWorth(10)}
SCRIPT: Script = {"a": ["pq", "", "", "r", "", "", "s"], "b": ["p", "t", "", "", "u"]}
"""What each query of a source brings, a letter a record, on one page."""
LONG: Script = {"a": ["pq4", "rs4", "tu4", "vw4"]}
"""Two new records on four pages each."""
PAUSES = Stops(alpha=2, beta=9, theta=0.0)


class Scripted:
    """A selector that asks its queries in order, and thinks nothing."""

    def __init__(self, length: int) -> None:
        self._length, self._asked = length, 0

    def observe(self, answer: Answer) -> None:
        self._asked += 1

    def select(self) -> Prediction | None:
        number = self._asked
        return Prediction(Query("", str(number))) if number < self._length else None

    def estimate(self) -> float | None:
        return None


def visits(schedule: Cycle, script: Script) -> str:
    """The sources in the order they are asked."""
    trace = ""
    while (ask := schedule.next(script.keys())) is not None:
        told = script[ask.source][int(ask.query.value)]
        records = tuple(Taken(letter, frozenset()) for letter in told if letter.isalpha())
        pages = int("".join(filter(str.isdigit, told)) or 1)
        schedule.tell(Answer(ask, records, interactions=pages))
        trace += ask.source
    return trace


@each_row(__file__, "STOP_CONDITIONS", "why", "change", "expected")
def test_a_stop_condition(why: str, change: dict[str, Any] | None, expected: str) -> None:
    stops = replace(PAUSES, **change or {})
    selectors = {key: Scripted(len(SCRIPT[key])) for key in SCRIPT}
    assert visits(Cycle(selectors, starts={}, worth=SIZES, stops=stops), SCRIPT) == expected, why


@each_row(__file__, "a_source_ends_when_it_is_covered", "size", "omega", "expected", "why")
def test_a_source_ends_when_it_is_covered(
    size: float | None, omega: float, expected: str, why: str
) -> None:
    selectors = {key: Scripted(len(SCRIPT[key])) for key in SCRIPT}
    worth = {
        "a": SourceWorth(size, quality=9.0 if size else 1.0),
        "b": SourceWorth(10 if size else None),
    }
    stops = replace(PAUSES, omega=omega)
    assert visits(Cycle(selectors, starts={}, worth=worth, stops=stops), SCRIPT) == expected, why


SECONDS = Costs(query=2.0, interaction=1.0, page=0.5)


@pytest.mark.parametrize(
    ("stops", "asked", "why"),
    [
        (Stops(budget=8), 2, "four requests each"),
        (Stops(budget=8, costs=QUERIES), 4, "one query each"),
        (Stops(budget=16, costs=SECONDS), 2, "2 + (1 + .5) x 4 = 8 each"),
        (Stops(budget=16.5, costs=SECONDS), 3, "the query that reaches the budget is the last"),
        (Stops(alpha=1, beta=1, theta=0.5), 1, "two records on four pages are .5 by cost: weak"),
        (Stops(alpha=1, beta=1, theta=0.49), 4, "which is more than .49"),
        (Stops(alpha=1, beta=1, costs=QUERIES), 4, "two by query are not weak"),
    ],
)
def test_cost_is_that_of_equation_1(stops: Stops, asked: int, why: str) -> None:
    schedule = Cycle({"a": Scripted(4)}, starts={}, worth=SIZES, stops=stops)
    assert visits(schedule, LONG) == asked * "a", why


@pytest.mark.parametrize(
    ("stops", "expected", "why"),
    [
        (Stops(), "aaaaaaabbbbb", "to the end"),
        (Stops(alpha=1, theta=2.0), "aaaaaaabbbbb", "however weak its queries are"),
        (Stops(budget=3), "aaabbb", "but not past its budget"),
    ],
)
def test_separate_a_takes_each_source_by_itself(stops: Stops, expected: str, why: str) -> None:
    selectors = {key: Scripted(len(SCRIPT[key])) for key in SCRIPT}
    assert visits(separate(selectors, starts={}, worth=SIZES, stops=stops), SCRIPT) == expected, why


@pytest.mark.parametrize(
    ("worth", "expected", "why"),
    [
        ({"a": SourceWorth(10), "b": SourceWorth(20)}, "ba", "the larger"),
        ({"a": SourceWorth(10), "b": SourceWorth(20, novelty=0.4)}, "ab", "of which less is new"),
        ({"a": SourceWorth(10), "b": SourceWorth(20, quality=0.4)}, "ab", "which is worse"),
        ({"a": SourceWorth(10), "b": SourceWorth()}, "ab", "which nobody knows"),
        ({"b": SourceWorth(10), "a": SourceWorth(10)}, "ab", "equal ones by name"),
    ],
)
def test_the_most_useful_source_is_visited_first(
    worth: dict[str, SourceWorth], expected: str, why: str
) -> None:
    assert "".join(source_sort(worth)) == expected, why
    script = {"b": [""], "a": [""]}
    schedule = Cycle({key: Scripted(1) for key in script}, starts={}, worth=worth)
    assert visits(schedule, script) == expected, why
