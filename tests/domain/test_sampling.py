"""F(c, a) of Lin 2016, 3.2: the specification's worked numbers, as the seed reads and guarded."""

import pytest

from leadline.domain.model import DomainAttribute, DomainKnowledge
from leadline.domain.rules import default_rules
from leadline.domain.sampling import columns_of, match_columns, sample
from leadline_research.lin2016.assignments import sample_literally
from tables import each_row

SAMPLINGS = {"seed": sample_literally, "default": sample}
PAGE = [[("写书人", name)] for name in ("刘慈欣", "余华", "莫言", "王小波", "路遥")]
AUTHOR = DomainAttribute("作者", ("著作者", "译著者"))


def books(*known: tuple[str, float]) -> DomainKnowledge:
    made = DomainKnowledge("books", [AUTHOR])
    for value, weight in known:
        made.add("作者", value, weight)
    return made


@pytest.mark.parametrize("how", ["seed", "default"])
def test_case_1_a_key_is_a_name(how: str) -> None:
    dk = books()
    page = [[("题名", "活着"), ("著作者：", "余华")], [("题名", "蛙"), ("著作者：", "莫言")]]
    (found,) = SAMPLINGS[how](dk, page)
    assert (found.case, found.column, found.confidence) == (1, "著作者：", 1.0)
    assert dk.offers()["作者"] == [("余华", 1.0), ("莫言", 1.0)]


@each_row(__file__, "CASE_2_VALUES_ARE_KNOWN", "how", "weights", "expected")
def test_case_2_values_are_known(how: str, weights: tuple[float, ...], expected: float) -> None:
    dk = books(*zip(("余华", "莫言", "路遥"), weights, strict=True))
    (found,) = SAMPLINGS[how](dk, PAGE)
    assert found.case == 2
    assert found.confidence == pytest.approx(expected)
    assert dk.confidence("作者", "王小波") == pytest.approx(expected)
    assert dk.confidence("作者", "余华") == 1.0  # merging keeps the higher


@pytest.mark.parametrize(("how", "learns"), [("seed", True), ("default", False)])
def test_case_2_needs_three_values_and_two_known(how: str, learns: bool) -> None:
    two = [[("x", "余华")], [("x", "某甲")]]
    one_known = [[("x", v)] for v in ("余华", "某甲", "某乙")]
    for page in (two, one_known):
        assert bool(SAMPLINGS[how](books(("余华", 1.0)), page)) is learns


def test_case_3_the_key_is_alike() -> None:
    page = [[("著者姓名", "余华"), ("出版时间", "1993")]]
    dk = books()
    (found,) = sample_literally(dk, page)
    assert (found.case, found.column) == (3, "著者姓名")
    assert found.confidence == pytest.approx(0.25)
    assert dk.offers()["作者"] == [("余华", 0.25)]


def test_case_3_has_a_floor() -> None:
    """Literally any field would be stored at a small weight; below 0.7 nothing is."""
    page = [[("著者姓名", "余华"), ("出版时间", "1993")]]
    assert sample(books(), page) == []
    dk = DomainKnowledge("b", [DomainAttribute("publisher")])
    (found,) = sample(dk, [[("Publishers", "Knopf")]])
    assert (found.case, found.confidence) == (3, pytest.approx(0.9))


def test_a_column_serves_one_attribute() -> None:
    writers = DomainAttribute("writer", ("authors",))
    attributes = [DomainAttribute("author"), writers]
    page = [[("author", "Le Guin"), ("pages", "12")]]
    literal = sample_literally(DomainKnowledge("b", attributes), page)
    assert [(one.attribute, one.column) for one in literal] == [
        ("author", "author"),
        ("writer", "author"),
    ]
    guarded = sample(DomainKnowledge("b", attributes), page)
    assert [(one.attribute, one.column) for one in guarded] == [("author", "author")]


def test_of_equal_columns_the_left_one() -> None:
    dk = DomainKnowledge("b", [DomainAttribute("author", ("writer",))])
    page = [[("writer", "A"), ("author", "B")]]
    (found,), (literal,) = match_columns(dk, columns_of(page)), sample_literally(dk, page)
    assert found.column == literal.column == "writer"


def test_values_that_break_the_rules_of_their_type_are_no_instances() -> None:
    dk = DomainKnowledge("b", [DomainAttribute("year", type="year")])
    page = [[("year", v)] for v in ("1984", "unknown", "c. 1990", "see below")]
    page += [[("year", "2001")]]
    sample(dk, page, default_rules().holds)
    assert [one.value for one in dk.instances("year")] == ["1984", "c. 1990", "2001"]
    wrong = [[("year", v)] for v in ("red", "green", "1999")]
    fresh = DomainKnowledge("b", [DomainAttribute("year", type="year")])
    assert sample(fresh, wrong, default_rules().holds) == []


def test_knowledge_grows_from_site_to_site() -> None:
    """A named column teaches the values by which the unnamed one of the next site is known."""
    dk = books()
    sample(dk, [[("作者", n)] for n in ("余华", "莫言", "路遥")])
    sample(dk, PAGE)
    assert [one.value for one in dk.instances("作者")][:1] == ["余华"]
    assert dk.confidence("作者", "王小波") == pytest.approx(0.6)
    assert dk.confidence("作者", "莫言") == 1.0


def test_empty_pages_teach_nothing() -> None:
    for page in ([], [[]], [[("作者", " ")]]):
        assert sample(books(), page) == []
