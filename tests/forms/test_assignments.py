# ruff: noqa: E501 (tables: wide characters count double)
"""Filling: eq. (5) of Lin 2016 by its example, and what real forms ask of it."""

from itertools import islice, product
from time import process_time
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leadline.domain.model import DomainAttribute, DomainKnowledge
from leadline.forms.find import find_interfaces
from leadline.forms.roles.dependents import fill_dependents
from leadline.forms.submit.constraints import accepts
from leadline.forms.submit.fill import plan_fill
from leadline.forms.submit.ranges import order_key, tile_range
from leadline.model import Choice, Control, QueryInterface
from leadline.page.dom import parse_html
from leadline_research.lin2016.assignments import RANKINGS, literal_slots, rank_assignments, ranked
from tables import each_row

SHELVES = (Choice("", "全部"), Choice("计算机", "计算机"), Choice("文学", "文学"))


def books() -> DomainKnowledge:
    made = DomainKnowledge(
        "books",
        [
            DomainAttribute("作者", ("author",)),
            DomainAttribute("书名", ("title",)),
            DomainAttribute("year", ("出版年",), type="year"),
        ],
    )
    for attribute, value, weight in (
        ("作者", "余华", 1.0),
        ("作者", "刘慈欣", 0.6),
        ("书名", "活着", 0.8),
        ("书名", "三体", 0.75),
    ):
        made.add(attribute, value, weight)
    return made


def interface(*controls: Control) -> QueryInterface:
    return QueryInterface("", "http://h/", "http://h/", "GET", controls)


SHELF = Control("shelf", "select", "分类", choices=SHELVES[1:])
AUTHOR = Control("au", "text", "作者", required=True)
TITLE = Control("ti", "text", "书名", required=True)


# -- the ranking


def test_phi_walks_in_the_order_of_the_example() -> None:
    offers = [
        [("计算机", 1.0), ("文学", 1.0)],
        [("余华", 1.0), ("刘慈欣", 0.6)],
        [("活着", 0.8), ("三体", 0.75)],
    ]
    walked = list(ranked(offers))
    assert [score for _, score in walked] == [0.8, 0.8, 0.75, 0.75, 0.6, 0.6, 0.6, 0.6]
    assert walked[0][0] == ("计算机", "余华", "活着")
    assert walked[2][0] == ("计算机", "余华", "三体")
    assert walked[4][0] == ("计算机", "刘慈欣", "活着")
    assert len(set(walked)) == 8


@pytest.mark.parametrize("literal", [True, False])
def test_the_example_as_a_form(literal: bool) -> None:
    """Every control required: both readings give the paper's order."""
    found = list(rank_assignments(interface(SHELF, AUTHOR, TITLE), books(), literal=literal))
    assert [one.confidence for one in found] == [0.8, 0.8, 0.75, 0.75, 0.6, 0.6, 0.6, 0.6]
    assert found[0].values == (("shelf", "计算机"), ("au", "余华"), ("ti", "活着"))
    assert found[4].values == (("shelf", "计算机"), ("au", "刘慈欣"), ("ti", "活着"))


@pytest.mark.parametrize(
    ("ranking", "first", "last"),
    [("fuzzy", 0.8, 0.6), ("average", 2.8 / 3, 2.35 / 3), ("probabilistic", 1.0, 1.0)],
)
def test_other_rankings(ranking: str, first: float, last: float) -> None:
    found = list(rank_assignments(interface(SHELF, AUTHOR, TITLE), books(), ranking))
    assert found[0].confidence == pytest.approx(first)
    assert found[-1].confidence == pytest.approx(last)


PVS = st.lists(st.floats(0.01, 1), min_size=1, max_size=4).map(
    lambda pvs: sorted(pvs, reverse=True)
)


@given(st.lists(PVS, min_size=1, max_size=4), st.sampled_from(sorted(RANKINGS)))
def test_lazy_order_is_the_order_of_the_whole_product(pvs: list[list[float]], name: str) -> None:
    offers = [[(f"{i}", pv) for i, pv in enumerate(row)] for row in pvs]
    scores = [score for _, score in ranked(offers, name)]
    assert sorted(scores, reverse=True) == pytest.approx(scores)
    assert scores == pytest.approx(sorted(map(RANKINGS[name], product(*pvs)), reverse=True))


def test_the_product_is_never_built() -> None:
    offers = [[(str(i), 1.0 - i / 1000) for i in range(500)] for _ in range(8)]
    began = process_time()
    assert [score for _, score in islice(ranked(offers), 3)] == [1.0, 0.999, 0.999]
    assert process_time() - began < 5.0
    assert list(ranked([[("a", 1.0)], []])) == []


# -- what a control can be bound to


