"""Counts by term: statistics of a source, sizes, the stopping rule, columns of words."""

import numpy as np
import pytest

from leadline.model import Answer, Ask, Query, Taken
from leadline.selection.estimators.novelty import Novelty, proven_overlap
from leadline.selection.estimators.source_size import SourceSize
from leadline.selection.keywords.overlap_aware import RecentYield
from leadline.selection.keywords.yield_model import PredictionRatio
from leadline.selection.knowledge.dynamic import DynamicKnowledge
from leadline.selection.knowledge.record_index import RecordIndex
from leadline.selection.knowledge.statistics import SourceStatistics
from leadline.selection.probing.stopping import StoppingRule
from leadline.selection.word_columns import WordColumns
from tables import each_row

SEA, FOG, OIL = (Query("", word) for word in ("sea", "fog", "oil"))


def record(key: int, *terms: Query) -> Taken:
    return Taken(key, frozenset(terms))


def answer(query: Query, *records: Taken, **more: object) -> Answer:
    return Answer(Ask("s", query), records, **more)  # type: ignore[arg-type]


def counted() -> SourceStatistics:
    """Sea and fog were asked; record 1 came twice, record 2 three times, 3 and 4 once."""
    statistics = SourceStatistics(RecordIndex())
    one, two = record(1, SEA, FOG), record(2, SEA, OIL)
    statistics.take(answer(SEA, one, two, record(3, SEA), interactions=2))
    statistics.take(answer(FOG, one, two, record(4, FOG, OIL)))
    statistics.take(answer(Query("", "x"), two, two))
    return statistics


def by_term(statistics: SourceStatistics, counts: np.ndarray) -> dict[str, int]:  # type: ignore[type-arg]
    number = statistics.knowledge.vocabulary.number
    return {term.value: int(counts[number(term)]) for term in (SEA, FOG, OIL)}


def test_records_and_queries_are_counted() -> None:
    statistics = counted()
    assert (statistics.records, statistics.once, statistics.twice) == (4, 2, 1)
    assert statistics.queries == 3


def test_terms_are_counted_in_all_records_and_in_singletons() -> None:
    statistics = counted()
    assert by_term(statistics, statistics.local) == {"sea": 3, "fog": 2, "oil": 2}
    assert by_term(statistics, statistics.single) == {"sea": 1, "fog": 1, "oil": 1}
    assert by_term(statistics, statistics.closed) == {"sea": 1, "fog": 1, "oil": 0}
    assert by_term(statistics, statistics.submitted) == {"sea": 1, "fog": 1, "oil": 0}
    singletons = statistics.singletons(slice(0, 3))
    assert sorted(singletons.tolist()) == [1.5, 1.5, 1.75], "with their share of four records"


def test_a_refused_term_is_closed_and_not_submitted() -> None:
    statistics = counted()
    number = statistics.refuse(OIL)
    assert statistics.closed[number]
    assert not statistics.submitted[number]


def test_holds_tells_records_of_this_source() -> None:
    knowledge = RecordIndex()
    here, there = SourceStatistics(knowledge), SourceStatistics(knowledge)
    here.take(answer(SEA, record(1, SEA)))
    there.take(answer(SEA, record(2, SEA)))
    assert [here.holds(0), here.holds(1), here.holds(9_999)] == [True, False, False]
    assert knowledge.owners[:2].tolist() == [1, 1]


@each_row(__file__, "the_best_term", "scores", "tie", "best", sequence=list)
def test_the_best_term(scores: list[float], tie: list[float] | None, best: str | None) -> None:
    """Ties go to the lower cost, then to the order of the terms, not of their numbers."""
    statistics = SourceStatistics(RecordIndex())
    for term in (SEA, FOG, OIL):
        statistics.knowledge.vocabulary.number(term)
    number = statistics.best(np.array(scores), None if tie is None else np.array(tie))
    found = None if number is None else statistics.knowledge.vocabulary.query(number).value
    assert found == best


# -- size of a source ------------------------------------------------------------------------


def sized(stated: float | None = None, others: int = 0) -> tuple[SourceSize, SourceStatistics]:
    knowledge = DynamicKnowledge()
    statistics, membership = SourceStatistics(knowledge), knowledge.join()
    for _ in range(others):
        knowledge.join()
    return SourceSize(statistics, membership, stated), statistics


def test_a_stated_size_goes_before_all_unless_more_was_taken() -> None:
    size, statistics = sized(3.0)
    assert size.estimate(cap=0) == 3.0
    statistics.take(answer(SEA, *[record(key, SEA) for key in range(5)]))
    assert size.estimate(cap=0) == 5.0
    assert size.remaining(cap=0) == 1.0, "one more may always come"


def test_before_any_record_nothing_is_known() -> None:
    size, _ = sized()
    assert size.estimate(cap=0) is None
    assert size.remaining(cap=0) == 1.0


def test_chao_or_the_largest_total_whichever_is_more() -> None:
    size, statistics = sized()
    records = [record(key, SEA) for key in range(20)]
    statistics.take(answer(SEA, *records))
    assert size.estimate(cap=0) == 20 + 20 * 19 / 2
    statistics.take(answer(FOG, *records))
    assert size.estimate(cap=0) == 20.0
    size.note_answer(answer(SEA, total=70, exact=False, complete=False), before=0, again=0, shown=0)
    assert size.estimate(cap=0) == 20.0, "a total that is only about so many"
    size.note_answer(answer(SEA, total=70, exact=True, complete=False), before=0, again=0, shown=0)
    assert size.estimate(cap=0) == 70.0


