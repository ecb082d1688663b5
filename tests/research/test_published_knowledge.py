"""Published probabilities: eqs. (3) to (7) of Xian 2012."""

import pytest

from leadline.model import Query, Taken
from leadline_research.xian2012.knowledge import PublishedKnowledge


def taken(key: int, *values: str) -> Taken:
    return Taken(key, frozenset(Query("", value) for value in values))


def probability(known: PublishedKnowledge, value: str) -> float:
    """P of a term as the selectors of the paper see it; a term that nobody gave has none."""
    number = known.vocabulary.number(Query("", value))
    return float(known.probabilities(number + 1)[number])


def test_equations_3_to_5() -> None:
    known = PublishedKnowledge()
    known.add(taken(1, "oil", "sea"))
    known.add(taken(2, "oil"))
    known.tick()
    assert probability(known, "oil") == 1.0
    known.add(taken(3, "ink"))
    known.tick()
    assert probability(known, "ink") == pytest.approx(1 / 3), "(4): a new candidate"
    assert probability(known, "oil") == pytest.approx(2 / 3), "(5): renewed"
    assert probability(known, "gold") == 0.0


def test_past_m_records_probabilities_follow_every_k_queries() -> None:
    known = PublishedKnowledge(every=3, full_from=2)
    seen = []
    for number in range(8):
        known.add(taken(number, "oil" if number < 2 else f"w{number}"))
        known.tick()
        seen.append(round(probability(known, "oil"), 3))
    assert seen[0] == 1.0, "below M at once"
    assert len(set(seen[1:])) < 6, "(6)(7): not after each query"
    assert seen[-1] < 1.0


def test_k_grows_with_the_knowledge() -> None:
    known = PublishedKnowledge(every=1, full_from=4, grows=True)
    intervals = []
    for number in range(33):
        known.add(taken(number, "oil"))
        intervals.append(known._interval(len(known)))
    assert intervals[3] == 1
    assert intervals[8] == 2
    assert intervals[32] == 8