def test_literal_and_ours_part_where_the_form_is_loose() -> None:
    """Literally all is bound, "all" is a value, and a remark takes authors; ours does none of it."""
    form = interface(
        Control("shelf", "select", "分类", choices=SHELVES),
        Control("au", "text", "作者"),
        Control("x", "text", "备注"),
    )
    literal = literal_slots(form, books())
    assert [(slot.names, len(slot.offers)) for slot in literal] == [
        (("shelf",), 3),
        (("au",), 2),
        (("x",), 2),
    ]
    ours = plan_fill(form, books())
    assert [(slot.names, len(slot.offers), slot.optional) for slot in ours.slots] == [
        (("shelf",), 2, True),
        (("au",), 2, True),
    ]
    found = [one.values for one in rank_assignments(form, books())]
    assert {(("shelf", "计算机"),), (("shelf", "文学"),), (("au", "余华"),)} <= set(found[:5])
    assert () not in found


def test_weight_is_confidence_times_similarity() -> None:
    (slot,) = plan_fill(interface(Control("a", "text", "Authors")), books()).slots
    assert slot.offers[1][1] == pytest.approx(0.6 * 6 / 7)


def test_a_box_for_any_words_takes_values_of_all_attributes() -> None:
    form = interface(Control("q", "search", role="query_text"))
    (slot,) = plan_fill(form, books()).slots
    assert {values[0] for values, _ in slot.offers} == {"余华", "刘慈欣", "活着", "三体"}
    assert slot.attribute == ""


def test_required_without_a_value_is_reported_and_never_sent() -> None:
    form = interface(AUTHOR, Control("isbn", "text", "ISBN", required=True))
    found = plan_fill(form, books())
    assert found.missing == ("isbn",)
    assert list(rank_assignments(form, books())) == []
    served = interface(AUTHOR, Control("isbn", "text", "ISBN", value="any", required=True))
    assert plan_fill(served, books()).missing == ()


@pytest.mark.parametrize("kind", ["password", "file"])
def test_a_form_that_asks_for_a_secret_or_a_file_is_not_filled(kind: str) -> None:
    form = interface(AUTHOR, Control("p", kind))  # type: ignore[arg-type]
    assert "secret" in plan_fill(form, books()).refused
    assert list(rank_assignments(form, books())) == []


@pytest.mark.parametrize(
    "control",
    [
        Control("o", "select", "Sort", choices=SHELVES, role="sort"),
        Control("n", "select", "Per page", choices=SHELVES, role="page_size"),
        Control("h", "text", "作者", honeypot=True),
        Control("d", "text", "作者", disabled=True),
        Control("y", "text", "year", role="date_from"),  # half a range hides records
        Control("c", "checkbox", "作者"),  # one box switches something
    ],
)
def test_left_alone(control: Control) -> None:
    assert plan_fill(interface(control), books()).slots == ()


def test_boxes_of_a_group_are_bound_one_at_a_time() -> None:
    group = [
        Control("k", "radio", label, value, group_label="Kind")
        for label, value in (("All", ""), ("Book", "b"), ("Map", "m"))
    ]
    (slot,) = plan_fill(interface(*group), books()).slots
    assert (slot.offers, slot.optional) == (((("b",), 1.0), (("m",), 1.0)), True)


# -- ranges


def prices(*values: int) -> tuple[Choice, ...]:
    return (Choice("", "any"), *(Choice(str(v), f"{v:,} €") for v in values))


def test_ends_of_a_range_are_bound_both_or_none() -> None:
    form = interface(
        AUTHOR,
        Control("lo", "select", "Price from", choices=prices(0, 500, 1000), role="price_min"),
        Control("hi", "select", "to", choices=prices(500, 1000, 5000), role="price_max"),
    )
    found = [dict(one.values) for one in rank_assignments(form, books())]
    assert {(one.get("lo"), one.get("hi")) for one in found} == {
        (None, None),
        ("0", "500"),
        ("500", "1000"),
        ("1000", "5000"),
    }


def test_years_are_asked_one_by_one_from_known_values() -> None:
    knowledge = books()
    for year in ("1984", "1999", "2000"):
        knowledge.add("year", year)
    form = interface(
        Control("a", "text", "Year from", role="date_from", max_length=4),
        Control("b", "text", "to", role="date_to", max_length=4),
    )
    (slot,) = plan_fill(form, knowledge).slots
    assert slot.attribute == "year"
    assert all(low <= high for (low, high), _ in slot.offers)


VALUES = st.lists(st.integers(0, 3000), min_size=1, max_size=8, unique=True)


