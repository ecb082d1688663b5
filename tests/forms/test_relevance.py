# ruff: noqa: E501 (tables: wide characters count double)
"""The tables of Lin 2016 (as the specification computes them) and what leads to a filled form."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING

import pytest

from leadline.forms.assignments import assignments, ranked
from leadline.forms.informative import find_templates
from leadline.forms.relevance import edit_distance, label_similarity, relevance, similarity
from leadline.model import Choice, Control, QueryInterface

if TYPE_CHECKING:
    from collections.abc import Callable


@dataclass(frozen=True)
class Attribute:
    name: str
    affinity: float
    aliases: tuple[str, ...] = ()


BOOKS = [
    Attribute("书名", 0.6, ("题名", "图书名称", "title", "book title")),
    Attribute("作者", 0.5, ("著作者", "译著者", "author")),
    Attribute("ISBN", 0.95),
    Attribute("价格", 0.05),
    Attribute("出版社", 0.6, ("publisher",)),
]


def form(*labels: str) -> QueryInterface:
    controls = tuple(Control(f"c{i}", "text", label) for i, label in enumerate(labels))
    return QueryInterface("", "http://h/", "http://h/", "GET", controls)


@pytest.mark.parametrize(
    ("left", "right", "value"),
    [
        ("作者", "作者：", 1.0),
        ("作者", "著作者", 0.0),  # two Han characters: equality only
        ("图书作者", "图书著作者", 0.8),
        ("Author", "Authors", 0.857),
        ("Title", "Type", 0.4),
        ("Year from", "Year", 0.444),
        ("ISBN", "ISSN", 0.0),  # four letters: equality only
        ("ＩＳＢＮ：", "isbn", 1.0),
        ("", "", 0.0),
    ],
)
def test_similarity(left: str, right: str, value: float) -> None:
    assert similarity(left, right) == pytest.approx(value, abs=0.001)


def test_distance_and_parts() -> None:
    assert edit_distance("kitten", "sitting") == 3
    assert label_similarity("Year from", "Year") == 0.9


@pytest.mark.parametrize(
    ("labels", "total", "bounded"),
    [
        (("书名:", "著者", "ISBN", "出版社"), 2.15, 0.992),
        (("Title", "Authors", "Publisher", "Keyword"), 1.629, 0.9086),
        (("用户名", "密码"), 0.0, 0.0),
        (("品牌", "价格"), 0.05, 0.05),
        (("",), 0.0, 0.0),
    ],
)
def test_relevance_table(labels: tuple[str, ...], total: float, bounded: float) -> None:
    found = relevance(form(*labels), BOOKS)
    assert found.total == pytest.approx(total, abs=0.001)
    assert found.bounded == pytest.approx(bounded, abs=0.0005)
    assert found.is_ours is (total > 0.6)


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


def test_the_product_is_never_built() -> None:
    offers = [[(str(i), 1.0 - i / 1000) for i in range(500)] for _ in range(8)]
    assert [score for _, score in islice(ranked(offers), 3)] == [1.0, 0.999, 0.999]
    assert list(ranked([[("a", 1.0)], []])) == []


@pytest.mark.parametrize("ranking", ["fuzzy", "average", "probabilistic"])
def test_rankings_fall(ranking: str) -> None:
    offers = [[("a", 0.9), ("b", 0.3)], [("c", 0.8), ("d", 0.7), ("e", 0.1)]]
    scores = [score for _, score in ranked(offers, ranking)]
    assert scores == sorted(scores, reverse=True)
    assert len(scores) == 6


def test_assignments_from_knowledge() -> None:
    shelf = Control(
        "shelf", "select", "Shelf", choices=(Choice("", "Any"), Choice("a", "A"), Choice("b", "B"))
    )
    interface = QueryInterface(
        "", "http://h/", "http://h/", "GET",
        (Control("au", "text", "作者"), shelf, Control("x", "text", "备注"), Control("go", "submit")),
    )  # fmt: skip
    instances = {"作者": [("余华", 1.0), ("莫言", 0.6)]}
    found = list(assignments(interface, BOOKS, instances))
    assert found[0].values == (("shelf", "a"),)
    assert (("au", "余华"), ("shelf", "b")) in [one.values for one in found]
    assert found[-1].confidence == 0.6
    assert all(one.values for one in found)


def drive(
    values: dict[str, list[str]], answer: Callable[[dict[str, str]], str]
) -> tuple[list[tuple[str, ...]], int]:
    """Runs the template search against a source; the templates and how often it asked."""
    search, asked = find_templates(values), 0
    bound = next(search)
    while True:
        asked += 1
        try:
            bound = search.send(answer(dict(bound)))
        except StopIteration as done:
            return done.value, asked


def test_templates_that_change_the_answer_are_informative() -> None:
    values = {
        "genre": [f"g{i}" for i in range(30)],
        "sort": ["name", "date", "price"],
        "word": ["nothing", "none", "nil"],
    }

    def answer(bound: dict[str, str]) -> str:
        if "word" in bound:
            return "no results"
        return bound.get("genre", "all")

    found, asked = drive(values, answer)
    assert found == [("genre",), ("genre", "sort")]
    assert asked < 100


def test_a_template_whose_values_all_say_the_same_is_not_extended() -> None:
    found, asked = drive({"a": ["1", "2"], "b": ["1", "2"]}, lambda _: "same")
    assert (found, asked) == ([], 4)


def test_presentation_and_half_ranges_are_left_alone() -> None:
    controls = (
        Control("o", "select", "Sort", choices=(Choice("a", "A"), Choice("b", "B")), role="sort"),
        Control("y", "text", "作者", role="date_from"),
    )
    interface = QueryInterface("", "http://h/", "http://h/", "GET", controls)
    assert list(assignments(interface, BOOKS, {"作者": [("余华", 1.0)]})) == []
