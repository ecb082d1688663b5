"""Yang 2008, 3.1 and 6: the specification's worked numbers, and the rules of seed 002 as data."""

import pytest

from leadline.domain.model import DomainAttribute, DomainKnowledge
from leadline.domain.rules import DomainRules, Rule, default_rules
from leadline.model import Choice, Control, QueryInterface
from leadline_research.yang2008.measures import pass_rate, record_recall
from leadline_research.yang2008.screening import (
    Condition,
    condition_weight,
    conditions_of,
    interface_similarity,
    is_worth_visiting,
)

QUERY = [Condition("author", 2.5), Condition("title", 2.5), Condition("year", 2.0)]
SITE_1 = [
    Condition("author", 2.4),
    Condition("title", 2.0),
    Condition("year", 2.0),
    Condition("binding", 1.2),
]
SITE_2 = [Condition("author", 0.7)]


@pytest.mark.parametrize(
    ("site", "similarity", "visited"),
    [
        (SITE_1, 0.836, True),  # one condition that the query does not have
        (SITE_2, 0.106, False),  # one weak match
        (QUERY, 1.0, True),  # itself
        ([], 0.0, False),
        ([Condition("colour", 3.0)], 0.0, False),  # nothing of one meaning
    ],
)
def test_eq_1_and_3(site: list[Condition], similarity: float, visited: bool) -> None:
    assert interface_similarity(QUERY, site) == pytest.approx(similarity, abs=0.0005)
    assert interface_similarity(site, QUERY) == interface_similarity(QUERY, site)
    assert is_worth_visiting(QUERY, site) is visited


def test_eq_1_does_not_hang_on_the_order_of_conditions() -> None:
    assert interface_similarity(QUERY, SITE_1[::-1]) == interface_similarity(QUERY, SITE_1)


def test_every_condition_that_only_one_side_has_lowers_s() -> None:
    more = [*SITE_1, Condition("price", 1.0)]
    assert interface_similarity(QUERY, more) < interface_similarity(QUERY, SITE_1)


GENRES = [("Fiction", 1.0), ("History", 1.0), ("Travel", 0.5), ("Law", 0.5)]
GENRE = DomainAttribute("genre", ("subject",), type="category")
SELECT = Control(
    "g", "select", "Genre", choices=(Choice("", "All"), Choice("1", "Fiction"), Choice("2", "Law"))
)


@pytest.mark.parametrize(
    ("control", "omega"),
    [
        (SELECT, 1.0 + 1.0 + 0.5),  # T, H of a closed list, half of the domain's weight offered
        (Control("g", "text", "Genre"), 1.0 + 0.5 + 0.5),  # a box will do, and takes any value
        (Control("g", "file", "Genre"), 1.0 + 0.0 + 0.5),  # a kind that does not suit
        (Control("g", "select", "Genre"), 1.0 + 1.0 + 0.0),  # a list that offers nothing
    ],
)
def test_eq_2(control: Control, omega: float) -> None:
    assert condition_weight(control, GENRE, GENRES) == pytest.approx(omega)


def test_omega_lies_between_0_and_3() -> None:
    every = tuple(Choice(name, name) for name, _ in GENRES)
    best = Control("g", "radio", "genre", choices=every)
    assert condition_weight(best, GENRE, GENRES) == pytest.approx(3.0)
    assert condition_weight(Control("x", "file", "Upload"), GENRE, GENRES) < 1.5


def test_an_interface_is_read_as_conditions() -> None:
    books = DomainKnowledge("books", [GENRE, DomainAttribute("title")])
    for value, weight in GENRES:
        books.add("genre", value, weight)
    controls = (SELECT, Control("t", "text", "Title:"), Control("z", "text", "Colour"))
    form = QueryInterface("", "http://h/", "http://h/", "GET", controls)
    found = conditions_of(form, books)
    assert [(one.label, round(one.weight, 2)) for one in found] == [("genre", 2.5), ("title", 2.5)]
    assert is_worth_visiting(found, found)


def test_eqs_4_and_5_of_the_papers_table() -> None:
    rows = [(15, 15, 928, 897), (37, 37, 604, 581), (15, 16, 1305, 1288)]
    rates = [(pass_rate(p, d), record_recall(k, f)) for p, d, f, k in rows]
    assert [round(100 * one, 2) for one, _ in rates] == [100.0, 100.0, 93.75]
    assert [round(100 * one, 1) for _, one in rates] == [96.7, 96.2, 98.7]
    assert round(100 * pass_rate(67, 68), 1) == 98.5
    assert round(100 * record_recall(2766, 2837), 1) == 97.5


def test_the_three_kinds_of_rules_are_data() -> None:
    kinds = [rule.kind for rule in default_rules().rules]
    assert {
        kind: kinds.count(kind) >= least
        for kind, least in (("structural", 5), ("logic", 5), ("application", 1))
    } == {"structural": True, "logic": True, "application": True}


def test_application_rules_screen_before_similarity_does() -> None:
    only = (("kind", ("book", "journal")),)
    rules = DomainRules(
        [Rule("application", "no patents here", source="library.example", only=only)]
    )
    assert not rules.admits("http://library.example/s", {"kind": "patent"})
    assert rules.admits("http://library.example/s", {"kind": "Book"})
    assert rules.admits("http://patents.example/s", {"kind": "patent"})
