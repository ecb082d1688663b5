"""The expected yield of a term: each correction alone, by numbers worked out by hand."""

import numpy as np
import pytest

from leadline.model import Answer, Ask, Query, Taken
from leadline.selection.keywords.overlap_aware import OverlapAware
from leadline.selection.keywords.yield_model import YieldModel
from leadline.selection.knowledge.dynamic import DynamicKnowledge

SEA, FOG, OIL, INK = (Query("", word) for word in ("sea", "fog", "oil", "ink"))


def record(key: int, *terms: Query) -> Taken:
    return Taken(key, frozenset(terms))


def answer(query: Query, *records: Taken, **more: object) -> Answer:
    return Answer(Ask("s", query), records, **more)  # type: ignore[arg-type]


def number(model: YieldModel, query: Query) -> int:
    return model.knowledge.vocabulary.number(query)


def at(model: YieldModel, query: Query) -> tuple[float, float, float]:
    """Unknown and known records, and pages, of one term."""
    model.statistics.fit()
    model.membership.include_new_records()
    expected = model.expected_yield(np.array([number(model, query)]))
    return tuple(round(float(part[0]), 6) for part in expected)  # type: ignore[return-value]


def alone(**options: object) -> OverlapAware:
    """A source of 20 records of which 4 were taken: all hold fog, one of them oil."""
    model = OverlapAware(size=20.0, **options)  # type: ignore[arg-type]
    records = [record(key, SEA, FOG, *([OIL] if key == 1 else [])) for key in range(4)]
    model.observe(answer(SEA, *records, total=4, exact=True))
    return model


def test_good_turing_where_a_source_is_alone() -> None:
    """``unseen * (f + n/L) / (F + 1)``: 16 unseen, F = 4 singletons."""
    model = alone()
    assert at(model, FOG) == (16.0, 0.0, 2.0), "(4 + 4/4) / 5 of 16, which are 20 on two pages"
    assert at(model, OIL) == (4.0, 0.0, 1.0), "(1 + 1/4) / 5 of 16"


def test_closed_terms_bring_nothing() -> None:
    model = alone()
    assert at(model, SEA)[:2] == (0.0, 0.0)
    model.statistics.refuse(FOG)
    assert at(model, FOG)[:2] == (0.0, 0.0)


def test_records_that_came_twice_are_no_singletons() -> None:
    model = alone()
    model.observe(answer(INK, record(0, SEA, FOG), total=1, exact=True))
    unseen, singletons = 16.0, 3
    assert at(model, FOG)[0] == pytest.approx(unseen * (3 + 1) / (singletons + 1))


@pytest.mark.parametrize(
    ("page_size", "by_page", "pages"),
    [(10, False, 2.0), (10, True, 2.0), (8, True, 2.5), (0, False, 20.0)],
)
def test_pages_of_an_answer(page_size: int, by_page: bool, pages: float) -> None:
    assert at(alone(page_size=page_size, by_page=by_page), FOG)[2] == pages


def test_at_least_one_page() -> None:
    assert at(alone(page_size=1000, by_page=True), OIL)[2] == 1.0


@pytest.mark.parametrize(
    ("cap", "unknown", "pages"), [(0, 16.0, 2.0), (20, 16.0, 2.0), (10, 8.0, 1.0), (5, 4.0, 1.0)]
)
def test_past_the_cap_an_answer_brings_its_share(cap: int, unknown: float, pages: float) -> None:
    assert at(alone(cap=cap), FOG) == (unknown, 0.0, pages)


def test_what_overflowing_answers_bring_is_learned() -> None:
    model = alone(cap=10)
    model.overflow.value = 0.5
    assert at(model, FOG)[0] == 4.0
    assert at(model, OIL)[0] == 4.0, "it does not overflow"


def test_what_predictions_were_worth_is_applied() -> None:
    model = alone()
    model.correction.value = 0.5
    assert at(model, OIL)[0] == 2.0


def pair(shared: int, tested: int, *, waiting: int = 4) -> tuple[OverlapAware, OverlapAware]:
    """Two sources: of ``tested`` records of the first the second has ``shared``.

    ``waiting`` more records of the first hold fog and are untested at the second.
    """
    known = DynamicKnowledge()
    first, second = OverlapAware(known, size=200.0), OverlapAware(known, size=200.0)
    both = [record(key, SEA) for key in range(tested)]
    first.observe(answer(SEA, *both, total=tested, exact=True))
    second.observe(answer(SEA, *both[:shared], *[record(k, SEA, INK) for k in (900, 901)]))
    first.observe(answer(OIL, *[record(500 + n, FOG, OIL) for n in range(waiting)]))
    second.membership.include_new_records()
    return first, second


@pytest.mark.parametrize(
    ("shared", "tested", "related"),
    [(0, 40, False), (1, 40, False), (4, 40, True), (20, 40, True), (1, 5, True), (0, 0, False)],
)
def test_sources_are_related_by_proven_overlap(shared: int, tested: int, related: bool) -> None:
    """(confirmed + .9) / (tested + 3) must be a tenth, and one record confirmed."""
    assert pair(shared, tested)[1].is_related is related


