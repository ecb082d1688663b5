"""The schedule Best: a source is judged by its promise once it could show what it has."""

import pytest

from leadline.model import Answer, Query, Taken
from leadline.protocols import Prediction
from leadline_research.xian2012.schedule import (
    MAX_UNPROVEN_ANSWERS,
    MIN_FRACTION_OF_EQUAL_SHARE,
    MIN_PRODUCTIVE_ANSWERS,
    Best,
)


class Promising:
    """Promises always the same, for a new word each time."""

    def __init__(self, promise: float) -> None:
        self._promise = promise
        self._asked = 0

    def select(self) -> Prediction | None:
        return Prediction(Query("", f"word{self._asked}"), self._promise, 1.0, 1.0)

    def observe(self, answer: Answer) -> None:
        self._asked += 1

    def estimate(self) -> float | None:
        return None


def asked(promises: dict[str, float], barren: set[str], queries: int) -> dict[str, int]:
    """How often each is asked; a barren source answers nothing, others a new record."""
    schedule = Best({key: Promising(promise) for key, promise in promises.items()}, starts={})
    count = dict.fromkeys(promises, 0)
    for number in range(queries):
        ask = schedule.next(promises.keys())
        assert ask is not None
        count[ask.source] += 1
        records = () if ask.source in barren else (Taken(number, frozenset({ask.query})),)
        schedule.tell(Answer(ask, records, total=len(records)))
    return count


@pytest.mark.parametrize(
    ("barren", "queries", "poor"),
    [
        pytest.param(set(), 10, 5, id="at first all in turn, whatever they promise"),
        pytest.param(set(), 300, MIN_PRODUCTIVE_ANSWERS, id="proven: no more than it promises"),
        pytest.param(
            {"poor"},
            300,
            MIN_FRACTION_OF_EQUAL_SHARE * 150,
            id="unproven: a share of an even share",
        ),
        pytest.param({"poor"}, 2_000, MAX_UNPROVEN_ANSWERS, id="not for ever"),
    ],
)
def test_a_source_is_judged_once_it_could_show_what_it_has(
    barren: set[str], queries: int, poor: float
) -> None:
    count = asked({"good": 9.0, "poor": 0.1}, barren, queries)
    assert count["poor"] == pytest.approx(poor, abs=1)


def test_of_proven_sources_the_best_promise_goes_first() -> None:
    count = asked({"a": 1.0, "b": 5.0, "c": 3.0}, set(), 100)
    assert count == {
        "a": MIN_PRODUCTIVE_ANSWERS,
        "b": 100 - 2 * MIN_PRODUCTIVE_ANSWERS,
        "c": MIN_PRODUCTIVE_ANSWERS,
    }