@given(VALUES, VALUES, st.sampled_from(["price", "date", "num"]))
def test_low_is_never_above_high(lows: list[int], highs: list[int], kind: str) -> None:
    roles = {
        "price": ("price_min", "price_max"),
        "date": ("date_from", "date_to"),
        "num": ("num_min", "num_max"),
    }[kind]
    ends = [
        Control(n, "select", role=r, choices=prices(*v))
        for n, r, v in (("a", roles[0], lows), ("b", roles[1], highs))
    ]
    pairs = [pair for pair, _ in tile_range(ends[0], ends[1], [])]
    assert all(int(low) <= int(high) for low, high in pairs)
    assert len(pairs) <= len(lows)


def test_tiles_between_stated_limits() -> None:
    ends = [
        Control("a", "number", role="num_min", low="0", high="100"),
        Control("b", "number", role="num_max", low="0", high="100"),
    ]
    pairs = [pair for pair, _ in tile_range(ends[0], ends[1], [])]
    assert pairs[0] == ("0", "10")
    assert len(pairs) == 10


@pytest.mark.parametrize(
    ("smaller", "larger"),
    [("99", "1,000"), ("2019-12-31", "2020-01-01"), ("€ 9.50", "10"), ("1.500", "2.000")],
)
def test_order(smaller: str, larger: str) -> None:
    assert order_key(smaller) < order_key(larger)  # type: ignore[operator]


# -- what a control accepts


@each_row(__file__, "CONTROLS", "kind", "limits", "value", "right")
def test_accepts(kind: str, limits: Any, value: str, right: bool) -> None:
    assert accepts(Control("a", kind, **limits or {}), value) is right


@given(st.text(alphabet="a.*+?{}()[]|\\d^$1,", max_size=40))
def test_no_pattern_of_a_page_takes_long(pattern: str) -> None:
    began = process_time()
    accepts(Control("a", "text", pattern=pattern), "a" * 100)
    assert process_time() - began < 5.0


def test_limits_are_read_from_the_page_and_filter_values() -> None:
    page = parse_html(
        "<form action=/s><label>Author <input name=a maxlength=2 pattern='.*华'></label>"
        "<label>Pages <input name=p type=number min=1 max=9 step=2 minlength=x></label>"
        "<button>Search</button></form>",
        "http://h.test/",
    )
    form = find_interfaces(page)[0]
    author, pages = form.controls[:2]
    assert (author.max_length, author.pattern) == (2, ".*华")
    assert (pages.low, pages.high, pages.step, pages.min_length) == ("1", "9", "2", 0)
    (slot,) = plan_fill(form, books()).slots
    assert slot.offers == ((("余华",), 1.0),)


# -- dependent selects


def test_a_dependent_select_waits_for_its_parent() -> None:
    def served(towns: str) -> QueryInterface:
        html = (
            "<form action=/s><select name=land><option value=''>Land<option value=1>Bari<option value=2>Lecce</select>"
            f"<select name=town><option value=''>Town{towns}</select><button>Search</button></form>"
        )
        return find_interfaces(parse_html(html, "http://h.test/"))[0]

    form = served("")
    assert plan_fill(form, books()).waiting == (("town", "land"),)
    assert [slot.names for slot in plan_fill(form, books()).slots] == [("land",)]
    assert fill_dependents(form, served("")) == form
    ready = fill_dependents(form, served("<option value=7>Monopoli<option value=8>Polignano"))
    assert plan_fill(ready, books()).waiting == ()
    assert plan_fill(ready, books()).slots[1].offers == ((("7",), 1.0), (("8",), 1.0))


# -- a select that names what a box searches


@pytest.mark.parametrize("between", [0, 1])
def test_a_select_of_attributes_is_bound_with_its_box(between: int) -> None:
    """As library catalogues ask: field, way of matching, word."""
    fields = (
        Choice("", "任意字段"),
        Choice("ti", "书名"),
        Choice("au", "作者"),
        Choice("pu", "出版社"),
    )
    match = Control(
        "m", "select", "", choices=(Choice("1", "前方一致"), Choice("2", "精确")), role="match_mode"
    )
    form = interface(
        Control("field", "select", "检索字段", choices=fields, role="match_mode"),
        *[match] * between,
        Control("word", "text", role="query_text"),
    )
    (slot,) = plan_fill(form, books()).slots
    assert slot.names == ("field", "word")
    assert slot.offers == (
        (("au", "余华"), 1.0),
        (("ti", "活着"), 0.8),
        (("ti", "三体"), 0.75),
        (("au", "刘慈欣"), 0.6),
    )


def test_a_select_of_other_things_stays_alone() -> None:
    form = interface(SHELF, Control("word", "text", role="query_text"))
    assert [slot.names for slot in plan_fill(form, books()).slots] == [("shelf",), ("word",)]


def test_ends_of_different_things_are_no_pair() -> None:
    choices = prices(1, 2, 3)
    form = interface(
        Control("YearFrom", "select", "Year", choices=choices, role="date_from"),
        Control("MileageTo", "select", "Km to", choices=choices, role="date_to"),
    )
    assert plan_fill(form, books()).slots == ()