def test_records_known_elsewhere_are_expected_as_far_as_the_sources_overlap() -> None:
    _, second = pair(20, 40)
    overlap = (20 + 0.9) / (40 + 3)
    assert second.membership.overlap == pytest.approx(overlap)
    assert at(second, FOG)[1] == pytest.approx(4 * overlap, abs=1e-6)
    assert at(second, INK)[1] == 0.0, "nobody else has those"


def test_foreign_terms_wait_while_nothing_is_shared_in_the_first_ten_queries() -> None:
    _, second = pair(0, 40)
    assert 0 < at(second, FOG)[1] + 1e-6 < 1e-5
    for turn in range(9):
        second.observe(answer(Query("", f"q{turn}"), total=0, exact=True))
    assert second.statistics.queries == 10
    assert at(second, FOG)[1] == pytest.approx(4 * 0.9 / 43, abs=1e-6), "after ten they count"


def test_one_shared_record_ends_the_wait() -> None:
    _, second = pair(1, 40)
    assert at(second, FOG)[1] == pytest.approx(4 * 1.9 / 43, abs=1e-6)


def test_untested_records_say_what_is_unknown_as_far_as_others_are_ahead() -> None:
    """Others were taken whole: what waits here is the sample of what nobody knows."""
    first, second = pair(20, 40)
    second.pooled.renew(second.statistics.fit())
    first.membership.size = float(first.membership.taken)
    kappa = 10_000 * second.membership.overlap * second.pooled.lead() ** 4 + 1
    by_singleton, by_untested = second._count_weights()
    assert second.pooled.lead() == 1.0
    assert by_untested == pytest.approx(kappa * by_singleton / 4)
    first.membership.size = 1e9
    assert second.pooled.lead() == pytest.approx(0.0, abs=0.01)
    by_singleton, by_untested = second._count_weights()
    assert by_untested == pytest.approx(by_singleton / 4, rel=1e-3), "one singleton in all"


def test_without_relation_untested_records_say_nothing_of_the_unknown() -> None:
    _, second = pair(0, 40)
    assert second._count_weights()[1] == 0.0


def test_a_part_of_the_rest_is_unknown_to_all() -> None:
    _, second = pair(20, 40, waiting=400)
    rest = second.remaining()
    assert second.membership.overlap * second.membership.untested > rest
    by_singleton, _ = second._count_weights()
    kappa = 10_000 * second.membership.overlap * second.pooled.lead() ** 4 + 1
    singletons = second.statistics.once + second.pooled.once + kappa
    assert by_singleton == pytest.approx(0.05 * rest / singletons)


def test_terms_that_another_source_answered_are_less_new() -> None:
    first, second = pair(20, 40)
    before = at(second, INK)[0]
    first.observe(answer(INK, total=0, exact=True))
    shared, tested = second.membership.shared_with(first.membership)
    assert at(second, INK)[0] == pytest.approx(before * (1 - shared / (tested + 10)), rel=1e-6)


def test_columns_are_calibrated_between_related_sources_only() -> None:
    for shared, factor in ((20, 2.0), (0, 1.0)):
        _, second = pair(shared, 40)
        before = at(second, INK)[0]
        second.knowledge.yield_calibration._ratio[:] = 2.0
        assert at(second, INK)[0] == pytest.approx(factor * before, rel=1e-5)


# -- the selector over it --------------------------------------------------------------------


def test_the_best_term_by_cost_is_selected() -> None:
    best = alone().select()
    assert best is not None
    assert (best.query, best.new, best.pages, best.cost) == (FOG, 16.0, 2.0, 2.0)


def test_among_some_terms_the_best_is_selected() -> None:
    model = alone()
    best = model.select(np.array([number(model, OIL), number(model, SEA)]))
    assert best is not None
    assert best.query == OIL
    assert model.select(np.array([number(model, SEA)])) is None, "closed"


def test_alone_the_best_term_has_the_recent_yield() -> None:
    model = alone()
    assert model.select() is not None
    model.observe(answer(FOG, *[record(key, FOG) for key in range(50, 53)], interactions=6))
    best = model.select()
    assert best is not None
    assert best.efficiency == pytest.approx(3 / 6)


def test_an_answer_teaches_what_its_prediction_was_worth() -> None:
    model = alone()
    model.select()
    model.observe(answer(FOG, *[record(key, FOG) for key in range(50, 82)], total=32, exact=True))
    assert model.correction.value == pytest.approx((32 + 500) / (16 + 500))
    value = model.correction.value
    model.observe(answer(INK, record(99, INK)))
    assert model.correction.value == value, "nobody had predicted this one"


def test_a_cut_answer_teaches_of_the_overflow_alone() -> None:
    model = alone(cap=10)
    model.select()
    model.observe(
        answer(FOG, *[record(k, FOG) for k in range(50, 54)], total=90, exact=True, complete=False)
    )
    assert model.correction.value == 1.0
    assert model.overflow.value == pytest.approx((4 + 100) / (8 + 100))


def test_settled_answers_prove_absence() -> None:
    first, second = pair(20, 40)
    assert second.membership.untested_by_term[number(second, FOG)] == 4
    second.settle(answer(FOG))
    assert second.membership.untested_by_term[number(second, FOG)] == 0
    assert number(second, FOG) in second.membership.complete_terms
    assert first.membership.complete_terms.count(number(first, SEA)) == 1
