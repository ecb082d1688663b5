"""Rules are data: the package's own are sound, a project's replace them, wrong ones are refused."""

import tomllib

import pytest

from leadline.domain.rules import (
    STRUCTURAL_RULES,
    DomainRules,
    default_rules,
    project_rules,
    read_rules,
)
from tables import each_row


@each_row(__file__, "VALUES", "kind", "value", "holds")
def test_values(kind: str, value: str, holds: bool) -> None:
    assert default_rules().holds(kind, value) is holds


def test_structural_rules_are_those_that_the_reader_knows() -> None:
    assert sorted(default_rules().structural) == sorted(STRUCTURAL_RULES)


def test_records_that_contradict_what_everybody_knows() -> None:
    rules = default_rules()
    types = {"year": "year"}
    assert rules.broken({"year": "1999", "title": "x"}, types) == []
    assert rules.broken({"year": "soon"}, types) == ["a year has four digits"]
    assert rules.broken({"departure": "2026-05-02", "return": "2026-05-01"}, {})
    assert not rules.broken({"departure": "2026-05-01", "return": "2026-05-02"}, {})
    assert not rules.broken({"departure": "2026-05-01", "return": ""}, {})


def test_a_projects_rules_replace_add_and_take_away() -> None:
    plan = tomllib.loads(
        """
        [[rule]]
        kind = "logic"
        name = "a year has four digits"
        types = ["year"]
        pattern = '\\d\\d'
        [[rule]]
        kind = "logic"
        name = "an ISBN checks"
        off = true
        [[rule]]
        kind = "application"
        name = "the city library holds no patents"
        source = "library.example"
        only = { kind = ["book", "journal"] }
        """
    )
    rules = project_rules(plan)
    assert rules.holds("year", "84")
    assert not rules.holds("year", "1984")
    assert rules.holds("isbn", "no check any more")
    assert rules.admits("library.example/search", {"kind": "Book"})
    assert rules.admits("library.example/search", {"title": "x"})
    assert not rules.admits("library.example/search", {"kind": "patent"})
    assert rules.admits("other.example", {"kind": "patent"})
    assert default_rules().holds("year", "1984")  # the package's own are untouched


@each_row(__file__, "wrong_rules_are_refused", "text", "says")
def test_wrong_rules_are_refused(text: str, says: str) -> None:
    with pytest.raises(ValueError) as fault:
        read_rules(tomllib.loads(text))
    assert says in str(fault.value)


@pytest.mark.parametrize(
    "text", ["Please wait...", "正在检索，请稍候", "Bitte warten Sie", "検索中です"]
)
def test_pages_that_wait(text: str) -> None:
    assert default_rules().is_waiting(text)
    assert not default_rules().is_waiting("3 books found")
    assert not DomainRules().is_waiting(text)
