"""The paper's cost model, the estimators' worked numbers, learned hit rates, the rule."""

import pytest

from leadline.selection.estimators.size import Recaptures, chao1, size_by_ratio
from leadline.selection.probing.stopping import StoppingRule
from leadline.selection.word_columns import WordColumns
from leadline_research.bench.selection.sizes import lincoln_petersen, pool_based
from leadline_research.xian2012.cost import QUERIES, Costs
from leadline_research.xian2012.interactions import interactions
from tables import each_row


@each_row(__file__, "interactions", "matching", "cap", "expected", "why")
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


def test_recaptures_go_by_totals_where_a_cap_hides_records() -> None:
    """1,000 records; words in whole answers bring what is known too often, cut ones too seldom."""
    catches = Recaptures()
    assert catches.size == 0.0, "nothing came twice"
    catches.whole(before=100, matching=40, again=5, shown=5)
    assert catches.size == pytest.approx(800.0)
    catches.cut(before=135, matching=400, shown=40)
    of_all = (40 * 100**2 + 400 * 135**2) / (5 * 100 + 40 * 135)
    assert catches.size == pytest.approx((800.0 * of_all) ** 0.5)


def test_words_that_records_do_not_show_do_not_make_a_source_larger() -> None:
    """Half of what matches shows the word: so half of what is known is seen in a cut answer."""
    shown, hidden = Recaptures(), Recaptures()
    for _ in range(100):
        shown.whole(before=200, matching=20, again=4, shown=4)
        hidden.whole(before=200, matching=20, again=4, shown=2)
        shown.cut(before=200, matching=500, shown=100)
        hidden.cut(before=200, matching=500, shown=50)
    assert shown.size == pytest.approx(1000.0)
    assert hidden.size == pytest.approx(1000.0, rel=0.01)


def asked(column: str, *hits: bool) -> WordColumns:
    columns = WordColumns()
    columns.join("a")
    columns.place("a", "oil", column)
    for hit in hits:
        columns.note_answer("a", "oil", hit=hit)
    return columns


def test_a_column_that_never_hits_is_dropped() -> None:
    assert not asked("size", *[False] * 4).is_dropped("a", "oil")
    assert asked("size", *[False] * 5).is_dropped("a", "oil")
    assert not asked("year", *[True] * 4).is_dropped("a", "oil")


def test_a_good_column_survives_five_misses() -> None:
    assert not asked("title", *[True] * 20, *[False] * 6).is_dropped("a", "oil")


def test_tail_counts_weak_queries_in_a_row() -> None:
    rule = StoppingRule(max_weak_queries=3)
    for new in (0, 6, 0):
        rule.add(new=new)
    assert (rule.weak, rule.reason()) == (1, None)
    rule.add(new=0)
    rule.add(new=0)
    assert (rule.reason() or "").startswith("3 queries in a row")


def test_pool_based_counts_every_record_once() -> None:
    """Queries a: records 1 2, b: 2 3, c: 3. Asked all, the estimate is exact."""
    assert pool_based([[1, 2], [2, 2], [2]], pool=3) == 3.0
    assert pool_based([], pool=3) == 0.0