def test_an_estimate_is_at_most_fifty_times_what_was_taken() -> None:
    size, statistics = sized()
    statistics.take(answer(SEA, *[record(key, SEA) for key in range(200)]))
    assert size.estimate(cap=0) == 50.0 * 200


@pytest.mark.parametrize(("again", "cap", "expected"), [(30, 9, 1000), (29, 9, 20), (30, 0, 20)])
def test_past_a_cap_recaptures_say_the_size(again: int, cap: int, expected: float) -> None:
    size, statistics = sized()
    records = [record(key, SEA) for key in range(20)]
    for query in (SEA, FOG):
        statistics.take(answer(query, *records))
    catch = answer(SEA, *[record(key, SEA) for key in range(10 * again)])
    size.note_answer(catch, before=100, again=again, shown=again)
    assert size.estimate(cap=cap) == pytest.approx(expected)


@each_row(__file__, "REMAINS_ROUNDED_UP_WHILE", "queries", "taken", "of", "expected")
def test_what_remains_is_rounded_up_while_others_are_open(
    queries: int, taken: int, of: int, expected: float
) -> None:
    """100 records that all came twice; another source took so many ``of`` its records."""
    size, statistics = sized(others=1)
    statistics.records, statistics.queries = 100, queries
    statistics.twice = 100
    other = size._membership.others[0]
    other.taken, other.size = taken, float(of)
    if queries < 30 and taken:
        expected = max(expected, float(of))
    assert size.remaining(cap=0) == pytest.approx(expected)


# -- estimators ------------------------------------------------------------------------------


@each_row(__file__, "PREDICTION_RATIO", "predicted", "observed", "full", "value")
def test_prediction_ratio(predicted: float, observed: float, full: bool, value: float) -> None:
    ratio = PredictionRatio(0.95, 100.0)
    ratio.add(predicted=predicted, observed=observed, has_full_prior=full)
    assert ratio.value == pytest.approx(value)


def test_recent_yield_forgets_by_productive_answers() -> None:
    recent = RecentYield()
    assert recent.rate == 0.0
    recent.add(records=10, cost=1.0)
    assert recent.rate == 10.0
    recent.add(records=0, cost=1.0)
    assert recent.rate == 5.0
    recent.add(records=1, cost=1.0)
    assert recent.rate == pytest.approx((10 * 0.9 + 1) / (2 * 0.9 + 1))


def test_novelty_is_a_product_over_sources_that_answered_completely() -> None:
    knowledge = DynamicKnowledge()
    own, other, third = (knowledge.join() for _ in range(3))
    numbers = np.array([knowledge.add(record(key, SEA))[0] for key in range(30)])
    sea, fog = (knowledge.vocabulary.number(term) for term in (SEA, FOG))
    for membership in (own, other, third):
        membership.note_answer(sea, numbers, complete=True, reached=1.0)
    novelty = Novelty(own)
    other.note_answer(fog, numbers[:0], complete=True, reached=1.0)
    third.note_answer(fog, numbers[:0], complete=False, reached=1.0)
    overlap = proven_overlap(own, other)
    assert overlap == 30 / 40
    weights = novelty.weights()
    assert weights[fog] == pytest.approx(1 - overlap)
    assert weights[sea] == pytest.approx((1 - overlap) ** 2)
    third.note_answer(fog, numbers[:0], complete=True, reached=1.0)
    assert novelty.weights()[fog] == pytest.approx((1 - overlap) ** 2)
    novelty.answers += 50
    assert novelty.weights()[fog] == pytest.approx((1 - overlap) ** 2), "measured anew, the same"


# -- cost, stopping, columns -----------------------------------------------------------------


@each_row(__file__, "saturation", "weak", "known", "taken", "saturated")
def test_saturation(weak: int, known: int, taken: int, saturated: bool) -> None:
    rule = StoppingRule(weak=weak, known=known)
    assert rule.is_saturated(taken) is saturated
    assert (rule.reason(taken=taken) is not None) is saturated
    assert rule.reason() is None


def test_news_end_a_row_of_weak_queries() -> None:
    rule = StoppingRule()
    for _ in range(24):
        rule.add(new=0, records=5)
    assert (rule.weak, rule.known, rule.reason()) == (24, 120, None)
    rule.add(new=1, records=5)
    assert (rule.weak, rule.known) == (0, 0)


def test_a_word_belongs_to_its_first_column_until_that_is_dropped() -> None:
    columns = WordColumns()
    columns.join("a")
    assert not columns.place("a", "oil", "size")
    assert not columns.place("a", "oil", "title"), "the first column holds"
    for _ in range(5):
        columns.note_answer("a", "oil", hit=False)
    assert columns.is_dropped("a", "oil")
    assert columns.place("a", "oil", "title"), "it may be asked again"
    assert columns.find("a", "oil") == ("a", "title")
    assert not columns.is_dropped("a", "oil")
    columns.forget_answers("a")
    columns.place("a", "ink", "size")
    assert not columns.is_dropped("a", "ink")


def test_columns_of_another_source_are_judged_apart() -> None:
    columns = WordColumns()
    for source in ("a", "b", "c"):
        columns.join(source)
    columns.place("a", "oil", "title")
    columns.place("b", "oil", "medium")
    assert columns.find("b", "oil") == ("b", "medium")
    assert columns.find("c", "oil") == ("a", "title")
    assert columns.find_in(["b", "c"], "oil") == ("b", "medium")
    assert columns.find("c", "fog") is None
    columns.note_answer("c", "oil", hit=True)
    assert columns.is_productive("c", "oil")
    assert not columns.is_productive("a", "oil")
    assert not columns.is_productive("c", "fog")
    columns.note_answer("c", "fog", hit=True)
    assert not columns.is_dropped("c", "fog")
